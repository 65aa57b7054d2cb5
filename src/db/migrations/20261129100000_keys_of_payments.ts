import type { Knex } from 'knex';

/** Foreign keys that cannot be violated by what the service writes; `reconcile` would find what violates them. */
const IMPLIED: Record<string, { table: string; key: string }> = {
  // Each in a table whose rows are written with another row of the account, which has the key itself.
  deposits_account_id_fkey: { table: 'deposits', key: '(account_id) references accounts (id)' },
  events_account_id_fkey: { table: 'events', key: '(account_id) references accounts (id)' },
  idempotency_records_account_id_fkey: {
    table: 'idempotency_records',
    key: '(account_id) references accounts (id)',
  },
  ledger_entries_account_id_fkey: { table: 'ledger_entries', key: '(account_id) references accounts (id)' },
  // Both are written by one statement.
  payment_link_methods_account_id_link_code_fkey: {
    table: 'payment_link_methods',
    key: '(account_id, link_code) references payment_links (account_id, code)',
  },
  ledger_postings_account_id_asset_book_fkey: {
    table: 'ledger_postings',
    key: '(account_id, asset, book) references ledger_balances (account_id, asset, book)',
  },
  ledger_postings_account_id_entry_id_fkey: {
    table: 'ledger_postings',
    key: '(account_id, entry_id) references ledger_entries (account_id, id)',
  },
};

const SUM_TO_ZERO = `
  create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
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
  end $$;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a payment writes is checked by fewer keys. A foreign key to the account also locks the account's row, and
    -- accounts are never deleted.
    ${Object.entries(IMPLIED)
      .map(([name, { table }]) => `alter table ${table} drop constraint ${name};`)
      .join('\n')}

    -- A deposit is found by its reference with its id, so that deposits need no index of their own on references.
    alter table deposits drop constraint deposits_hold_their_reference, drop constraint deposits_one_per_notice;
    alter table deposit_references add column deposit_id uuid;
    update deposit_references r set deposit_id = d.id from deposits d
     where d.account_id = r.account_id and d.provider = r.provider and d.provider_reference = r.provider_reference;
    alter table deposit_references
      alter column deposit_id set not null,
      drop constraint deposit_references_of_account,
      add constraint deposit_references_of_deposit unique (account_id, deposit_id);
    -- Not valid, as before: deposits from before there were references may have none.
    alter table deposits add constraint deposits_hold_their_reference
      foreign key (account_id, id) references deposit_references (account_id, deposit_id) not valid;

    -- Only postings to the available book are ever looked up, as movements. The trigger keeps the rest of what the
    -- indexes kept: an entry posts to a book once.
    create unique index movements_by_id on ledger_postings (account_id, id) where book = 'available';
    create unique index movements_by_entry on ledger_postings (account_id, entry_id, asset) where book = 'available';
    alter table ledger_postings drop constraint ledger_postings_pkey, drop constraint ledger_postings_one_per_book;
    create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
    declare
      unbalanced record;
    begin
      select account_id, entry_id, asset, sum(amount) as total, count(*) - count(distinct book) as repeated into unbalanced
        from written group by account_id, entry_id, asset
      having sum(amount) <> 0 or count(*) <> count(distinct book) limit 1;
      if unbalanced.total <> 0 then
        raise exception 'entry % is out of balance by % %', unbalanced.entry_id, unbalanced.total, unbalanced.asset
          using errcode = 'check_violation', constraint = 'ledger_postings_sum_to_zero';
      elsif unbalanced.repeated > 0 then
        raise exception 'entry % posts to a book of % twice', unbalanced.entry_id, unbalanced.asset
          using errcode = 'unique_violation', constraint = 'ledger_postings_one_per_book';
      end if;
      return null;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${SUM_TO_ZERO}
    alter table ledger_postings
      add constraint ledger_postings_one_per_book unique (account_id, entry_id, asset, book),
      add primary key (account_id, id);
    drop index movements_by_entry, movements_by_id;

    alter table deposits drop constraint deposits_hold_their_reference;
    alter table deposit_references
      drop column deposit_id,
      add constraint deposit_references_of_account unique (account_id, provider, provider_reference);
    alter table deposits
      add constraint deposits_one_per_notice unique (account_id, provider, provider_reference),
      add constraint deposits_hold_their_reference
        foreign key (account_id, provider, provider_reference)
        references deposit_references (account_id, provider, provider_reference) not valid;

    ${Object.entries(IMPLIED)
      .map(([name, { table, key }]) => `alter table ${table} add constraint ${name} foreign key ${key};`)
      .join('\n')}
  `);
}
