/** Controls, and invisible characters that change how the rest is read: bidi marks, zero-width characters, tags. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const PLAIN = /^[ -~]*$/;

/** Untrusted text as one line that can be shown or printed, because names and descriptions may contain anything. */
export function oneLine(text: string): string {
  // Most texts are plain, and the classes of Unicode are slow.
  if (PLAIN.test(text)) return text.replace(/ {2,}/g, ' ').trim();
  return withoutUnseen(text.normalize('NFC').replace(/\s/gu, ' ')).replace(/ {2,}/g, ' ').trim();
}

export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** At most `length` characters as people count them; the last one marks an omission. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
