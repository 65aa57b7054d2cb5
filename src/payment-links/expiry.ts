import type { Database, Trx } from '../db/connect.ts';
import type { Worker } from '../lib/claim-worker.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { expireLinks, mergeLinkCounts } from './repository.ts';

const PAUSE_MS = 1_000;
/** Small transactions, so that a payment never waits long for a link that is being marked. */
const BATCH = 500;

/** Marks links whose time has passed (D6). Nobody waits for it: a read shows them as expired already. */
export function createExpiryWorker(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, name: 'link-expiry', work: expireLinks });
}

/** Keeps the figures of how many links there are short, so that they are read at once. */
export function createCountMerger(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, name: 'link-counts', work: mergeLinkCounts });
}

/** Repeats a batch, a transaction each, until there is less than one left. */
function createBatchWorker(options: {
  name: string;
  db: Database;
  logger: Logger;
  work: (trx: Trx, limit: number) => Promise<number>;
}): Worker {
  const { name, db, logger, work } = options;
  const runOnce = async (): Promise<number> => {
    let total = 0;
    for (;;) {
      const done = await db.transaction((trx) => work(trx, BATCH));
      total += done;
      if (done < BATCH) return total;
    }
  };
  return {
    runOnce,
    start: () => startLoop({ name, pauseMs: PAUSE_MS, logger, round: async () => (await runOnce()) > 0 }),
  };
}
