import type { Trx } from '../db/index.ts';
import { inSpan } from '../lib/telemetry/tracing.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import {
  insertEntries,
  lockAvailableBook,
  type Book,
  type NewEntry,
  type NewPosting,
  type PostedRow,
} from './repository.ts';

/** Why the available balance changed, as the account sees it (D11). */
export type MovementType =
  'payment' | 'fee' | 'deposit' | 'withdrawal' | 'conversion' | 'refund' | 'reversal';

/** The types of entries: movements of the same name, and internal steps that the account sees partly or not at all. */
export type EntryType =
  | MovementType
  | 'payment_received'
  | 'payment_corrected'
  | 'payment_dropped'
  | 'payment_unmatched'
  | 'unmatched_deposit'
  | 'unmatched_refund'
  | 'withdrawal_settled'
  | 'withdrawal_returned'
  | 'conversion_settled'
  | 'refund_settled'
  | 'refund_returned'
  | 'unmatched_refund_returned'
  | 'provider_cost'
  | 'adjustment';

export interface Posting {
  asset: string;
  book: Book;
  /** Positive moves into the book, negative out of it. */
  amount: Money;
}

export interface Entry {
  accountId: string;
  type: EntryType;
  /** The type of the movement, when that is not the entry's type. */
  movement?: MovementType;
  /** How the payer paid, when the cause is a deposit. */
  method?: string;
  /** The record that caused the entry; each record is posted once per type. */
  source: { object: string; id: string };
  paymentLinkCode: string | null;
  requestId: string | null;
  postings: readonly Posting[];
}

/** An entry that is written at its transaction's commit. */
interface Unwritten {
  entry: Entry;
  written: (posted: PostedRow[]) => void;
  failed: (error: unknown) => void;
}

const unwritten = new WeakMap<Trx, Unwritten[]>();

/**
 * Writes one double entry (D9): moves the balances of its books and appends its postings. A transaction's entries are
 * written together, in their order, when its work is done, because from then until the commit no other transaction can
 * move these books. The database refuses an entry whose postings do not sum to zero per asset, and a balance below zero
 * after any of them; then the commit fails. Amounts are decimals with at most 8 places. An entry's time is the
 * transaction's or, when later, a millisecond after the last entry of its account's books, so that sorting movements by
 * time and id gives the order of posting.
 */
export function postEntry(trx: Trx, entry: Entry): void {
  void postReturning(trx, entry);
}

/** The same; resolves to the postings, with the balances after them, once they are written: not before the commit. */
export function postReturning(trx: Trx, entry: Entry): Promise<PostedRow[]> {
  const posted = new Promise<PostedRow[]>((written, failed) => {
    const waiting = unwritten.get(trx);
    if (waiting) waiting.push({ entry, written, failed });
    else {
      unwritten.set(trx, [{ entry, written, failed }]);
      trx.beforeCommit('books', () => writeEntries(trx));
    }
  });
  // A failure fails the commit, whether or not somebody waits for the balances.
  posted.catch(() => undefined);
  return posted;
}

/** The available balance, locked until the transaction ends, after all that it has posted; '0' for an asset never held. */
export async function lockAvailable(trx: Trx, accountId: string, asset: string): Promise<string> {
  await writeEntries(trx);
  return lockAvailableBook(trx, accountId, asset);
}

async function writeEntries(trx: Trx): Promise<void> {
  const waiting = unwritten.get(trx)?.splice(0) ?? [];
  if (waiting.length === 0) return;
  const written = waiting.map(({ entry }) => toRows(entry));
  const attributes = { 'payments.entries': waiting.length };
  try {
    const posted = await inSpan('ledger.post', { attributes }, () =>
      insertEntries(
        trx,
        written.map((rows) => rows.entry),
        written.flatMap((rows) => rows.postings),
      ),
    );
    const byId = new Map(posted.map((row) => [row.id, row]));
    for (const [at, rows] of written.entries()) {
      waiting[at]?.written(rows.postings.map(({ postingId }) => requirePosted(byId.get(postingId))));
    }
  } catch (error) {
    for (const { failed } of waiting) failed(error);
    throw error;
  }
}

function toRows(entry: Entry): { entry: NewEntry; postings: NewPosting[] } {
  const { accountId, type, source, paymentLinkCode, requestId } = entry;
  const moving = entry.postings.filter(({ amount }) => !amount.isZero());
  if (moving.length === 0) throw new Error('an entry that moves nothing');
  const entryId = newId();
  return {
    entry: {
      accountId,
      entryId,
      type,
      sourceObject: source.object,
      sourceId: source.id,
      paymentLinkCode,
      requestId,
    },
    postings: moving.map(({ asset, book, amount }) => ({
      postingId: newId(),
      owner: accountId,
      ofEntry: entryId,
      asset,
      book,
      amount: formatAmount(amount),
      movement: entry.movement ?? type,
      method: entry.method ?? '',
      linkCode: paymentLinkCode,
    })),
  };
}

function requirePosted(row: PostedRow | undefined): PostedRow {
  if (!row) throw new Error('an entry was not fully posted');
  return row;
}
