import type { Queryable } from '../db/connect.ts';
import { named, statement } from '../db/statement.ts';
import { HOUSE_ACCOUNT_ID } from '../ledger/costs/service.ts';

/** One of our records as the provider's statement should show it. */
export interface RecordedMove {
  account_id: string;
  id: string;
  kind: 'deposit' | 'convert' | 'pay_out' | 'refund' | 'return' | 'cost';
  provider_reference: string;
  asset: string;
  /** Positive: it came in. Negative: it went out. */
  amount: string;
  at: Date;
}

const movesStatement = statement<{ provider: string; from: Date; to: Date; house: string }, RecordedMove>(
  'audit.recorded_moves',
  (p) =>
    named(
      `select account_id, id, 'deposit' as kind, provider_reference, asset, coalesce(exact_amount, amount) as amount,
              created_at as at
         from deposits
        where provider = :provider and created_at >= :from and created_at < :to and status <> 'failed'
       union all
       select account_id, id,
              case kind when 'withdrawal' then 'pay_out' when 'refund' then 'refund' else 'convert' end,
              provider_reference,
              case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end,
              case when kind in ('withdrawal', 'refund') then -coalesce(to_amount, amount) else -amount end,
              finished_at
         from transfers
        where provider = :provider and finished_at >= :from and finished_at < :to
          and status in ('settled', 'returned')
       union all
       select account_id, id, 'return', return_reference,
              case when kind in ('withdrawal', 'refund') then coalesce(to_asset, asset) else asset end,
              case when kind in ('withdrawal', 'refund') then coalesce(to_amount, amount) else amount end, returned_at
         from transfers
        where provider = :provider and returned_at >= :from and returned_at < :to
       union all
       select account_id, id, 'cost', reference, asset, -amount, created_at
         from provider_costs
        where account_id = :house and provider = :provider and created_at >= :from and created_at < :to`,
      p,
    ),
);

/** What our records say the provider moved within a period. */
export function listRecordedMoves(
  on: Queryable,
  range: { provider: string; from: Date; to: Date },
): Promise<RecordedMove[]> {
  return movesStatement.all(on, { ...range, house: HOUSE_ACCOUNT_ID });
}
