import { oneLine, shortened } from './one-line.ts';

/**
 * Characters by which mail programs recognise links, people and phone numbers; between digits they belong to a time, a
 * date or an amount.
 */
const LINKING = /[\\@+](?=\S)|(?<!\d)[.:/。](?=\S)|[.:/。](?=[^\s\d])/gu;

/**
 * One line of an account's text for a mail to its payers. It is cut, and has a space wherever a mail program would
 * begin a link.
 */
export function harmless(text: string, length: number): string {
  return shortened(oneLine(text.normalize('NFKC')).replace(LINKING, '$& '), length);
}
