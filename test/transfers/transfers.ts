import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/connect.ts';
import { insertTransfer } from '../../src/transfers/repository.ts';
import type { New, Transfer, TransferKindName } from '../../src/transfers/transfer.ts';

/** All fields that a transfer of any kind can have. */
export type TransferFields = Record<keyof New<Transfer> | keyof typeof OF_SOME_KINDS, unknown>;

const OF_SOME_KINDS = {
  method: null,
  destination: null,
  toAsset: null,
  toAmount: null,
  exchangeRate: null,
  quoteReference: null,
  quoteExpiresAt: null,
  depositId: null,
  paymentLinkCode: null,
};

const CONVERTED = {
  toAsset: 'USDC',
  toAmount: '5.45',
  exchangeRate: '0.0545',
  quoteReference: 'quote-1',
};
const BY_KIND: Record<TransferKindName, Partial<TransferFields>> = {
  withdrawal: {
    method: 'SPEI',
    destination: { clabe: '032180000118359719' },
    fee: '5',
    toAsset: 'MXN',
    toAmount: '95',
  },
  conversion: CONVERTED,
  payment_conversion: { ...CONVERTED, method: 'USDC', paymentLinkCode: 'PL-0000-0000-0000' },
  refund: {},
  rebalancing: { method: 'USDC', destination: { address: '0x0', network: 'Polygon' } },
};

/** Stores a transfer that no worker will claim. Those of a deposit need its id. */
export async function recordTransfer(
  db: Database,
  accountId: string,
  kind: TransferKindName,
  fields: Partial<TransferFields> = {},
): Promise<{ id: string }> {
  const transfer = {
    accountId: accountId,
    id: randomUUID(),
    kind,
    status: 'held',
    asset: 'MXNB',
    amount: '100',
    fee: '0',
    ...OF_SOME_KINDS,
    provider: 'simulator',
    dueAt: null,
    requestId: null,
    createdAt: new Date(),
    ...BY_KIND[kind],
    ...fields,
  };
  await db.transaction((trx) => insertTransfer(trx, transfer as unknown as New<Transfer>));
  return transfer as { id: string };
}
