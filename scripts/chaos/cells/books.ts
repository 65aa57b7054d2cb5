import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import type { RunningCell } from './deployment.ts';

/** What the ledger check finds in any of the cells. */
export async function findLedgerFaults(cells: readonly RunningCell[]): Promise<string[]> {
  const found = await inEach(cells, async ({ db }, { cell }) => {
    const { discrepancies } = await db.snapshot(verifyLedger);
    return discrepancies.map(({ check, detail }) => `cell ${cell}: ${check}: ${detail}`);
  });
  return found.flat();
}

/** Does some work on the database of each cell. */
export async function inEach<T>(
  cells: readonly RunningCell[],
  work: (foundation: Foundation, cell: RunningCell) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const cell of cells) {
    const foundation = await openFoundation(readConfig(cell.environment), createLogger('silent'));
    try {
      results.push(await work(foundation, cell));
    } finally {
      await foundation.close();
    }
  }
  return results;
}
