import type { Database } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { formatExact, ZERO, type Money } from '../lib/money.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type Providers } from '../methods/index.ts';
import { claimReadings, recordReading, type Float, type Reading } from './repository.ts';

const PAUSE_MS = 1_000;
const EVERY_MS = 30_000;
/** Longer than a reading may take. */
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.balances;
const MAX_IN_FLIGHT = 4;

/** Asks the providers that exchange for others, every 30 seconds, what they hold. */
export function createFloatWorker(options: { db: Database; providers: Providers; logger: Logger }): Worker {
  const { db, providers, logger } = options;
  const names = providers.all.map(({ name }) => name).sort();

  const read = async (provider: string): Promise<Float[]> => {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.balances);
    const { holdings } = await providers.get(provider).readBalances({ sent: [], seen: [] }, signal);
    const held = new Map<string, Money>();
    for (const { asset, amount } of holdings) held.set(asset, (held.get(asset) ?? ZERO).plus(amount));
    return [...held].map(([asset, amount]) => ({ provider, asset, held: formatExact(amount) }));
  };

  return createClaimWorker<Reading>({
    name: 'exchange-floats',
    maxInFlight: MAX_IN_FLIGHT,
    maxClaimed: names.length,
    pauseMs: PAUSE_MS,
    logger,
    claim: () => db.transaction((trx) => claimReadings(trx, { providers: names, leaseMs: LEASE_MS })),
    describe: ({ provider }) => ({ provider }),
    async work(reading) {
      try {
        const floats = await read(reading.provider);
        await db.transaction((trx) => recordReading(trx, reading, floats, EVERY_MS));
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        // Its methods are offered by the last reading, until that is too old.
        logger.warn('what a provider holds to exchange could not be read', {
          provider: reading.provider,
          error: error.message,
        });
      }
    },
  });
}
