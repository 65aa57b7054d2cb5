import { query, command, mayExpire, named, type Queryable, sql, type Trx } from '../db/index.ts';
import { DomainError, NotExecuted } from '../lib/errors/errors.ts';
import type { Caller } from './service.ts';

/** One credential's money operations of the day (D17). */
export interface MoneyQuota {
  limit: number;
  remaining: number;
  /** Seconds until 00:00 UTC. */
  resetS: number;
}

interface QuotaParams {
  accountId: string;
  credentialId: string;
  quota: number;
}

const TODAY = `(now() at time zone 'utc')::date`;

const charge = command.first<QuotaParams, { used: number }>('quota.charge', (p) =>
  named('select charge_money_quota(:accountId::uuid, :credentialId::uuid, :quota::integer) as used', p),
);

const usedQuery = query.first<Omit<QuotaParams, 'quota'>, { used: number }>('quota.used', (p) =>
  sql('money_quotas')
    .where({ account_id: p.accountId, credential_id: p.credentialId })
    .whereRaw(`day = ${TODAY}`)
    .select(sql.raw('coalesce(sum(used), 0)::integer as used')),
);

/**
 * The quota during a call. It is checked before an external request, charged at the commit, and reported to a replay.
 */
export interface QuotaSteps {
  /** Throws `rate_limit_exceeded` with Retry-After when a call that uses one of the day's operations has none left. */
  admit(trx: Trx): Promise<void>;
  /** Uses one; call it last, because it locks one of the few slots that a credential's calls share. */
  atCommit(trx: Trx): Promise<MoneyQuota>;
  atReplay(on: Queryable): Promise<MoneyQuota>;
}

/** The quota of a call that uses one of the day's operations, or of one that only reports it (D17). */
export function quotaStepsOf(caller: Caller, usesMoneyQuota: boolean): QuotaSteps {
  const read = (on: Queryable) => readQuota(on, caller);
  return usesMoneyQuota
    ? {
        admit: (trx) => requireQuota(trx, caller),
        atCommit: (trx) => chargeQuota(trx, caller),
        atReplay: read,
      }
    : { admit: () => Promise.resolve(), atCommit: read, atReplay: read };
}

/**
 * Uses one of the day's operations. Call it last in a transaction, because it locks one of the credential's slots until
 * the commit. The remainder does not include operations of open transactions, except for the last 200. Throws
 * `rate_limit_exceeded` with Retry-After when none is left; the whole transaction is then rolled back.
 */
export async function chargeQuota(trx: Trx, caller: Caller): Promise<MoneyQuota> {
  const params = {
    accountId: caller.accountId,
    credentialId: caller.credentialId,
    quota: caller.moneyOperationsPerDay,
  };
  try {
    return toQuota(caller, (await charge(trx, params))?.used ?? 0);
  } catch (error) {
    const isPassing = error instanceof NotExecuted;
    if (error instanceof DomainError && error.code === 'rate_limit_exceeded' && !isPassing)
      throw quotaUsedUp(caller, error);
    throw error;
  }
}

/** Throws `rate_limit_exceeded` with Retry-After when none of the day's operations is left; uses none. */
async function requireQuota(on: Queryable, caller: Caller): Promise<void> {
  if ((await readQuota(on, caller)).remaining === 0) throw quotaUsedUp(caller);
}

function quotaUsedUp(caller: Caller, cause?: unknown): DomainError {
  return new DomainError('rate_limit_exceeded', {
    message: `The API key has used all of its ${caller.moneyOperationsPerDay} money operations for today. The count resets at 00:00 UTC.`,
    headers: { 'Retry-After': String(secondsUntilMidnight()) },
    cause,
  });
}

export async function readQuota(on: Queryable, caller: Caller): Promise<MoneyQuota> {
  const row = await usedQuery(on, {
    accountId: caller.accountId,
    credentialId: caller.credentialId,
  });
  return toQuota(caller, row?.used ?? 0);
}

function toQuota(caller: Caller, used: number): MoneyQuota {
  return {
    limit: caller.moneyOperationsPerDay,
    remaining: Math.max(0, caller.moneyOperationsPerDay - used),
    resetS: secondsUntilMidnight(),
  };
}

function secondsUntilMidnight(): number {
  const dayMs = 24 * 3600 * 1000;
  return Math.ceil((dayMs - (Date.now() % dayMs)) / 1000);
}

/** Deletes the counts of past days. Returns how many, at most the limit. */
export const purgeQuotas = command.run<{ limit: number }>('quota.purge', (p) =>
  named(
    `delete from money_quotas where (account_id, credential_id, day, slot) in (
       select account_id, credential_id, day, slot from money_quotas
        where day < ${TODAY} - 1 and ${mayExpire('account_id')}
        order by day limit :limit for update skip locked)`,
    p,
  ),
);
