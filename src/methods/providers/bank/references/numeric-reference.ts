import { sha256Of } from './alphabet.ts';

/** The maximum length of SPEI's numeric reference. */
export const NUMERIC_LENGTH = 7;

/**
 * The 7 digits for SPEI's numeric reference, never with a leading zero, which banks drop. Far from unique, so it proves
 * nothing without an open link that has it and is owed exactly the received amount.
 */
export function numericReferenceOf(seed: string): string {
  const least = 10n ** BigInt(NUMERIC_LENGTH - 1);
  const hash = BigInt(`0x${sha256Of(seed).toString('hex')}`);
  return String(least + (hash % (9n * least)));
}
