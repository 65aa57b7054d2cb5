import { createBatchWorker, type Database } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import type { TransferKinds } from './engine.ts';
import { expireRequest } from './requests.ts';

/** Releases the money of transfers that nobody approved in time, each in a transaction of its own. */
export function createRequestExpiry(options: { db: Database; kinds: TransferKinds; logger: Logger }): Worker {
  return createBatchWorker({
    ...options,
    name: 'withdrawal-expiry',
    pauseMs: 10_000,
    batchSize: 1,
    jobs: [(trx) => expireRequest(trx, options.kinds)],
  });
}
