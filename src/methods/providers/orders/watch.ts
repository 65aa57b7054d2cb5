import type { Database } from '../../../db/index.ts';
import { wordsOf } from '../../../lib/errors/words.ts';
import type { Logger } from '../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../lib/work/claim-worker.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type ReturnedTransfer,
  type TakeInReports,
} from '../../index.ts';
import type { OrderRail } from './order.ts';
import { claimWatched, markReturned, type WatchedOrder, watchLater } from './repository.ts';

const AT_ONCE = 4;
const PAUSE_MS = 5_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;
const FIRST_WAIT_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 12 * 3_600_000;

/**
 * The present state of an order with a reported outcome. `returned`: a completed transfer was returned. `otherwise`: an
 * operator must find out where its money is.
 */
export type Seen =
  | { is: 'as_told' | 'under_way' }
  | { is: 'returned'; returned: ReturnedTransfer }
  | { is: 'otherwise'; state: Record<string, unknown> };

/** The delay before the next poll of an order, which doubles each time. */
export function waitMsAfter(watched: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** watched, LONGEST_WAIT_MS);
}

/**
 * Polls orders with a reported outcome for as long as it may change. The reported outcome stays, so returned money is
 * reported as a return, and any other change is left to an operator.
 */
export function createOrderWatch(options: {
  db: Database;
  logger: Logger;
  rail: OrderRail;
  /** May throw a ProviderFailure, in which case it is polled again. */
  ask: (order: WatchedOrder, signal: AbortSignal) => Promise<Seen>;
  takeIn: TakeInReports;
}): Worker {
  const { db, logger, rail, takeIn } = options;

  const look = async (order: WatchedOrder): Promise<Seen | undefined> => {
    try {
      return await options.ask(order, AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      logger.warn('transfer state could not be read', {
        order: order.id,
        error: wordsOf(error),
      });
      return undefined;
    }
  };

  return createClaimWorker<WatchedOrder>({
    name: `${rail.provider}-orders`,
    maxInFlight: AT_ONCE,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) =>
      db.inOneTrip((trx) => claimWatched(trx, { provider: rail.provider, limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ order: id }),
    async work(order) {
      const { id, watched, isLast } = order;
      const seen = await look(order);
      if (seen?.is === 'otherwise' && !order.alertedAt)
        logger.error(`${rail.name} changed the outcome of a transfer; locate its money`, {
          transfer: order.reference,
          told: order.doneAt ? 'done' : 'refused',
          ...seen.state,
        });
      // An unknown state does not confirm the outcome, so the last poll is repeated until it is answered.
      const isOver = isLast && seen !== undefined && seen.is !== 'under_way';
      await db.transaction(async (trx) => {
        if (seen?.is === 'returned') {
          const { returned } = seen;
          if (await markReturned(trx, { id, words: returned.message }))
            await takeIn(trx, [{ type: 'return', returned }]);
          return;
        }
        const waitMs = isOver ? null : waitMsAfter(watched);
        await watchLater(trx, { id, watched, waitMs, isAlerted: seen?.is === 'otherwise' });
      });
    },
  });
}
