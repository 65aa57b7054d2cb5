import type { FileEntry, FileStatement } from './statement-file.ts';

type Said = Pick<FileStatement, 'role' | 'account' | 'currency' | 'opening' | 'closing' | 'entries'>;

/**
 * Marks for each entry of a file whether a payer could have written it. The bank may break a text before `:61:`, so
 * only the first entry, before any text, is surely the bank's own.
 */
export function noteTexts(entries: readonly FileEntry[]): void {
  entries.forEach((entry, index) => (entry.couldBeText = index > 0));
}

/**
 * Whether the messages of a file could be fewer, because a text contains the end of a message and the header of
 * another. Such a text does not change where the bank's statement begins and ends, nor its days. So several statements
 * of one account are certain only side by side, each of a later day than the one before and continuing from it, or in
 * the reverse order, the newest first.
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
