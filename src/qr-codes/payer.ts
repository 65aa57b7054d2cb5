import { networkOf } from '../lib/cidr.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';

/** Identifies the scanning payer. */
export interface Payer {
  /** Random, and kept by the phone, because two phones can share a model and an address, but never a token. */
  token: string;
  address: string;
}

/**
 * The stored form of a payer. Without the service's key, it identifies no one and does not allow a payer to be
 * recognised at another account's counter.
 */
export interface PayerHashes {
  /** Finds the link that a phone has open, so that scanning again returns to it (D33). */
  payer: Buffer;
  /** The payer's network, for limits, because anyone with one IPv6 address has 2^64 of them. */
  network: Buffer;
}

export function hashPayer(keyring: Keyring, accountId: string, { token, address }: Payer): PayerHashes {
  return {
    payer: hash(keyring, 'token', accountId, token),
    network: hash(keyring, 'network', accountId, networkOf(address)),
  };
}

function hash(keyring: Keyring, ...parts: string[]): Buffer {
  const hmac = keyring.hmac('payer', JSON.stringify(parts));
  if (!hmac) throw new Error('the keyring holds no current key');
  return hmac;
}
