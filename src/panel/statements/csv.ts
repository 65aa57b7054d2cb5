import { BYTE_ORDER_MARK, spreadsheetLine } from '../../http/index.ts';
import { type DetailedMovement, type Period, startOf } from '../../ledger/index.ts';
import { formatStored } from '../../lib/money.ts';
import { localTime } from '../../lib/time-zone.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { csvRow, withLocalTimes } from '../frame/csv.ts';
import { movementColumns } from '../movements/csv.ts';

/**
 * A statement as CSV: the movements between a line for the opening balance and one for the closing balance. The latter
 * is the balance after the last line written, because the current month may change meanwhile.
 */
export async function* statementToCsv(
  { asset, timeZone, from, until }: Period,
  opening: string,
  metadataKeys: readonly string[],
  batches: AsyncIterable<DetailedMovement[]>,
): AsyncGenerator<string> {
  const columns = withLocalTimes(timeZone, movementColumns(metadataKeys));
  const balanceLine = (type: string, day: string, balance: string): string => {
    const at = startOf(timeZone, day);
    const values: Partial<Record<string, string>> = {
      created_at: formatTimestamp(at),
      local_time: localTime(timeZone, at),
      type,
      asset,
      balance_after: formatStored(balance),
    };
    return spreadsheetLine(Object.keys(columns).map((column) => values[column] ?? ''));
  };
  yield (
    BYTE_ORDER_MARK + spreadsheetLine(Object.keys(columns)) + balanceLine('opening_balance', from, opening)
  );
  let balance = opening;
  for await (const rows of batches) {
    yield rows.map((row) => csvRow(columns, row)).join('');
    balance = rows.at(-1)?.balanceAfter ?? balance;
  }
  yield balanceLine('closing_balance', until, balance);
}
