import { spreadsheetLine } from '../../http/index.ts';
import type { Movement } from '../../ledger/index.ts';
import { formatStored } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';

/** The columns of an export by the API's names, in the order in which people read them. */
const COLUMNS: Readonly<Record<string, (row: Movement) => string | null>> = {
  created_at: (row) => formatTimestamp(row.createdAt),
  type: (row) => row.type,
  asset: (row) => row.asset,
  amount: (row) => formatStored(row.amount),
  balance_after: (row) => formatStored(row.balanceAfter),
  source_object: (row) => row.sourceObject,
  source_id: (row) => row.sourceId,
  payment_link_code: (row) => row.paymentLinkCode,
  request_id: (row) => row.requestId,
  id: (row) => row.id,
};
export const MOVEMENT_COLUMNS = Object.keys(COLUMNS);

/** The movements as CSV, with a first line of names. */
export async function* movementsToCsv(batches: AsyncIterable<Movement[]>): AsyncGenerator<string> {
  yield spreadsheetLine(MOVEMENT_COLUMNS);
  for await (const rows of batches) yield rows.map(movementLine).join('');
}

export function movementLine(row: Movement): string {
  return spreadsheetLine(Object.values(COLUMNS).map((valueOf) => valueOf(row) ?? ''));
}
