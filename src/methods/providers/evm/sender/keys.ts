import { HDKey } from '@scure/bip32';
import { addr, signTyped, Transaction } from 'micro-eth-signer';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { readPrivateFile } from '../../../../lib/secrets/private-file.ts';
import { isAddress } from '../../../address.ts';

/** A transaction before it is signed; all amounts in the coin's smallest units. */
export interface UnsignedTransaction {
  chainId: number;
  nonce: bigint;
  to: string;
  value: bigint;
  data: string;
  gasLimit: bigint;
  maxFee: bigint;
  priorityFee: bigint;
}

export interface SignedTransaction {
  raw: string;
  hash: string;
}

/** The permission to move an address's tokens, for whoever pays the gas (EIP-3009). */
export interface Authorization {
  token: { name: string; version: string; chainId: number; contract: string };
  from: string;
  to: string;
  units: bigint;
  /** In seconds since 1970. */
  validBefore: bigint;
  /** 32 bytes, in hex. */
  nonce: string;
}

/** Whose key signs: the hot wallet's, or that of the deposit address at an index. */
export type Signer = 'hot' | number;

/**
 * What moves money on chain (D28). The keys themselves are in no property of it: nothing that is logged, inspected or
 * serialized can show them.
 */
export interface SenderKeys {
  /** In lower case. */
  readonly hotAddress: string;
  /** Takes what the hot wallet may not hold; its key is nowhere near here. In lower case. */
  readonly coldAddress: string;
  /** By asset, how much the hot wallet may hold on each network. */
  readonly hotLimits: ReadonlyMap<string, Money>;
  /** The same transaction gives the same bytes. */
  signTransaction(signer: Signer, transaction: UnsignedTransaction): SignedTransaction;
  /** Signs for a deposit address. Returns the signature in hex. */
  signAuthorization(index: number, authorization: Authorization): string;
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
  const keyOf = (signer: Signer): Uint8Array | string => {
    if (signer === 'hot') return hotKey;
    const { privateKey } = parent.deriveChild(signer);
    if (!privateKey) throw new Error(`no key at ${signer}`);
    return privateKey;
  };
  return {
    hotAddress,
    coldAddress,
    hotLimits: parseLimits(file['hotLimits'], assets),

    signTransaction(signer, { chainId, maxFee, priorityFee, ...fields }) {
      const transaction = Transaction.prepare(
        {
          type: 'eip1559',
          ...fields,
          chainId: BigInt(chainId),
          maxFeePerGas: maxFee,
          maxPriorityFeePerGas: priorityFee,
        },
        false,
      ).signBy(keyOf(signer), false);
      return { raw: transaction.toHex(), hash: transaction.hash };
    },

    signAuthorization: (index, authorization) =>
      signTyped(typedAuthorization(authorization), keyOf(index), false),
  };
}

function typedAuthorization({ token, from, to, units, validBefore, nonce }: Authorization) {
  const types = {
    TransferWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  } as const;
  const { name, version, chainId, contract } = token;
  return {
    types,
    primaryType: 'TransferWithAuthorization',
    domain: { name, version, chainId: BigInt(chainId), verifyingContract: contract },
    message: {
      from,
      to,
      value: units,
      validAfter: 0n,
      validBefore,
      nonce: Buffer.from(nonce.slice(2), 'hex'),
    },
  } as const;
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
