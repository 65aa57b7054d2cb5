import { formatAmount, type Money } from '../../../../lib/money.ts';
import { settle } from '../payouts/settle.ts';
import type { DatedEntry } from './claim.ts';
import { classify, referencesAt, UNKNOWN, type Class } from './classify.ts';
import { doubtBooked } from './doubt.ts';
import { findReported } from './early.ts';
import { toJson } from './entry-json.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import * as repository from './repository.ts';
import type { Work } from './work.ts';

/** A part of the books, with the movements up to a closing balance. */
export interface Chapter {
  closing: Money;
  /** The day of the closing balance. */
  last: string;
  currency: string;
  entries: readonly DatedEntry[];
  /** The unexplained difference from the closing balance. */
  lacks?: DatedEntry;
}

/**
 * Books a statement, or the part of it that continues the books, under the next number. Returns the account's state
 * afterwards. It confirms the previous statement, because it continues from its closing balance; with `isAgreed`, it
 * needs no confirmation itself.
 */
export async function bookChapter(
  work: Work,
  state: repository.AccountState,
  { closing, last, currency, entries, lacks }: Chapter,
  isAgreed = false,
): Promise<repository.AccountState> {
  const { trx, account, logger } = work;
  const number = nextNumber(state);
  const agreed = isAgreed ? number : state.statements;
  const closedOn = state.closedOn !== null && state.closedOn > last ? state.closedOn : last;
  const after = { ...state, closing: formatAmount(closing), statements: number, agreed, closedOn };
  await repository.writeState(trx, after);
  const booking = { number, currency, counts: new Map<string, number>() };
  const referenceOf = referencesAt(trx, account);
  const reported = await findReported(trx, account, entries, referenceOf);
  for (const entry of undoneLast(entries))
    await bookEntry(work, entry, booking, {
      found: await classify(trx, account, entry, referenceOf),
      pair: reported.get(entry),
    });
  if (lacks) await bookEntry(work, lacks, booking, { found: UNKNOWN, pair: undefined });
  await doubtBooked(work, { account, number, couldBeText: entries.some((entry) => entry.couldBeText) });
  await repository.finalize(trx, { account: account.id, agreed });
  const missing = await repository.dropMissing(trx, { account: account.id, before: closedOn });
  for (const { identity, amount, isFinal } of missing) {
    if (!isFinal) continue;
    logger.error('reported bank payment missing from the statement', {
      account: account.id,
      entry: identity,
      amount,
    });
  }
  return after;
}

/** The number of the next statement among the account's proven ones. */
export function nextNumber({ statements }: Pick<repository.AccountState, 'statements'>): string {
  return String(BigInt(statements) + 1n);
}

interface ChapterBooking {
  number: string;
  currency: string;
  /** The number of entries in the books by fingerprint, once queried. */
  counts: Map<string, number>;
}

/**
 * Reversals follow the credits that they undo, because some banks list the newest first and the undone credit must be
 * known.
 */
function undoneLast(entries: readonly DatedEntry[]): DatedEntry[] {
  const undoes = ({ kind }: DatedEntry): boolean => kind === 'taken_back';
  return [...entries.filter((entry) => !undoes(entry)), ...entries.filter(undoes)];
}

/** `pair` is the entry that reported it early. */
async function bookEntry(
  work: Work,
  entry: DatedEntry,
  booking: ChapterBooking,
  { found, pair }: { found: Class; pair: repository.EntryRow | undefined },
): Promise<void> {
  const { trx, account, total, logger } = work;
  const { number, currency } = booking;
  const isLarge = found.kind === 'deposit' && account.cap !== undefined && entry.amount.gt(account.cap);
  const booked = {
    ...found,
    statement: number,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    isFinal: !isLarge,
    entry: JSON.stringify(toJson(entry)),
  };
  const amount = formatAmount(entry.amount);
  let identity: string;
  if (pair) {
    identity = pair.identity;
    // A deposit that counted already keeps its assignment.
    const reference = pair.isFinal ? pair.reference : (pair.reference ?? found.reference);
    const isFinal = booked.isFinal || pair.isFinal;
    await repository.bookEntry(trx, { ...booked, id: pair.id, reference, isFinal });
    if (pair.kind !== found.kind) total.entry(found.kind);
  } else {
    const fingerprint = fingerprintOf(account.id, currency, entry);
    const count = await countEqual(work, booking, fingerprint);
    identity = identityOf(account.id, fingerprint, count + 1);
    await repository.insertEntry(trx, {
      ...booked,
      account: account.id,
      identity,
      fingerprint,
      role: 'books',
      isPaired: false,
      toldPending: null,
      toldBooked: null,
      amount,
      currency,
      isBooked: true,
    });
    total.entry(found.kind);
  }
  if (found.kind === 'pay_out') await settle(trx, { orders: found.settles, entry: identity });
  if (found.kind === 'unknown') {
    logger.error('bank entry unexplained; see `payments bank status`', {
      account: account.id,
      amount,
      booking_date: entry.bookingDate,
    });
  }
}

/** Counts one more of them in memory, because querying for each would take longer with each. */
async function countEqual(
  { trx, account }: Work,
  { counts }: ChapterBooking,
  fingerprint: string,
): Promise<number> {
  const known = counts.get(fingerprint);
  const { count = 0 } =
    (known === undefined
      ? await repository.countEqual(trx, { account: account.id, fingerprint })
      : { count: known }) ?? {};
  counts.set(fingerprint, count + 1);
  return count;
}
