import { createBatchWorker } from '../db/batch-worker.ts';
import type { Database } from '../db/connect.ts';
import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { expireLinks } from './repository.ts';
import { mergeLinkCounts } from './records.ts';

const TIMES = { pauseMs: 1_000, batchSize: 500 };

/** Marks links whose time has passed (D6). Nobody waits for it: a read shows them as expired already. */
export function createExpiryWorker(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, ...TIMES, name: 'link-expiry', jobs: [expireLinks] });
}

/** Keeps the figures of how many links there are short, so that they are read at once. */
export function createCountMerger(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, ...TIMES, name: 'link-counts', jobs: [mergeLinkCounts] });
}
