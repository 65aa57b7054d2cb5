import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import type { Chain } from '../chain/chain.ts';
import type { CheckChain } from '../chain/check.ts';
import { listChains } from '../follower/chain-repository.ts';
import { listHotWallets } from '../sender/wallet-repository.ts';
import { faultOf, type EndpointStatus } from './endpoint.ts';
import { readChain } from './reading.ts';
import { claimReadings, recordReading, type ReadingRow } from './repository.ts';

const PAUSE_MS = 5_000;
/** Often enough for alerts, without load for endpoints. */
const EVERY_MS = 60_000;
const LEASE_MS = 60_000;
const MAX_CHAINS = 4;

/**
 * Checks each chain once a minute, in one process for all, and stores the result, from which metrics are read, so that
 * a scrape makes no network calls. A wallet that cannot be read keeps its last reading.
 */
export function createWatcher({
  db,
  logger,
  chains,
  checked,
}: {
  db: Database;
  logger: Logger;
  chains: readonly Chain[];
  checked: CheckChain;
}): Worker {
  const chainOf = new Map(chains.map((chain) => [chain.config.network, chain]));
  const networks = [...chainOf.keys()];

  const logChanges = ({ network, endpoints: before }: ReadingRow, after: readonly EndpointStatus[]): void => {
    for (const status of after) {
      const { endpoint, error } = status;
      const earlier = before.find((one) => one.endpoint === endpoint);
      const fault = faultOf(status);
      if (fault === (earlier && faultOf(earlier))) continue;
      if (fault === undefined) logger.info('RPC endpoint recovered', { network, endpoint });
      else if (fault === 'disagrees') {
        logger.warn('RPC endpoint contradicts the others', { network, endpoint, error });
      } else logger.warn('RPC endpoint failed', { network, endpoint, error });
    }
  };

  return createClaimWorker({
    name: 'evm-watcher',
    maxInFlight: MAX_CHAINS,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimReadings(trx, { networks, limit, leaseMs: LEASE_MS })),
    describe: ({ network }) => ({ network }),
    async work(before) {
      const { network } = before;
      const chain = chainOf.get(network);
      if (!chain) return;
      const [[row], wallets] = await Promise.all([
        listChains(db.read, { networks: [network] }),
        listHotWallets(db.read, { network }),
      ]);
      const addresses = wallets.map(({ address }) => address);
      const { endpoints, hotWallets } = await readChain(chain, { checked, row, wallets: addresses });
      await db.transaction(async (trx) => {
        const readAt = (await trx.now).toISOString();
        const known = [...hotWallets.map((wallet) => ({ ...wallet, read_at: readAt })), ...before.hotWallets];
        const hot_wallets = addresses.flatMap(
          (address) => known.find((one) => one.address.toLowerCase() === address) ?? [],
        );
        await recordReading(trx, { network, endpoints, hotWallets: hot_wallets }, EVERY_MS);
      });
      logChanges(before, endpoints);
    },
  });
}
