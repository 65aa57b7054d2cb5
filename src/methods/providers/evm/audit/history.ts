import type { Database } from '../../../../db/index.ts';
import {
  ProviderFailure,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../../index.ts';
import type { Chain, TransferLog } from '../chain/chain.ts';
import type { CheckChain, Decimals } from '../chain/check.ts';
import { RpcRefused } from '../chain/rpc.ts';
import { findBlockAt, readBlockTime } from '../chain/times.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import { referenceOf } from '../follower/reporter.ts';
import { findOwnAddresses } from '../follower/repository.ts';
import { positionOf, readReceipts } from '../follower/scan.ts';
import { isChainTrouble } from '../sender/failures.ts';
import { sentReference } from '../sender/order.ts';
import { findDepartures } from '../follower/departures.ts';
import { listKnownTransfers, listMinedOrders } from './repository.ts';

/** Blocks per request; halved if an endpoint refuses that many. */
const MAX_RANGE_BLOCKS = 5_000;
/** After this long, a page ends, and the next one continues from there. */
const PAGE_MS = 10_000;
/** The number of orders whose receipts are read for one page. */
const ORDERS = 200;

export interface HistoryParts {
  db: Pick<Database, 'read'>;
  chains: readonly Chain[];
  checked: CheckChain;
}

/**
 * The position where reading continues. It is in the blocks of a chain, then among the orders whose transactions may be
 * in them.
 */
type ReaderPosition = { network: string; first: number; last: number } & (
  { next: number } | { behind: string }
);

interface Page {
  lines: StatementLine[];
  next: ReaderPosition | undefined;
}

/**
 * The movements on the chains within a period, read from their final blocks, as agreed by enough endpoints, and not
 * from our own records (D10). They are deposits, transfers from our wallets to third parties, and the cost of our
 * transactions. Times are those of the blocks. Transfers between our own places are not listed, nor is money sent to a
 * hot wallet.
 */
export async function readHistory(
  parts: HistoryParts,
  { from, to, after }: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const { chains } = parts;
  try {
    const position = after === undefined ? undefined : parsePosition(after);
    const at =
      position === undefined ? 0 : chains.findIndex(({ config }) => config.network === position.network);
    const chain = chains[at];
    if (!chain)
      throw new ProviderFailure('refused', 'CHAINS_FILE no longer has the chain that was being read.');
    const begin = position ?? (await firstPosition(chain, { from, to }, signal));
    const page =
      'next' in begin
        ? await readBlocks(parts, chain, begin, signal)
        : await readCosts(parts, chain, begin, signal);
    const following = chains[at + 1];
    const next = page.next ?? (following && (await firstPosition(following, { from, to }, signal)));
    return { lines: page.lines, next: next && writePosition(next) };
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    const kind = signal.aborted ? 'timeout' : 'unavailable';
    throw new ProviderFailure(kind, `The chains could not be read: ${error.message}`, { cause: error });
  }
}

async function firstPosition(
  chain: Chain,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal,
): Promise<ReaderPosition> {
  const { network, firstBlock } = chain.config;
  const { final: high } = await chain.heights(signal);
  const first = await findBlockAt(chain, from, { low: firstBlock, high }, signal);
  const last = (await findBlockAt(chain, to, { low: first, high }, signal)) - 1;
  return { network, first, last, next: first };
}

async function readBlocks(
  { db, checked }: HistoryParts,
  chain: Chain,
  { network, first, last, ...position }: ReaderPosition & { next: number },
  signal: AbortSignal,
): Promise<Page> {
  const decimalsOf = await checked(chain, signal);
  const endsAt = performance.now() + PAGE_MS;
  const lines: StatementLine[] = [];
  let range = MAX_RANGE_BLOCKS;
  let { next } = position;
  while (next <= last && performance.now() < endsAt) {
    const upTo = Math.min(last, next + range - 1);
    try {
      const { logs } = await chain.transfers(next, upTo, signal);
      lines.push(...(await toLines(db, chain, decimalsOf, logs, signal)));
      next = upTo + 1;
    } catch (error) {
      // Each endpoint refuses overlong ranges with an error of its own.
      if (!(error instanceof RpcRefused) || range === 1) throw error;
      range >>= 1;
    }
  }
  return { lines, next: { network, first, last, ...(next <= last ? { next } : { behind: '' }) } };
}

async function toLines(
  db: Pick<Database, 'read'>,
  chain: Chain,
  decimalsOf: Decimals,
  logs: readonly TransferLog[],
  signal: AbortSignal,
): Promise<StatementLine[]> {
  const { network } = chain.config;
  const moving = logs.filter(({ units }) => units > 0n);
  const recipients = await findOwnAddresses(db.read, [...new Set(moving.map(({ to }) => to))]);
  const deposits = moving.filter(({ to }) => recipients.has(to));
  const receipts = await readReceipts(chain, deposits, signal);
  const assetOf = new Map([...chain.config.contracts].map(([asset, contract]) => [contract, asset]));
  const timeOf = timesOf(chain, signal);
  const lines: StatementLine[] = [];
  const located = deposits.map((log) => ({
    log,
    transactionHash: log.transactionHash,
    position: positionOf(chain, log, receipts.get(log.transactionHash)),
  }));
  // Its reference includes the recipient first seen, which no block contains.
  const known = await listKnownTransfers(db.read, network, located);
  for (const { log, transactionHash, position } of located) {
    const row = known.find((one) => one.transactionHash === transactionHash && one.position === position);
    const asset = assetOf.get(log.contract) ?? '';
    const amount = fromUnits(log.units, decimalsOf.get(asset) ?? 0);
    const firstRecipient = row?.firstRecipient ?? null;
    const reference = referenceOf({
      network,
      transactionHash,
      position,
      recipient: log.to,
      firstRecipient,
    });
    const at = await timeOf(log.blockNumber);
    lines.push({ kind: 'deposit', reference, asset, amount, at, deposit: undefined });
  }
  for (const { log, asset, amount, order } of await findDepartures(db.read, chain, decimalsOf, logs)) {
    if (order === 'sweep') continue;
    const reference = sentReference(network, log.transactionHash);
    // A transfer without an order is listed as a payout too.
    const kind = order ?? 'pay_out';
    lines.push({
      kind,
      reference,
      asset,
      amount: amount.negated(),
      at: await timeOf(log.blockNumber),
    });
  }
  return lines;
}

/** The cost of our transactions, including reverted ones; our tables list them, the chain has the cost of each. */
async function readCosts(
  { db }: HistoryParts,
  chain: Chain,
  { network, first, last, behind }: ReaderPosition & { behind: string },
  signal: AbortSignal,
): Promise<Page> {
  const hashes = await listMinedOrders(db.read, { network, first, last, behind, limit: ORDERS });
  const timeOf = timesOf(chain, signal);
  const lines: StatementLine[] = [];
  for (const hash of hashes) {
    const receipt = await chain.receipt(hash, signal);
    if (!receipt || receipt.blockNumber < first || receipt.blockNumber > last) continue;
    const amount = fromUnits(receipt.gasPaid, COIN_DECIMALS).negated();
    const reference = sentReference(network, hash);
    const at = await timeOf(receipt.blockNumber);
    if (!amount.isZero()) lines.push({ kind: 'cost', reference, asset: chain.config.coin, amount, at });
  }
  const end = hashes[ORDERS - 1];
  return { lines, next: end === undefined ? undefined : { network, first, last, behind: end } };
}

/** Each block's time is read once. */
function timesOf(chain: Chain, signal: AbortSignal): (block: number) => Promise<Date> {
  const known = new Map<number, Date>();
  return async (block) => {
    const time = known.get(block) ?? (await readBlockTime(chain, block, signal));
    known.set(block, time);
    return time;
  };
}

function writePosition({ network, first, last, ...position }: ReaderPosition): string {
  const where = 'next' in position ? `blocks ${position.next}` : `costs ${position.behind}`;
  return `${network}~${first}~${last}~${where}`;
}

function parsePosition(text: string): ReaderPosition {
  const [, network, first, last, blocks, behind] =
    /^(.{1,32})~(\d{1,15})~(\d{1,15})~(?:blocks (\d{1,15})|costs (\S{0,66}))$/.exec(text) ?? [];
  if (network === undefined) throw new ProviderFailure('refused', `${text} is no position in the history.`);
  const range = { network, first: Number(first), last: Number(last) };
  return blocks === undefined ? { ...range, behind: behind ?? '' } : { ...range, next: Number(blocks) };
}
