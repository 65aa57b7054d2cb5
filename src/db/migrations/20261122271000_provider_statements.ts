import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How far each provider's statement has been read, to find what it never told (D27).
    create table provider_statements (
      provider text primary key check (provider ~ '^[a-z][a-z0-9_]{0,31}$'),
      -- From when on this deployment reads it.
      since timestamptz not null,
      read_to timestamptz not null,
      -- How often the period after read_to was read again because of lines that could not be taken in.
      retries integer not null default 0,
      -- When it is read next or, while it is being read, when the claim counts as lost.
      due_at timestamptz not null,
      -- Of the newest claim: only that one may record its progress.
      lease_token uuid not null,
      last_error text check (length(last_error) <= 500)
    );
    grant select, insert, update on provider_statements to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table provider_statements');
}
