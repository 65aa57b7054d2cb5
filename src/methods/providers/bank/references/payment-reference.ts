import { ALPHABET, charactersOf, sha256Of } from './alphabet.ts';

export const REFERENCE_LENGTH = 10;

/**
 * A prime above the alphabet's 30, so that with a different weight for each place no wrong character and no swap of two
 * can leave the sum as it was.
 */
const PRIME = 31;

/**
 * The reference that a payer writes into a transfer: 10 characters, the last of which checks the others. The same seed
 * always gives the same one. Two seeds may, very rarely, give equal ones, so the caller keeps them unique.
 */
export function paymentReferenceOf(seed: string): string {
  let hash = sha256Of(seed);
  for (;;) {
    const payload = charactersOf(hash, REFERENCE_LENGTH - 1);
    const check = checkCharacterOf(payload);
    if (check !== undefined) return payload + check;
    hash = sha256Of(hash);
  }
}

/** Whether it has the form and the right check character, in upper case and without separators. */
export function isPaymentReference(text: string): boolean {
  return text.length === REFERENCE_LENGTH && checkCharacterOf(text.slice(0, -1)) === text.at(-1);
}

/** Undefined for characters outside the alphabet, and for one sum in 31 that no character balances. */
function checkCharacterOf(payload: string): string | undefined {
  let sum = 0;
  for (let index = 0; index < payload.length; index++) {
    const value = ALPHABET.indexOf(payload.charAt(index));
    if (value === -1) return undefined;
    sum += value * (REFERENCE_LENGTH - index);
  }
  // The check character's own weight is 1.
  return ALPHABET[(PRIME - (sum % PRIME)) % PRIME];
}
