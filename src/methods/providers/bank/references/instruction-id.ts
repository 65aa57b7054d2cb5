import { ALPHABET, charactersOf, sha256Of } from './alphabet.ts';

const HASHED = 14;

/** It has 15 characters, because a NACHA file and field 61 of an MT940 have no room for more. */
export const INSTRUCTION_ID_LENGTH = 1 + HASHED;

const INSTRUCTION_ID = new RegExp(`^P[${ALPHABET}]{${HASHED}}$`);

/** Our id of a payment in the bank's files. The same secret always gives the same id, so that no retry pays twice. */
export function instructionIdOf(secret: string): string {
  return `P${charactersOf(sha256Of(secret), HASHED)}`;
}

export function isInstructionId(text: string): boolean {
  return INSTRUCTION_ID.test(text);
}
