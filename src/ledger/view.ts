import type { Export, Schemas } from '../contract/index.ts';
import { formatAmount, formatStored, money } from '../lib/money.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Balance, Movement } from './repository.ts';

export function viewBalance(row: Balance): Schemas['Balance'] {
  return {
    object: 'balance',
    asset: row.asset,
    available: formatStored(row.available),
    pending: formatStored(row.pending),
    total: formatAmount(money(row.available).plus(money(row.pending))),
  };
}

export function viewTransaction(row: Movement): Schemas['Transaction'] {
  return {
    id: row.id,
    object: 'transaction',
    type: row.type as Schemas['TransactionType'],
    asset: row.asset,
    amount: formatStored(row.amount),
    balance_after: formatStored(row.balanceAfter),
    source: { object: row.sourceObject, id: row.sourceId },
    payment_link_code: row.paymentLinkCode,
    request_id: row.requestId,
    created_at: formatTimestamp(row.createdAt),
  };
}

/** The whole list, each movement in the form of a page's. */
export function viewTransactions(batches: AsyncIterable<Movement[]>): Export {
  return {
    object: 'transaction',
    columns: COLUMNS,
    batches: (async function* () {
      for await (const rows of batches) yield rows.map(viewTransaction);
    })(),
  };
}

const COLUMNS = [
  'id',
  'type',
  'asset',
  'amount',
  'balance_after',
  'source_object',
  'source_id',
  'payment_link_code',
  'request_id',
  'created_at',
];
