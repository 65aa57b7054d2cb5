import { chargeQuota, readQuota, type MoneyQuota } from '../credentials/quota.ts';
import type { Caller } from '../credentials/service.ts';
import type { Database, Trx } from '../db/connect.ts';
import type { Idempotency, KeyedCall } from '../idempotency/service.ts';
import type { Answer, Headers } from './reply.ts';

export interface Mutation {
  caller: Caller;
  keyed: KeyedCall;
  usesMoneyQuota: boolean;
  work: (trx: Trx) => Promise<Answer & { sealed: boolean }>;
}

export type MutationRunner = (mutation: Mutation) => Promise<Answer>;

/**
 * Runs a creating or modifying call in one transaction (D16): the key is taken, the work done with its events,
 * the answer stored, the quota charged, all or nothing. A crash leaves nothing to clean up, and a failed call
 * leaves its key free.
 */
export function createMutationRunner(options: { db: Database; idempotency: Idempotency }): MutationRunner {
  const { db, idempotency } = options;
  return async ({ caller, keyed, usesMoneyQuota, work }) => {
    const { answer, quota } = await db.transaction(async (trx) => {
      const stored = await idempotency.begin(trx, keyed);
      if (stored) {
        const quota = readQuota(trx, caller);
        trx.settleAtCommit(quota);
        return { answer: withHeaders(stored, { 'Idempotent-Replay': 'true' }), quota };
      }
      const { sealed, ...fresh } = await work(trx);
      await idempotency.complete(trx, keyed, fresh, sealed);
      // Last, since all of a credential's calls meet at this row, and not waited for: it leaves with the commit.
      const charged = usesMoneyQuota ? chargeQuota(trx, caller) : readQuota(trx, caller);
      trx.settleAtCommit(charged);
      return { answer: fresh, quota: charged };
    });
    return withHeaders(answer, quotaHeaders(await quota));
  };
}

function withHeaders(answer: Answer, headers: Headers): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function quotaHeaders(quota: MoneyQuota): Headers {
  return {
    'RateLimit-Money-Limit': String(quota.limit),
    'RateLimit-Money-Remaining': String(quota.remaining),
    'RateLimit-Money-Reset': String(quota.resetS),
  };
}
