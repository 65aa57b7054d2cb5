import type { FileEntry } from '../files/index.ts';
import { INSTRUCTION_ID_LENGTH, isInstructionId } from './instruction-id.ts';
import { NUMERIC_LENGTH } from './numeric-reference.ts';
import { isPaymentReference, REFERENCE_LENGTH } from './payment-reference.ts';

/** The texts of a bank about an entry. */
type Written = Pick<FileEntry, 'creditorReferences' | 'texts' | 'references'>;

/** A longer text can only hide its own writer's payment. */
const MAX_CHARACTERS = 20_000;
const MAX_CANDIDATES = 200;

/**
 * All parts that could be one of our payment references, in any field and joined to anything, including the form of ISO
 * 11649. Some match by chance, so the caller must check which were issued.
 */
export function candidateReferences(entry: Written): string[] {
  return windows(entry, REFERENCE_LENGTH, isPaymentReference);
}

/** All that could be the id of one of our own payments, likewise. */
export function candidateInstructionIds(entry: Written): string[] {
  return windows(entry, INSTRUCTION_ID_LENGTH, isInstructionId);
}

/** All 7-digit numbers, including ones after leading zeros, but never a part of a longer number such as a CLABE. */
export function numericCandidates(entry: Written): string[] {
  const found = new Set<string>();
  for (const text of piecesOf(entry)) {
    for (const [digits] of text.matchAll(/[0-9]+/g)) {
      const number = digits.replace(/^0+/, '');
      if (number.length === NUMERIC_LENGTH && found.size < MAX_CANDIDATES) found.add(number);
    }
  }
  return [...found];
}

function windows(entry: Written, length: number, isOne: (text: string) => boolean): string[] {
  const found = new Set<string>();
  for (const piece of piecesOf(entry)) {
    const text = lettersAndDigits(piece);
    for (let at = 0; at + length <= text.length && found.size < MAX_CANDIDATES; at++) {
      const window = text.slice(at, at + length);
      if (isOne(window)) found.add(window);
    }
  }
  return [...found];
}

/** Each field by itself, the surest first, then the texts as one, because banks break a text in the middle of a word. */
function* piecesOf({ creditorReferences, references, texts }: Written): Generator<string> {
  let left = MAX_CHARACTERS;
  for (const piece of [...creditorReferences, ...Object.values(references), ...texts, texts.join('')]) {
    if (piece === null) continue;
    yield piece.slice(0, left);
    left -= Math.min(left, piece.length);
  }
}

/** Banks change the case, write full-width letters, and add or drop spaces and hyphens. */
function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}
