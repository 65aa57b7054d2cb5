/** Letters that do not come apart into a letter and its accent. */
const FOLDED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd' },
  ...{ Ð: 'D', ð: 'd', Þ: 'Th', þ: 'th', ı: 'i', '&': '+', '’': "'", '‘': "'", '–': '-', '—': '-', _: '-' },
};

/** The characters that every bank accepts. */
const NOT_BASIC = /[^A-Za-z0-9/\-?:().,'+ ]/gu;

/**
 * A text in the form that a bank's file can carry, on one line, without controls and without marks that turn or hide
 * text. `basic` also removes accents and replaces unsupported characters by a space.
 */
export function wordsFor(charset: 'basic' | 'unicode', text: string): string {
  const visible = text.replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '').replace(/[\p{Cc}\p{Z}]/gu, ' ');
  return (charset === 'unicode' ? visible.normalize('NFC') : basic(visible)).replace(/ +/g, ' ').trim();
}

function basic(text: string): string {
  return (
    [...text.normalize('NFKD')]
      .map((character) => FOLDED[character] ?? character)
      .join('')
      .replace(/\p{M}/gu, '')
      .replace(NOT_BASIC, ' ')
      // Both have a meaning at the beginning of a line or of a word in the formats into which banks convert this.
      .replace(/\/{2,}/g, '/')
      .replace(/^[-/: ]+/, '')
  );
}

/** Its first characters, never half of one. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : characters.slice(0, most).join('').trimEnd();
}

export function lengthOf(text: string): number {
  return [...text].length;
}
