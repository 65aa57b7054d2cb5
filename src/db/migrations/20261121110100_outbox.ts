import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Messages to people that still have to leave; what was sent, or given up, is gone.
    create table outbox_messages (
      account_id uuid not null references accounts (id),
      id uuid not null,
      -- Null: there is nobody to write to, so that only the log tells.
      recipient text check (length(recipient) <= 320),
      subject text not null check (length(subject) <= 200),
      body text not null check (length(body) <= 5000),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      lease_token uuid,
      lease_expires_at timestamptz,
      created_at timestamptz not null,
      primary key (account_id, id)
    );
    create index outbox_messages_due on outbox_messages (next_attempt_at);
    grant select, insert, update, delete on outbox_messages to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table outbox_messages');
}
