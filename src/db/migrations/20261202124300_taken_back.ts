import type { Knex } from 'knex';

/**
 * Deposits that a rail takes back after they were final, what an account then owes, and the deployment's own movements at
 * a provider (D58).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      drop constraint deposits_status_check,
      add constraint deposits_status_check check (status in
        ('pending', 'credited', 'failed', 'unmatched', 'accepted', 'refunding', 'refunded', 'taken_back'));

    alter table ledger_balances
      drop constraint ledger_balances_book_check,
      add constraint ledger_balances_book_check check (
        book in ('available', 'pending', 'unmatched', 'owed', 'rail', 'conversion', 'fee', 'fx', 'in_transit', 'capital')
        or book ~ '^(rail|conversion):.'),
      add constraint ledger_balances_owed check (book <> 'owed' or balance <= 0);

    create table deposits_taken_back (
      account_id uuid not null,
      deposit_id uuid not null,
      provider text not null,
      -- Of the debit, as the provider names it.
      reference text not null check (length(reference) between 1 and 200),
      asset text not null references assets (asset),
      amount numeric(30, 8) not null check (amount > 0),
      -- What the balance could not cover.
      owed numeric(30, 8) not null check (owed between 0 and amount),
      -- In the provider's own words.
      message text not null check (length(message) <= 500),
      created_at timestamptz not null,
      -- When the rest was paid out of the balance, or written off.
      settled_at timestamptz,
      written_off boolean not null default false,
      primary key (account_id, deposit_id),
      foreign key (account_id, deposit_id) references deposits (account_id, id),
      constraint deposits_taken_back_settled check ((owed = 0) <= (settled_at is not null))
    );
    create unique index deposits_taken_back_by_reference on deposits_taken_back (account_id, provider, reference);
    create index deposits_taken_back_owed on deposits_taken_back (account_id) where settled_at is null;

    create table own_movements (
      account_id uuid not null,
      id uuid not null,
      provider text not null,
      reference text not null check (length(reference) between 1 and 200),
      asset text not null references assets (asset),
      amount numeric(30, 8) not null check (amount <> 0),
      created_at timestamptz not null default service_now(),
      primary key (account_id, id)
    );
    create unique index own_movements_by_reference on own_movements (account_id, provider, reference);

    grant select, insert, update on deposits_taken_back to payments_app;
    grant select, insert on own_movements to payments_app;
  `);
}

/** Fails once a deposit was taken back. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table own_movements;
    drop table deposits_taken_back;
    alter table ledger_balances
      drop constraint ledger_balances_owed,
      drop constraint ledger_balances_book_check,
      add constraint ledger_balances_book_check check (
        book in ('available', 'pending', 'unmatched', 'rail', 'conversion', 'fee', 'fx', 'in_transit', 'capital')
        or book ~ '^(rail|conversion):.');
    alter table deposits
      drop constraint deposits_status_check,
      add constraint deposits_status_check check
        (status in ('pending', 'credited', 'failed', 'unmatched', 'accepted', 'refunding', 'refunded'));
  `);
}
