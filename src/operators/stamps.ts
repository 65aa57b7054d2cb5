import { timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../lib/secrets/keyring.ts';

/**
 * Proves that this service wrote a record. It is an HMAC with a key that is not in the database, after the version of
 * that key. Write access to the database is not enough to forge one (D45).
 */
export type StampPurpose = 'operator-key' | 'operator-request';

export function stamp(keyring: Keyring, purpose: StampPurpose, text: string): Buffer {
  const hmac = keyring.hmac(purpose, text);
  if (!hmac) throw new Error('the keyring holds no current key');
  return Buffer.concat([Buffer.of(keyring.currentVersion), hmac]);
}

/** Compares in constant time. Also false when the key that it was made with is gone. */
export function isStamped(keyring: Keyring, purpose: StampPurpose, text: string, stamped: Buffer): boolean {
  const hmac = keyring.hmac(purpose, text, stamped[0]);
  const given = stamped.subarray(1);
  return hmac !== undefined && hmac.length === given.length && timingSafeEqual(hmac, given);
}
