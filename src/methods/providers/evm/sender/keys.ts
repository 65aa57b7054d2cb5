import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { HDKey } from '@scure/bip32';
import { addr, signTyped } from 'micro-eth-signer';
import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { readPrivateFile } from '../../../../lib/secrets/private-file.ts';
import { isAddress } from '../../../index.ts';
import type { ChainConfig } from '../chain/chains-file.ts';
import type { PayoutLimits } from './limits.ts';
import {
  typedAuthorization,
  unsigned,
  type HotWallet,
  type Signer,
  type UnsignedTransaction,
} from './signer.ts';
import { createWeb3Signer } from './web3signer.ts';

/**
 * Can move money on chain (D28). The keys themselves are in none of its properties, so that logging, inspecting or
 * serializing it cannot reveal them.
 */
export interface SenderKeys extends Signer {
  /** Receives amounts above the hot wallet's limit; its key is kept elsewhere. In lower case. */
  readonly coldAddress: string;
  /** The hot wallet's maximum on each network, by asset. */
  readonly hotLimits: ReadonlyMap<string, Money>;
  /** The amounts that may leave without a release by two operators, by asset; other assets are not limited. */
  readonly limits: ReadonlyMap<string, PayoutLimits>;
}

const FIELDS = ['hotWallet', 'signer', 'depositKeys', 'coldAddress', 'hotLimits', 'limits'];
const LIMIT_FIELDS = ['perPayout', 'perDay', 'newDestination'];
const SIGNER_FIELDS = ['address', 'urls', 'caFile', 'certFile', 'keyFile'];

/**
 * Reads CHAIN_SENDER_KEYS. Each asset of `chains` needs a limit, and with a remote signer each network its URL. Throws
 * StartupError with one line that names the fault without quoting the file, notably when other users can read it, or
 * when its deposit keys do not match CHAIN_XPUB, because deposits could then never be moved.
 */
export function readSenderKeys(path: string, xpub: string, chains: readonly ChainConfig[]): SenderKeys {
  const read = readPrivateFile(path);
  if ('text' in read) return parseSenderKeys(read.text, xpub, chains);
  if (read.fault === 'unreadable') throw new StartupError(`CHAIN_SENDER_KEYS cannot be read: ${path}.`);
  return refuse(
    'can be read by others than its owner: chmod 600 it, and treat its keys as stolen if others did',
  );
}

/** Without limits, an attacker who takes over the service can empty the hot wallet immediately. */
export function warnOfNoLimits(keys: SenderKeys, chains: readonly ChainConfig[], logger: Logger): void {
  const assets = new Set(chains.flatMap(({ contracts }) => [...contracts.keys()]));
  const unlimited = [...assets].filter((asset) => keys.limits.get(asset)?.perDay === undefined).sort();
  if (unlimited.length === 0) return;
  logger.warn('CHAIN_SENDER_KEYS sets no daily payout limit for these assets; see docs/rails/evm.md', {
    assets: unlimited.join(', '),
  });
}

export function parseSenderKeys(text: string, xpub: string, chains: readonly ChainConfig[]): SenderKeys {
  const assets = new Set(chains.flatMap(({ contracts }) => [...contracts.keys()]));
  const file = parseObject(text);
  const unknown = Object.keys(file).filter((field) => !FIELDS.includes(field));
  // The names are not quoted, because a misplaced key could be one.
  if (unknown.length > 0) refuse(`has fields that are not known; there are ${FIELDS.join(', ')}`);
  const hot = parseHotWallet(file, chains);
  const parent = parseDepositKeys(file['depositKeys'], xpub);
  const depositKey = (index: number): Uint8Array => {
    const { privateKey } = parent.deriveChild(index);
    if (!privateKey) throw new Error(`no key at ${index}`);
    return privateKey;
  };
  return {
    hotAddress: hot.address,
    coldAddress: parseColdAddress(file['coldAddress'], hot.address),
    hotLimits: parseHotLimits(file['hotLimits'], assets),
    limits: parseLimits(file['limits'], assets),
    requireReady: hot.requireReady,

    async signTransaction(key, transaction, signal) {
      return key === 'hot'
        ? hot.signTransaction(transaction, signal)
        : signWith(depositKey(key), transaction);
    },

    signAuthorization: (index, authorization) =>
      Promise.resolve(signTyped(typedAuthorization(authorization), depositKey(index), false)),
  };
}

/** The same transaction gives the same bytes. */
function signWith(key: Uint8Array | string, transaction: UnsignedTransaction): string {
  return unsigned(transaction).signBy(key, false).toHex();
}

/** Its key is in the file, or with a remote signer. */
function parseHotWallet(file: Record<string, unknown>, chains: readonly ChainConfig[]): HotWallet {
  if ((file['hotWallet'] === undefined) === (file['signer'] === undefined)) {
    refuse('needs hotWallet, the key of the hot wallet, or signer, where that key is; not both');
  }
  if (file['signer'] !== undefined) return parseSigner(file['signer'], chains);
  const key = parseHotKey(file['hotWallet']);
  return {
    address: addr.fromPrivateKey(key).toLowerCase(),
    requireReady: () => Promise.resolve(),
    signTransaction: (transaction) => Promise.resolve(signWith(key, transaction)),
  };
}

function parseSigner(value: unknown, chains: readonly ChainConfig[]): HotWallet {
  if (!isObject(value)) refuse('needs as signer an object with address and urls');
  const unknown = Object.keys(value).filter((field) => !SIGNER_FIELDS.includes(field));
  if (unknown.length > 0)
    refuse(`has fields in signer that are not known; there are ${SIGNER_FIELDS.join(', ')}`);
  const address = value['address'];
  if (typeof address !== 'string' || !isAddress(address)) {
    refuse("needs signer.address: the hot wallet's, with the right checksum in mixed case");
  }
  const urls = parseSignerUrls(value['urls'], chains);
  const [ca, cert] = [readPem(value, 'caFile'), readPem(value, 'certFile')];
  const key = readPem(value, 'keyFile');
  if ((cert === undefined) !== (key === undefined)) {
    refuse('has one of signer.certFile and signer.keyFile, which go together');
  }
  const tls = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
  try {
    // The secure context alone would accept any text as a CA.
    if (ca !== undefined) new X509Certificate(ca);
    createSecureContext(tls);
  } catch {
    refuse('has a signer.caFile, certFile or keyFile that is no PEM, or a key of another certificate');
  }
  return createWeb3Signer({ address: address.toLowerCase(), urls, tls });
}

/** By chain id. */
function parseSignerUrls(value: unknown, chains: readonly ChainConfig[]): Map<number, string> {
  if (!isObject(value)) {
    refuse(
      'needs signer.urls: by network, where its signer is, like {"Polygon": "https://signer.internal:9000"}',
    );
  }
  const other = Object.keys(value).find((name) => !chains.some(({ network }) => network === name));
  if (other !== undefined) refuse('has signer.urls for a network that CHAINS_FILE does not have');
  return new Map(
    chains.map(({ network, chainId }): [number, string] => {
      const url = value[network];
      if (typeof url !== 'string' || !isSignerUrl(url)) {
        refuse(
          `needs signer.urls.${network}: an https URL without user and password; http only to this machine`,
        );
      }
      return [chainId, url];
    }),
  );
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function isSignerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.test(hostname));
}

function readPem(
  signer: Record<string, unknown>,
  field: 'caFile' | 'certFile' | 'keyFile',
): string | undefined {
  const path = signer[field];
  if (path === undefined) return undefined;
  if (typeof path !== 'string') refuse(`needs a path as signer.${field}`);
  const read = field === 'keyFile' ? readPrivateFile(path) : readPublicFile(path);
  if ('text' in read) return read.text;
  return refuse(
    read.fault === 'exposed'
      ? `names a signer.${field} that others than its owner can read: chmod 600 it`
      : `names a signer.${field} that cannot be read`,
  );
}

function readPublicFile(path: string): { text: string } | { fault: 'unreadable' } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch {
    return { fault: 'unreadable' };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseObject(text: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message quotes the unreadable text.
    refuse('must be JSON');
  }
  return isObject(json) ? json : refuse('must be an object');
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
    // Rejected below, because the library's message could quote the key.
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

function parseHotLimits(value: unknown, assets: ReadonlySet<string>): Map<string, Money> {
  if (!isObject(value)) {
    refuse(
      'needs hotLimits: by asset, how much the hot wallet may hold on a network, like {"USDC": "50000"}',
    );
  }
  const limits = Object.entries(value).map(([asset, limit]): [string, Money] => {
    if (!assets.has(asset)) refuse('has hotLimits for an asset that CHAINS_FILE does not have');
    return [asset, parseAmount(limit, `hotLimits.${asset}`)];
  });
  const byAsset = new Map(limits);
  const missing = [...assets].find((asset) => !byAsset.has(asset));
  if (missing !== undefined) refuse(`needs hotLimits.${missing}: "0" sends all of it to the cold address`);
  return byAsset;
}

function parseLimits(value: unknown, assets: ReadonlySet<string>): Map<string, PayoutLimits> {
  if (value === undefined) return new Map();
  if (!isObject(value)) refuse('needs as limits an object, like {"USDC": {"perPayout": "10000"}}');
  return new Map(
    Object.entries(value).map(([asset, limits]): [string, PayoutLimits] => {
      if (!assets.has(asset)) refuse('has limits for an asset that CHAINS_FILE does not have');
      const named = isObject(limits) ? Object.keys(limits) : [];
      if (!isObject(limits) || named.length === 0 || named.some((name) => !LIMIT_FIELDS.includes(name))) {
        refuse(`needs as limits.${asset} an object with some of ${LIMIT_FIELDS.join(', ')}`);
      }
      const amountAt = (field: keyof PayoutLimits): Money | undefined =>
        limits[field] === undefined ? undefined : parseAmount(limits[field], `limits.${asset}.${field}`);
      return [
        asset,
        {
          perPayout: amountAt('perPayout'),
          perDay: amountAt('perDay'),
          newDestination: amountAt('newDestination'),
        },
      ];
    }),
  );
}

function parseAmount(value: unknown, name: string): Money {
  if (typeof value !== 'string' || !/^[0-9]{1,18}(\.[0-9]{1,18})?$/.test(value)) {
    refuse(`needs an amount in quotes, like "50000", as ${name}`);
  }
  return money(value);
}

function refuse(what: string): never {
  throw new StartupError(`CHAIN_SENDER_KEYS is invalid: the file ${what}.`);
}
