import { wordsOf } from '../lib/words.ts';
import { parseTaxId } from './tax-id.ts';

/** Per customer; a name has few. */
const MAX_TERMS = 100;
/** Per search; further words are ignored. */
const MAX_SEARCHED = 8;

/** The fields of a customer that searches look into. */
interface Searchable {
  name: string;
  email: string | null;
  taxId: string | null;
  reference: string | null;
}

/** The words by which a customer is found. */
export function termsOf({ name, email, taxId, reference }: Searchable): string[] {
  const texts = [taxId, email, reference, name].filter((text) => text !== null);
  return [...new Set(texts.flatMap(wordsOf))].slice(0, MAX_TERMS);
}

/** The words of a search, longest first, because longer words are more selective. A tax id may have separators. */
export function searchedWords(text: string): string[] {
  const words = wordsOf(parseTaxId(text) ?? text);
  return [...new Set(words)].slice(0, MAX_SEARCHED).sort((a, b) => b.length - a.length);
}
