import type { PostalAddress } from '../../../index.ts';
import type { Payment } from './batch.ts';
import type { PainProfile } from './profile.ts';
import { cut, wordsFor } from './words.ts';

/** The capacity of the files' fields, in characters. */
export const MOST = {
  name: 70,
  street: 70,
  line: 70,
  lines: 2,
  postalCode: 16,
  town: 35,
  subdivision: 35,
  text: 140,
  /** SPEI's concept, of which the rest is cut. */
  concept: 40,
  account: 34,
} as const;

/** A BIC as the schemas have it, stricter than ISO 9362 about the place of the bank. */
export function isFileBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/.test(text);
}

/** An address as a file has it; empty for what it has not. */
export interface FileAddress {
  street: string;
  postalCode: string;
  town: string;
  subdivision: string;
  country: string;
  lines: string[];
}

export function addressFor(
  { charset, addresses }: Pick<PainProfile, 'charset' | 'addresses'>,
  { street, city, state = '', postal_code: postalCode = '', country }: PostalAddress,
): FileAddress {
  const words = wordsFor(charset, street);
  return {
    street: addresses === 'structured' ? words : '',
    postalCode: wordsFor(charset, postalCode),
    town: wordsFor(charset, city),
    subdivision: wordsFor(charset, state),
    country,
    lines: addresses === 'hybrid' ? linesOf(words) : [],
  };
}

/** Broken between words where that fits. */
function linesOf(words: string): string[] {
  const lines: string[] = [];
  for (let rest = words; rest !== '';) {
    const whole = cut(rest, MOST.line);
    const space = whole === rest || rest[whole.length] === ' ' ? -1 : whole.lastIndexOf(' ');
    const line = space > 0 ? whole.slice(0, space) : whole;
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/**
 * The words for the payee. Our id comes first, because some banks report a returned payment by nothing but its text; a
 * text that is too long is cut after it.
 */
export function remittanceFor(
  { kind, charset }: PainProfile,
  { instructionId, remittance }: Payment,
): string {
  const text = remittance !== null && 'text' in remittance ? remittance.text : '';
  const words =
    kind === 'spei' ? wordsFor('basic', text).replace(/[^A-Za-z0-9]+/g, ' ') : wordsFor(charset, text);
  return cut(`${instructionId} ${words}`.trim(), kind === 'spei' ? MOST.concept : MOST.text);
}
