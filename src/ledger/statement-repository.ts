import { limited, named, query, type Queryable, statement, statementByShape } from '../db/index.ts';
import { movements, type Movement } from './repository.ts';

/** The sum of the movements of one type and, if it has one, method. */
export interface TotalRow {
  type: string;
  /** Empty for movements that come from no deposit. */
  method: string;
  amount: string;
  movements: number;
}

/** Days are texts like 2026-11-01, in UTC; `until` is the day after the last one. */
export interface Period {
  accountId: string;
  asset: string;
  from: string;
  until: string;
}

interface FiguresRow {
  asOf: Date;
  opening: string;
  closing: string;
  totals: TotalRow[];
}

const balanceBefore = (day: string): string => `coalesce((
  select balance_after from ledger_postings
   where account_id = :accountId and asset = :asset and book = 'available'
     and created_at < ${day}::timestamp at time zone 'UTC'
   order by created_at desc, id desc limit 1), 0)::text`;

const figuresStatement = statement<Period, FiguresRow>('statements.figures', (p) =>
  named(
    `select service_now() as as_of, ${balanceBefore(':from')} as opening, ${balanceBefore(':until')} as closing,
            (select coalesce(json_agg(t), '[]')
               from (select type, method, sum(amount)::text as amount, sum(movements)::bigint as movements
                       from movement_totals
                      where account_id = :accountId and asset = :asset and day >= :from::date and day < :until::date
                      group by type, method order by type, method) t) as totals`,
    p,
  ),
);

/** One statement, so that all figures are from the same moment. */
export async function readFigures(on: Queryable, period: Period): Promise<FiguresRow> {
  const row = await figuresStatement.first(on, period);
  if (!row) throw new Error('a select without a row');
  return row;
}

export interface PeriodPage extends Period {
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

const pageStatement = statementByShape<PeriodPage, Movement>('statements.movements', (p, given) => {
  const query = movements()
    .where({ 'p.account_id': p.accountId, 'p.asset': p.asset })
    .whereRaw(named(`p.created_at >= :from::timestamp at time zone 'UTC'`, p))
    .whereRaw(named(`p.created_at < :until::timestamp at time zone 'UTC'`, p))
    .orderBy(['p.created_at', 'p.id']);
  if (given.has('afterId')) query.whereRaw('(p.created_at, p.id) > (?, ?::uuid)', [p.afterTime, p.afterId]);
  return limited(query, p.limit);
});

/** The movements of a period, oldest first. */
export function listPeriod(on: Queryable, page: PeriodPage): Promise<Movement[]> {
  return pageStatement(page).all(on, page);
}

export interface HeldBalance {
  assets: readonly string[];
  /** The day of the first movement, like 2026-11-20; null when there is none. */
  firstDay: string | null;
  today: string;
}

const heldStatement = statement<{ accountId: string }, HeldBalance>('statements.held', (p) =>
  named(
    `select array(select asset from ledger_balances
                   where account_id = :accountId and book = 'available' and moved_at > '-infinity'
                   order by asset) as assets,
            (select day::text from movement_totals where account_id = :accountId order by day limit 1) as first_day,
            (service_now() at time zone 'UTC')::date::text as today`,
    p,
  ),
);

/** The assets in which the account has movements, and since when. */
export async function findHeld(on: Queryable, accountId: string): Promise<HeldBalance> {
  const row = await heldStatement.first(on, { accountId });
  if (!row) throw new Error('a select without a row');
  return row;
}

/** What payers paid on one day by one method, before fees and refunds. */
export interface Collected {
  day: string;
  asset: string;
  method: string;
  amount: string;
  payments: number;
}

/** What was collected on each of the last days, today (in UTC) included. */
export const listCollected = query.all<{ accountId: string; days: number }, Collected>(
  'statements.collected',
  (p) =>
    named(
      `select day::text, asset, method, sum(amount)::text as amount, sum(movements)::integer as payments
         from movement_totals
        where account_id = :accountId and day > (service_now() at time zone 'UTC')::date - :days::integer
          and type in ('payment', 'deposit')
        group by day, asset, method order by day, asset, method`,
      p,
    ),
);
