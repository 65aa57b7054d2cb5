import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who gets an account's monthly statements by e-mail: the row of the next month, which is due when that has ended, and
    -- those of the months that were sent.
    create table statement_mails (
      account_id uuid not null,
      user_id uuid not null,
      -- Its first day.
      month date not null check (extract(day from month) = 1),
      due_at timestamptz not null,
      -- Null until the message is in the outbox.
      sent_at timestamptz,
      primary key (account_id, user_id, month),
      foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
    );
    create unique index statement_mails_next on statement_mails (account_id, user_id) where sent_at is null;
    create index statement_mails_due on statement_mails (due_at) where sent_at is null;
    grant select, insert, update, delete on statement_mails to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table statement_mails');
}
