import { hash, randomUUID } from 'node:crypto';
import type { Database, Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { canonicalJson } from '../lib/json.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { RecentKeys } from './recent-keys.ts';
import * as repository from './repository.ts';

/** A key is bound this long to the call that it was used for (D16). */
const RETENTION_MS = 24 * 3600 * 1000;
/** Longer than any external request may take, so that only a process that died loses its reservation. */
const LEASE_MS = 30_000;

/** One call as idempotency sees it, with its account, its key, and the request that the key is bound to (D16). */
export interface Call {
  accountId: string;
  /** The API key that it was made with; null for a form or a command. */
  credentialId: string | null;
  /** The client's idempotency key. */
  key: string;
  method: string;
  path: string;
  /** Two bodies are the same request if they are the same JSON. */
  body: unknown;
}

/** The part of a call that runs in its transaction. */
export type TransactionWork<R> = (trx: Trx) => Promise<R>;

/**
 * The work of a call in its transaction, or an external request that must be made first, over the network, and that
 * yields this work. `providerKey` is the provider idempotency key; it stays the same when a process died during the
 * request and the call is retried.
 */
export type Work<R> = TransactionWork<R> | { ask: (providerKey: string) => Promise<TransactionWork<R>> };

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** A new response; `sealed` when it contains a secret, so that it is stored encrypted, for its credential only. */
export type FreshAnswer = StoredAnswer & { sealed: boolean };

export interface OnceOptions<R, A extends FreshAnswer, T> {
  call: Call;
  /** Reads, and throws every refusal that it can decide. Opens no transaction, and makes no external request. */
  prepare: () => Promise<Work<R>> | Work<R>;
  /** The response to the result of the work, which is stored with it. */
  answerOf: (result: R) => A;
  /** Makes the external request, as soon as the account may wait for one. */
  waitOutside: <W>(accountId: string, ask: () => Promise<W>) => Promise<W>;
  /** Throws, before the external request, any refusal that the call would meet afterwards. */
  admit: (trx: Trx) => Promise<void>;
  /** The last statement of the transaction that completes the call, sent with its commit. */
  atCommit: (trx: Trx) => Promise<T>;
  /** The same for a replay of the stored response. */
  atReplay: (on: Queryable) => Promise<T>;
}

export interface Once<A extends FreshAnswer, T> {
  answer: A | StoredAnswer;
  replayed: boolean;
  atCommit: T;
}

/**
 * Carries out a call once for each account and key (D16, D26). For 24 hours, a repeat gets the stored response, without
 * any external request. Otherwise the work and its response are one transaction, so that a crash leaves nothing to
 * clean up, and a failed call leaves its key free. A call with an external request first reserves the key, in a short
 * transaction of its own; a reservation whose process died ends within 30 s.
 *
 * Throws `idempotency_request_in_progress` while another call with the key is in progress, and `idempotency_key_reused`
 * when the key was used for a different request, or for a secret of another credential.
 */
export type RunOnce = <R, A extends FreshAnswer, T>(options: OnceOptions<R, A, T>) => Promise<Once<A, T>>;

export function createRunOnce({ db, keyring }: { db: Database; keyring: Keyring }): RunOnce {
  const answered = new RecentKeys();

  return async function runOnce<R, A extends FreshAnswer, T>(
    options: OnceOptions<R, A, T>,
  ): Promise<Once<A, T>> {
    const { prepare, answerOf, waitOutside, admit, atCommit, atReplay } = options;
    const call = keyedCall(options.call);
    const lockKey = lockKeyOf(call);
    const repeat = answered.has(lockKey) ? await repeatOf(db, keyring, call, atReplay) : undefined;
    if (repeat) return repeat;

    const finish = (trx: Trx, answer: A | StoredAnswer, replayed: boolean): Finished<A, T> => {
      const last = replayed ? atReplay(trx) : atCommit(trx);
      trx.defer(last);
      return { answer, replayed, last };
    };
    const settle = async ({ last, ...once }: Finished<A, T>): Promise<Once<A, T>> => {
      answered.note(lockKey);
      return { atCommit: await last, ...once };
    };
    const carryOut = async (trx: Trx, work: TransactionWork<R>): Promise<Finished<A, T>> => {
      const answer = answerOf(await work(trx));
      trx.defer(storeAnswer(trx, keyring, call, answer, await trx.now));
      return finish(trx, answer, false);
    };

    const begun = await db.transaction(async (trx) => {
      // It reads in parallel with the lookup; its refusal counts only if there is no stored response.
      const preparing = (async () => prepare())();
      preparing.catch(() => undefined);
      const { stored, providerKey } = await takeKey(trx, keyring, call, lockKey);
      if (stored) return finish(trx, stored, true);
      const work = await preparing;
      if (typeof work === 'function') return carryOut(trx, work);
      await admit(trx);
      return { reservation: await reserve(trx, call, providerKey), ask: work.ask };
    });
    if (!('reservation' in begun)) return settle(begun);

    const { reservation, ask } = begun;
    try {
      const work = await waitOutside(call.accountId, () => ask(reservation.providerKey));
      const finished = await db.transaction(async (trx) => {
        if (!(await repository.endReservation(trx, reservation))) {
          throw new DomainError('idempotency_request_in_progress');
        }
        return carryOut(trx, work);
      });
      return await settle(finished);
    } catch (error) {
      // If the database is unavailable, the lease expires by itself.
      await db.transaction((trx) => repository.endReservation(trx, reservation)).catch(() => undefined);
      throw error;
    }
  };
}

/**
 * A repeat of a call that this process answered recently, without a transaction, because a stored response never
 * changes.
 */
async function repeatOf<T>(
  db: Database,
  keyring: Keyring,
  call: KeyedCall,
  atReplay: (on: Queryable) => Promise<T>,
): Promise<{ answer: StoredAnswer; replayed: true; atCommit: T } | undefined> {
  const [record, last] = await Promise.all([
    repository.findRecord(db.read, { accountId: call.accountId, key: call.key }),
    atReplay(db.read),
  ]);
  const stored = record && openStored(record, keyring, call);
  return stored && { answer: stored, replayed: true, atCommit: last };
}

type Finished<A, T> = { answer: A | StoredAnswer; replayed: boolean; last: Promise<T> };

/** Locks the key for this transaction, and returns its record, if any. */
async function takeKey(
  trx: Trx,
  keyring: Keyring,
  call: KeyedCall,
  lockKey: string,
): Promise<{ stored?: StoredAnswer; providerKey?: string }> {
  // Two statements, sent together, because the second must see commits from before the lock was acquired.
  const [locked, record] = await Promise.all([
    repository.tryLock(trx, lockKey),
    repository.findRecord(trx, { accountId: call.accountId, key: call.key }),
  ]);
  if (!locked || (record?.leased && !record.expired)) {
    throw new DomainError('idempotency_request_in_progress');
  }
  if (!record) return {};
  const stored = openStored(record, keyring, call);
  if (stored) return { stored };
  // The record counts as absent, because it has expired, or the process that held the reservation died.
  trx.defer(repository.removeRecord(trx, { accountId: call.accountId, key: call.key }));
  const isSameRequest = record.requestHash.equals(call.requestHash);
  return isSameRequest && !record.expired && record.effectKey !== null
    ? { providerKey: record.effectKey }
    : {};
}

/** The response that a record holds for a call, if it is still valid. Throws `idempotency_key_reused`. */
function openStored(
  { requestHash, expired, status, headers, body, sealedBody, credentialId }: repository.RecordRow,
  keyring: Keyring,
  call: KeyedCall,
): StoredAnswer | undefined {
  if (expired || status === null) return undefined;
  if (!requestHash.equals(call.requestHash)) throw new DomainError('idempotency_key_reused');
  if (sealedBody === null) return { status, headers, text: body ?? '' };
  if (credentialId !== call.credentialId) {
    throw new DomainError('idempotency_key_reused', {
      message:
        'This Idempotency-Key was used with another API key, and the response contains a secret that only that key may get again. Use a new Idempotency-Key.',
    });
  }
  return { status, headers, text: keyring.open(sealedBody, sealContext(call)) };
}

function storeAnswer(
  trx: Trx,
  keyring: Keyring,
  call: KeyedCall,
  { status, headers, text, sealed }: FreshAnswer,
  now: Date,
): Promise<unknown> {
  return repository.insertAnswer(trx, {
    status,
    headers: JSON.stringify(headers),
    body: sealed ? null : text,
    sealedBody: sealed ? keyring.seal(text, sealContext(call)) : null,
    ...ownerOf(call),
    ...lifeFrom(now),
  });
}

interface Reservation {
  accountId: string;
  key: string;
  token: string;
  providerKey: string;
}

/** Reserves the key for a call with an external request; `providerKey` is the one that a dead process used. */
async function reserve(trx: Trx, call: KeyedCall, providerKey: string = randomUUID()): Promise<Reservation> {
  const token = randomUUID();
  await repository.insertReservation(trx, {
    ...ownerOf(call),
    effectKey: providerKey,
    leaseToken: token,
    leaseMs: LEASE_MS,
    ...lifeFrom(await trx.now),
  });
  return { accountId: call.accountId, key: call.key, token, providerKey };
}

function ownerOf({ accountId, credentialId, key, requestHash }: KeyedCall) {
  return { accountId, credentialId, key, requestHash };
}

function lifeFrom(now: Date): { createdAt: Date; expiresAt: Date } {
  return { createdAt: now, expiresAt: new Date(now.getTime() + RETENTION_MS) };
}

/** A call with what its record keeps of the request, instead of the request. */
interface KeyedCall extends Pick<Call, 'accountId' | 'credentialId' | 'key'> {
  /** SHA-256 over method, path and canonical body (D16). */
  requestHash: Buffer;
}

export function keyedCall({ accountId, credentialId, key, method, path, body }: Call): KeyedCall {
  const request = `${method} ${path}\n${canonicalJson(body ?? null)}`;
  return { accountId, credentialId, key, requestHash: hash('sha256', request, 'buffer') };
}

/** A number for account and key; a chance collision only makes one of the two calls retry. */
function lockKeyOf(call: KeyedCall): string {
  return hash('sha256', JSON.stringify([call.accountId, call.key]), 'buffer')
    .readBigInt64BE()
    .toString();
}

function sealContext(call: KeyedCall): string {
  return `idempotency:${call.accountId}:${call.key}`;
}
