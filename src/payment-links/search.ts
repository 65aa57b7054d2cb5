import { deterministicHex } from '../lib/ids.ts';
import { money } from '../lib/money.ts';

const MAX_LENGTH = 64;
/** Per link; few have more than ten. */
const MAX_TERMS = 100;
/** Per search; further words are ignored. */
const MAX_SEARCHED = 8;
/** The prefix of terms that are not words, which begin with a letter or a digit. */
const EXACT = '=';
const HASH_LENGTH = 32;

/** The searchable fields of a link, besides its payers' names. */
export interface Searchable {
  code: string;
  amount: string;
  description: string;
  reference: string | null;
  metadata: Record<string, string>;
  payerName: string | null;
}

/** The exact filters of a list of links; undefined matches anything. */
export interface ExactFilters {
  reference: string | undefined;
  amount: string | undefined;
  metadata: Record<string, string> | undefined;
}

/**
 * A link's search terms: all values that lists filter by exactly, and at most 100 words. The words are those of its
 * description, its reference, its metadata's values and its payer's name, without accents and in lower case, its code
 * without "PL-" and its amount.
 */
export function termsOf(link: Searchable): string[] {
  const { code, amount, description, reference, metadata, payerName } = link;
  const texts = [code, amount, reference ?? '', description, payerName ?? '', ...Object.values(metadata)];
  const words = [...new Set(texts.flatMap(wordsOf))].slice(0, MAX_TERMS);
  return [...exactTermsOf({ reference: reference ?? undefined, amount, metadata }), ...words];
}

/**
 * The terms of a link that matches all of the filters, presumably rarest first; the order of the metadata does not
 * matter.
 */
export function exactTermsOf({ reference, amount, metadata = {} }: ExactFilters): string[] {
  return [
    ...(reference === undefined ? [] : [exactTerm('reference', reference)]),
    ...Object.entries(metadata)
      .map(([key, value]) => exactTerm('metadata', key, value))
      .sort(),
    ...(amount === undefined ? [] : [exactTerm('amount', money(amount).toFixed())]),
  ];
}

/** A hash, because the original can be longer than a term, and contain anything. */
function exactTerm(...parts: string[]): string {
  return EXACT + deterministicHex(...parts).slice(0, HASH_LENGTH);
}

/** The words of a name. */
export function termsOfName(name: string): string[] {
  return [...new Set(wordsOf(name))];
}

/** The words of a search, longest first, because longer words are more selective. At most 8. */
export function searchedTerms(text: string): string[] {
  return [...new Set(wordsOf(text))].slice(0, MAX_SEARCHED).sort((a, b) => b.length - a.length);
}

function wordsOf(text: string): string[] {
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
