import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type ReturnedTransfer,
  type TakeInReports,
} from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { returnOf } from '../orders/outcomes.ts';
import { getTransfer } from '../orders/place-once.ts';
import { claimWatched, type WatchedOrder, watchLater } from '../orders/repository.ts';
import { stageOf } from '../orders/states.ts';

const AT_ONCE = 4;
const PAUSE_MS = 5_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;
const FIRST_WAIT_MS = 2 * 3_600_000;
const LONGEST_WAIT_MS = 12 * 3_600_000;
/** Wires and ACH come back within days; how late they may is not documented. */
const WATCHED_FOR_MS = 30 * 24 * 3_600_000;

/** Asks for a month whether money that arrived has come back, for returns that no event reported. */
export function createReturnWatch(options: {
  db: Database;
  logger: Logger;
  client: BridgeClient;
  takeIn: TakeInReports;
}): Worker {
  const { db, logger, client, takeIn } = options;
  return createClaimWorker<WatchedOrder>({
    name: 'bridge-returns',
    maxInFlight: AT_ONCE,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) =>
      db.transaction((trx) => claimWatched(trx, { limit, leaseMs: LEASE_MS, forMs: WATCHED_FOR_MS })),
    describe: ({ id }) => ({ order: id }),
    async work(order) {
      let returned: ReturnedTransfer | undefined;
      let isSettled = false;
      try {
        const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
        const transfer = await getTransfer(client, order.reference, signal, { isBackground: true });
        returned = returnOf(order, transfer);
        isSettled = stageOf(transfer) === 'done';
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        logger.warn('whether a payout came back could not be asked', {
          order: order.id,
          error: wordsOf(error),
        });
      }
      const isOver = returned !== undefined || (isSettled && !order.isRecent);
      const waitMs = isOver ? null : Math.min(FIRST_WAIT_MS * 2 ** (order.watched - 1), LONGEST_WAIT_MS);
      await db.transaction(async (trx) => {
        await watchLater(trx, { id: order.id, watched: order.watched, waitMs });
        if (returned) await takeIn(trx, [{ type: 'return', returned }]);
      });
    },
  });
}
