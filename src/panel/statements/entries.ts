import type { Database } from '../../db/index.ts';
import { type MonthlyStatement, type Movement, readPeriod } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';

/**
 * The movements that a statement's figures are about, oldest first. In a month that is not over, later ones are left
 * out. Throws if they do not lead to its closing balance, so that a file that does not add up breaks off.
 */
export async function* readEntries(
  db: Pick<Database, 'snapshot'>,
  { period, opening, closing, movements }: MonthlyStatement,
  batchSize: number,
): AsyncGenerator<Movement[]> {
  let left = movements;
  let balance = opening;
  const batches = left === 0 ? [] : readPeriod((work) => db.snapshot(work), period, batchSize);
  for await (const batch of batches) {
    const rows = batch.slice(0, left);
    left -= rows.length;
    balance = rows.at(-1)?.balanceAfter ?? balance;
    yield rows;
    if (left === 0) break;
  }
  if (left > 0 || !money(balance).eq(money(closing)))
    throw new Error(
      `the movements of ${period.asset} from ${period.from} lead to ${balance}, and its statement to ${closing}`,
    );
}
