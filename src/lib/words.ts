import { money } from './money.ts';

const MAX_LENGTH = 64;

/**
 * The words of a text, as searches compare them, without accents and in lower case, of at most 64 characters. Numbers
 * have no grouping and no trailing zeros, and codes of payment links no PL.
 */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      // A comma between digits groups them.
      .split(/\s+|,(?!\d)/u)
      .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
      .map(plain)
      .map((word) => word.slice(0, MAX_LENGTH).toWellFormed())
      .filter((word) => word !== '')
  );
}

/** A number without grouping and trailing zeros, a code without its common prefix; any other word unchanged. */
function plain(word: string): string {
  const digits = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(word) ? word.replaceAll(',', '') : word;
  if (/^\d{1,12}\.\d{1,8}$/.test(digits)) return money(digits).toFixed();
  return digits.replace(/^pl-(?=.)/, '');
}
