import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { getBlock, type Chain } from '../chain/chain.ts';
import { readReceipt } from '../chain/responses.ts';
import { isChainTrouble } from '../sender/failures.ts';
import { readNonceAt } from '../sender/node.ts';
import { listHotWallets } from '../sender/wallet-repository.ts';
import { alarmOf } from '../follower/departures.ts';
import { claimWatch, listOrdersBelow } from './repository.ts';
import { insertUnexplained, type NewUnexplained } from '../follower/departure-repository.ts';

const PAUSE_MS = 5_000;
/** Well within the five minutes in which a theft must be noticed. */
const EVERY_MS = 30_000;
const PASS_MS = 20_000;

/**
 * Compares the nonces of each chain's hot wallets with those used here. Token transfers leave a log, which the follower
 * sees; transfers of the chain's coin leave none, but need one of the address's nonces. Reads the head, because waiting
 * for finality would report a theft too late.
 */
export function createWalletWatch(options: {
  db: Database;
  logger: Logger;
  chains: readonly Chain[];
}): Worker {
  const { db, logger, chains } = options;
  const chainOf = new Map(chains.map((chain) => [chain.config.network, chain]));

  return createClaimWorker({
    name: 'evm-wallet-watch',
    maxInFlight: Math.max(1, chains.length),
    pauseMs: PAUSE_MS,
    logger,
    claim: () => db.inOneTrip((trx) => claimWatch(trx, { networks: [...chainOf.keys()], everyMs: EVERY_MS })),
    describe: ({ network }) => ({ network }),
    async work({ network }) {
      const chain = chainOf.get(network);
      if (!chain) return;
      try {
        for (const { address } of await listHotWallets(db.read, { network })) {
          const found = await findForeign(db, chain, address, AbortSignal.timeout(PASS_MS));
          if (found.length === 0) continue;
          alarmOf(logger, await db.transaction((trx) => insertUnexplained(trx, found)));
        }
      } catch (error) {
        if (!isChainTrouble(error)) throw error;
        logger.warn('hot wallet nonces could not be read and will be retried', {
          network,
          error: error.message,
        });
      }
    },
  });
}

/** A wallet's transactions that are not ours. */
async function findForeign(
  db: Pick<Database, 'read'>,
  chain: Chain,
  wallet: string,
  signal: AbortSignal,
): Promise<NewUnexplained[]> {
  const { network } = chain.config;
  const { head: block } = await chain.heights(signal);
  const used = await readNonceAt(chain, wallet, block, signal);
  // Read afterwards. Transactions are stored before they are sent, so all of ours in that block are known by now.
  const known = (await listHotWallets(db.read, { network })).find(({ address }) => address === wallet);
  const next = BigInt(known?.nextNonce ?? used);
  const foreign = (nonce: bigint, count: bigint): NewUnexplained => ({
    network,
    reference: `${wallet}:${nonce}`,
    wallet,
    asset: null,
    amount: null,
    recipient: null,
    transactions: String(count),
    blockNumber: String(block),
  });
  const found = used > next ? [foreign(next, used - next)] : [];
  for (const { nonce, hashes } of await listOrdersBelow(db.read, { network, wallet, nonce: String(used) })) {
    if (!(await isMined(chain, hashes, block, signal))) found.push(foreign(BigInt(nonce), 1n));
  }
  return found;
}

/** Whether one of an order's transactions is in a block, by endpoints that have the block at which its nonce was used. */
async function isMined(
  chain: Chain,
  hashes: readonly string[],
  block: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (const hash of hashes) {
    const isThere = await chain.agreed(async (endpoint, until) => {
      await getBlock(endpoint, block, until);
      return (
        readReceipt(await endpoint.call('eth_getTransactionReceipt', [hash], until), endpoint) !== undefined
      );
    }, signal);
    if (isThere) return true;
  }
  return false;
}
