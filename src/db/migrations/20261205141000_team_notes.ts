import type { Knex } from 'knex';

/** What an account's people write for each other about a link, a deposit or a customer, and files that go with it (D81). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table team_notes (
      account_id uuid not null references accounts (id),
      id uuid not null,
      object text not null check (object in ('payment_link', 'deposit', 'customer')),
      -- The link's code, or the id of the deposit or the customer.
      object_id text not null check (length(object_id) <= 64),
      -- The author.
      user_id uuid not null references users (id),
      body text not null check (length(body) between 1 and 2000),
      created_at timestamptz not null,
      changed_at timestamptz,
      primary key (account_id, id)
    );
    create index team_notes_by_object on team_notes (account_id, object, object_id, created_at);

    create table team_files (
      account_id uuid not null references accounts (id),
      id uuid not null,
      object text not null check (object in ('payment_link', 'deposit', 'customer')),
      object_id text not null check (length(object_id) <= 64),
      user_id uuid not null references users (id),
      name text not null check (length(name) between 1 and 100),
      type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
      size integer not null check (size between 1 and 1048576),
      content bytea not null check (octet_length(content) = size),
      created_at timestamptz not null,
      primary key (account_id, id)
    );
    create index team_files_by_object on team_files (account_id, object, object_id, created_at);
    -- These types are compressed already.
    alter table team_files alter column content set storage external;

    grant select, insert, update, delete on team_notes to payments_app;
    grant select, insert, delete on team_files to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table team_files;
    drop table team_notes;
  `);
}
