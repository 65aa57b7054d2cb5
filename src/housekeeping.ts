import { purgeQuotas } from './credentials/quota.ts';
import type { Database } from './db/connect.ts';
import { purgeEvents } from './events/repository.ts';
import { purgeRecords } from './idempotency/repository.ts';
import type { Logger } from './lib/logger.ts';
import { startLoop, type Loop } from './lib/loop.ts';
import { purgeScans } from './qr-codes/scans/repository.ts';
import { purgeWindows } from './rate-limits/repository.ts';
import { dropOldPartitions } from './request-logs/repository.ts';

const PAUSE_MS = 60_000;
/** Small transactions: nobody waits for a purge. */
const BATCH = 1_000;

export interface Housekeeper {
  /** Forgets what has had its time; answers whether there may be more. */
  keepOnce(): Promise<boolean>;
  start(): Loop;
}

/** Deletes what nobody may or needs to see any more: expired idempotency records, past windows and quotas, who scanned counter codes, old events and call logs. */
export function createHousekeeper(options: { db: Database; logger: Logger }): Housekeeper {
  const { db, logger } = options;
  const purges = [purgeRecords, purgeQuotas, purgeWindows, purgeScans, purgeEvents, dropOldPartitions];
  const keepOnce = async (): Promise<boolean> => {
    let more = false;
    for (const purge of purges) {
      const purged = await db.transaction((trx) => purge(trx, BATCH));
      more ||= purged === BATCH;
    }
    return more;
  };
  return {
    keepOnce,
    start: () => startLoop({ name: 'housekeeping', pauseMs: PAUSE_MS, logger, round: keepOnce }),
  };
}
