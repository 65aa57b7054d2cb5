import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type TakeInReports } from '../../../index.ts';
import type { MonoClient } from '../client/client.ts';
import { fieldsOf, type Fields } from '../client/fields.ts';
import { stateOf, type Attempts } from './attempts.ts';
import { COLLECTIONS_PATH } from './collections.ts';
import { askLater, claimCollections, markClosed, markDone, type OpenCollection } from './repository.ts';

/** Background calls are two a second at most, and one of these takes up to three. */
const AT_ONCE = 2;
const PAUSE_MS = 5_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;
const FIRST_WAIT_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/** It does not change any more. A paid one could be opened again by raising its amount, which this service never does. */
const FINAL = new Set(['paid', 'discarded', 'failed']);

/**
 * Polls open collections with increasing delays, because Mono repeats its webhooks for 8 hours only and lists none of them;
 * and closes those whose links are over, so that a late payer is turned away by the bank.
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
  const close = async (path: string, signal: AbortSignal): Promise<void> => {
    const body = JSON.stringify({ enabled: false });
    await client.call({ method: 'PATCH', path, body, isBackground: true }, signal);
  };

  const work = async (claim: OpenCollection): Promise<void> => {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
    const path = `${COLLECTIONS_PATH}/${claim.collectionId}`;
    let isFinal = !claim.isOpen;
    let isClosed = false;
    let paid: Fields[] = [];
    try {
      const collection = await client.call({ method: 'GET', path, isBackground: true }, signal);
      isFinal ||= FINAL.has(stateOf(fieldsOf(collection, 'collection')));
      if (!isFinal && claim.isOver && !claim.isClosed) {
        await close(path, signal);
        isClosed = true;
      }
      // Read last, so that nothing that was paid before it closed is missed.
      paid = await attempts.listOf(claim.collectionId, signal, { isBackground: true });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (isClosed) await db.transaction((trx) => markClosed(trx, { id: claim.id }));
      // A payment may still be there to be seen.
      isFinal = !claim.isOpen;
    }
    const reports = await attempts.toReports(paid);
    await db.transaction(async (trx) => {
      if (isClosed) await markClosed(trx, { id: claim.id });
      // A closed one is asked about once more: an attempt may have been under way.
      if (isFinal || claim.isClosed) await markDone(trx, { id: claim.id });
      else await askLater(trx, claim, Math.min(FIRST_WAIT_MS * 2 ** (claim.asked - 1), LONGEST_WAIT_MS));
      await takeIn(trx, reports);
    });
  };

  return createClaimWorker<OpenCollection>({
    name: 'mono-collections',
    maxInFlight: AT_ONCE,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => claimCollections(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ collection: id }),
    work,
  });
}
