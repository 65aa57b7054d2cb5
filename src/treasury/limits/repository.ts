import type { Queryable, Trx } from '../../db/connect.ts';
import { columns, sql, statement } from '../../db/statement.ts';

/**
 * What one person may move out of an account alone within 24 hours, in the currency of a family; a null amount is no
 * limit.
 */
export interface LimitRow {
  currency: string;
  amount: string | null;
  /** What it will be from `next_at`; null if there will be no limit, or no change is pending. */
  next_currency: string | null;
  next_amount: string | null;
  next_at: Date | null;
}

const limitOf = (accountId: unknown) =>
  sql('account_limits')
    .where({ account_id: accountId as string })
    .select(
      sql.raw('case when next_at <= service_now() then next_currency else currency end as currency'),
      sql.raw('case when next_at <= service_now() then next_amount else amount end as amount'),
      sql.raw('case when next_at > service_now() then next_currency end as next_currency'),
      sql.raw('case when next_at > service_now() then next_amount end as next_amount'),
      sql.raw('case when next_at > service_now() then next_at end as next_at'),
    );

const findLimitStatement = statement<{ accountId: string }, LimitRow>('account_limits.find', (p) =>
  limitOf(p.accountId),
);

/** Undefined if none was ever set. */
export function findLimit(on: Queryable, accountId: string): Promise<LimitRow | undefined> {
  return findLimitStatement.first(on, { accountId });
}

const putLimitStatement = statement<LimitRow & { account_id: string }>('account_limits.put', (p) =>
  sql('account_limits')
    .insert(columns(p, ['account_id', 'currency', 'amount', 'next_currency', 'next_amount', 'next_at']))
    .onConflict(['account_id'])
    .merge(['currency', 'amount', 'next_currency', 'next_amount', 'next_at']),
);

export async function putLimit(trx: Trx, accountId: string, limit: LimitRow): Promise<void> {
  await putLimitStatement.run(trx, { account_id: accountId, ...limit });
}
