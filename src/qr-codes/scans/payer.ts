import { isIPv6 } from 'node:net';
import type { Keyring } from '../../lib/keyring.ts';

/** What a scan tells of who scans: no cookie is set, and nobody is asked. */
export interface Payer {
  address: string;
  userAgent: string;
}

/** The same payer is recognised by these, and nobody can be found out from them without the service's key. */
export interface PayerHashes {
  /** The address with the kind of device: in a shop, all phones may share one address. */
  payer: Buffer;
  /** Where the payer comes from, for limits: whoever has one IPv6 address has 2^64 of them. */
  network: Buffer;
}

const NETWORK_GROUPS = 4;

export function hashPayer(keyring: Keyring, { address, userAgent }: Payer): PayerHashes {
  return {
    payer: hash(keyring, 'payer', address, userAgent),
    network: hash(keyring, 'network', networkOf(address)),
  };
}

/** An IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const omitted = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...omitted, ...after]
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function hash(keyring: Keyring, ...parts: string[]): Buffer {
  const hmac = keyring.hmac('payer', JSON.stringify(parts));
  if (!hmac) throw new Error('the keyring holds no current key');
  return hmac;
}
