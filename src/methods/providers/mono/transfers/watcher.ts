import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type TakeInReports } from '../../../index.ts';
import type { MonoClient } from '../client/client.ts';
import { wordOf } from '../client/errors.ts';
import type { Fields } from '../client/fields.ts';
import { getTransfer, standingOf } from './api.ts';
import { claimWatched, markReturned, watchOn, type WatchedTransfer } from './repository.ts';
import { returnOf, WATCH_DONE, WATCH_REFUSED } from './transfers.ts';

const AT_ONCE = 2;
const PAUSE_MS = 10_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;

/**
 * Asks again of transfers whose outcome was told: those that are done for a week, because Mono does not say how it tells of
 * a reversal, and for a day those that failed without an answer from the network. What was told stays; what became something
 * else needs an operator.
 */
export function createTransferWatcher({
  db,
  logger,
  client,
  takeIn,
}: {
  db: Database;
  logger: Logger;
  client: MonoClient;
  takeIn: TakeInReports;
}): Worker {
  const read = async ({ reference }: WatchedTransfer): Promise<Fields | undefined> => {
    if (reference === null) return undefined;
    try {
      const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
      return await getTransfer(client, reference, signal, { isBackground: true });
    } catch (error) {
      if (error instanceof ProviderFailure) return undefined;
      throw error;
    }
  };

  const work = async (watched: WatchedTransfer): Promise<void> => {
    const { id, reference, doneAt, isLast, alertedAt } = watched;
    const { everyMs } = doneAt ? WATCH_DONE : WATCH_REFUSED;
    const transfer = await read(watched);
    const standing = transfer && standingOf(transfer);
    if (doneAt && standing?.is === 'reversed') {
      return db.transaction(async (trx) => {
        const returned = await markReturned(
          trx,
          id,
          'Mono has reversed the transfer after it was carried out.',
        );
        if (returned) await takeIn(trx, [{ type: 'return', returned: returnOf(returned) }]);
      });
    }
    const isAlerted = standing !== undefined && standing.is !== (doneAt ? 'done' : 'refused');
    if (isAlerted && !alertedAt)
      logger.error('Mono says something else of a transfer than before: find out where its money is', {
        transfer: reference,
        told: doneAt ? 'done' : 'refused',
        state: wordOf(transfer?.['state']),
        state_reason: wordOf(transfer?.['state_reason']),
      });
    // Not known is not the same as still standing: the last question is asked until it is answered.
    await db.transaction((trx) =>
      watchOn(trx, { id, everyMs, isLast: isLast && standing !== undefined, isAlerted }),
    );
  };

  return createClaimWorker<WatchedTransfer>({
    name: 'mono-transfers',
    maxInFlight: AT_ONCE,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => claimWatched(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ reference }) => ({ transfer: reference }),
    work,
  });
}
