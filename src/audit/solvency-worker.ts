import type { Database, Queryable } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import type { Providers } from '../methods/index.ts';
import { claimCheck, findCheck, recordCheck } from './solvency-checks.ts';
import { readSolvency, type AssetSolvency, type Solvency } from './solvency.ts';

const PAUSE_MS = 10_000;
/** Together with the reading and the alert, well within five minutes. */
const EVERY_MS = 2 * 60_000;
/** Longer than a reading may take; after that, another process takes over. */
const LEASE_MS = 10 * 60_000;

/**
 * Compares holdings with liabilities every two minutes, in one process at a time, and stores the result for the metrics
 * of all. A shortage is logged at level error when it begins, and whenever its amount changes.
 */
export function createSolvencyWorker(options: {
  db: Database;
  providers: Providers;
  logger: Logger;
}): Worker {
  const { db, providers, logger } = options;
  return createClaimWorker({
    name: 'solvency',
    maxInFlight: 1,
    pauseMs: PAUSE_MS,
    logger,
    claim: () => db.inOneTrip((trx) => claimCheck(trx, { leaseMs: LEASE_MS })),
    describe: () => ({}),
    async work({ result: before }) {
      const solvency = await readSolvency(db, providers.all);
      await db.transaction((trx) => recordCheck(trx, solvency, EVERY_MS));
      const short = shortIn(solvency);
      if (short.length > 0 && JSON.stringify(short) !== JSON.stringify(before ? shortIn(before) : [])) {
        logger.error('solvency shortfall; see `payments solvency`', { assets: short });
      }
      const { errors } = solvency;
      if (errors.length > 0) logger.warn('solvency unknown: some balances could not be read', { errors });
    },
  });
}

function shortIn({ assets }: Solvency): Pick<AssetSolvency, 'asset' | 'owed' | 'held'>[] {
  return assets
    .filter(({ cover }) => cover === 'short')
    .map(({ asset, owed, held }) => ({ asset, owed, held }));
}

/** Exports the last comparison, by whichever process. */
export function watchSolvency(metrics: Metrics, read: Queryable): void {
  const lastAssets = async (): Promise<AssetSolvency[]> => (await findCheck(read))?.result.assets ?? [];
  const assetsOf = (figure: (asset: AssetSolvency) => number) => async () =>
    (await lastAssets()).map((asset) => ({
      labels: { asset: asset.asset },
      value: figure(asset),
    }));
  metrics.watchEach(
    'payments_solvency_owed',
    'What is owed to all accounts, by asset.',
    ['asset'],
    assetsOf(({ owed }) => Number(owed)),
  );
  metrics.watchEach(
    'payments_solvency_held',
    'What is held in all places, by asset, where it could be read.',
    ['asset'],
    assetsOf(({ held }) => Number(held)),
  );
  metrics.watchEach(
    'payments_solvency_short',
    '1 for an asset of which less is held than is owed.',
    ['asset'],
    assetsOf(({ cover }) => Number(cover === 'short')),
  );
  metrics.watchEach(
    'payments_place_held',
    'What one place holds of an asset, at the last comparison.',
    ['provider', 'place', 'asset'],
    async () =>
      (await lastAssets()).flatMap(({ asset, places }) =>
        places
          .filter(({ as_of: asOf }) => asOf !== null)
          .map(({ provider, place, amount }) => ({
            labels: { provider, place, asset },
            value: Number(amount),
          })),
      ),
  );
  metrics.watch(
    'payments_solvency_ok',
    '1 when all that is owed is held, and all places could be read.',
    async () => Number((await findCheck(read))?.result.ok ?? false),
  );
  metrics.watch(
    'payments_solvency_age_seconds',
    'How long ago what is held was last compared with what is owed.',
    async () => (await findCheck(read))?.ageS ?? 0,
  );
}
