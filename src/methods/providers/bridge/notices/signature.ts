import { createHash, type KeyObject, verify } from 'node:crypto';

/** How old a notice may be: Bridge signs a retry anew. */
const MAX_AGE_MS = 10 * 60_000;

export interface SignatureHeader {
  /** Milliseconds since 1970, as text, because it is signed as such. */
  time: string;
  signature: Buffer;
}

/** `t=<ms>,v0=<base64>`; undefined for anything else. */
export function parseSignature(header: string): SignatureHeader | undefined {
  const [, time, base64] = /^t=(\d{13}),v0=([A-Za-z0-9+/]{40,2000}={0,2})$/.exec(header) ?? [];
  if (time === undefined || base64 === undefined) return undefined;
  const signature = Buffer.from(base64, 'base64');
  return signature.toString('base64') === base64 ? { time, signature } : undefined;
}

export function isFresh({ time }: SignatureHeader, now: number): boolean {
  return Math.abs(now - Number(time)) <= MAX_AGE_MS;
}

/** What Bridge signs is the SHA-256 digest of time and body, which RSA with SHA-256 then hashes again. */
export function isSignedBy(key: KeyObject, { time, signature }: SignatureHeader, body: Buffer): boolean {
  const digest = createHash('sha256').update(`${time}.`).update(body).digest();
  return verify('sha256', digest, key, signature);
}
