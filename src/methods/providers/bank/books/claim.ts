import { sumOfBooked, type FileEntry, type FileStatement } from '../files/index.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { fromJson, toJson, type EntryJson } from './entry-json.ts';

/** A booked entry, with the day on which the bank booked it. */
export type DatedEntry = FileEntry & { bookingDate: string };

/** A statement's claim that these movements, and no others, led from one balance to the other on these days. */
export interface Claim {
  bankId: string | null;
  opening: Money;
  closing: Money;
  /** Its days, from that of its first entry to that of its closing balance. */
  first: string;
  last: string;
  currency: string;
  /** The format of its file; null for statements that an older program stored. */
  format: string | null;
  /** Only entries that the bank has booked. */
  entries: DatedEntry[];
}

/** A statement's content, as stored while it waits. */
export interface Content {
  page: FileStatement['page'];
  openedOn?: string | null;
  closedOn: string | null;
  /** The last day of its period, as the file gives it. */
  to?: string | null;
  format?: string | null;
  currency: string;
  entries: EntryJson[];
}

export function contentOf(statement: FileStatement, format: string | null): Content {
  const { page, opening, closing, to, currency, entries } = statement;
  return {
    page,
    format,
    openedOn: opening?.date ?? null,
    closedOn: closing?.date ?? null,
    to,
    currency,
    entries: entries.map(toJson),
  };
}

/** The claim of a stored statement; undefined if it names no day, or lacks a balance. */
export function storedClaim(
  { bankId, opening, closing }: { bankId: string | null; opening: string | null; closing: string | null },
  { openedOn = null, closedOn, to = null, format = null, currency, entries }: Content,
): Claim | undefined {
  const balances = {
    opening: opening === null ? null : { amount: money(opening), date: openedOn },
    closing: closing === null ? null : { amount: money(closing), date: closedOn },
  };
  return claimOf({ ...balances, id: bankId, currency, to, entries: entries.map(fromJson) }, format);
}

/** Undefined for a statement that names no day, or lacks a balance. */
export function claimOf(
  statement: Pick<FileStatement, 'id' | 'opening' | 'closing' | 'to' | 'currency' | 'entries'>,
  format: string | null,
): Claim | undefined {
  const { id: bankId, opening, closing, currency } = statement;
  const last = lastDayOf(statement);
  if (opening === null || closing === null || last === null) return undefined;
  const entries = statement.entries
    .filter(({ status, amount }) => status === 'booked' && !amount.isZero())
    .map((entry) => ({ ...entry, bookingDate: dayOf(entry, last, opening.date) }));
  return {
    bankId,
    currency,
    format,
    entries,
    last,
    opening: opening.amount,
    closing: closing.amount,
    first: entries.reduce((first, { bookingDate }) => (bookingDate < first ? bookingDate : first), last),
  };
}

/** The day of its closing balance, or else the last that it names. */
function lastDayOf({
  closing,
  to,
  entries,
}: Pick<FileStatement, 'closing' | 'to' | 'entries'>): string | null {
  const named = closing?.date ?? to;
  if (named !== null) return named;
  const days = entries.flatMap(({ bookingDate }) => bookingDate ?? []);
  return days.length === 0 ? null : days.reduce((last, day) => (day > last ? day : last));
}

/** Banks leave the booking date out where it is the value date, or where a statement is of one day. */
function dayOf({ bookingDate, valueDate }: FileEntry, last: string, openedOn: string | null): string {
  if (bookingDate !== null) return bookingDate;
  return openedOn === last || valueDate === null || valueDate > last ? last : valueDate;
}

/** Whether its balances and entries agree. */
export function ties(opening: Money, entries: readonly EntryJson[], closing: Money): boolean {
  return opening.plus(sumOfBooked(entries.map(fromJson))).eq(closing);
}
