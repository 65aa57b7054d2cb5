import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/connect.ts';
import { postEntry, type Entry, type Posting } from '../../src/ledger/post.ts';
import type { Book } from '../../src/ledger/books.ts';
import { money } from '../../src/lib/money.ts';

type Move = [book: Book, asset: string, amount: string];

/** An entry with its own cause. */
export function entryOf(accountId: string, moves: Move[], fields: Partial<Entry> = {}): Entry {
  const postings: Posting[] = moves.map(([book, asset, amount]) => ({ book, asset, amount: money(amount) }));
  return {
    accountId,
    type: 'payment',
    source: { object: 'deposit', id: randomUUID() },
    paymentLinkCode: null,
    requestId: null,
    postings,
    ...fields,
  };
}

/** Money that arrives and is available to the account. */
export function arrival(
  accountId: string,
  asset: string,
  amount: string,
  fields: Partial<Entry> = {},
): Entry {
  return entryOf(
    accountId,
    [
      ['rail:simulator', asset, `-${amount}`],
      ['available', asset, amount],
    ],
    fields,
  );
}

/** Posts an entry in a transaction of its own. */
export function postAlone(db: Database, entry: Entry): Promise<void> {
  return db.transaction((trx) => {
    postEntry(trx, entry);
    return Promise.resolve();
  });
}
