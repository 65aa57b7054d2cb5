import { createHash } from 'node:crypto';
import type { Trx } from '../db/connect.ts';
import { DomainError } from '../lib/errors.ts';
import { canonicalJson } from '../lib/json.ts';
import type { Keyring } from '../lib/keyring.ts';
import * as repository from './repository.ts';

const RETENTION_MS = 24 * 3600 * 1000;

/** One call as idempotency sees it: whose, under which key, and what it asked for. */
export interface KeyedCall {
  accountId: string;
  key: string;
  /** SHA-256 over method, path and canonical body (D16). */
  requestHash: Buffer;
  /** What providers are given as their idempotency key. */
  effectKey: string;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export function keyedCall(call: {
  accountId: string;
  key: string;
  method: string;
  path: string;
  body: unknown;
}): KeyedCall {
  const request = `${call.method} ${call.path}\n${canonicalJson(call.body ?? null)}`;
  const requestHash = createHash('sha256').update(request).digest();
  const effectKey = createHash('sha256')
    .update(JSON.stringify([call.accountId, call.key, requestHash.toString('hex')]))
    .digest('hex');
  return { accountId: call.accountId, key: call.key, requestHash, effectKey };
}

export interface Idempotency {
  /**
   * Takes the key for this transaction, and answers what was stored under it, if anything. Throws
   * `idempotency_request_in_progress` while another transaction holds the key, and `idempotency_key_reused`
   * when the key was used for a different request.
   */
  begin(trx: Trx, call: KeyedCall): Promise<StoredAnswer | undefined>;
  /** Stores the answer with the commit, for 24 hours; sealed when it shows a secret. */
  complete(trx: Trx, call: KeyedCall, answer: StoredAnswer, sealed: boolean): Promise<void>;
}

export function createIdempotency(keyring: Keyring): Idempotency {
  return {
    async begin(trx, call) {
      // Two statements, sent together: the second must see what was committed before the lock was had.
      const lock = repository.tryLock(trx, lockKeyOf(call));
      const find = repository.findRecord(trx, call.accountId, call.key);
      const [locked, record] = await Promise.all([lock, find]);
      if (!locked) throw new DomainError('idempotency_request_in_progress');
      if (!record) return undefined;
      if (!record.request_hash.equals(call.requestHash)) throw new DomainError('idempotency_key_reused');
      const text = record.sealed_body
        ? keyring.open(record.sealed_body, sealContext(call))
        : (record.body ?? '');
      return { status: record.status, headers: record.headers, text };
    },

    async complete(trx, call, answer, sealed) {
      const now = await trx.now;
      const record: repository.RecordRow = {
        account_id: call.accountId,
        key: call.key,
        request_hash: call.requestHash,
        status: answer.status,
        headers: answer.headers,
        body: sealed ? null : answer.text,
        sealed_body: sealed ? keyring.seal(answer.text, sealContext(call)) : null,
      };
      trx.settleAtCommit(repository.insertRecord(trx, record, now, new Date(now.getTime() + RETENTION_MS)));
    },
  };
}

/** A number that stands for account and key; a chance collision of two only makes one of them retry. */
function lockKeyOf(call: KeyedCall): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([call.accountId, call.key]))
    .digest();
  return digest.readBigInt64BE().toString();
}

function sealContext(call: KeyedCall): string {
  return `idempotency:${call.accountId}:${call.key}`;
}
