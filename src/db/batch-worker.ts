import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { startLoop } from '../lib/work/loop.ts';
import type { Database, Trx } from './connect.ts';

/**
 * A worker whose jobs are done in batches, a transaction each, so that nobody waits long for the rows of one. A job
 * answers how many rows it dealt with; it is repeated until there is less than a batch left.
 */
export function createBatchWorker(options: {
  name: string;
  db: Database;
  logger: Logger;
  pauseMs: number;
  batchSize: number;
  jobs: readonly ((trx: Trx, limit: number) => Promise<number>)[];
}): Worker {
  const { name, db, logger, pauseMs, batchSize, jobs } = options;
  const runOnce = async (): Promise<number> => {
    let total = 0;
    for (const job of jobs) {
      for (let done = batchSize; done === batchSize; total += done) {
        done = await db.transaction((trx) => job(trx, batchSize));
      }
    }
    return total;
  };
  return {
    runOnce,
    start: () => startLoop({ name, pauseMs, logger, round: async () => (await runOnce()) > 0 }),
  };
}
