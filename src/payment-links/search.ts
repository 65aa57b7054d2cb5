import { deterministicHex } from '../lib/ids.ts';
import { money } from '../lib/money.ts';
import { wordsOf } from '../lib/words.ts';

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
  customerId: string | null;
}

/** The exact filters of a list of links; undefined matches anything. */
export interface ExactFilters {
  reference: string | undefined;
  amount: string | undefined;
  metadata: Record<string, string> | undefined;
  customerId: string | undefined;
}

/**
 * A link's search terms, which are all values that lists filter by exactly, and at most 100 words. The words are those
 * of its description, its reference, its metadata's values and its payer's name, without accents and in lower case, its
 * code without "PL-" and its amount.
 */
export function termsOf(link: Searchable): string[] {
  const { code, amount, description, reference, metadata, payerName, customerId } = link;
  const texts = [code, amount, reference ?? '', description, payerName ?? '', ...Object.values(metadata)];
  const words = [...new Set(texts.flatMap(wordsOf))].slice(0, MAX_TERMS);
  const exact = { reference: reference ?? undefined, amount, metadata, customerId: customerId ?? undefined };
  return [...exactTermsOf(exact), ...words];
}

/**
 * The terms of a link that matches all of the filters, presumably rarest first; the order of the metadata does not
 * matter.
 */
export function exactTermsOf({ reference, amount, metadata = {}, customerId }: ExactFilters): string[] {
  return [
    ...(reference === undefined ? [] : [exactTerm('reference', reference)]),
    ...Object.entries(metadata)
      .map(([key, value]) => exactTerm('metadata', key, value))
      .sort(),
    ...(customerId === undefined ? [] : [customerTerm(customerId)]),
    ...(amount === undefined ? [] : [exactTerm('amount', money(amount).toFixed())]),
  ];
}

/** The term of the links that name a customer. */
export function customerTerm(customerId: string): string {
  return exactTerm('customer', customerId);
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
