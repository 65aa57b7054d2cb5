import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { newOperatorKey, type OperatorKey, parseOperatorKey, stampedKey } from './key.ts';
import { recordOperatorDeed } from './log.ts';
import * as repository from './repository.ts';
import type { OperatorRow } from './repository.ts';
import { isStamped, stamp } from './stamps.ts';

/** A person who operates the deployment, as their key proves. */
export interface Operator {
  id: string;
  name: string;
}

/** A key that is shown only once; only its stamp is stored. */
export interface IssuedKey {
  name: string;
  key: string;
}

export interface NewOperator {
  id: string;
  name: string;
  publicId: string;
  keyStamp: Buffer;
}

/**
 * How long an operator must wait who was added by the only one left after others were revoked; long enough for the
 * alert to be read.
 */
export const ALONE_DELAY_MS = 72 * 3600 * 1000;
const NAME = /^[a-z][a-z0-9._-]{0,39}$/;

export interface Operators {
  /**
   * Identifies the holder of a key; of several keys, separated by commas, one for each cell, that of this cell. The
   * operator is locked until the transaction ends, so that a revocation waits for it or is seen by it. Throws
   * `operator_key_required` without a key, and `operator_key_refused` for one that does not work.
   */
  identify(trx: Trx, key: string | undefined): Promise<Operator>;
  /** For emergency commands, which need no operator before there are any. */
  identifyIfAny(trx: Trx, key: string | undefined): Promise<Operator | undefined>;
  /**
   * A new operator with a new key. Without any operator, the first one; otherwise `key` must be an operator's. The
   * caller must have another operator approve it unless `needsApproval` is false, in which case it is added
   * immediately.
   */
  prepare(trx: Trx, key: string | undefined, name: string): Promise<PreparedOperator>;
  /** Throws `operator_name_taken`. */
  insert(trx: Trx, operator: NewOperator, by: Operator | undefined, worksFrom: Date): Promise<void>;
  /** A new key for the holder of `key`; the old one stops working immediately. */
  rotate(trx: Trx, key: string | undefined): Promise<IssuedKey>;
  /**
   * Takes effect immediately, because a leaked key cannot wait for a second person; the operator's open requests are
   * declined. Throws `operator_not_found`, and `operator_self_revoked`.
   */
  revoke(trx: Trx, key: string | undefined, name: string): Promise<OperatorRow>;
  list(on: Queryable): Promise<OperatorRow[]>;
}

export interface PreparedOperator {
  operator: NewOperator;
  key: string;
  /** Undefined for the first operator. */
  by: Operator | undefined;
  /** Whether there is another operator, who must approve it. */
  needsApproval: boolean;
  worksFrom: Date;
}

/** The first of these keys that an operator of this cell has. */
async function findKnown(
  trx: Trx,
  given: string,
): Promise<{ key: OperatorKey; row: OperatorRow } | undefined> {
  for (const text of given.split(',')) {
    const key = parseOperatorKey(text.trim());
    const row = key && (await repository.lockOperatorByKey(trx, { publicId: key.publicId }));
    if (row) return { key, row };
  }
  return undefined;
}

interface Parts {
  keyring: Keyring;
}

export function createOperators(parts: Parts): Operators {
  return {
    identify: (trx, key) => identify(parts, trx, key),
    identifyIfAny: (trx, key) => identifyIfAny(parts, trx, key),
    prepare: (trx, key, name) => prepareOperator(parts, trx, key, name),
    insert: insertOperator,
    rotate: (trx, key) => rotateKey(parts, trx, key),
    revoke: (trx, key, name) => revokeOperator(parts, trx, key, name),
    list: (on) => repository.listOperators(on),
  };
}

async function identify({ keyring }: Parts, trx: Trx, given: string | undefined): Promise<Operator> {
  if (given === undefined || given === '') throw new DomainError('operator_key_required');
  const known = await findKnown(trx, given);
  if (!known) throw new DomainError('operator_key_refused');
  const { key, row } = known;
  const isUsable =
    isStamped(keyring, 'operator-key', stampedKey(row.id, key), row.keyStamp) &&
    row.revokedAt === null &&
    row.worksFrom <= (await trx.now);
  if (!isUsable) throw new DomainError('operator_key_refused');
  return { id: row.id, name: row.name };
}

async function identifyIfAny(parts: Parts, trx: Trx, key: string | undefined): Promise<Operator | undefined> {
  const hasOperators = (await repository.listOperators(trx)).length > 0;
  return hasOperators || (key !== undefined && key !== '') ? identify(parts, trx, key) : undefined;
}

async function prepareOperator(
  parts: Parts,
  trx: Trx,
  given: string | undefined,
  name: string,
): Promise<PreparedOperator> {
  if (!NAME.test(name))
    throw invalidParam('name', 'name must be like ana or ana.lopez: a-z, 0-9, dots and hyphens, at most 40.');
  await repository.lockOperators(trx);
  const known = await repository.listOperators(trx);
  const by = known.length === 0 ? undefined : await identify(parts, trx, given);
  if (known.some((one) => one.name === name && one.revokedAt === null))
    throw new DomainError('operator_name_taken');
  const others = known.filter(({ id }) => id !== by?.id);
  const now = await trx.now;
  const id = newId();
  const key = newOperatorKey();
  return {
    operator: {
      id,
      name,
      publicId: key.publicId,
      keyStamp: stamp(parts.keyring, 'operator-key', stampedKey(id, key)),
    },
    key: key.text,
    by,
    needsApproval: others.some(({ revokedAt }) => revokedAt === null),
    worksFrom: new Date(now.getTime() + (others.length > 0 ? ALONE_DELAY_MS : 0)),
  };
}

async function insertOperator(
  trx: Trx,
  { id, name, publicId, keyStamp }: NewOperator,
  by: Operator | undefined,
  worksFrom: Date,
): Promise<void> {
  await repository.insertOperator(trx, {
    id,
    name,
    publicId,
    keyStamp,
    addedBy: by?.id ?? null,
    worksFrom,
    revokedAt: null,
    revokedBy: null,
    createdAt: await trx.now,
  });
  await recordOperatorDeed(trx, by, {
    action: 'operator.added',
    subject: name,
    details: { works_from: worksFrom.toISOString() },
  });
}

async function rotateKey(parts: Parts, trx: Trx, given: string | undefined): Promise<IssuedKey> {
  const operator = await identify(parts, trx, given);
  const key = newOperatorKey();
  await repository.replaceKey(trx, {
    id: operator.id,
    publicId: key.publicId,
    keyStamp: stamp(parts.keyring, 'operator-key', stampedKey(operator.id, key)),
  });
  await recordOperatorDeed(trx, operator, { action: 'operator.key_replaced', subject: operator.name });
  return { name: operator.name, key: key.text };
}

async function revokeOperator(
  parts: Parts,
  trx: Trx,
  given: string | undefined,
  name: string,
): Promise<OperatorRow> {
  await repository.lockOperators(trx);
  const by = await identify(parts, trx, given);
  const known = await repository.listOperators(trx);
  const operator = known.find((one) => one.name === name && one.revokedAt === null);
  if (!operator) throw new DomainError('operator_not_found');
  if (operator.id === by.id) throw new DomainError('operator_self_revoked');
  await repository.markRevoked(trx, operator.id, by.id);
  await repository.declineRequestsOf(trx, operator.id, by.id);
  await recordOperatorDeed(trx, by, { action: 'operator.revoked', subject: name });
  return operator;
}
