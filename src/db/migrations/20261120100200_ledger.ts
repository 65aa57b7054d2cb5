import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Signed amounts: a book's balance is the sum of its postings, and one account's books of an asset sum to
    -- zero. "available" and "pending" are the account's money and "unmatched" what arrived but is not credited;
    -- the others are the service's counterparts, kept per account so that no two accounts ever wait for the
    -- same row.
    create table ledger_balances (
      account_id uuid not null references accounts (id),
      asset text not null,
      book text not null check (book in ('available', 'pending', 'unmatched', 'rail', 'conversion', 'fee')),
      balance numeric(30, 8) not null default 0,
      -- Grows with every entry, so that the times of a book's postings tell their order.
      moved_at timestamptz not null default '-infinity',
      primary key (account_id, asset, book),
      constraint ledger_balances_not_negative
        check (book not in ('available', 'pending', 'unmatched') or (balance >= 0 and balance < 1e20))
    );

    create table ledger_entries (
      account_id uuid not null references accounts (id),
      id uuid not null,
      type text not null,
      source_object text not null,
      source_id text not null,
      payment_link_code text,
      request_id text,
      created_at timestamptz not null,
      primary key (account_id, id),
      -- One cause is posted once, whatever happens twice.
      constraint ledger_entries_one_per_cause unique (account_id, source_object, source_id, type)
    );

    -- type, payment_link_code and created_at repeat the entry's, so that a filtered list of movements is
    -- read in its order from one index.
    create table ledger_postings (
      account_id uuid not null,
      id uuid not null,
      entry_id uuid not null,
      asset text not null,
      book text not null,
      amount numeric(30, 8) not null check (amount <> 0 and amount between -1e20 and 1e20),
      balance_after numeric(30, 8) not null,
      type text not null,
      payment_link_code text,
      created_at timestamptz not null,
      primary key (account_id, id),
      constraint ledger_postings_one_per_book unique (account_id, entry_id, asset, book),
      foreign key (account_id, entry_id) references ledger_entries (account_id, id),
      foreign key (account_id, asset, book) references ledger_balances (account_id, asset, book)
    );
    create index movements_by_time on ledger_postings (account_id, created_at desc, id desc)
      where book = 'available';
    create index movements_by_type on ledger_postings (account_id, type, created_at desc, id desc)
      where book = 'available';
    create index movements_by_asset on ledger_postings (account_id, asset, created_at desc, id desc)
      where book = 'available';
    create index movements_by_link on ledger_postings (account_id, payment_link_code, created_at desc, id desc)
      where book = 'available';

    -- Checked per statement: an entry is written whole or not at all, and cannot be added to later
    -- unless that addition balances by itself.
    create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
    declare
      unbalanced record;
    begin
      select account_id, entry_id, asset, sum(amount) as total into unbalanced
        from written group by account_id, entry_id, asset having sum(amount) <> 0 limit 1;
      if found then
        raise exception 'entry % is out of balance by % %', unbalanced.entry_id, unbalanced.total, unbalanced.asset
          using errcode = 'check_violation', constraint = 'ledger_postings_sum_to_zero';
      end if;
      return null;
    end $$;
    create trigger ledger_postings_sum_to_zero after insert on ledger_postings
      referencing new table as written for each statement execute function refuse_unbalanced_postings();

    -- Append-only for the service: what was posted can be corrected by another entry only.
    grant select, insert on ledger_entries, ledger_postings to payments_app;
    grant select, insert, update on ledger_balances to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table ledger_postings, ledger_entries, ledger_balances;
    drop function refuse_unbalanced_postings();
  `);
}
