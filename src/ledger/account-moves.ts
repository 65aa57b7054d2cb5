import type { Trx } from '../db/index.ts';
import { money } from '../lib/money.ts';
import { type Book, heldByCell } from './books.ts';
import { HOUSE_ACCOUNT_ID } from './costs.ts';
import { postEntry, type Posting } from './post.ts';
import { listBooks, listPostingsOf } from './repository.ts';

/** A move of an account to another cell (D74). */
interface AccountMove {
  accountId: string;
  /** The move's own id, which the entries of both cells name as their source. */
  id: string;
  /** The other cell. */
  cell: number;
}

/**
 * Closes the books of an account that leaves this cell. Its balances and the service's earnings from it become a debt
 * to the other cell, for which the providers of this cell keep holding the money. Nothing may be posted to these books
 * at the same time or afterwards.
 */
export async function bookLeaving(trx: Trx, move: AccountMove): Promise<void> {
  const books = await listBooks(trx, { accountId: move.accountId });
  book(
    trx,
    move,
    books.filter(({ book }) => !isOfProvider(book)),
  );
}

/**
 * Opens the books of an account that has arrived. They are a copy from before `bookLeaving`, so providers still hold
 * its money for the cell that it comes from, and that cell holds it for this one. The account's own balances stay as
 * they are.
 */
export async function bookArrival(trx: Trx, move: AccountMove): Promise<void> {
  const books = await listBooks(trx, { accountId: move.accountId });
  book(
    trx,
    move,
    books.filter(({ book }) => isOfProvider(book)),
  );
}

/**
 * Empties the books of an account that left this cell before its copy from elsewhere replaces them. They now state only
 * who holds money for whom, which becomes the deployment's own business. Once per move.
 */
export async function bookReplacement(trx: Trx, { accountId, id }: Omit<AccountMove, 'cell'>): Promise<void> {
  const books = await listBooks(trx, { accountId });
  if (books.length === 0) return;
  const rest = { type: 'account_replaced', paymentLinkCode: null, requestId: null } as const;
  const source = { object: 'account_move', id };
  const kept = books.map(({ asset, book, balance }) => ({ asset, book, amount: money(balance) }));
  const emptied = kept.map(({ amount, ...posting }) => ({ ...posting, amount: amount.negated() }));
  postEntry(trx, { ...rest, source, accountId, postings: emptied });
  postEntry(trx, { ...rest, source, accountId: HOUSE_ACCOUNT_ID, postings: kept });
}

/**
 * Reopens the books that `bookLeaving` closed, for an account that never started to work elsewhere, or no longer does.
 * Nothing is held for the other cell any more. `leftBy` is the move by which it had left.
 */
export async function bookReturn(trx: Trx, { accountId, id }: AccountMove, leftBy: string): Promise<void> {
  const closed = await listPostingsOf(trx, { accountId, sourceObject: 'account_move', sourceId: leftBy });
  const postings = closed.map(({ asset, book, amount }) => ({
    asset,
    book,
    amount: money(amount).negated(),
  }));
  postMove(trx, { accountId, id }, postings);
}

/** Moves the full balances of these books to the book of the other cell. */
function book(trx: Trx, { accountId, id, cell }: AccountMove, books: readonly Balance[]): void {
  const emptied = books.map(({ asset, book, balance }): Posting => {
    return { asset, book, amount: money(balance).negated() };
  });
  const assets = [...new Set(emptied.map(({ asset }) => asset))].sort();
  const held = assets.map((asset): Posting => {
    const ofAsset = emptied.filter((one) => one.asset === asset).map(({ amount }) => amount);
    const total = ofAsset.reduce((sum, amount) => sum.plus(amount));
    return { asset, book: heldByCell(cell), amount: total.negated() };
  });
  const postings = [...emptied, ...held].filter(({ amount }) => !amount.isZero());
  postMove(trx, { accountId, id }, postings);
}

function postMove(
  trx: Trx,
  { accountId, id }: Omit<AccountMove, 'cell'>,
  postings: readonly Posting[],
): void {
  if (postings.length === 0) return;
  postEntry(trx, {
    accountId,
    type: 'account_moved',
    source: { object: 'account_move', id },
    paymentLinkCode: null,
    requestId: null,
    postings,
  });
}

interface Balance {
  asset: string;
  book: Book;
  balance: string;
}

function isOfProvider(book: Book): boolean {
  return /^(rail|conversion):/.test(book);
}
