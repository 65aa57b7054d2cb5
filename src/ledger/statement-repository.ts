import { query, limited, named, type Queryable } from '../db/index.ts';
import { momentOf, type TimeZone } from '../lib/time-zone.ts';
import { movements, type Movement } from './repository.ts';

const A_DAY_MS = 24 * 3600_000;

/** The sum of the movements of one type and, if it has one, method. */
export interface TotalRow {
  type: string;
  /** Empty for movements without a deposit. */
  method: string;
  amount: string;
  movements: number;
}

/** Days are texts like 2026-11-01, in the time zone; `until` is the day after the last one. */
export interface Period {
  accountId: string;
  asset: string;
  timeZone: TimeZone;
  from: string;
  until: string;
}

/** The books of an account's own money. `owed`, a debt for deposits that were taken back, is below zero (D58). */
export type OwnBook = 'available' | 'unmatched' | 'pending' | 'owed';

/** The balance of one of an account's books at the beginning and at the end of a period. */
export interface BookRow {
  asset: string;
  book: OwnBook;
  opening: string;
  closing: string;
}

interface FiguresRow {
  asOf: Date;
  opening: string;
  closing: string;
  books: BookRow[];
  totals: TotalRow[];
}

/**
 * The span of sums to read. It is read by quarter of an hour up to the first midnight in UTC and after the last one,
 * and by whole days in between, so that a period in any time zone is read from few rows.
 */
interface Span {
  startsAt: Date;
  wholeFrom: Date;
  wholeUntil: Date;
  endsAt: Date;
}

/** Throws for a day that does not exist. */
function spanOf(timeZone: TimeZone, from: string, until: string): Span {
  const [startsAt, endsAt] = [startOf(timeZone, from), startOf(timeZone, until)];
  const wholeFrom = Math.ceil(startsAt.getTime() / A_DAY_MS) * A_DAY_MS;
  const wholeUntil = Math.floor(endsAt.getTime() / A_DAY_MS) * A_DAY_MS;
  return wholeFrom > wholeUntil
    ? { startsAt, wholeFrom: endsAt, wholeUntil: endsAt, endsAt }
    : { startsAt, wholeFrom: new Date(wholeFrom), wholeUntil: new Date(wholeUntil), endsAt };
}

/** The beginning of a day of a period. */
export function startOf(timeZone: TimeZone, day: string): Date {
  const start = momentOf(timeZone, day);
  if (!start) throw new Error(`${day} is no day`);
  return start;
}

/** The sums of a span, each in up to three parts. Times are SQL expressions. */
const partsOf = (span: Record<keyof Span, string>): string => `
  select type, method, amount, movements from movement_totals
   where account_id = :accountId and asset = :asset and day >= (${span.wholeFrom} at time zone 'UTC')::date
     and day < (${span.wholeUntil} at time zone 'UTC')::date
  union all
  select type, method, amount, movements from movement_quarters
   where account_id = :accountId and asset = :asset and starts_at >= ${span.startsAt} and starts_at < ${span.wholeFrom}
  union all
  select type, method, amount, movements from movement_quarters
   where account_id = :accountId and asset = :asset and starts_at >= ${span.wholeUntil} and starts_at < ${span.endsAt}`;

const GIVEN_SPAN = {
  startsAt: ':startsAt::timestamptz',
  wholeFrom: ':wholeFrom::timestamptz',
  wholeUntil: ':wholeUntil::timestamptz',
  endsAt: ':endsAt::timestamptz',
};

const lastBalance = (ofBook: string, time: string): string => `coalesce((
  select balance_after from ledger_postings
   where account_id = :accountId and ${ofBook} and created_at < ${time}
   order by created_at desc, id desc limit 1), 0)`;

const balanceBefore = (time: string): string =>
  `${lastBalance(`asset = :asset and book = 'available'`, time)}::text`;

// The same list as in the partial index, so that Postgres can use it.
const OUTSIDE = `book in ('pending', 'unmatched', 'owed')`;

const bookBefore = (time: string): string =>
  `(case b.book when 'available' then ${lastBalance(`asset = b.asset and book = 'available'`, time)}
           else ${lastBalance(`asset = b.asset and book = b.book and ${OUTSIDE}`, time)} end)`;

const atPar = (asset: string, other: string): string =>
  `exists (select from assets one join assets other on other.family = one.family
            where one.asset = ${asset} and other.asset = ${other})`;

/** All books of the asset and of those at par with it that held something at the beginning or at the end. */
const booksBetween = (from: string, until: string): string => `(
  select coalesce(json_agg(o order by o.asset, o.book = 'available' desc, o.book desc), '[]')
    from (select b.asset, b.book, ${bookBefore(from)}::text as opening, ${bookBefore(until)}::text as closing
            from ledger_balances b
           where b.account_id = :accountId and (b.book = 'available' or b.${OUTSIDE})
             and ${atPar('b.asset', ':asset')}) o
   where o.opening::numeric <> 0 or o.closing::numeric <> 0)`;

const figures = query.first<{ accountId: string; asset: string } & Span, FiguresRow>(
  'statements.figures',
  (p) =>
    named(
      `select service_now() as as_of, ${balanceBefore(GIVEN_SPAN.startsAt)} as opening,
              ${balanceBefore(GIVEN_SPAN.endsAt)} as closing,
              ${booksBetween(GIVEN_SPAN.startsAt, GIVEN_SPAN.endsAt)} as books,
              (select coalesce(json_agg(t), '[]')
                 from (select type, method, sum(amount)::text as amount, sum(movements)::bigint as movements
                         from (${partsOf(GIVEN_SPAN)}) part
                        group by type, method order by type, method) t) as totals`,
      p,
    ),
);

/** A single statement, so that all figures are from the same moment. */
export async function readFigures(on: Queryable, period: Period): Promise<FiguresRow> {
  const { accountId, asset, timeZone, from, until } = period;
  const row = await figures(on, { accountId, asset, ...spanOf(timeZone, from, until) });
  if (!row) throw new Error('a select without a row');
  return row;
}

interface PageQuery {
  accountId: string;
  asset: string;
  startsAt: Date;
  endsAt: Date;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

export type PeriodPage = Period & Pick<PageQuery, 'afterTime' | 'afterId' | 'limit'>;

const pageQuery = query.filtered<PageQuery, Movement>('statements.movements', (p, given) => {
  const query = movements()
    .where({ 'p.account_id': p.accountId, 'p.asset': p.asset })
    .where('p.created_at', '>=', p.startsAt)
    .where('p.created_at', '<', p.endsAt)
    .orderBy(['p.created_at', 'p.id']);
  if (given.has('afterId')) query.whereRaw('(p.created_at, p.id) > (?, ?::uuid)', [p.afterTime, p.afterId]);
  return limited(query, p.limit);
});

/** The movements of a period, oldest first. */
export function listPeriod(on: Queryable, page: PeriodPage): Promise<Movement[]> {
  const { accountId, asset, timeZone, from, until, afterTime, afterId, limit } = page;
  const [startsAt, endsAt] = [startOf(timeZone, from), startOf(timeZone, until)];
  const query = { accountId, asset, startsAt, endsAt, afterTime, afterId, limit };
  return pageQuery(on, query);
}

export interface HeldBalance {
  /** The assets with movements. */
  assets: readonly string[];
  /**
   * The assets with statements. An asset that only ever was outside the balance is one of them if no asset at par with
   * it has movements.
   */
  stated: readonly string[];
  /** When its money first moved, to the quarter of an hour; null when none has. */
  firstAt: Date | null;
  now: Date;
}

const held = query.first<{ accountId: string }, HeldBalance>('statements.held', (p) =>
  named(
    `select array(select asset from ledger_balances
                   where account_id = :accountId and book = 'available' and moved_at > '-infinity'
                   order by asset) as assets,
            array(select distinct b.asset from ledger_balances b
                   where b.account_id = :accountId and b.moved_at > '-infinity'
                     and (b.book = 'available'
                          or b.${OUTSIDE} and not exists (
                               select from ledger_balances m
                                where m.account_id = :accountId and m.book = 'available' and m.moved_at > '-infinity'
                                  and ${atPar('m.asset', 'b.asset')}))
                   order by b.asset) as stated,
            least(
              (select starts_at from movement_quarters where account_id = :accountId order by starts_at limit 1),
              (select min(date_bin('15 minutes', first.created_at, 'epoch'))
                 from ledger_balances b
                cross join lateral (
                  select created_at from ledger_postings
                   where account_id = :accountId and asset = b.asset and book = b.book and ${OUTSIDE}
                   order by created_at, id limit 1) first
                where b.account_id = :accountId and b.${OUTSIDE})) as first_at,
            service_now() as now`,
    p,
  ),
);

/** The assets in which the account has movements or statements, and since when. */
export async function findHeld(on: Queryable, accountId: string): Promise<HeldBalance> {
  const row = await held(on, { accountId });
  if (!row) throw new Error('a select without a row');
  return row;
}

/** The sum between two days of the movements of one type and, if it has one, method; below zero for money out. */
export interface SpanTotal extends TotalRow {
  /** The first day of the span, like 2026-11-20. */
  day: string;
}

type Spans = { accountId: string; asset: string; days: string[] } & Record<keyof Span, Date[]>;

const spansQuery = query.all<Spans, SpanTotal>('statements.spans', (p) =>
  named(
    `select span.day, t.type, t.method, sum(t.amount)::text as amount, sum(t.movements)::integer as movements
       from unnest(:days::text[], :startsAt::timestamptz[], :wholeFrom::timestamptz[], :wholeUntil::timestamptz[],
                   :endsAt::timestamptz[]) as span (day, starts_at, whole_from, whole_until, ends_at)
      cross join lateral (${partsOf({
        startsAt: 'span.starts_at',
        wholeFrom: 'span.whole_from',
        wholeUntil: 'span.whole_until',
        endsAt: 'span.ends_at',
      })}) t
      group by span.day, t.type, t.method order by span.day, t.type, t.method`,
    p,
  ),
);

/**
 * The movements of an asset between each of these days and the next, in a time zone, so spans can be days, weeks or
 * months. The last day only ends the last span.
 */
export function listSpans(
  on: Queryable,
  {
    accountId,
    asset,
    timeZone,
    bounds,
  }: { accountId: string; asset: string; timeZone: TimeZone; bounds: readonly string[] },
): Promise<SpanTotal[]> {
  const days = bounds.slice(0, -1);
  const spans = days.map((day, index) => spanOf(timeZone, day, bounds[index + 1] ?? day));
  return spansQuery(on, {
    accountId,
    asset,
    days,
    startsAt: spans.map(({ startsAt }) => startsAt),
    wholeFrom: spans.map(({ wholeFrom }) => wholeFrom),
    wholeUntil: spans.map(({ wholeUntil }) => wholeUntil),
    endsAt: spans.map(({ endsAt }) => endsAt),
  });
}
