import { spreadsheetLine } from '../../http/index.ts';
import type { Movement, Period } from '../../ledger/index.ts';
import { formatStored } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { MOVEMENT_COLUMNS, movementLine } from '../movements/csv.ts';

/**
 * A statement as CSV: the movements between a line for the opening balance and one for the closing balance. The latter
 * is the balance after the last line written, because the current month may change meanwhile.
 */
export async function* statementToCsv(
  { asset, from, until }: Period,
  opening: string,
  batches: AsyncIterable<Movement[]>,
): AsyncGenerator<string> {
  const balanceLine = (type: string, day: string, balance: string): string => {
    const values: Partial<Record<(typeof MOVEMENT_COLUMNS)[number], string>> = {
      created_at: formatTimestamp(new Date(day)),
      type,
      asset,
      balance_after: formatStored(balance),
    };
    return spreadsheetLine(MOVEMENT_COLUMNS.map((column) => values[column] ?? ''));
  };
  yield spreadsheetLine(MOVEMENT_COLUMNS) + balanceLine('opening_balance', from, opening);
  let balance = opening;
  for await (const rows of batches) {
    yield rows.map(movementLine).join('');
    balance = rows.at(-1)?.balanceAfter ?? balance;
  }
  yield balanceLine('closing_balance', until, balance);
}
