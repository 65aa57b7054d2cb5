import { query, sql } from '../../db/index.ts';
import type { Refund } from '../../transfers/index.ts';

/** The facts about a refund that a link's payer may see, in the asset that the payer sent; not its destination. */
export interface PayerRefund extends Pick<Refund, 'depositId' | 'asset' | 'amount' | 'finishedAt'> {
  status: 'held' | 'sent' | 'settled';
}

const REFUNDS_SHOWN = 20;

/** Refunds that have reached the payer or may still, oldest first. */
export const listPayerRefunds = query.all<{ accountId: string; code: string }, PayerRefund>(
  'payer_refunds.list',
  (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, payment_link_code: p.code })
      .whereRaw("kind = 'refund' and status in ('held', 'sent', 'settled')")
      .orderBy(['created_at', 'id'])
      .limit(REFUNDS_SHOWN)
      .select(
        'deposit_id',
        'status',
        'finished_at',
        sql.raw('coalesce(to_asset, asset) as asset'),
        sql.raw('coalesce(to_amount, amount) as amount'),
      ),
);
