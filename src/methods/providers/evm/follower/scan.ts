import type { Queryable } from '../../../../db/index.ts';
import type { Chain, Receipt, TransferLog } from '../chain/chain.ts';
import { RpcUnavailable } from '../chain/rpc.ts';
import { fromUnits } from '../chain/token.ts';
import { findDepartures } from './departures.ts';
import type { NewUnexplained } from './departure-repository.ts';
import { MOST_DEPOSITED } from '../../../index.ts';
import { findOwnAddresses, type ReadTransfer } from './repository.ts';

const TOO_MUCH = `No deposit can be ${MOST_DEPOSITED.toFixed()} or more.`;
/** Endpoints take many requests at once, but not any number of them. */
const RECEIPTS_AT_ONCE = 10;

export interface ScannedRange {
  from: number;
  to: number;
  /** The hash of the block `to`. */
  lastHash: string;
  /** The transfers to our addresses, in the chain's order. */
  transfers: ReadTransfer[];
  /** Transfers that left our wallets without an order. */
  unexplained: NewUnexplained[];
}

/** All transfers to our addresses in a range of blocks, as agreed by enough endpoints. */
export async function scanRange(
  read: Queryable,
  chain: Chain,
  decimalsOf: ReadonlyMap<string, number>,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<ScannedRange> {
  const { logs, lastHash } = await chain.transfers(from, to, signal);
  // Contracts also emit transfers of zero, to make an address look used.
  const moving = logs.filter(({ units }) => units > 0n);
  const own = await findOwnAddresses(read, [...new Set(moving.map((log) => log.to))]);
  const ours = moving.filter((log) => own.has(log.to));
  const receipts = await readReceipts(chain, ours, signal);
  const assetOf = new Map([...chain.config.contracts].map(([asset, contract]) => [contract, asset]));
  const transfers = ours.map((log) => {
    const asset = assetOf.get(log.contract);
    const decimals = asset === undefined ? undefined : decimalsOf.get(asset);
    if (asset === undefined || decimals === undefined) throw new Error(`${log.contract} is no known token`);
    const amount = fromUnits(log.units, decimals);
    return {
      network: chain.config.network,
      transactionHash: log.transactionHash,
      position: positionOf(chain, log, receipts.get(log.transactionHash)),
      asset,
      sender: log.from,
      recipient: log.to,
      amount: amount.toFixed(),
      blockNumber: String(log.blockNumber),
      blockHash: log.blockHash,
      lastError: amount.lt(MOST_DEPOSITED) ? null : TOO_MUCH,
    };
  });
  return {
    from,
    to,
    lastHash,
    transfers,
    unexplained: await findUnexplained(read, chain, decimalsOf, logs, signal),
  };
}

async function findUnexplained(
  read: Queryable,
  chain: Chain,
  decimalsOf: ReadonlyMap<string, number>,
  logs: readonly TransferLog[],
  signal: AbortSignal,
): Promise<NewUnexplained[]> {
  const { network } = chain.config;
  const departures = await findDepartures(read, chain, decimalsOf, logs);
  const unexplained = departures.filter(({ order }) => order === undefined);
  const receipts = await readReceipts(
    chain,
    unexplained.map(({ log }) => log),
    signal,
  );
  return unexplained.map(({ log, asset, amount }) => ({
    network,
    reference: `${log.transactionHash}:${positionOf(chain, log, receipts.get(log.transactionHash))}`,
    wallet: log.from,
    asset,
    amount: amount.toFixed(),
    recipient: log.to,
    transactions: null,
    blockNumber: String(log.blockNumber),
  }));
}

export async function readReceipts(
  chain: Chain,
  logs: readonly TransferLog[],
  signal: AbortSignal,
): Promise<Map<string, Receipt | undefined>> {
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))];
  const receipts = new Map<string, Receipt | undefined>();
  for (let at = 0; at < hashes.length; at += RECEIPTS_AT_ONCE) {
    const some = hashes.slice(at, at + RECEIPTS_AT_ONCE);
    const read = await Promise.all(some.map((hash) => chain.receipt(hash, signal)));
    some.forEach((hash, index) => receipts.set(hash, read[index]));
  }
  return receipts;
}

/** Its index among its transaction's logs, which stays the same in whatever block the transaction ends up. */
export function positionOf(chain: Chain, log: TransferLog, receipt: Receipt | undefined): number {
  const position = receipt?.blockHash === log.blockHash ? receipt.logIndexes.indexOf(log.logIndex) : -1;
  if (position < 0)
    throw new RpcUnavailable(`${chain.config.network} moved ${log.transactionHash} while it was read`);
  return position;
}
