import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import type { Chain } from '../chain/chain.ts';
import type { CheckChain } from '../chain/check.ts';
import type { KnownDifferences } from '../../../../operators/index.ts';
import { claimAudit, postponeAudit } from '../follower/chain-repository.ts';
import { auditChain } from './audit.ts';

const PAUSE_MS = 60_000;
const DAY_MS = 24 * 3600_000;
/** An audit that fails, or whose process ends, is repeated after this. */
const LEASE_MS = 3600_000;

/** Audits each chain once a day; differences are logged as an error, because an operator must look into them. */
export function createAuditor(options: {
  db: Database;
  logger: Logger;
  chains: readonly Chain[];
  checked: CheckChain;
  differences?: KnownDifferences | undefined;
}): Worker {
  const { db, logger, chains, checked } = options;
  const chainOf = new Map(chains.map((chain) => [chain.config.network, chain]));

  return createClaimWorker({
    name: 'evm-auditor',
    maxInFlight: 1,
    pauseMs: PAUSE_MS,
    logger,
    claim: () => db.inOneTrip((trx) => claimAudit(trx, { networks: [...chainOf.keys()], leaseMs: LEASE_MS })),
    describe: ({ network }) => ({ network }),
    async work({ network }) {
      const chain = chainOf.get(network);
      if (!chain) return;
      const { ok, block, addresses, differences, hot_wallets, unexplained, error } = await auditChain(
        db,
        checked,
        chain,
        options.differences,
      );
      if (error !== undefined) {
        logger.warn('chain audit failed and will be retried', { network, error });
        return;
      }
      if (ok) logger.info('chain audit passed', { network, block, addresses });
      else {
        logger.error('chain audit found differences', {
          network,
          block,
          differences,
          hot_wallets,
          unexplained,
        });
      }
      await db.transaction((trx) => postponeAudit(trx, { network, waitMs: DAY_MS }));
    },
  });
}
