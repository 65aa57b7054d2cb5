import { storableText } from '../text/storable.ts';

/** Of a message or a reason that is stored: the database's limit. */
export const MAX_WORDS_LENGTH = 500;

/** An error's or a provider's message, as stored. */
export function wordsOf(said: unknown): string {
  const words = said instanceof Error ? said.message : String(said);
  // The cut may split a character.
  return storableText(words.slice(0, MAX_WORDS_LENGTH));
}
