import type { Database } from '../db/connect.ts';
import type { Worker } from '../lib/claim-worker.ts';
import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { expireLinks } from './repository.ts';

const PAUSE_MS = 1_000;
/** Small transactions, so that a payment never waits long for a link that is being marked. */
const BATCH = 500;

/** Marks links whose time has passed (D6). Nobody waits for it: a read shows them as expired already. */
export function createExpiryWorker(options: { db: Database; logger: Logger }): Worker {
  const { db, logger } = options;
  const runOnce = async (): Promise<number> => {
    let total = 0;
    for (;;) {
      const expired = await db.transaction((trx) => expireLinks(trx, BATCH));
      total += expired;
      if (expired < BATCH) return total;
    }
  };
  return {
    runOnce,
    start: () =>
      startLoop({
        name: 'link-expiry',
        pauseMs: PAUSE_MS,
        logger,
        round: async () => (await runOnce()) > 0,
      }),
  };
}
