import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { memoize } from '../lib/memoize.ts';

const ADDRESS = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/;
const MIXED_CASE_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Writes an address with its EIP-55 checksum, which is encoded in the case of the letters. A letter is uppercase where
 * the hash of the lowercase address has a digit of 8 or more. Throws on anything but 0x and 40 hexadecimal digits.
 */
export function toChecksumAddress(hex: string): string {
  if (!MIXED_CASE_ADDRESS.test(hex)) throw new Error(`not an address: ${hex}`);
  const digits = hex.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${digits.replace(/[a-f]/g, (letter, place: number) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? letter.toUpperCase() : letter,
  )}`;
}

const checksummed = memoize(toChecksumAddress, { maxKnown: 10_000 });

/** An address on a chain with its checksum, as payers are shown it; any other destination as it is. */
export function withChecksum(destination: string): string {
  return MIXED_CASE_ADDRESS.test(destination) ? checksummed(destination) : destination;
}

/**
 * Whether money can be sent there. An address in all lowercase or all uppercase carries no checksum; in mixed case, the
 * checksum must be right.
 */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text) || (MIXED_CASE_ADDRESS.test(text) && toChecksumAddress(text) === text);
}

/** The form in which destinations are compared; the case of an on-chain address is only a checksum (EIP-55). */
export function destinationKey(destination: string): string {
  return /^0x[0-9a-f]{40}$/i.test(destination) ? destination.toLowerCase() : destination;
}
