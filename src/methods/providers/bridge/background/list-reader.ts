import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { ProviderFailure } from '../../../index.ts';
import { claimProgress, type Progress, type ProgressName, recordProgress } from './repository.ts';

const LEASE_MS = 2 * 60_000;

/** Reads one of Bridge's lists repeatedly, one process at a time, and stores its position. */
export function createListReader(options: {
  db: Database;
  logger: Logger;
  name: ProgressName;
  /** The list's name in log lines. */
  what: string;
  pauseMs: number;
  everyMs: number;
  /** The pause after a failed reading. */
  retryMs: number;
  /** Shorter than the lease. */
  readForMs: number;
  read(progress: Progress, signal: AbortSignal): Promise<Progress>;
}): Worker {
  const { db, logger, name, what, everyMs, retryMs } = options;
  return createClaimWorker<Progress>({
    name: `bridge-${name.replaceAll('_', '-')}`,
    maxInFlight: 1,
    pauseMs: options.pauseMs,
    logger,
    async claim() {
      const claimed = await db.inOneTrip((trx) => claimProgress(trx, { name, leaseMs: LEASE_MS }));
      return claimed ? [claimed] : [];
    },
    describe: () => ({}),
    async work(progress) {
      const read = await options
        .read(progress, AbortSignal.timeout(options.readForMs))
        .catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) throw error;
          logger.warn(`Bridge ${what} could not be read`, { error: wordsOf(error) });
        });
      const waitMs = read ? everyMs : retryMs;
      await db.transaction((trx) => recordProgress(trx, { name, waitMs, ...(read ?? progress) }));
    },
  });
}
