import { storableText } from '../text/storable.ts';

/** The database's limit for a stored message or reason. */
export const MAX_WORDS_LENGTH = 500;

/** An error's or a provider's message, as stored. */
export function wordsOf(said: unknown): string {
  const words = said instanceof Error ? said.message : String(said);
  // The cut may split a character.
  return storableText(words.slice(0, MAX_WORDS_LENGTH));
}
