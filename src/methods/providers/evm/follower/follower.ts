import type { Database } from '../../../../db/index.ts';
import { StartupError } from '../../../../lib/errors/errors.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { alarmOf } from './departures.ts';
import { insertUnexplained } from './departure-repository.ts';
import type { Chain, Heights } from '../chain/chain.ts';
import type { CheckChain, Decimals } from '../chain/check.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { RpcRefused, RpcUnavailable } from '../chain/rpc.ts';
import * as chainRows from './chain-repository.ts';
import { ClaimLost, type ChainRow } from './chain-repository.ts';
import { Progress } from './progress.ts';
import * as repository from './repository.ts';
import { scanRange, type ScannedRange } from './scan.ts';

/** The pause between checks for chains that are due. */
const PAUSE_MS = 500;
const MAX_WAIT_MS = 60_000;
/** After this long, a pass that catches up ends, and the next one continues from there. */
const SLICE_MS = 5_000;
/** The longest that one may take, well within its lease. */
const PASS_MS = 15_000;
const LEASE_MS = 20_000;
/** How long a transaction removed by a reorganisation may take to reappear; later it is an unmatched deposit. */
const GONE_FOR_MS = 60 * 60 * 1000;

/** A final block has changed, which must not happen, so the chain's finality is not as configured. */
class FinalChanged extends Error {}

export interface FollowerParts {
  db: Database;
  logger: Logger;
  chains: readonly Chain[];
  checked: CheckChain;
}

/** The state that a follower keeps from one pass to the next. */
interface Following {
  /** Whether each chain has its row in the database. */
  areOpen: boolean;
  /** The networks whose pass is not over. */
  networks: Set<string>;
}

/**
 * Follows every chain (D28). Reads final blocks once, then later ones again for as long as they may change. Any number
 * of processes may run it; each chain is followed by one at a time. A failed pass is repeated from its start; a
 * contradiction to final data, or to the configuration, halts that chain for an operator.
 */
export function createFollower(parts: FollowerParts): Worker {
  const following: Following = { areOpen: false, networks: new Set() };
  return createClaimWorker({
    name: 'evm-follower',
    maxInFlight: Math.max(1, parts.chains.length),
    pauseMs: PAUSE_MS,
    logger: parts.logger,
    claim: (limit) => claim(parts, following, limit),
    describe: ({ network }) => ({ network }),
    async work(row) {
      following.networks.add(row.network);
      await follow(parts, row).finally(() => following.networks.delete(row.network));
    },
  });
}

function claim({ db, chains }: FollowerParts, following: Following, limit: number): Promise<ChainRow[]> {
  return db.transaction(async (trx) => {
    if (!following.areOpen) for (const { config } of chains) await chainRows.openChain(trx, config);
    const networks = chains.map(({ config }) => config.network);
    const claimed = await chainRows.claimChains(trx, {
      // A chain whose pass outlives its lease takes no second slot, and so none from the others.
      networks: networks.filter((network) => !following.networks.has(network)),
      limit,
      leaseMs: LEASE_MS,
    });
    following.areOpen = true;
    return claimed;
  });
}

/** One pass over a claimed chain. */
async function follow(parts: FollowerParts, row: ChainRow): Promise<void> {
  const { db, chains, checked } = parts;
  const chain = chains.find(({ config }) => config.network === row.network);
  if (!chain) return;
  const progress = new Progress(row);
  const signal = AbortSignal.timeout(PASS_MS);
  try {
    const decimalsOf = await checked(chain, signal);
    const heights = await chain.heights(signal);
    progress.head = Math.max(progress.head, heights.head);
    // While the last block seen is still there, so are all before it.
    if (!(await isSeenThere(chain, progress, heights, signal))) {
      progress.forgetSeen();
      await requireSameFinal(chain, progress, heights, signal);
    }
    await readOn(parts, chain, decimalsOf, progress, heights, signal);
    await db.transaction((trx) =>
      chainRows.finishPass(trx, {
        ...row,
        waitMs: progress.seen.block < heights.head ? 0 : chain.config.pollMs,
        error: null,
        headBlock: progress.head,
        rangeBlocks: progress.range,
      }),
    );
  } catch (error) {
    await recordFailure(parts, chain, progress, error);
  }
}

/** First final blocks, then those that may still change, as far as time allows. */
async function readOn(
  parts: FollowerParts,
  chain: Chain,
  decimalsOf: Decimals,
  progress: Progress,
  heights: Heights,
  signal: AbortSignal,
): Promise<void> {
  const { db, logger } = parts;
  const endsAt = performance.now() + SLICE_MS;
  const hasTime = (): boolean => performance.now() < endsAt;
  const read = (after: number, upTo: number): Promise<ScannedRange> =>
    readRange(progress, (blocks) =>
      scanRange(db.read, chain, decimalsOf, { from: after + 1, to: Math.min(upTo, after + blocks) }, signal),
    );
  while (progress.final.block < heights.final && hasTime()) {
    const range = await read(progress.final.block, heights.final);
    await write(parts, progress, range, 'final');
    for (const transfer of range.transfers)
      if (transfer.lastError !== null) alarmOfTransfer(logger, transfer);
  }
  // While the final blocks are not read, reading those above would show deposits out of their order.
  if (progress.final.block < heights.final) return;
  while (progress.seen.block < heights.head && hasTime()) {
    const range = await read(progress.seen.block, heights.head);
    // A transfer that cannot be a deposit is set aside once it is final, and ignored before.
    const transfers = range.transfers.filter(({ lastError: error }) => error === null);
    await write(parts, progress, { ...range, transfers }, 'seen');
  }
}

/** Range and progress are in one transaction, so that no block is read twice as final, and none is left out. */
async function write(
  { db, logger }: FollowerParts,
  progress: Progress,
  range: ScannedRange,
  as: 'final' | 'seen',
): Promise<void> {
  const { row } = progress;
  const news = await db.transaction(async (trx) => {
    await chainRows.writeProgress(trx, row, { ...progress.after(range, as), leaseMs: LEASE_MS });
    trx.defer(repository.upsertTransfers(trx, as, range.transfers));
    trx.defer(repository.markGone(trx, { ...range, network: row.network }, range.transfers));
    if (as === 'final') {
      trx.defer(repository.dropReplaced(trx, row.network, range.transfers));
      trx.defer(repository.dropGone(trx, { network: row.network, afterMs: GONE_FOR_MS }));
    }
    return range.unexplained.length === 0 ? [] : insertUnexplained(trx, range.unexplained);
  });
  alarmOf(logger, news);
  progress.advance(range, as);
}

function alarmOfTransfer(logger: Logger, transfer: repository.ReadTransfer): void {
  const { network, transactionHash, position, lastError } = transfer;
  logger.error('on-chain transfer set aside; see `payments chains status`', {
    network,
    transaction_hash: transactionHash,
    position,
    error: lastError,
  });
}

/**
 * Halts the chain after a contradiction, and otherwise schedules the next pass, which is later the more passes failed
 * before.
 */
async function recordFailure(
  { db, logger }: FollowerParts,
  { config: { pollMs } }: Chain,
  progress: Progress,
  error: unknown,
): Promise<void> {
  const { row } = progress;
  if (error instanceof ClaimLost) return;
  const message = wordsOf(error);
  if (error instanceof FinalChanged || error instanceof StartupError) {
    const next = `Then run \`payments chains resume ${row.network}\`.`;
    logger.error('chain halted; see `payments chains status`', {
      network: row.network,
      error: `${message} ${next}`,
    });
    await db.transaction((trx) => chainRows.haltChain(trx, { ...row, error: `${message} ${next}` }));
    return;
  }
  if (!isChainFailure(error)) throw error;
  logger.warn('chain follower failed and will be retried', {
    network: row.network,
    error: message,
  });
  await db.transaction((trx) =>
    chainRows.finishPass(trx, {
      ...row,
      waitMs: Math.max(pollMs, Math.min(pollMs * 2 ** Math.min(row.failures, 10), MAX_WAIT_MS)),
      error: message,
      headBlock: progress.head,
      rangeBlocks: progress.range,
    }),
  );
}

/**
 * Each endpoint refuses overlong ranges with an error of its own, or does not respond. After a refusal the range is
 * halved immediately, after another failure in the next pass.
 */
async function readRange(
  progress: Progress,
  scan: (blocks: number) => Promise<ScannedRange>,
): Promise<ScannedRange> {
  for (;;) {
    try {
      return await scan(progress.range);
    } catch (error) {
      const isShorter = progress.shrinkRange();
      if (!(error instanceof RpcRefused && isShorter)) throw error;
    }
  }
}

async function requireSameFinal(
  chain: Chain,
  { final }: Progress,
  { head }: Heights,
  signal: AbortSignal,
): Promise<void> {
  if (final.hash === null) return;
  const { network } = chain.config;
  if (head < final.block) {
    throw new RpcUnavailable(`${network} is at block ${head}, before the final block ${final.block}`);
  }
  const hash = await chain.blockHash(final.block, signal);
  if (hash === final.hash) return;
  throw new FinalChanged(
    `Block ${final.block} of ${network} was final as ${final.hash} and now is ${hash}. Find out which is right (an explorer, other endpoints). If the endpoints are wrong now, correct CHAINS_FILE; if they were wrong before, raise the finality there, and resume with --from-block at the last block that is right.`,
  );
}

/** Whether the last block seen is still part of the chain, and so everything before it. */
async function isSeenThere(
  chain: Chain,
  { seen }: Progress,
  { head }: Heights,
  signal: AbortSignal,
): Promise<boolean> {
  if (seen.hash === null || seen.block > head) return false;
  return (await chain.blockHash(seen.block, signal)) === seen.hash;
}
