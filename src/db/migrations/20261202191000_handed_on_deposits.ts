import type { Knex } from 'knex';

/** Deposits that still arrive in a cell that their account has left (D74). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table handed_on_deposits (
      account_id uuid not null,
      id uuid not null,
      -- The cell that the account worked in when the money arrived: this one owes it the money, wherever the account goes later.
      cell smallint not null check (cell between 0 and 1295),
      provider text not null,
      provider_reference text not null,
      asset text not null,
      network text,
      -- As it was reported, with all its decimals.
      amount numeric not null check (amount > 0),
      report jsonb not null,
      created_at timestamptz not null,
      -- When the cell is told next; null once it has confirmed.
      due_at timestamptz,
      attempts integer not null default 0,
      last_error text check (char_length(last_error) between 1 and 500),
      taken_at timestamptz,
      primary key (account_id, id),
      constraint handed_on_deposits_one_per_reference unique (provider, provider_reference),
      check ((due_at is null) = (taken_at is not null))
    );
    create index handed_on_deposits_due on handed_on_deposits (due_at) where due_at is not null;
    grant select, insert, update on handed_on_deposits to payments_app;

    -- What other cells have handed on to this one, as they told it: the statement of the cell as a provider.
    create table cell_deposits (
      provider text not null,
      reference text not null,
      report jsonb not null,
      taken_at timestamptz not null,
      primary key (provider, reference)
    );
    create index cell_deposits_by_time on cell_deposits (provider, taken_at, reference);
    grant select, insert on cell_deposits to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table handed_on_deposits, cell_deposits');
}
