import type { Database } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { formatExact, ZERO, type Money } from '../lib/money.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { listAssets, PROVIDER_TIMEOUTS_MS, ProviderFailure, type Providers } from '../methods/index.ts';
import { plan } from './plan.ts';
import { readPositions } from './positions.ts';
import { listRoutes } from './rebalancing-repository.ts';
import { rebalance } from './rebalancings.ts';
import { claimReadings, lockBands, recordReading, type Float, type Reading } from './repository.ts';

const PAUSE_MS = 1_000;
const EVERY_MS = 30_000;
/** Longer than a reading may take. */
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.balances;
const MAX_IN_FLIGHT = 4;

/**
 * Asks the providers that exchange for others or have a band for their holdings, every 30 seconds, and then sends money
 * between them that brings every place back into its band, as far as the routes' daily limits allow (D39).
 */
export function createLiquidityWorker(options: {
  db: Database;
  providers: Providers;
  logger: Logger;
}): Worker {
  const { db, providers, logger } = options;
  const names = providers.all.map(({ name }) => name).sort();

  /** An asset of which it holds nothing is zero; one that it cannot report is left out. */
  const read = async (provider: string): Promise<Float[]> => {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.balances);
    const { holdings, unread } = await providers.get(provider).readBalances({ sent: [], seen: [] }, signal);
    const held = new Map<string, Money>((await listAssets(db.read)).map((asset) => [asset, ZERO]));
    for (const { asset, amount } of holdings) held.set(asset, (held.get(asset) ?? ZERO).plus(amount));
    for (const { assets } of unread) for (const asset of assets) held.delete(asset);
    return [...held].map(([asset, amount]) => ({ provider, asset, held: formatExact(amount) }));
  };

  return createClaimWorker<Reading>({
    name: 'liquidity',
    maxInFlight: MAX_IN_FLIGHT,
    maxClaimed: names.length,
    pauseMs: PAUSE_MS,
    logger,
    claim: () => db.inOneTrip((trx) => claimReadings(trx, { providers: names, leaseMs: LEASE_MS })),
    describe: ({ provider }) => ({ provider }),
    async work(reading) {
      try {
        const floats = await read(reading.provider);
        await db.transaction((trx) => recordReading(trx, reading, floats, EVERY_MS));
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        // Its methods are offered by the last reading, until that is too old.
        logger.warn('provider balance could not be read', {
          provider: reading.provider,
          error: error.message,
        });
        return;
      }
      await sendWhatIsNeeded(db, logger);
    },
  });
}

/** Each in a transaction of its own. A transfer above a route's limit waits for two operators. */
async function sendWhatIsNeeded(db: Database, logger: Logger): Promise<void> {
  for (;;) {
    const sent = await db.transaction(async (trx) => {
      await lockBands(trx);
      const routes = (await listRoutes(trx)).filter(({ provenAt }) => provenAt !== null);
      for (const { route, amount } of plan(await readPositions(trx), routes)) {
        try {
          const { transferId } = await rebalance(trx, {
            routeId: route.id,
            amount,
            sender: { by: 'service' },
          });
          return { transferId, route, amount };
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }
      return undefined;
    });
    if (!sent) return;
    const { transferId, route, amount } = sent;
    logger.info('rebalancing started', {
      rebalancing_id: transferId,
      from_provider: route.fromProvider,
      to_provider: route.toProvider,
      asset: route.asset,
      amount: amount.toFixed(),
    });
  }
}
