import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How an account's files of a month are written: its columns in their order, and the general-ledger code of each type
    -- of movement. An account without a row has all columns, and no codes.
    create table month_profiles (
      account_id uuid primary key references accounts (id),
      -- Null for all of them.
      columns text[] check (cardinality(columns) between 1 and 50),
      codes jsonb not null default '{}' check (jsonb_typeof(codes) = 'object'),
      -- Whether the mail with the monthly statements carries the workbook.
      is_mailed boolean not null default false
    );
    grant select, insert, update, delete on month_profiles to payments_app;

    alter table transfers
      -- The rail's name of a transfer by which the receiver's bank finds it, as SPEI's; null while, and where, it gives none.
      add column tracking_key text check (char_length(tracking_key) between 1 and 100);

    alter table outbox_messages
      -- A file that goes with the message, and its name; both are null for a message without one.
      add column attachment bytea check (octet_length(attachment) between 1 and 5000000),
      add column attachment_name text check (char_length(attachment_name) between 1 and 200);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_messages drop column attachment, drop column attachment_name;
    alter table transfers drop column tracking_key;
    drop table month_profiles;
  `);
}
