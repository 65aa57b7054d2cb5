import { createHash } from 'node:crypto';

/** Without characters that are confused when read aloud or typed: I and 1, L, O and 0, U and V. */
export const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export function sha256Of(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The last characters of a hash, written in the alphabet. */
export function charactersOf(hash: Buffer, count: number): string {
  const base = BigInt(ALPHABET.length);
  let rest = BigInt(`0x${hash.toString('hex')}`);
  let text = '';
  while (text.length < count) {
    text = ALPHABET.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}
