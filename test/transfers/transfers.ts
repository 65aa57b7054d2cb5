import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/connect.ts';
import { insertTransfer } from '../../src/transfers/repository.ts';
import type { New, Transfer, TransferKindName } from '../../src/transfers/transfer.ts';

/** All fields that a transfer of any kind can have. */
export type TransferFields = Record<keyof New<Transfer> | keyof typeof OF_SOME_KINDS, unknown>;

const OF_SOME_KINDS = {
  method: null,
  destination: null,
  to_asset: null,
  to_amount: null,
  exchange_rate: null,
  quote_reference: null,
  quote_expires_at: null,
  deposit_id: null,
  payment_link_code: null,
};

const CONVERTED = {
  to_asset: 'USDC',
  to_amount: '5.45',
  exchange_rate: '0.0545',
  quote_reference: 'quote-1',
};
const BY_KIND: Record<TransferKindName, Partial<TransferFields>> = {
  withdrawal: {
    method: 'SPEI',
    destination: { clabe: '032180000118359719' },
    fee: '5',
    to_asset: 'MXN',
    to_amount: '95',
  },
  conversion: CONVERTED,
  payment_conversion: { ...CONVERTED, method: 'USDC', payment_link_code: 'PL-0000-0000-0000' },
  refund: {},
};

/** Stores a transfer that no worker will claim. Those of a deposit need its id. */
export async function recordTransfer(
  db: Database,
  accountId: string,
  kind: TransferKindName,
  fields: Partial<TransferFields> = {},
): Promise<{ id: string }> {
  const transfer = {
    account_id: accountId,
    id: randomUUID(),
    kind,
    status: 'held',
    asset: 'MXNB',
    amount: '100',
    fee: '0',
    ...OF_SOME_KINDS,
    provider: 'simulator',
    due_at: null,
    request_id: null,
    created_at: new Date(),
    ...BY_KIND[kind],
    ...fields,
  };
  await db.transaction((trx) => insertTransfer(trx, transfer as unknown as New<Transfer>));
  return transfer as { id: string };
}
