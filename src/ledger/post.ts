import type { Trx } from '../db/index.ts';
import { inSpan } from '../lib/telemetry/tracing.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import { insertEntry, type Book, type PostedRow } from './repository.ts';

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

/**
 * Writes one double entry (D9): updates the balances of its books and appends its postings. The database refuses an
 * entry whose postings do not sum to zero per asset, and a balance below zero. Amounts are decimals with at most 8
 * places. Returns the postings with the balances after them. The entry's time is the transaction's or, when later, a
 * millisecond after the last entry of its books, so that sorting movements by time gives the order of posting.
 */
export async function postEntry(trx: Trx, entry: Entry): Promise<PostedRow[]> {
  const postings = entry.postings.filter(({ amount }) => !amount.isZero());
  if (postings.length === 0) throw new Error('an entry that moves nothing');
  const attributes = { 'payments.entry.type': entry.type, 'payments.account_id': entry.accountId };
  const posted = await inSpan('ledger.post', { attributes }, async () =>
    insertEntry(trx, {
      accountId: entry.accountId,
      entryId: newId(),
      type: entry.type,
      movement: entry.movement ?? entry.type,
      method: entry.method ?? '',
      sourceObject: entry.source.object,
      sourceId: entry.source.id,
      paymentLinkCode: entry.paymentLinkCode,
      requestId: entry.requestId,
      createdAt: await trx.now,
      postingIds: postings.map(() => newId()),
      assets: postings.map(({ asset }) => asset),
      books: postings.map(({ book }) => book),
      amounts: postings.map(({ amount }) => formatAmount(amount)),
    }),
  );
  if (posted.length !== postings.length) throw new Error('an entry was not fully posted');
  return posted;
}
