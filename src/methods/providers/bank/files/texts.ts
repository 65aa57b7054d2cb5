import { oneLine, withoutUnseen } from '../../../../lib/one-line.ts';
import { FileRefused } from './statement-file.ts';

/** The most characters of one text of a file, such as the content of an element. */
export const MAX_TEXT = 10_000;

/** The placeholders of banks for a missing reference. */
const NO_REFERENCE = /^(NOT ?PROVIDED|NON ?REF|NONE|[EKPC]REF\+?|MARF|UNKNOWN|-*|0+|.)$/i;
/** Longer ones are not references but texts that ran on. */
const MAX_REFERENCE = 70;

/** As one line that can be shown, because names and remittance are written by strangers. */
export function cleanText(text: string): string {
  if (text.length > MAX_TEXT)
    throw new FileRefused(`A text in the file has more than ${MAX_TEXT.toLocaleString('en')} characters.`);
  return oneLine(text);
}

export function cleanTexts(texts: readonly (string | undefined)[]): string[] {
  return texts.map((text) => cleanText(text ?? '')).filter((text) => text !== '');
}

export function textOrNull(text: string | undefined): string | null {
  return cleanText(text ?? '') || null;
}

/** Null for placeholders. */
export function referenceOrNull(text: string | undefined): string | null {
  const reference = cleanText(text ?? '');
  return NO_REFERENCE.test(reference) || reference.length > MAX_REFERENCE ? null : reference;
}

/** An account number or IBAN without the spaces it is written with. */
export function accountOf(text: string | undefined): string {
  return cleanText(text ?? '').replaceAll(' ', '');
}

/** A quote from a file for a message, short and clean. */
export function quoted(text: string): string {
  const shown = withoutUnseen(text.slice(0, 40).normalize('NFC').replace(/\s/gu, ' '));
  return `“${shown}${text.length > 40 ? '…' : ''}”`;
}
