import { type Caller, chargeQuota, type MoneyQuota, readQuota, requireQuota } from '../credentials/index.ts';
import type { KeyedCall, RunOnce, Work } from '../idempotency/index.ts';
import type { Answer, Headers } from './answers/reply.ts';

export interface Mutation {
  caller: Caller;
  call: KeyedCall;
  usesMoneyQuota: boolean;
  prepare: () => Promise<Work<Answer & { sealed: boolean }>>;
}

export type MutationRunner = (mutation: Mutation) => Promise<Answer>;

/** Runs a creating or modifying call once, and charges the daily quota in the same transaction (D16, D17). */
export function createMutationRunner(runOnce: RunOnce): MutationRunner {
  return async ({ caller, call, usesMoneyQuota, prepare }) => {
    const once = await runOnce({
      call,
      prepare,
      admit: async (trx) => {
        if (usesMoneyQuota) await requireQuota(trx, caller);
      },
      // Last, because it locks one of the few slots that a credential's calls share (D17).
      atCommit: (trx) => (usesMoneyQuota ? chargeQuota(trx, caller) : readQuota(trx, caller)),
      atReplay: (on) => readQuota(on, caller),
    });
    const headers = quotaHeaders(once.atCommit);
    if (once.replayed) headers['Idempotent-Replay'] = 'true';
    return { ...once.answer, headers: Object.assign(headers, once.answer.headers) };
  };
}

function quotaHeaders(quota: MoneyQuota): Headers {
  return {
    'RateLimit-Money-Limit': String(quota.limit),
    'RateLimit-Money-Remaining': String(quota.remaining),
    'RateLimit-Money-Reset': String(quota.resetS),
  };
}
