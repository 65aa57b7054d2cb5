import { check, type Check } from './checks.ts';

/** Checks that need only the postings, from which all balances must follow (D9). */
export const BOOK_CHECKS: Record<string, Check> = {
  'every entry sums to zero per asset': check(
    'unbalanced_entries',
    `select account_id, format('entry %s is out by %s %s', entry_id, sum(amount), asset) as detail
       from ledger_postings group by account_id, entry_id, asset having sum(amount) <> 0`,
  ),

  'every balance is the sum of its postings': check(
    'wrong_balances',
    `select coalesce(b.account_id, s.account_id) as account_id,
            format('%s %s holds %s, its postings sum to %s', coalesce(b.book, s.book), coalesce(b.asset, s.asset),
                   coalesce(b.balance, 0), coalesce(s.total, 0)) as detail
       from ledger_balances b
       full join (select account_id, asset, book, sum(amount) as total
                    from ledger_postings group by account_id, asset, book) s
         on s.account_id = b.account_id and s.asset = b.asset and s.book = b.book
      where coalesce(b.balance, 0) <> coalesce(s.total, 0)`,
  ),

  'every balance after a posting is the sum up to it': check(
    'wrong_balances_after',
    `select account_id,
            format('posting %s leaves %s %s at %s, its postings sum to %s by then', id, book, asset, balance_after,
                   total) as detail
       from (select *, sum(amount) over (partition by account_id, asset, book order by created_at, id) as total
               from ledger_postings) running
      where balance_after <> total`,
  ),

  'every entry has postings': check(
    'empty_entries',
    `select e.account_id, format('entry %s of type %s has no postings', e.id, e.type) as detail
       from ledger_entries e
      where not exists (select from ledger_postings p where p.account_id = e.account_id and p.entry_id = e.id)`,
  ),

  'every posting belongs to an entry': check(
    'orphaned_postings',
    `select p.account_id, format('posting %s names the entry %s, which is not there', p.id, p.entry_id) as detail
       from ledger_postings p left join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
      where e.id is null`,
  ),

  'no account owes money': check(
    'negative_balances',
    `select account_id, format('%s %s is %s', book, asset, balance) as detail
       from ledger_balances where book in ('available', 'pending', 'unmatched') and balance < 0`,
  ),

  'every total of a day is the sum of its movements': check(
    'wrong_movement_totals',
    againstPostings('movement_totals', 'day', `(created_at at time zone 'UTC')::date`),
  ),

  'every total of a quarter of an hour is the sum of its movements': check(
    'wrong_movement_quarters',
    againstPostings('movement_quarters', 'starts_at', `date_bin('15 minutes', created_at, 'epoch')`),
  ),
};

/** The differences between a table of totals and the movements themselves. */
function againstPostings(table: string, span: string, spanOfPosting: string): string {
  return `select coalesce(t.account_id, s.account_id) as account_id,
            format('%s %s of %s are %s by %s in total, their postings are %s by %s', coalesce(t.asset, s.asset),
                   coalesce(t.type, s.type), coalesce(t.${span}, s.${span}), coalesce(t.movements, 0),
                   coalesce(t.amount, 0), coalesce(s.movements, 0), coalesce(s.amount, 0)) as detail
       from (select account_id, ${span}, asset, type, sum(movements) as movements, sum(amount) as amount
               from ${table} group by account_id, ${span}, asset, type) t
       full join (select account_id, ${spanOfPosting} as ${span}, asset, type, count(*) as movements,
                         sum(amount) as amount
                    from ledger_postings where book = 'available' group by 1, 2, 3, 4) s
         on s.account_id = t.account_id and s.${span} = t.${span} and s.asset = t.asset and s.type = t.type
      where coalesce(t.movements, 0) <> coalesce(s.movements, 0) or coalesce(t.amount, 0) <> coalesce(s.amount, 0)`;
}
