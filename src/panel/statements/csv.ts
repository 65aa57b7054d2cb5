import { BYTE_ORDER_MARK, spreadsheetLine } from '../../http/index.ts';
import { type DetailedMovement, type MonthlyStatement, startOf } from '../../ledger/index.ts';
import { formatStored, money } from '../../lib/money.ts';
import { localTime } from '../../lib/time-zone.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { csvRow, withLocalTimes } from '../frame/csv.ts';
import { movementColumns } from '../movements/csv.ts';

/**
 * A statement as CSV, with the movements between a line for the opening balance and one for the closing balance, each
 * followed by lines for what is outside it then.
 */
export async function* statementToCsv(
  { period: { asset, timeZone, from, until }, opening, closing, outside }: MonthlyStatement,
  metadataKeys: readonly string[],
  batches: AsyncIterable<DetailedMovement[]>,
): AsyncGenerator<string> {
  const columns = withLocalTimes(timeZone, movementColumns(metadataKeys));
  const balanceLine = (type: string, day: string, of: string, balance: string): string => {
    const at = startOf(timeZone, day);
    const values: Partial<Record<string, string>> = {
      created_at: formatTimestamp(at),
      local_time: localTime(timeZone, at),
      type,
      asset: of,
      balance_after: formatStored(balance),
    };
    return spreadsheetLine(Object.keys(columns).map((column) => values[column] ?? ''));
  };
  const balanceLines = (when: 'opening' | 'closing', day: string, balance: string): string =>
    [
      balanceLine(`${when}_balance`, day, asset, balance),
      ...outside.books
        .filter((row) => row.book !== 'available' && !money(row[when]).isZero())
        .map((row) => balanceLine(`${when}_${row.book}`, day, row.asset, row[when])),
    ].join('');
  yield BYTE_ORDER_MARK + spreadsheetLine(Object.keys(columns)) + balanceLines('opening', from, opening);
  for await (const rows of batches) yield rows.map((row) => csvRow(columns, row)).join('');
  yield balanceLines('closing', until, closing);
}
