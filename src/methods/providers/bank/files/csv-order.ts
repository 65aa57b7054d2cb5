import { ZERO, type Money } from '../../../../lib/money.ts';
import type { CsvMapping } from './csv-mapping.ts';
import type { FileEntry } from './statement-file.ts';

/** The parts of a row that determine its order. */
export interface OrderedRow {
  entry: FileEntry;
  /** The balance after the row; undefined if it has none, like a row that is not booked yet. */
  balance: Money | undefined;
  /** The time of booking, as the bank writes it; empty without one. */
  time: string;
}

/**
 * The rows in the order of booking, by day and by time where there is one. Within a day, the running balance shows
 * whether the newest row comes first. Rows that cancel each other may tie both ways, in which case the days decide. A
 * file with neither is not believed, unless the mapping states the order.
 */
export function chainOf<Row extends OrderedRow>(
  rows: readonly Row[],
  { order, status }: Pick<CsvMapping, 'order' | 'status'>,
): { ordered: readonly Row[]; faults: string[] } {
  const isNewestFirst = order === undefined ? directionOf(rows) : order === 'newest_first';
  const reversed = rows.toReversed();
  const orders = isNewestFirst === true ? [reversed, rows] : [rows, reversed];
  const allowed = order === undefined ? orders : orders.slice(0, 1);
  // Not all banks give the days of booking, so the order of the file is the last resort.
  for (const sorted of [byMoment, byDay, (asInFile: readonly Row[]) => asInFile]) {
    const [chain, other] = allowed.map((inOrder) => sorted(inOrder)).filter(isChain);
    if (!chain) continue;
    const isOpen = isNewestFirst === undefined && other && !isSame(chain, other);
    const faults = isOpen
      ? ['ties with its newest row first and last: say which by "order" in the mapping']
      : [];
    if (!status && hasGap(chain)) faults.push('has rows without a balance between others');
    return { ordered: chain, faults };
  }
  return { ordered: rows, faults: ['has a running balance that does not tie from row to row'] };
}

function momentOf({ entry, time }: OrderedRow): string {
  return `${entry.bookingDate ?? ''} ${time}`;
}

/** Undefined if all rows are of one moment. */
function directionOf(rows: readonly OrderedRow[]): boolean | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || momentOf(first) === momentOf(last)) return undefined;
  return momentOf(first) > momentOf(last);
}

function byMoment<Row extends OrderedRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => momentOf(one).localeCompare(momentOf(other)));
}

function byDay<Row extends OrderedRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) =>
    (one.entry.bookingDate ?? '').localeCompare(other.entry.bookingDate ?? ''),
  );
}

/** Whether each row's balance is the previous one plus its amount. */
function isChain(rows: readonly OrderedRow[]): boolean {
  let before: Money | undefined;
  for (const row of rows) {
    if (row.balance === undefined) {
      if (row.entry.status === 'booked') return false;
      continue;
    }
    if (before && !before.plus(amountIn(row)).eq(row.balance)) return false;
    before = row.balance;
  }
  return before !== undefined;
}

function isSame(one: readonly OrderedRow[], other: readonly OrderedRow[]): boolean {
  const ends = (rows: readonly OrderedRow[]) => {
    const counted = rows.filter(({ balance }) => balance !== undefined);
    const [first, last] = [counted[0], counted.at(-1)];
    return `${first?.balance?.minus(amountIn(first)).toFixed()} ${last?.balance?.toFixed()}`;
  };
  return ends(one) === ends(other);
}

/** Pending rows are the newest. One among booked ones may be booked without its balance. */
function hasGap(rows: readonly OrderedRow[]): boolean {
  const firstLeftOut = rows.findIndex(({ balance }) => balance === undefined);
  return firstLeftOut !== -1 && rows.slice(firstLeftOut).some(({ balance }) => balance !== undefined);
}

/** The change of the balance by a row. */
export function amountIn({ entry }: OrderedRow): Money {
  return entry.status === 'booked' ? entry.amount : ZERO;
}
