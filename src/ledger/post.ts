import type { Trx } from '../db/index.ts';
import type { Book } from './books.ts';
import { inSpan } from '../lib/telemetry/tracing.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import {
  insertEntries,
  lockAvailableBook,
  lockBooks,
  type BookKey,
  type LockedBook,
  type NewEntry,
  type NewPosting,
} from './repository.ts';

/** The reason for a change of the available balance, as the account sees it (D11). */
export type MovementType =
  'payment' | 'fee' | 'deposit' | 'withdrawal' | 'conversion' | 'refund' | 'reversal';

/**
 * The types of entries. They are movements of the same name, and internal steps that the account sees partly or not at
 * all.
 */
export type EntryType =
  | MovementType
  | 'payment_received'
  | 'payment_corrected'
  | 'payment_dropped'
  | 'payment_unmatched'
  | 'payment_accepted'
  | 'payment_acceptance_failed'
  | 'unmatched_deposit'
  | 'deposit_taken_back'
  | 'taken_back_settled'
  | 'taken_back_written_off'
  | 'own_movement'
  | 'unmatched_refund'
  | 'withdrawal_settled'
  | 'withdrawal_returned'
  | 'conversion_settled'
  | 'refund_settled'
  | 'refund_returned'
  | 'unmatched_refund_returned'
  | 'provider_cost'
  | 'rebalancing_sent'
  | 'rebalancing_returned'
  | 'rebalancing_arrived'
  | 'rebalancing_lost'
  | 'adjustment'
  | 'account_moved'
  | 'account_replaced'
  | 'deposit_handed_on';

export interface Posting {
  asset: string;
  book: Book;
  /** Positive moves into the book, negative out of it. */
  amount: Money;
}

export interface Entry {
  accountId: string;
  type: EntryType;
  /** The movement's type, if it differs from the entry's type. */
  movement?: MovementType;
  /** The payment method, if the source is a deposit. */
  method?: string;
  /** The record that caused the entry; each record is posted once per type. */
  source: { object: string; id: string };
  paymentLinkCode: string | null;
  requestId: string | null;
  postings: readonly Posting[];
}

/** The effect of a posting on its book. */
export type Posted = Pick<NewPosting, 'asset' | 'book' | 'amount' | 'balanceAfter'>;

/** An entry that will be written at its transaction's commit. */
interface Unwritten {
  entry: Entry;
  posted: (postings: Posted[]) => void;
  failed: (error: unknown) => void;
}

const unwritten = new WeakMap<Trx, Unwritten[]>();

/**
 * Writes one double entry (D9), which moves the balances of its books and appends its postings. A transaction's entries
 * are written together, in order, when its work is done, because from then until the commit no other transaction can
 * move these books. The database refuses an entry whose postings do not sum to zero per asset, and a balance below zero
 * after any of them; then the commit fails. Amounts are decimals with at most 8 places. An entry's time is the
 * transaction's or, if later, a millisecond after the last entry of its account's books, so that sorting movements by
 * time and id gives the order of posting.
 */
export function postEntry(trx: Trx, entry: Entry): void {
  void postReturning(trx, entry);
}

/**
 * Like `postEntry`, but resolves to the postings with the balances after them. They are known once the books are
 * locked, which is not before the commit.
 */
export function postReturning(trx: Trx, entry: Entry): Promise<Posted[]> {
  const returned = new Promise<Posted[]>((posted, failed) => {
    const waiting = unwritten.get(trx);
    if (waiting) waiting.push({ entry, posted, failed });
    else {
      unwritten.set(trx, [{ entry, posted, failed }]);
      trx.beforeCommit('books', () => writeEntries(trx));
    }
  });
  // A failure fails the commit, even if no caller awaits the balances.
  returned.catch(() => undefined);
  return returned;
}

/**
 * The available balance after all that the transaction has posted, locked until the transaction ends; '0' for an asset
 * never held.
 */
export async function lockAvailable(trx: Trx, accountId: string, asset: string): Promise<string> {
  await writeEntries(trx);
  return lockAvailableBook(trx, accountId, asset);
}

async function writeEntries(trx: Trx): Promise<void> {
  const waiting = unwritten.get(trx)?.splice(0) ?? [];
  if (waiting.length === 0) return;
  const attributes = { 'payments.entries': waiting.length };
  try {
    await inSpan('ledger.post', { attributes }, async () => {
      const moving = waiting.flatMap(({ entry }) =>
        movingPostings(entry).map((key) => ({ owner: entry.accountId, ...key })),
      );
      const books = new LockedBooks(await lockBooks(trx, moving));
      const written = waiting.map(({ entry }) => toRows(entry, books));
      const entries = written.map((rows) => rows.entry);
      const postings = written.flatMap((rows) => rows.postings);
      trx.defer(insertEntries(trx, { entries, postings }));
      for (const [at, rows] of written.entries()) waiting[at]?.posted(rows.postings);
    });
  } catch (error) {
    for (const { failed } of waiting) failed(error);
    throw error;
  }
}

/** The locked books of a transaction, with the balances after each of its entries. */
class LockedBooks {
  readonly #balances = new Map<string, Money>();
  readonly #times = new Map<string, Date>();

  constructor(books: readonly LockedBook[]) {
    for (const book of books) {
      this.#balances.set(nameOf(book), money(book.balance));
      const latest = this.#times.get(book.owner);
      if (!latest || latest < book.earliest) this.#times.set(book.owner, book.earliest);
    }
  }

  /** The balance after this amount. */
  add(key: BookKey, amount: Money): Money {
    const balance = this.#balances.get(nameOf(key))?.plus(amount);
    if (!balance) throw new Error(`the book ${nameOf(key)} is not locked`);
    this.#balances.set(nameOf(key), balance);
    return balance;
  }

  /** The time for the next entry of this account, later than every earlier entry of these books. */
  timeOf(accountId: string): Date {
    const time = this.#times.get(accountId);
    if (!time) throw new Error(`no book of ${accountId} is locked`);
    return time;
  }
}

function nameOf({ owner, asset, book }: BookKey): string {
  return `${owner} ${asset} ${book}`;
}

function movingPostings({ postings }: Entry): Posting[] {
  const moving = postings.filter(({ amount }) => !amount.isZero());
  if (moving.length === 0) throw new Error('an entry that moves nothing');
  return moving;
}

function toRows(entry: Entry, books: LockedBooks): { entry: NewEntry; postings: NewPosting[] } {
  const { accountId, type, source, paymentLinkCode, requestId } = entry;
  const entryId = newId();
  const at = books.timeOf(accountId);
  return {
    entry: {
      accountId,
      entryId,
      type,
      sourceObject: source.object,
      sourceId: source.id,
      paymentLinkCode,
      requestId,
      at,
    },
    postings: movingPostings(entry).map(({ asset, book, amount }) => ({
      postingId: newId(),
      owner: accountId,
      ofEntry: entryId,
      asset,
      book,
      amount: formatAmount(amount),
      balanceAfter: formatAmount(books.add({ owner: accountId, asset, book }, amount)),
      movement: entry.movement ?? type,
      method: entry.method ?? '',
      linkCode: paymentLinkCode,
      at,
    })),
  };
}
