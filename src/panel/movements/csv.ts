import { spreadsheetLine } from '../../http/index.ts';
import type { MovementRow } from '../../ledger/index.ts';
import { formatStored } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';

/** The columns of an export by the API, in the order in which people read them. */
export const MOVEMENT_COLUMNS = [
  'created_at',
  'type',
  'asset',
  'amount',
  'balance_after',
  'source_object',
  'source_id',
  'payment_link_code',
  'request_id',
  'id',
] as const;

/** The movements as CSV, with a first line of names. */
export async function* movementsToCsv(batches: AsyncIterable<MovementRow[]>): AsyncGenerator<string> {
  yield spreadsheetLine(MOVEMENT_COLUMNS);
  for await (const rows of batches) yield rows.map(movementLine).join('');
}

export function movementLine(row: MovementRow): string {
  return spreadsheetLine(
    MOVEMENT_COLUMNS.map((column) => {
      if (column === 'created_at') return formatTimestamp(row.created_at);
      if (column === 'amount' || column === 'balance_after') return formatStored(row[column]);
      return row[column] ?? '';
    }),
  );
}
