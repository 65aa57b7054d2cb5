import type { Knex } from 'knex';

/**
 * What came in and went out, and what was exchanged, is kept per provider (D39), so that the books tell what each of them
 * should hold. What was posted is never rewritten: one entry for each account moves what is in the former books to those of
 * its providers, by the records that caused it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_balances
      drop constraint ledger_balances_book_check,
      add constraint ledger_balances_book_check check (
        book in ('available', 'pending', 'unmatched', 'rail', 'conversion', 'fee', 'fx', 'in_transit', 'capital')
        or book ~ '^(rail|conversion):.');

    create temporary table moving on commit drop as
      select p.account_id, p.asset, p.book, by.provider, sum(p.amount) as amount
        from ledger_postings p
        join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
       cross join lateral (
         select d.provider from deposits d
          where p.book = 'rail' and e.source_object = 'deposit' and d.account_id = e.account_id and d.id::text = e.source_id
         union all
         -- Without one, the payment was only counted as the other asset.
         select t.provider from transfers t
          where p.book = 'conversion' and e.source_object = 'deposit' and t.account_id = e.account_id
            and t.deposit_id::text = e.source_id and t.kind = 'payment_conversion' and t.status = 'settled'
         union all
         select t.provider from transfers t
          where (p.book = 'rail' or e.source_object = 'conversion') and t.account_id = e.account_id
            and t.kind = e.source_object and t.id::text = e.source_id
         union all
         select c.provider from provider_costs c
          where p.book = 'rail' and e.source_object = 'provider_cost' and c.account_id = e.account_id
            and c.id::text = e.source_id
         union all
         select r.details ->> 'provider' from operator_requests r
          where p.book = 'rail' and e.source_object = 'adjustment' and r.id::text = e.source_id) by
       where p.book in ('rail', 'conversion')
       group by p.account_id, p.asset, p.book, by.provider having sum(p.amount) <> 0;

    create temporary table entered on commit drop as
      select account_id, gen_random_uuid() as id,
             greatest(service_now(), max(b.moved_at) + interval '1 millisecond') as at
        from (select distinct account_id from moving) m join ledger_balances b using (account_id) group by account_id;

    create temporary table posted on commit drop as
      select account_id, asset, book, -sum(amount) as amount from moving group by account_id, asset, book
      having sum(amount) <> 0
      union all
      select account_id, asset, book || ':' || provider, amount from moving;

    insert into ledger_balances (account_id, asset, book) select account_id, asset, book from posted on conflict do nothing;
    update ledger_balances b set balance = b.balance + p.amount, moved_at = e.at
      from posted p join entered e using (account_id)
     where b.account_id = p.account_id and b.asset = p.asset and b.book = p.book;
    insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
      select account_id, id, 'books_by_provider', 'migration', '20261202124000', at from entered;
    insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
      select p.account_id, gen_random_uuid(), e.id, p.asset, p.book, p.amount, b.balance, 'books_by_provider', e.at
        from posted p join entered e using (account_id) join ledger_balances b using (account_id, asset, book);
  `);
}

/** Fails once something was posted to a provider's book: what was posted is never rewritten. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_balances
      drop constraint ledger_balances_book_check,
      add constraint ledger_balances_book_check
        check (book in ('available', 'pending', 'unmatched', 'rail', 'conversion', 'fee', 'fx'));
  `);
}
