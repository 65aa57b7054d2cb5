import { inBatches, positionAfter, type Queryable } from '../db/index.ts';
import { money, type Money, ZERO } from '../lib/money.ts';
import { dayOf, plusMonths, type TimeZone } from '../lib/time-zone.ts';
import type { Movement } from './repository.ts';
import {
  type BookRow,
  type HeldBalance,
  listPeriod,
  type Period,
  readFigures,
  startOf,
  type TotalRow,
} from './statement-repository.ts';

/** A month like 2026-11. */
export type Month = string;

export interface MonthlyStatement {
  period: Period;
  /** The time of reading; in the current month, the closing balance is as of this moment. */
  asOf: Date;
  isOver: boolean;
  opening: string;
  closing: string;
  /** The amount outside the balance of the asset and of those at par with it. */
  outside: Outside;
  totals: TotalRow[];
  /** The number of movements in the month. */
  movements: number;
}

/**
 * An account's money outside its balances, in an asset and those at par with it. It consists of deposits that are held,
 * payments and transfers in process, and below zero what it owes for deposits that were taken back. The balances are
 * listed too, so that the totals are all that was received and not sent, and can be compared with the bank's.
 */
export interface Outside {
  /** None unless something is outside. */
  books: readonly BookRow[];
  opening: Money;
  closing: Money;
  /** With the balances. */
  openingTotal: Money;
  closingTotal: Money;
}

/** The days of a month in a time zone, or undefined if the text is not a month. */
export function periodOf(
  { accountId, timeZone }: { accountId: string; timeZone: TimeZone },
  asset: string,
  month: string,
): Period | undefined {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return undefined;
  return { accountId, asset, timeZone, from: `${month}-01`, until: `${plusMonths(month, 1)}-01` };
}

/** The months since the account's money first moved, in its time zone, newest first. */
export function monthsSince({ firstAt, now }: HeldBalance, timeZone: TimeZone): Month[] {
  return firstAt === null ? [] : monthsBetween(dayOf(timeZone, firstAt), dayOf(timeZone, now));
}

/** The months from that of `first` to that of `last`, newest first. */
export function monthsBetween(first: string, last: string): Month[] {
  const months: Month[] = [];
  let month = last.slice(0, 7);
  while (month >= first.slice(0, 7)) {
    months.push(month);
    month = plusMonths(month, -1);
  }
  return months;
}

/**
 * An account's balance of an asset at the beginning and end of a month, and the sums of its movements in between. The
 * balances are those after the last movement before each moment, and the sums come from the totals, so the same figures
 * have two independent sources. Throws if they disagree, because a statement that does not add up must not be shown.
 */
export async function readStatement(on: Queryable, period: Period): Promise<MonthlyStatement> {
  const { asOf, opening, closing, books, totals } = await readFigures(on, period);
  const moved = totals.reduce((sum, { amount }) => sum.plus(money(amount)), ZERO);
  if (!money(opening).plus(moved).eq(money(closing)))
    throw new Error(
      `the statement of ${period.asset} from ${period.from} does not add up: ${opening} + ${moved.toFixed()} is not ${closing}`,
    );
  return {
    period,
    asOf,
    isOver: asOf >= startOf(period.timeZone, period.until),
    opening,
    closing,
    outside: outsideOf(books),
    totals,
    movements: totals.reduce((sum, { movements }) => sum + movements, 0),
  };
}

function outsideOf(books: readonly BookRow[]): Outside {
  const outside = books.filter(({ book }) => book !== 'available');
  const sum = (rows: readonly BookRow[], when: 'opening' | 'closing') =>
    rows.reduce((total, row) => total.plus(money(row[when])), ZERO);
  return {
    books: outside.length === 0 ? [] : books,
    opening: sum(outside, 'opening'),
    closing: sum(outside, 'closing'),
    openingTotal: sum(books, 'opening'),
    closingTotal: sum(books, 'closing'),
  };
}

/** All movements of a period, oldest first, in batches with a transaction each. */
export function readPeriod(
  read: <T>(work: (on: Queryable) => Promise<T>) => Promise<T>,
  period: Period,
  batchSize: number,
): AsyncGenerator<Movement[]> {
  return inBatches(read, batchSize, (on, after: Movement | undefined, limit) =>
    listPeriod(on, { ...period, ...positionAfter(after), limit }),
  );
}
