import { purgeQuotas } from './credentials/quota.ts';
import { createBatchWorker } from './db/batch-worker.ts';
import type { Database } from './db/connect.ts';
import { purgeEvents } from './events/repository.ts';
import { purgeRecords } from './idempotency/repository.ts';
import type { Logger } from './lib/logger.ts';
import type { Worker } from './lib/work/claim-worker.ts';
import { purgeLinks } from './people/one-time-links/repository.ts';
import { purgeChallenges } from './people/passkeys/repository.ts';
import { purgeSessions } from './people/sessions/repository.ts';
import { purgeAttempts, purgeDevices } from './people/sign-in/repository.ts';
import { purgeDifferences } from './operators/differences/repository.ts';
import { purgeNotices } from './provider-notices/repository.ts';
import { purgeScans } from './qr-codes/scans/repository.ts';
import { purgeWindows } from './rate-limits/repository.ts';
import { dropOldPartitions } from './request-logs/repository.ts';

/**
 * Deletes what is no longer needed or must no longer be kept: expired idempotency records, past rate limit windows and
 * quotas, scans of counter codes, processed provider notices, old events and call logs, ended sessions and one-time links,
 * and sign-in attempts.
 */
export function createHousekeeper(options: { db: Database; logger: Logger }): Worker {
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
      dropOldPartitions,
      purgeLinks,
      purgeSessions,
      purgeChallenges,
      purgeAttempts,
      purgeDevices,
    ],
  });
}
