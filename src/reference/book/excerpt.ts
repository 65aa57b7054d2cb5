import { termOf, wordsOf } from './words.ts';

/** A text in parts, with search hits marked. */
export type Excerpt = { text: string; isMarked: boolean }[];

const MAX_LENGTH = 220;
/** The text shown before the first hit, if a sentence is too long. */
const LEAD = 60;

/** The sentence that has most of the terms, from Markdown. */
export function excerptOf(markdown: string, terms: ReadonlySet<string>): Excerpt {
  const isFound = (part: string): boolean => terms.has(termOf(part) ?? '');
  const sentences = sentencesOf(markdown).map((text) => {
    const found = wordsOf(text).filter(({ parts }) => parts.some(isFound));
    return { text, found, count: new Set(found.map(({ word }) => termOf(word))).size };
  });
  const best = sentences.reduce(
    (a, b) => (b.count > a.count ? b : a),
    sentences[0] ?? { text: '', found: [], count: 0 },
  );
  const { start, end } = windowOf(best.text, best.found[0]?.index ?? 0);
  const excerpt: Excerpt = [];
  let at = start;
  const add = (text: string, isMarked: boolean): void => {
    if (text !== '') excerpt.push({ text, isMarked });
  };
  add(start > 0 ? '… ' : '', false);
  for (const { word, index } of best.found.filter(({ index }) => index >= start && index < end)) {
    add(best.text.slice(at, index), false);
    add(word, true);
    at = index + word.length;
  }
  add(best.text.slice(at, end) + (end < best.text.length ? ' …' : ''), false);
  return excerpt;
}

function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*[]/g, '')
    .replace(/^[|\s:-]+$/gm, '')
    .split(/\n\n|\n(?=\||- |\d+\. )|(?<=[.:;])\s+(?=\p{Lu}|\n)/u)
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:- |\d+\. )/, '')
        .replace(/^\s*\|\s*|\s*\|\s*$/g, '')
        .replace(/\s*\|\s*/g, ' · ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}

/** Cuts a long sentence between words, around the hit. */
function windowOf(text: string, found: number): { start: number; end: number } {
  if (text.length <= MAX_LENGTH) return { start: 0, end: text.length };
  const start = found > MAX_LENGTH - LEAD ? text.indexOf(' ', found - LEAD) + 1 : 0;
  if (text.length - start <= MAX_LENGTH) return { start, end: text.length };
  return { start, end: text.lastIndexOf(' ', start + MAX_LENGTH) };
}
