import { createHash, randomBytes } from 'node:crypto';
import { formatCell, ownCell, parseCell } from '../lib/cell.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}([0-9A-Z]{2})?$/;

/** 256 random bits, for cookies and links; in cells other than 0, two more characters name the cell (D73). */
export function newToken(): string {
  const cell = ownCell();
  return newChallenge() + (cell === 0 ? '' : formatCell(cell));
}

/** 256 random bits that no link or cookie carries. */
export function newChallenge(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The cell that a token names; undefined for text that is not a token. */
export function cellOfToken(text: string): number | undefined {
  const [isToken, cell] = TOKEN.exec(text) ?? [];
  return isToken === undefined ? undefined : (parseCell(cell ?? '') ?? 0);
}

/** Whether a text can be a token. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text);
}

/** The stored form of a token. It is as random as a key, so a plain hash protects it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
