import { HDKey } from '@scure/bip32';
import { addr } from 'micro-eth-signer';
import { StartupError } from '../../../../lib/errors/errors.ts';

/** Derives the deposit addresses of a deployment. The same index gives the same address on every EVM chain (D28). */
export interface AddressDeriver {
  /** In lower case. Throws for an index outside 0 to 2^31 − 1, which has no address. */
  addressAt(index: number): string;
}

const MAX_INDEX = 2 ** 31 - 1;

/**
 * Reads CHAIN_XPUB, the extended public key whose children are the deposit addresses. Throws StartupError for anything
 * else, notably a private key, because anyone who can read a web server's environment could then take all deposits.
 */
export function createAddressDeriver(xpub: string): AddressDeriver {
  if (/^\s*[xt]prv/.test(xpub)) {
    throw new StartupError(
      'CHAIN_XPUB is an extended private key. Put in the extended public key (xpub…) instead, and treat this one as stolen.',
    );
  }
  let parent: HDKey;
  try {
    parent = HDKey.fromExtendedKey(xpub.trim());
  } catch {
    throw new StartupError(
      'CHAIN_XPUB is not an extended public key: it must begin with xpub and be complete.',
    );
  }
  if (parent.privateKey !== null)
    throw new StartupError('CHAIN_XPUB is an extended private key, not a public one.');
  return {
    addressAt(index) {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX)
        throw new Error(`no address at ${index}`);
      const { publicKey } = parent.deriveChild(index);
      if (!publicKey) throw new Error(`no key at ${index}`);
      return addr.fromPublicKey(publicKey).toLowerCase();
    },
  };
}
