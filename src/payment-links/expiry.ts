import { createBatchWorker, type Database } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { expireLinks } from './repository.ts';
import { mergeLinkCounts } from './records.ts';

const TIMES = { pauseMs: 1_000, batchSize: 500 };

/** Marks links past their expiry as expired (D6). Nothing waits for it: reads already show them as expired. */
export function createExpiryWorker(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, ...TIMES, name: 'link-expiry', jobs: [expireLinks] });
}

/** Merges the rows that count links, so that the counts stay fast to read. */
export function createCountMerger(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, ...TIMES, name: 'link-counts', jobs: [mergeLinkCounts] });
}
