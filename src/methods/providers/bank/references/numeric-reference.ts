import { sha256Of } from './alphabet.ts';

/** The most that SPEI's numeric reference has. */
export const NUMERIC_LENGTH = 7;

/**
 * The 7 digits for SPEI's numeric reference, never with a leading zero, which banks drop. Far from unique: it proves
 * nothing without an open link that has it and is owed exactly what arrived.
 */
export function numericReferenceOf(seed: string): string {
  const least = 10n ** BigInt(NUMERIC_LENGTH - 1);
  const hash = BigInt(`0x${sha256Of(seed).toString('hex')}`);
  return String(least + (hash % (9n * least)));
}
