import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { startLoop } from '../lib/work/loop.ts';
import type { Database, Trx } from './connect.ts';

/**
 * A worker whose jobs run in batches, one transaction each, so that no batch holds its locks for long. A job returns
 * how many rows it processed; fewer than `batchSize` means that it has caught up.
 */
export function createBatchWorker(options: {
  name: string;
  db: Database;
  logger: Logger;
  pauseMs: number;
  batchSize: number;
  jobs: readonly ((trx: Trx, batch: { limit: number }) => Promise<number>)[];
}): Worker {
  const { name, db, logger, pauseMs, batchSize, jobs } = options;

  /** One batch of each job. */
  const round = async (): Promise<{ total: number; more: boolean }> => {
    let total = 0;
    let more = false;
    for (const job of jobs) {
      const done = await db.transaction((trx) => job(trx, { limit: batchSize }));
      total += done;
      more ||= done === batchSize;
    }
    return { total, more };
  };

  return {
    async runOnce() {
      let sum = 0;
      for (let more = true; more;) {
        const batch = await round();
        sum += batch.total;
        ({ more } = batch);
      }
      return sum;
    },
    // One round at a time, so that stopping waits for the current batches and not for the whole backlog.
    start: () => startLoop({ name, pauseMs, logger, round: async () => (await round()).more }),
  };
}
