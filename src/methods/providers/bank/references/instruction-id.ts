import { ALPHABET, charactersOf, sha256Of } from './alphabet.ts';

const HASHED = 14;

/** 15 characters: what a NACHA file has room for, and so does field 61 of an MT940. */
export const INSTRUCTION_ID_LENGTH = 1 + HASHED;

const INSTRUCTION_ID = new RegExp(`^P[${ALPHABET}]{${HASHED}}$`);

/** Our id of a payment in the bank's files. The same secret always gives the same id, so that no retry pays twice. */
export function instructionIdOf(secret: string): string {
  return `P${charactersOf(sha256Of(secret), HASHED)}`;
}

export function isInstructionId(text: string): boolean {
  return INSTRUCTION_ID.test(text);
}
