import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import type { Report, TakeInReports } from '../../../index.ts';
import { createPayInPoller } from '../../http-rail/index.ts';
import type { MonoClient } from '../client/client.ts';
import { stateOf } from '../client/fields.ts';
import type { Attempts } from './attempts.ts';
import { COLLECTIONS } from './collections.ts';
import { askLater, claimCollections, markClosed, type OpenCollection } from './repository.ts';

/** Background calls are limited to two a second, and each of these takes up to three. */
const AT_ONCE = 2;
const FIRST_WAIT_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Such a collection no longer changes. A paid one could be reopened by raising its amount, which this service never
 * does.
 */
const FINAL = new Set(['paid', 'discarded', 'failed']);

/**
 * Polls open collections with increasing delays, because Mono repeats its webhooks for 8 hours only and does not list
 * them. Closes collections whose links have ended, so that the bank refuses a late payer.
 */
export function createCollectionPoller({
  db,
  logger,
  client,
  attempts,
  takeIn,
}: {
  db: Database;
  logger: Logger;
  client: MonoClient;
  attempts: Attempts;
  takeIn: TakeInReports;
}): Worker {
  const close = async ({ id }: OpenCollection, path: string, signal: AbortSignal): Promise<void> => {
    await client.call({ method: 'PATCH', path, body: { enabled: false }, isBackground: true }, signal);
    await db.transaction((trx) => markClosed(trx, { id }));
  };

  return createPayInPoller<OpenCollection>({
    name: 'mono-collections',
    kind: 'collection',
    atOnce: AT_ONCE,
    db,
    logger,
    takeIn,
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    claim: claimCollections,
    async ask(claim, signal) {
      const { collectionId, isOpen, isOver, isClosed } = claim;
      const path = `${COLLECTIONS.path}/${collectionId}`;
      const collection = await client.get(path, 'collection', signal, { isBackground: true });
      const isFinal = !isOpen || FINAL.has(stateOf(collection));
      if (!isFinal && isOver && !isClosed) await close(claim, path, signal);
      // Read last, so that no payment before the closing is missed.
      const paid = await attempts.listOf(collectionId, signal, { isBackground: true });
      // A closed collection is read once more, because an attempt may have been in progress.
      const reports = (await attempts.toDeposits(paid)).map((deposit): Report => ({
        type: 'deposit',
        deposit,
      }));
      return { reports, isOver: isFinal || isClosed };
    },
    // A payment may still appear.
    isOverUnanswered: ({ isOpen, isClosed }) => !isOpen || isClosed,
    later: askLater,
  });
}
