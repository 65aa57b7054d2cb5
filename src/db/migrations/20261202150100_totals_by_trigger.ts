import type { Knex } from 'knex';
import type { Backfill, Trx } from '../index.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How the payer paid; empty for a movement that comes from no deposit. Null in other books, and in what programs wrote
    -- that still kept the totals themselves.
    alter table ledger_postings add column method text;

    -- The database keeps the totals, because it does so for all programs: during an upgrade, one that knows a table of totals
    -- runs beside one that does not. The books that were posted to are locked, so that two transactions wait for each other
    -- here only if they do so there as well.
    create function keep_movement_totals() returns trigger language plpgsql as $$
    begin
      insert into movement_totals (account_id, day, asset, type, method, amount, movements)
        select account_id, (created_at at time zone 'UTC')::date, asset, type, method, sum(amount), count(*)
          from written where book = 'available' and method is not null
         group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (account_id, day, asset, type, method)
      do update set amount = movement_totals.amount + excluded.amount,
                    movements = movement_totals.movements + excluded.movements;
      insert into movement_quarters (account_id, starts_at, asset, type, method, amount, movements)
        select account_id, date_bin('15 minutes', created_at, 'epoch'), asset, type, method, sum(amount), count(*)
          from written where book = 'available' and method is not null
         group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (account_id, starts_at, asset, type, method)
      do update set amount = movement_quarters.amount + excluded.amount,
                    movements = movement_quarters.movements + excluded.movements;
      return null;
    end $$;
    create trigger ledger_postings_total after insert on ledger_postings
      referencing new table as written for each statement execute function keep_movement_totals();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger ledger_postings_total on ledger_postings;
    drop function keep_movement_totals();
    alter table ledger_postings drop column method;
  `);
}

interface Day {
  accountId: string;
  day: string;
}

/** The next day of the account, or else the first one of the next account. */
const NEXT_DAY = `
  select account_id as "accountId", (created_at at time zone 'UTC')::date::text as day
    from ((select account_id, created_at from ledger_postings
            where book = 'available' and account_id = $1 and created_at >= ($2::date + 1) at time zone 'UTC'
            order by created_at limit 1)
          union all
          (select other.account_id, first.created_at
             from (select account_id from ledger_postings
                    where book = 'available' and account_id > $1 order by account_id limit 1) other
            cross join lateral (select created_at from ledger_postings
                                 where book = 'available' and account_id = other.account_id
                                 order by created_at limit 1) first)) days
   order by account_id limit 1`;
/** Before all days of all accounts. */
const START: Day = { accountId: '00000000-0000-0000-0000-000000000000', day: '2000-01-01' };

const movementsOf = (span: string) => `
  select p.account_id, ${span} as span, p.asset, p.type, coalesce(p.method, d.method, '') as method,
         sum(p.amount) as amount, count(*) as movements
    from ledger_postings p
    join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
    left join deposits d
      on e.source_object = 'deposit' and d.account_id = e.account_id and d.id::text = e.source_id
   where p.account_id = $1 and p.book = 'available'
     and p.created_at >= $2::date at time zone 'UTC' and p.created_at < ($2::date + 1) at time zone 'UTC'
   group by 1, 2, 3, 4, 5`;
const IN_DAYS = movementsOf(`(p.created_at at time zone 'UTC')::date`);
const IN_QUARTERS = movementsOf(`date_bin('15 minutes', p.created_at, 'epoch')`);

const isWrong = (table: string, span: string, movements: string) => `exists (
  select from (${movements}) m
    left join ${table} t on t.account_id = m.account_id and t.${span} = m.span and t.asset = m.asset
     and t.type = m.type and t.method = m.method
   where (t.amount, t.movements) is distinct from (m.amount, m.movements))`;
const IS_WRONG = `select ${isWrong('movement_totals', 'day', IN_DAYS)}
  or ${isWrong('movement_quarters', 'starts_at', IN_QUARTERS)} as wrong`;
const LOCK_BOOKS = 'select from ledger_balances where account_id = $1 order by asset, book for update';

const count = (table: string, span: string, movements: string) => `
  insert into ${table} as t (account_id, ${span}, asset, type, method, amount, movements)
    select * from (${movements}) m order by 1, 2, 3, 4, 5
  on conflict (account_id, ${span}, asset, type, method)
  do update set amount = excluded.amount, movements = excluded.movements`;

/**
 * Counts days again whose totals lack movements: programs from before there were totals may have run beside one that knew
 * them. A step is a day of an account.
 */
export const backfill: Backfill = {
  async step(trx: Trx, position: string | undefined) {
    const last = position === undefined ? START : (JSON.parse(position) as Day);
    const next = (await trx.query<Day>({ text: NEXT_DAY, values: [last.accountId, last.day] })).rows[0];
    if (!next) return undefined;
    const values = [next.accountId, next.day];
    const { rows } = await trx.query<{ wrong: boolean }>({ text: IS_WRONG, values });
    if (rows[0]?.wrong === true) {
      // So that nothing is posted between the sum and the total that it is written to.
      await trx.query({ text: LOCK_BOOKS, values: [next.accountId] });
      await trx.query({ text: count('movement_totals', 'day', IN_DAYS), values });
      await trx.query({ text: count('movement_quarters', 'starts_at', IN_QUARTERS), values });
    }
    return JSON.stringify(next);
  },
};
