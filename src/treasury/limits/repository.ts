import type { Queryable, Trx } from '../../db/connect.ts';
import { columns, sql, statement } from '../../db/statement.ts';

/** How much of an asset one person may withdraw alone within 24 hours; a null amount is as much as there is. */
export interface LimitRow {
  asset: string;
  amount: string | null;
  /** What it will be at `next_at`; both null when no change waits. */
  next_amount: string | null;
  next_at: Date | null;
}

const limitsOf = (accountId: unknown) =>
  sql('withdrawal_limits')
    .where({ account_id: accountId as string })
    .select(
      'asset',
      sql.raw('case when next_at <= service_now() then next_amount else amount end as amount'),
      sql.raw('case when next_at > service_now() then next_amount end as next_amount'),
      sql.raw('case when next_at > service_now() then next_at end as next_at'),
    );

const listLimitsStatement = statement<{ accountId: string }, LimitRow>('withdrawal_limits.list', (p) =>
  limitsOf(p.accountId).orderBy('asset'),
);

export function listLimits(on: Queryable, accountId: string): Promise<LimitRow[]> {
  return listLimitsStatement.all(on, { accountId });
}

interface AssetKey {
  accountId: string;
  asset: string;
}

const findLimitStatement = statement<AssetKey, LimitRow>('withdrawal_limits.find', (p) =>
  limitsOf(p.accountId).where({ asset: p.asset }),
);

export function findLimit(on: Queryable, accountId: string, asset: string): Promise<LimitRow | undefined> {
  return findLimitStatement.first(on, { accountId, asset });
}

const lockLimitStatement = statement<AssetKey, LimitRow>('withdrawal_limits.lock', (p) =>
  limitsOf(p.accountId).where({ asset: p.asset }).forNoKeyUpdate(),
);

export function lockLimit(trx: Trx, accountId: string, asset: string): Promise<LimitRow | undefined> {
  return lockLimitStatement.first(trx, { accountId, asset });
}

const putLimitStatement = statement<LimitRow & { account_id: string }>('withdrawal_limits.put', (p) =>
  sql('withdrawal_limits')
    .insert(columns(p, ['account_id', 'asset', 'amount', 'next_amount', 'next_at']))
    .onConflict(['account_id', 'asset'])
    .merge(['amount', 'next_amount', 'next_at']),
);

export async function putLimit(trx: Trx, accountId: string, limit: LimitRow): Promise<void> {
  await putLimitStatement.run(trx, { account_id: accountId, ...limit });
}
