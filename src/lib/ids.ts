import { createHash, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

const CODE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new record's id: a UUID that grows with time, so that indexes stay dense at their end. */
export function newId(): string {
  return v7();
}

/** Whether a path parameter can be an id at all; what cannot is simply not found. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** A payment link code, PL-XXXX-XXXX-XXXX (D5): 36^12 possibilities, so that none can be guessed. */
export function newLinkCode(): string {
  const block = (): string =>
    Array.from({ length: 4 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return `PL-${block()}-${block()}-${block()}`;
}

/** The same parts always give the same id: how a retry, or a fact recorded twice, is recognised. */
export function deterministicHex(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
