import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, for cookies and links. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text can be a token at all. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text);
}

/** The stored form of a token. It is as random as a key, so a plain hash protects it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
