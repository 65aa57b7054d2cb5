import { purgePreviousSecrets, purgeQuotas } from '../credentials/index.ts';
import { createBatchWorker, type Database } from '../db/index.ts';
import { purgeEvents } from '../events/index.ts';
import { purgeRecords } from '../idempotency/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { purgeAttempts, purgeChallenges, purgeDevices, purgeLinks, purgeSessions } from '../people/index.ts';
import { purgeDifferences } from '../operators/index.ts';
import { purgeNotices } from '../provider-notices/index.ts';
import { purgeScans } from '../qr-codes/index.ts';
import type { AllRailRecords } from '../rails/index.ts';
import { purgeWindows } from '../rate-limits/index.ts';
import { dropOldPartitions } from '../request-logs/index.ts';
import { purgePreviousSigningSecrets } from '../webhooks/index.ts';

/**
 * Deletes data that is no longer needed or must no longer be kept: expired idempotency records, past rate limit windows
 * and quotas, scans of counter codes, processed provider notices, old events and call logs, ended sessions and one-time
 * links, sign-in attempts, unconfirmed bank statement files, and ended secrets from before a rotation.
 */
export function createHousekeeper({
  railRecords,
  ...options
}: {
  db: Database;
  logger: Logger;
  railRecords: AllRailRecords;
}): Worker {
  return createBatchWorker({
    ...options,
    name: 'housekeeping',
    pauseMs: 60_000,
    batchSize: 1_000,
    jobs: [
      purgeRecords,
      purgeQuotas,
      purgeWindows,
      purgeScans,
      purgeNotices,
      purgeDifferences,
      purgeEvents,
      purgeLinks,
      purgeSessions,
      purgeChallenges,
      purgeAttempts,
      purgeDevices,
      ...railRecords.flatMap(({ purges }) => purges ?? []),
      purgePreviousSecrets,
      purgePreviousSigningSecrets,
      // Last, because it fails and ends the round while a long read of the log runs, such as the move of an account.
      dropOldPartitions,
    ],
  });
}
