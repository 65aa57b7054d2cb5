import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/connect.ts';
import { insertPayout, type NewPayout, type PayoutKindName } from '../../src/payouts/repository.ts';

const BY_KIND: Record<PayoutKindName, Partial<NewPayout>> = {
  withdrawal: { method: 'SPEI', destination: { clabe: '032180000118359719' }, fee: '5' },
  conversion: { to_asset: 'USDC', to_amount: '5.45', exchange_rate: '0.0545' },
  payment_conversion: { to_asset: 'USDC', to_amount: '5.45', exchange_rate: '0.0545' },
  refund: {},
};

/** Writes down a payout that no worker will take up. Those of a deposit need its id. */
export async function recordPayout(
  db: Database,
  accountId: string,
  kind: PayoutKindName,
  fields: Partial<NewPayout> = {},
): Promise<NewPayout> {
  const payout: NewPayout = {
    account_id: accountId,
    id: randomUUID(),
    kind,
    status: 'held',
    asset: 'MXNB',
    amount: '100',
    fee: '0',
    method: null,
    destination: null,
    to_asset: null,
    to_amount: null,
    exchange_rate: null,
    quote_reference: null,
    quote_expires_at: null,
    deposit_id: null,
    payment_link_code: null,
    provider: 'simulator',
    due_at: null,
    request_id: null,
    created_at: new Date(),
    ...BY_KIND[kind],
    ...fields,
  };
  await db.transaction((trx) => Promise.resolve(insertPayout(trx, payout)));
  return payout;
}
