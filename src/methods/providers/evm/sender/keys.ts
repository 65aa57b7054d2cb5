import { HDKey } from '@scure/bip32';
import { addr, signTyped } from 'micro-eth-signer';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { readPrivateFile } from '../../../../lib/secrets/private-file.ts';
import { isAddress } from '../../../address.ts';
import { typedAuthorization, unsigned, type Signer, type SigningKey } from './signer.ts';

/**
 * What moves money on chain (D28). The keys themselves are in no property of it: nothing that is logged, inspected or
 * serialized can show them.
 */
export interface SenderKeys extends Signer {
  /** Takes what the hot wallet may not hold; its key is nowhere near here. In lower case. */
  readonly coldAddress: string;
  /** By asset, how much the hot wallet may hold on each network. */
  readonly hotLimits: ReadonlyMap<string, Money>;
}

const FIELDS = ['hotWallet', 'depositKeys', 'coldAddress', 'hotLimits'];

/**
 * Reads CHAIN_SENDER_KEYS. `assets` are those of all chains: each needs a limit. Throws StartupError with one line that
 * says what is wrong without quoting the file, above all when others can read it and when its deposit keys are not those
 * of CHAIN_XPUB: then nothing that arrives could ever be moved.
 */
export function readSenderKeys(path: string, xpub: string, assets: ReadonlySet<string>): SenderKeys {
  const read = readPrivateFile(path);
  if ('text' in read) return parseSenderKeys(read.text, xpub, assets);
  if (read.fault === 'unreadable') throw new StartupError(`CHAIN_SENDER_KEYS cannot be read: ${path}.`);
  return refuse(
    'can be read by others than its owner: chmod 600 it, and treat its keys as stolen if others did',
  );
}

export function parseSenderKeys(text: string, xpub: string, assets: ReadonlySet<string>): SenderKeys {
  const file = parseObject(text);
  const unknown = Object.keys(file).filter((field) => !FIELDS.includes(field));
  // Not named: a key in the wrong place could be a name.
  if (unknown.length > 0) refuse(`has fields that are not known; there are ${FIELDS.join(', ')}`);
  const hotKey = parseHotKey(file['hotWallet']);
  const hotAddress = addr.fromPrivateKey(hotKey).toLowerCase();
  const parent = parseDepositKeys(file['depositKeys'], xpub);
  const coldAddress = parseColdAddress(file['coldAddress'], hotAddress);
  const keyOf = (key: SigningKey): Uint8Array | string => {
    if (key === 'hot') return hotKey;
    const { privateKey } = parent.deriveChild(key);
    if (!privateKey) throw new Error(`no key at ${key}`);
    return privateKey;
  };
  return {
    hotAddress,
    coldAddress,
    hotLimits: parseLimits(file['hotLimits'], assets),

    // The same transaction gives the same bytes.
    signTransaction: (key, transaction) =>
      Promise.resolve(unsigned(transaction).signBy(keyOf(key), false).toHex()),

    signAuthorization: (index, authorization) =>
      Promise.resolve(signTyped(typedAuthorization(authorization), keyOf(index), false)),
  };
}

function parseObject(text: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message quotes what it could not read.
    refuse('must be JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse('must be an object');
  return json as Record<string, unknown>;
}

function parseHotKey(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value) || !addr.isValidPrivateKey(value)) {
    refuse('needs hotWallet: its private key, 0x and 64 hexadecimal digits');
  }
  return value;
}

function parseDepositKeys(value: unknown, xpub: string): HDKey {
  let parent: HDKey | undefined;
  try {
    if (typeof value === 'string') parent = HDKey.fromExtendedKey(value.trim());
  } catch {
    // Refused below: the library's words could quote the key.
  }
  if (!parent?.privateKey) refuse('needs depositKeys: the extended private key (xprv…) of CHAIN_XPUB');
  if (parent.publicExtendedKey !== xpub.trim()) {
    refuse('has depositKeys of another CHAIN_XPUB: deposits to the addresses in use could not be moved');
  }
  return parent;
}

function parseColdAddress(value: unknown, hotAddress: string): string {
  if (typeof value !== 'string' || !isAddress(value) || /^0x0{40}$/.test(value)) {
    refuse('needs coldAddress: an address, with the right checksum in mixed case');
  }
  if (value.toLowerCase() === hotAddress) refuse("has the hot wallet's own address as its coldAddress");
  return value.toLowerCase();
}

function parseLimits(value: unknown, assets: ReadonlySet<string>): Map<string, Money> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(
      'needs hotLimits: by asset, how much the hot wallet may hold on a network, like {"USDC": "50000"}',
    );
  }
  const limits = Object.entries(value as Record<string, unknown>).map(([asset, limit]): [string, Money] => {
    if (!assets.has(asset)) refuse('has hotLimits for an asset that CHAINS_FILE does not have');
    if (typeof limit !== 'string' || !/^[0-9]{1,18}(\.[0-9]{1,18})?$/.test(limit)) {
      refuse(`needs an amount in quotes, like "50000", as hotLimits.${asset}`);
    }
    return [asset, money(limit)];
  });
  const byAsset = new Map(limits);
  const missing = [...assets].find((asset) => !byAsset.has(asset));
  if (missing !== undefined) refuse(`needs hotLimits.${missing}: "0" sends all of it to the cold address`);
  return byAsset;
}

function refuse(what: string): never {
  throw new StartupError(`CHAIN_SENDER_KEYS is not right: the file ${what}.`);
}
