import { type Database, mapBatches } from '../../db/index.ts';
import { type DetailedMovement, type Movement, netOf, withDetails } from '../../ledger/index.ts';
import { formatAmount, formatStored, money } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { bankOfClabe, isClabe, withChecksum } from '../../methods/index.ts';
import { type Columns, metadataColumns } from '../frame/csv.ts';

/** The columns of an export, by the API's names where it has one, in the order in which people read them. */
export function movementColumns(metadataKeys: readonly string[]): Columns<DetailedMovement> {
  return {
    created_at: (row) => formatTimestamp(row.createdAt),
    type: (row) => row.type,
    description: (row) => row.description,
    reference: (row) => row.reference,
    payer: (row) => row.payer && withChecksum(row.payer),
    method: (row) => row.method,
    asset: (row) => row.asset,
    amount: (row) => formatStored(row.amount),
    fee: (row) => row.fee && formatStored(row.fee),
    net: (row) => {
      const net = netOf(row);
      return net && formatAmount(money(net));
    },
    balance_after: (row) => formatStored(row.balanceAfter),
    tracking_key: (row) => row.trackingKey,
    other_account: (row) => row.otherAccount && withChecksum(row.otherAccount),
    other_bank: ({ otherAccount }) =>
      otherAccount !== null && isClabe(otherAccount) ? (bankOfClabe(otherAccount) ?? null) : null,
    exchanged_amount: ({ exchange }) => exchange && formatStored(exchange.fromAmount),
    exchanged_asset: ({ exchange }) => exchange && exchange.fromAsset,
    exchange_shortfall: ({ exchange }) => exchange && formatStored(exchange.shortfall),
    source_object: (row) => row.sourceObject,
    source_id: (row) => row.sourceId,
    payment_link_code: (row) => row.paymentLinkCode,
    request_id: (row) => row.requestId,
    id: (row) => row.id,
    ...metadataColumns<DetailedMovement>(metadataKeys, ({ metadata }) => metadata),
  };
}

/** The same with a column for the general-ledger code of each type of movement, after the type. */
export function codedColumns(
  codes: Readonly<Record<string, string>>,
  metadataKeys: readonly string[] = [],
): Columns<DetailedMovement> {
  const ledgerCode = (row: DetailedMovement) => codes[row.type] ?? null;
  return Object.fromEntries(
    Object.entries(movementColumns(metadataKeys)).flatMap(([name, valueOf]) =>
      name === 'type'
        ? [[name, valueOf] as const, ['ledger_code', ledgerCode] as const]
        : [[name, valueOf] as const],
    ),
  );
}

/** Batches of movements, each with its details. */
export function detailed(
  db: Pick<Database, 'snapshot'>,
  accountId: string,
  batches: AsyncIterable<Movement[]>,
): AsyncIterable<DetailedMovement[]> {
  return mapBatches(batches, (rows) => db.snapshot((on) => withDetails(on, accountId, rows)));
}
