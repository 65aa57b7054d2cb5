import { withoutAccents } from '../../lib/text/without-accents.ts';

const WORD = /[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu;
/** So frequent that they carry no meaning. */
const STOP_WORDS = new Set(
  'a an and are by can for how i in is it of on or the this to what with al como con de del el en es la las lo los o para por que se si sin su un una y'.split(
    ' ',
  ),
);

export interface Word {
  word: string;
  index: number;
  /**
   * The word itself and its parts, so that `payment_link.paid` is found by `paid`, `createPaymentLink` by `payment`.
   */
  parts: string[];
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const parts = word.split(/[._]|(?<=[a-z0-9])(?=[A-Z])/);
    return { word, index, parts: parts.length > 1 ? [word, ...parts] : [word] };
  });
}

/** A word in the index's form, without case and accents. */
export function termOf(word: string): string | null {
  const term = withoutAccents(word).toLowerCase();
  return STOP_WORDS.has(term) ? null : term;
}
