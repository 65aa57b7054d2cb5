import type { FileEntry, FileStatement } from './statement-file.ts';

type Said = Pick<FileStatement, 'role' | 'account' | 'currency' | 'opening' | 'closing' | 'entries'>;

/**
 * Notes for each entry of a file whether a payer could have written it: the bank may break a text before `:61:`, so the
 * only one that is surely the bank's own is the first, before any text.
 */
export function noteTexts(entries: readonly FileEntry[]): void {
  entries.forEach((entry, index) => (entry.couldBeText = index > 0));
}

/**
 * Whether the messages of a file could be fewer, one of whose texts has the end of a message and the header of another.
 * Whoever writes those does not change where the bank's statement begins and ends, nor its days. So several statements of
 * one account are sure only side by side, each of a later day than the one before and going on from it; or the other way
 * round, the newest first.
 */
export function couldBeOfTexts(statements: readonly Said[]): boolean {
  const books = statements.filter(({ role }) => role === 'books');
  const keys = books.map(({ account, currency }) => `${account} ${currency}`);
  const blocks = keys.filter((key, index) => key !== keys[index - 1]);
  if (new Set(blocks).size < blocks.length) return true;
  return blocks.some((key) => {
    const own = books.filter((_, index) => keys[index] === key);
    return !goesOn(own) && !goesOn(own.toReversed());
  });
}

function goesOn(statements: readonly Said[]): boolean {
  return statements.every((one, index) => {
    const before = statements[index - 1];
    if (!before) return true;
    const [last, closing] = [before.closing?.date, one.closing?.date];
    return (
      before.closing !== null &&
      one.opening?.amount.eq(before.closing.amount) === true &&
      typeof last === 'string' &&
      typeof closing === 'string' &&
      last < closing
    );
  });
}
