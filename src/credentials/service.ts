import { findKeyHolder, obstacleToKeys, type Standing } from '../accounts/index.ts';
import type { Database, Queryable, Trx } from '../db/index.ts';
import { createCidrMatcher } from '../lib/cidr.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import { newId } from '../lib/ids.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { endOfOverlap } from '../lib/secrets/overlap.ts';
import { CredentialCache } from './cache.ts';
import { requireLimits, requireName, requireRanges, type NewCredential } from './new-credential.ts';
import * as repository from './repository.ts';
import type { Scope } from './scopes.ts';
import {
  type ApiKeyParts,
  formatApiKey,
  matchesAny,
  newPublicId,
  newSecret,
  parseApiKey,
  protectSecret,
  storedForms,
  type StoredSecret,
} from './secret.ts';
import { UsableKeys } from './usable-keys.ts';

/** The caller of a request, with the facts about its credential and account that every later step needs. */
export interface Caller {
  accountId: string;
  credentialId: string;
  credentialName: string;
  lastFour: string;
  scopes: readonly Scope[];
  environment: string;
  apiVersion: string;
  requestsPerMinute: number;
  moneyOperationsPerDay: number;
  standing: Standing;
  disabledMethods: readonly string[];
}

/** A key that is shown only once; only its HMAC is stored. */
export interface IssuedCredential {
  id: string;
  name: string;
  secret: string;
  lastFour: string;
}

export interface RotatedCredential extends IssuedCredential {
  /** The end of the previous secret, in ISO 8601; null if it has ended. */
  previousValidUntil: string | null;
}

interface RevokedCredential {
  name: string;
  lastFour: string;
}

/** Look-ups of a key that a request presents. */
export interface KeyLookUp {
  /**
   * The caller behind an API key, or undefined for every reason that makes it unusable. It can be malformed, unknown,
   * revoked, expired, of another environment, from an address it does not allow, or of an account whose business was
   * never approved (D13, D14).
   */
  authenticate(apiKey: string, clientAddress: string): Promise<Caller | undefined>;
  /** The caller behind a key, if this process has cached it as usable. Makes no query. */
  recall(apiKey: string, clientAddress: string): Caller | undefined;
  /** Whether the key was usable when this process last looked it up, or has been issued since. Makes no query. */
  mayBeUsable(apiKey: string): boolean;
}

export interface CredentialService extends KeyLookUp {
  /**
   * The reason why the account has no API keys (see `obstacleToKeys`); undefined when it may have some. Throws
   * `account_not_found`.
   */
  findObstacle(on: Queryable, accountId: string): Promise<ErrorCode | undefined>;
  /** Throws the account's obstacle, and `invalid_request` naming the field that is out of bounds. */
  create(trx: Trx, credential: NewCredential): Promise<IssuedCredential>;
  /**
   * Issues a new secret. The old one stops working immediately or, with an overlap, after that many seconds (D63); an
   * even older one always immediately. Throws `api_key_not_found`, `api_key_ended` for a revoked or expired one, and
   * `invalid_request` for an overlap that is too long.
   */
  rotate(trx: Trx, accountId: string, id: string, overlapS?: number): Promise<RotatedCredential>;
  /** Ends the previous secret now; undefined when there is none that works. Throws `api_key_not_found`. */
  endPrevious(trx: Trx, accountId: string, id: string): Promise<RevokedCredential | undefined>;
  /** Permanent, with the previous secret; revoking it again changes nothing. Throws `api_key_not_found`. */
  revoke(trx: Trx, accountId: string, id: string): Promise<RevokedCredential>;
  /** Returns both names. Throws `api_key_not_found`, and `invalid_request` for an unusable name. */
  rename(trx: Trx, accountId: string, id: string, name: string): Promise<{ from: string; to: string }>;
  /** Resolves when every change committed before the call is in effect in this process. */
  caughtUp(): Promise<void>;
  /** Like `caughtUp`, for every process, which takes a second. */
  knownEverywhere(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  db: Pick<Database, 'read' | 'listen'>;
  keyring: Keyring;
  environment: string;
}

/** With what this process remembers of keys. */
interface Parts extends Options {
  usableKeys: UsableKeys;
  cache: CredentialCache;
}

export function createCredentialService(options: Options): CredentialService {
  const usableKeys = new UsableKeys();
  const cache = new CredentialCache(options.db, usableKeys);
  const parts: Parts = { ...options, usableKeys, cache };
  return {
    recall: (apiKey, clientAddress) =>
      recall(parts, apiKey, parseApiKey(apiKey) ?? UNKNOWN_KEY, clientAddress),
    authenticate: (apiKey, clientAddress) => authenticate(parts, apiKey, clientAddress),
    mayBeUsable: (apiKey) =>
      usableKeys.has(protectSecret(options.keyring, parseApiKey(apiKey) ?? UNKNOWN_KEY)),
    findObstacle: (on, accountId) => findObstacle(on, accountId),
    create: (trx, credential) => createCredential(parts, trx, credential),
    rotate: (trx, accountId, id, overlapS) => rotateSecret(parts, trx, accountId, id, overlapS),
    endPrevious: endPreviousSecret,
    revoke: revokeCredential,
    rename: renameCredential,
    caughtUp: () => cache.caughtUp(),
    knownEverywhere: () => cache.knownEverywhere(),
    close: () => cache.close(),
  };
}

async function authenticate(
  parts: Parts,
  apiKey: string,
  clientAddress: string,
): Promise<Caller | undefined> {
  const key = parseApiKey(apiKey) ?? UNKNOWN_KEY;
  const known = recall(parts, apiKey, key, clientAddress);
  if (known) return known;
  const { db, keyring, environment, usableKeys, cache } = parts;
  const { moment } = cache;
  // Undefined only while there are no keys at all.
  const row = await repository.findPresentedCredential(db.read, { publicId: key.publicId });
  if (!row) return undefined;
  // Everything is evaluated before deciding, so that the response time does not reveal the cause.
  const allowsAddress = row.allowedCidrs.length === 0 ? () => true : createCidrMatcher(row.allowedCidrs);
  const forms = storedForms(keyring, key);
  const requirements = [
    row.presented,
    matchesAny(forms, secretsOf(row)),
    row.environment === environment,
    key.environment === environment,
    row.revokedAt === null,
    row.expiresAt === null || row.expiresAt > row.asOf,
    row.accountEverApproved,
    allowsAddress(clientAddress),
  ];
  const isUsable = requirements.every(Boolean);
  usableKeys.note(forms[0], isUsable);
  if (!isUsable) return undefined;
  cache.remember(key.publicId, { row, apiKey: Buffer.from(apiKey), allowsAddress }, moment);
  return toCaller(row, key);
}

function recall(
  { cache }: Parts,
  apiKey: string,
  key: ApiKeyParts,
  clientAddress: string,
): Caller | undefined {
  const known = cache.find(key.publicId, apiKey);
  return known?.allowsAddress(clientAddress) ? toCaller(known.row, key) : undefined;
}

async function createCredential(
  { keyring }: Parts,
  trx: Trx,
  credential: NewCredential,
): Promise<IssuedCredential> {
  const obstacle = await findObstacle(trx, credential.accountId, credential.beforeApproval);
  if (obstacle) throw new DomainError(obstacle);
  const name = requireName(credential.name);
  const ranges = requireRanges(credential.allowedCidrs);
  requireLimits(credential);
  const key = credential.apiKey ?? {
    environment: credential.environment,
    publicId: newPublicId(),
    secret: newSecret(),
  };
  const { hmac, pepperVersion } = protectSecret(keyring, key);
  const id = newId();
  await repository.insertCredential(trx, {
    accountId: credential.accountId,
    id,
    publicId: key.publicId,
    name,
    environment: credential.environment,
    scopes: [...credential.scopes],
    secretHmac: hmac,
    pepperVersion,
    lastFour: key.secret.slice(-4),
    allowedCidrs: ranges,
    apiVersion: credential.apiVersion,
    requestsPerMinute: credential.requestsPerMinute,
    moneyOperationsPerDay: credential.moneyOperationsPerDay,
    expiresAt: credential.expiresAt,
    revokedAt: null,
    createdAt: await trx.now,
  });
  return { id, name, secret: formatApiKey(key), lastFour: key.secret.slice(-4) };
}

async function rotateSecret(
  { keyring }: Parts,
  trx: Trx,
  accountId: string,
  id: string,
  overlapS = 0,
): Promise<RotatedCredential> {
  const row = await lockCredential(trx, accountId, id);
  const hasExpired = row.expiresAt !== null && row.expiresAt <= (await trx.now);
  if (row.revokedAt !== null || hasExpired) throw new DomainError('api_key_ended');
  const previousValidUntil = endOfOverlap(await trx.now, overlapS, 'previous_secret_valid_for');
  const key = { environment: row.environment, publicId: row.publicId, secret: newSecret() };
  const { hmac, pepperVersion } = protectSecret(keyring, key);
  await repository.replaceSecret(trx, {
    accountId: row.accountId,
    id,
    secretHmac: hmac,
    pepperVersion,
    lastFour: key.secret.slice(-4),
    previousSecretHmac: previousValidUntil ? row.secretHmac : null,
    previousPepperVersion: previousValidUntil ? row.pepperVersion : null,
    previousLastFour: previousValidUntil ? row.lastFour : null,
    previousValidUntil: previousValidUntil ?? null,
  });
  return {
    id,
    name: row.name,
    secret: formatApiKey(key),
    lastFour: key.secret.slice(-4),
    previousValidUntil: previousValidUntil?.toISOString() ?? null,
  };
}

async function endPreviousSecret(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<RevokedCredential | undefined> {
  const { name, previousLastFour, previousValidUntil } = await lockCredential(trx, accountId, id);
  if (previousLastFour === null || previousValidUntil === null) return undefined;
  await repository.clearPrevious(trx, { accountId, id });
  return previousValidUntil > (await trx.now) ? { name, lastFour: previousLastFour } : undefined;
}

async function revokeCredential(trx: Trx, accountId: string, id: string): Promise<RevokedCredential> {
  const { name, lastFour } = await lockCredential(trx, accountId, id);
  await repository.markRevoked(trx, { accountId, id });
  return { name, lastFour };
}

async function renameCredential(
  trx: Trx,
  accountId: string,
  id: string,
  name: string,
): Promise<{ from: string; to: string }> {
  const to = requireName(name);
  const { name: from } = await lockCredential(trx, accountId, id);
  await repository.renameCredential(trx, { accountId, id, name: to });
  return { from, to };
}

async function findObstacle(
  on: Queryable,
  accountId: string,
  beforeApproval = false,
): Promise<ErrorCode | undefined> {
  const holder = await findKeyHolder(on, { id: accountId });
  if (!holder) throw new DomainError('account_not_found');
  return obstacleToKeys(holder, beforeApproval);
}

async function lockCredential(trx: Trx, accountId: string, id: string): Promise<repository.CredentialRow> {
  const row = await repository.lockCredential(trx, { accountId, id });
  if (!row) throw new DomainError('api_key_not_found');
  return row;
}

/** Stands in for a malformed key, so that it takes the same path as an unknown one. */
const UNKNOWN_KEY = { environment: '', publicId: '', secret: '' };

/** The stored secrets of a key. Always two, so that the response time does not reveal whether it was just rotated. */
function secretsOf(row: repository.PresentedCredentialRow): [StoredSecret, StoredSecret] {
  const current = { hmac: row.secretHmac, pepperVersion: row.pepperVersion };
  const { asOf, previousValidUntil, previousSecretHmac: hmac, previousPepperVersion: pepperVersion } = row;
  const previous = hmac !== null && pepperVersion !== null ? { hmac, pepperVersion } : current;
  return [current, previousValidUntil !== null && previousValidUntil > asOf ? previous : current];
}

/** `key` is the one presented, which is the row's or the one before it. */
export function toCaller(row: repository.PresentedCredentialRow, key: ApiKeyParts): Caller {
  return {
    accountId: row.accountId,
    credentialId: row.id,
    credentialName: row.name,
    lastFour: key.secret.slice(-4),
    scopes: row.scopes,
    environment: row.environment,
    apiVersion: row.apiVersion,
    requestsPerMinute: row.requestsPerMinute,
    moneyOperationsPerDay: row.moneyOperationsPerDay,
    standing: {
      status: row.accountStatus,
      kyb: row.accountKyb,
      kyc: row.accountKyc,
      emailVerified: row.accountEmailVerified,
      phoneVerified: row.accountPhoneVerified,
      ownerExists: row.accountOwnerExists,
    },
    disabledMethods: row.accountDisabledMethods,
  };
}
