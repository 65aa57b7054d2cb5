import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import type { TakeInReports } from '../../../index.ts';
import { readCoin } from '../chain/balances.ts';
import { isChainFailure } from '../chain/quorum.ts';
import { toHex, type Block, type Chain, type NewestBlock, type Receipt } from '../chain/chain.ts';
import { readQuantity, readReceipt } from '../chain/responses.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import { isChainTrouble } from './failures.ts';
import { areTooLow, feesFor, readFeeMarket, replacementFees, type FeeMarket, type Fees } from './fees.ts';
import type { SenderKeys } from './keys.ts';
import { gasFor, maxGas, readNonceAt } from './node.ts';
import {
  cancelling,
  sendTransaction,
  sentReference,
  SIGNING_MS,
  signOrder,
  signVersion,
  type Version,
} from './order.ts';
import * as repository from './repository.ts';
import type { NewestTransaction, OpenOrder, TransactionRow } from './repository.ts';
import { claimWallets, finishPass, type WalletRow } from './wallet-repository.ts';

const PAUSE_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** A pass ends by itself well before its lease does. */
const PASS_MS = 20_000;
const LEASE_MS = 60_000;
const MAX_WALLETS = 8;
/** Orders handled in one pass; those behind them can only be mined after them. */
const MAX_ORDERS = 200;
/** Nodes silently forget transactions, so each is sent again until it is in a block. */
const SEND_AGAIN_MS = 15_000;
/** After this time and this many blocks without it, a transaction is replaced by one with a higher fee. */
const STUCK_MS = 60_000;
const MISSED_BLOCKS = 2;

interface SenderWorkerParts {
  db: Database;
  logger: Logger;
  chain: Chain;
  keys: SenderKeys;
  takeIn: TakeInReports;
}

/** The known facts about a chain and a wallet in one pass. */
interface Scene {
  wallet: WalletRow;
  block: NewestBlock;
  market: () => Promise<FeeMarket>;
}

/**
 * Gets the stored orders of one chain mined (D28). Signs those not signed yet, sends them again when nodes may have
 * forgotten them, replaces them under the same nonce if fee or gas are too low or an operator cancels them, and records
 * and reports what is final. Any number of processes may run it; each wallet is handled by one at a time.
 */
export function createSenderWorker(parts: SenderWorkerParts): Worker {
  const { db, logger, chain } = parts;
  const { network } = chain.config;
  return createClaimWorker({
    name: 'evm-sender',
    maxInFlight: MAX_WALLETS,
    pauseMs: PAUSE_MS / 2,
    logger,
    wokenBy: (wake) => db.onWork('wallets', wake),
    claim: (limit) => db.inOneTrip((trx) => claimWallets(trx, { network, limit, leaseMs: LEASE_MS })),
    describe: ({ address }) => ({ network, address }),
    work: (wallet) => lookAfterWallet(parts, wallet),
  });
}

/** Handles its open orders once, and schedules the next pass, which is later the more passes failed before. */
async function lookAfterWallet(parts: SenderWorkerParts, wallet: WalletRow): Promise<void> {
  const { db, logger, chain } = parts;
  let trouble: string | null = null;
  try {
    trouble = await lookAfterOrders(parts, wallet, AbortSignal.timeout(PASS_MS));
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    trouble = error.message;
  }
  if (trouble !== null) {
    logger.warn('wallet pass incomplete and will be retried', {
      network: chain.config.network,
      address: wallet.address,
      error: trouble,
    });
  }
  const waitMs =
    trouble === null ? PAUSE_MS : Math.min(PAUSE_MS * 2 ** Math.min(wallet.failures, 6), MAX_WAIT_MS);
  const error = trouble === null ? null : wordsOf(trouble);
  await db.transaction((trx) => finishPass(trx, wallet, { waitMs, error }));
}

/** Returns the error, or null; trouble with one order must not delay the others. */
async function lookAfterOrders(
  parts: SenderWorkerParts,
  wallet: WalletRow,
  signal: AbortSignal,
): Promise<string | null> {
  const { db, chain } = parts;
  const { address } = wallet;
  const block = await chain.newest(signal);
  const { final } = block;
  const mined = await readNonceAt(chain, address, block.number, signal);
  const orders = await repository.listOpenOrders(db.read, {
    network: chain.config.network,
    wallet: address,
    final,
    mined: String(mined),
    limit: MAX_ORDERS,
  });
  let market: Promise<FeeMarket> | undefined;
  const scene = { wallet, block, market: () => (market ??= readFeeMarket(chain, signal)) };
  let trouble: string | null = null;
  for (const order of orders) {
    if (signal.aborted) break;
    try {
      if (BigInt(order.nonce) < mined) await findMined(parts, scene, order, signal);
      else trouble = (await keepAlive(parts, scene, order, signal)) ?? trouble;
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      trouble = error.message;
    }
  }
  return trouble;
}

/** Its nonce is used; determines by which of its transactions, and whether that is final. */
async function findMined(
  parts: SenderWorkerParts,
  { block: { final } }: Scene,
  order: OpenOrder,
  signal: AbortSignal,
): Promise<void> {
  const { db, logger, chain } = parts;
  for (const hash of order.hashes) {
    const receipt = await chain.receipt(hash, signal);
    if (!receipt) continue;
    if (receipt.blockNumber <= final) return finish(parts, order, hash, receipt);
    await db.transaction((trx) => repository.markMined(trx, { ...order, hash, block: receipt.blockNumber }));
    return;
  }
  await db.transaction((trx) => repository.markMined(trx, { ...order, hash: null, block: null }));
  if (!(await isLost(chain, order, final, signal))) return;
  if (!(await db.transaction((trx) => repository.markLost(trx, order)))) return;
  const { wallet, nonce, kind } = order;
  logger.error('wallet nonce used by a foreign transaction; its key is compromised', {
    network: chain.config.network,
    wallet,
    nonce,
    kind,
  });
}

/** Everything that follows from finality is in one transaction with that fact. */
function finish(
  { db, chain, takeIn }: SenderWorkerParts,
  order: OpenOrder,
  hash: string,
  receipt: Receipt,
): Promise<void> {
  return db.transaction(async (trx) => {
    const done = receipt.succeeded ? 'done' : 'reverted';
    const isNews = await repository.finishOrder(trx, order, {
      status: order.cancelling.includes(hash) ? 'cancelled' : done,
      hash,
      block: receipt.blockNumber,
      gasPaid: String(receipt.gasPaid),
    });
    if (!isNews) return;
    const amount = fromUnits(receipt.gasPaid, COIN_DECIMALS);
    const cost = { reference: sentReference(chain.config.network, hash), asset: chain.config.coin, amount };
    if (amount.gt(0)) await takeIn(trx, [{ type: 'cost', cost }]);
    const { kind, firstHash: first } = order;
    if (first !== null && (kind === 'pay_out' || kind === 'refund')) {
      await takeIn(trx, [
        { type: 'transfer', providerReference: sentReference(chain.config.network, first) },
      ]);
    }
  });
}

/** Returns the reason why no node accepts it; undefined if one has. */
async function keepAlive(
  parts: SenderWorkerParts,
  scene: Scene,
  order: OpenOrder,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, chain } = parts;
  const { newest } = order;
  const replacement = await replace(parts, scene, order, signal);
  if (!replacement && newest && newest.sentMs !== null && newest.sentMs < SEND_AGAIN_MS) return undefined;
  const current = replacement ?? newest ?? (await signLate(parts, scene, order, signal));
  if (!current) {
    return order.cancelWantedAt ? `nonce ${order.nonce} could not be cancelled yet` : undefined;
  }
  return sendTransaction(db, chain, current, signal);
}

/** Orders that the process that took the nonce did not sign in time, because it died or the signer failed. */
async function signLate(
  { db, chain, keys }: SenderWorkerParts,
  { wallet, block }: Scene,
  order: OpenOrder,
  signal: AbortSignal,
): Promise<TransactionRow | undefined> {
  if (order.orderedMs < SIGNING_MS || order.cancelWantedAt !== null) return undefined;
  return signOrder(db, { chain, keys, wallet }, order, block, signal);
}

/** A further transaction that an order needs; undefined for none. */
async function replace(
  parts: SenderWorkerParts,
  scene: Scene,
  order: OpenOrder,
  signal: AbortSignal,
): Promise<TransactionRow | undefined> {
  const { db, logger, chain, keys } = parts;
  const { wallet, block } = scene;
  const { newest } = order;
  const why = await whyReplaced(scene, order);
  if (why === undefined) return undefined;
  const facts = { network: chain.config.network, nonce: order.nonce, why };
  const cancels = order.cancelWantedAt !== null;
  const isOurs = wallet.derivationIndex !== null || wallet.address === keys.hotAddress;
  const fees = feesOf(newest, await scene.market(), chain.config.maxFee);
  if (!fees || !isOurs) {
    logger.warn('transaction replacement blocked: no higher fee is allowed', facts);
    return undefined;
  }
  const gasLimit = await gasAnew(parts, order, block, signal);
  const dearest = (cancels ? 0n : BigInt(order.value)) + gasLimit * fees.maxFee;
  if ((await readCoin(chain, wallet.address, block.number, signal)) < dearest) {
    logger.warn('transaction replacement blocked: the wallet lacks coin for a higher fee', facts);
    return undefined;
  }
  const version: Version = { version: (newest?.version ?? 0) + 1, fees, gasLimit, block, cancels };
  const transaction = await signVersion({ chain, keys, wallet }, order, version, signal);
  // Stored before it is sent, like the first one.
  const isStored = await db.transaction((trx) => repository.insertTransaction(trx, transaction));
  if (!isStored) return undefined;
  logger.info('transaction replaced', { ...facts, version: transaction.version });
  return transaction;
}

/** Estimates the call again; one that would revert by now keeps its gas, because its nonce must be used up. */
async function gasAnew(
  { chain }: SenderWorkerParts,
  order: OpenOrder,
  block: Block,
  signal: AbortSignal,
): Promise<bigint> {
  const call =
    order.cancelWantedAt === null
      ? {
          from: order.wallet,
          to: order.target,
          data: order.data,
          value: `0x${BigInt(order.value).toString(16)}`,
        }
      : cancelling(order.wallet);
  try {
    return await gasFor(chain, call, block, signal);
  } catch (error) {
    if (!isChainFailure(error) || !order.newest || order.cancelWantedAt !== null) throw error;
    const [before, most] = [gasOf(order, order.newest), maxGas(call, block)];
    return before < most ? before : most;
  }
}

/** The reason why an order's newest transaction must be replaced; undefined if it need not. */
async function whyReplaced({ block, market }: Scene, order: OpenOrder): Promise<string | undefined> {
  const { newest } = order;
  if (order.cancelWantedAt !== null && !newest?.cancels) return 'an operator cancels it';
  if (!newest) return undefined;
  if (gasOf(order, newest) > maxGas(newest.cancels ? { data: '0x' } : order, block)) {
    return 'its gas limit keeps it from being mined';
  }
  // If the chain produces no blocks, a higher fee would not help.
  const hasMissed = block.number >= Number(newest.signedAtBlock ?? 0) + MISSED_BLOCKS;
  if (newest.ageMs < STUCK_MS || !hasMissed) return undefined;
  return areTooLow(feesIn(newest), await market()) ? 'its fee is too low' : undefined;
}

function feesOf(newest: NewestTransaction | null, market: FeeMarket, ceiling: bigint): Fees | undefined {
  return newest ? replacementFees(feesIn(newest), market, ceiling) : feesFor(market, ceiling);
}

function feesIn({ maxFee, priorityFee }: TransactionRow): Fees {
  return { maxFee: BigInt(maxFee), priorityFee: BigInt(priorityFee) };
}

function gasOf(order: OpenOrder, { gasLimit }: TransactionRow): bigint {
  return BigInt(gasLimit ?? order.gasLimit);
}

/** Whether, as of a final block, an order's nonce was used up by a foreign transaction. */
function isLost(chain: Chain, order: OpenOrder, final: number, signal: AbortSignal): Promise<boolean> {
  // One response per endpoint, because an endpoint behind the block cannot claim that there is no receipt.
  return chain.agreed(async (endpoint, until) => {
    const used = await endpoint.call('eth_getTransactionCount', [order.wallet, toHex(final)], until);
    if (readQuantity(used, endpoint) <= BigInt(order.nonce)) return false;
    for (const hash of order.hashes) {
      const receipt = await endpoint.call('eth_getTransactionReceipt', [hash], until);
      if (readReceipt(receipt, endpoint)) return false;
    }
    return true;
  }, signal);
}
