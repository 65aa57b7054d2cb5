import type { Database, Trx } from '../../../../db/connect.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import type { Report } from '../../provider.ts';
import type { Chain, Receipt } from '../chain/chain.ts';
import { COIN_DECIMALS, fromUnits } from '../chain/token.ts';
import { isChainTrouble } from './failures.ts';
import { readFeeMarket, replacementFees, type FeeMarket } from './fees.ts';
import type { SenderKeys } from './keys.ts';
import { broadcast, readCoin, readNonceAt, readNonce } from './node.ts';
import { sentReference, SIGNING_MS, signOrder, signVersion } from './order.ts';
import * as repository from './repository.ts';
import type { OpenOrder } from './repository.ts';
import { claimWallets, finishPass, type WalletRow } from './wallets/repository.ts';

const PAUSE_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** A pass ends by itself well before its lease does. */
const PASS_MS = 20_000;
const LEASE_MS = 60_000;
const MAX_WALLETS = 8;
/** Looked after in one pass; what comes behind them can only be mined after them. */
const MAX_ORDERS = 200;
/** Nodes forget transactions without a word: each is given to them again and again until it is in a block. */
const SEND_AGAIN_MS = 15_000;
/** After so long without being mined, a transaction is replaced by one with a higher fee. */
const STUCK_MS = 60_000;
const MAX_ERROR_LENGTH = 500;

export interface SenderWorkerParts {
  db: Database;
  logger: Logger;
  chains: readonly Chain[];
  keys: SenderKeys;
  takeIn: (trx: Trx, report: Report) => Promise<void>;
}

/**
 * Sees to it that what was stored is mined (D28): signs it if nobody did, sends it again when nodes may have forgotten it, replaces it with a
 * higher fee under the same nonce when it is stuck, and records and reports what is final. Any number of processes may
 * run it; a wallet is looked after by one at a time.
 */
export function createSenderWorker({ db, logger, chains, keys, takeIn }: SenderWorkerParts): Worker {
  const chainOf = new Map(chains.map((chain) => [chain.config.network, chain]));

  const pass = async (wallet: WalletRow): Promise<void> => {
    const chain = chainOf.get(wallet.network);
    if (!chain) return;
    let trouble: string | null = null;
    try {
      trouble = await lookAfter(chain, wallet, AbortSignal.timeout(PASS_MS));
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      trouble = error.message;
    }
    if (trouble !== null) {
      const { network, address } = wallet;
      logger.warn('a wallet could not be fully looked after and will be again', {
        network,
        address,
        error: trouble,
      });
    }
    const waitMs =
      trouble === null ? PAUSE_MS : Math.min(PAUSE_MS * 2 ** Math.min(wallet.failures, 6), MAX_WAIT_MS);
    const error = trouble?.slice(0, MAX_ERROR_LENGTH) ?? null;
    await db.transaction((trx) => finishPass(trx, wallet, { waitMs, error }));
  };

  /** Returns what went wrong, null for nothing: trouble with one order must not keep the others waiting. */
  const lookAfter = async (chain: Chain, wallet: WalletRow, signal: AbortSignal): Promise<string | null> => {
    const { network, address } = wallet;
    const [{ final }, mined] = await Promise.all([chain.heights(signal), readNonce(chain, address, signal)]);
    const orders = await repository.listOpenOrders(db.read, {
      network,
      wallet: address,
      final,
      mined: String(mined),
      limit: MAX_ORDERS,
    });
    let market: FeeMarket | undefined;
    let trouble: string | null = null;
    for (const order of orders) {
      if (signal.aborted) break;
      try {
        if (BigInt(order.nonce) < mined) await findMined(chain, order, final, signal);
        else {
          market ??= await readFeeMarket(chain, signal);
          trouble = (await keepAlive(chain, wallet, order, { mined, market }, signal)) ?? trouble;
        }
      } catch (error) {
        if (!isChainTrouble(error)) throw error;
        trouble = error.message;
      }
    }
    return (await signLate(chain, wallet, signal)) ?? trouble;
  };

  /** Signs and sends what the process that took the nonce did not sign, because it died or the signer failed. */
  const signLate = async (chain: Chain, wallet: WalletRow, signal: AbortSignal): Promise<string | null> => {
    const { network, address } = wallet;
    const late = { network, wallet: address, forMs: SIGNING_MS, limit: MAX_ORDERS };
    try {
      for (const order of await repository.listUnsignedOrders(db.read, late)) {
        const transaction = await signOrder(db, { chain, keys, wallet }, order, signal);
        const refusal = await broadcast(chain, transaction.raw, signal);
        if (refusal !== undefined) return refusal;
        await db.transaction((trx) => repository.markSent(trx, transaction));
      }
      return null;
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      return error.message;
    }
  };

  /** Its nonce is used: by which of its transactions, and is that final? */
  const findMined = async (
    chain: Chain,
    order: OpenOrder,
    final: number,
    signal: AbortSignal,
  ): Promise<void> => {
    for (const hash of order.hashes) {
      const receipt = await chain.receipt(hash, signal);
      if (!receipt) continue;
      if (receipt.blockNumber <= final) return finish(chain, order, hash, receipt);
      return db.transaction((trx) => repository.markMined(trx, order, { hash, block: receipt.blockNumber }));
    }
    await db.transaction((trx) => repository.markMined(trx, order, { hash: null, block: null }));
    const finalNonce = await readNonceAt(chain, order.wallet, final, signal);
    if (finalNonce <= BigInt(order.nonce)) return;
    if (!(await db.transaction((trx) => repository.markLost(trx, order)))) return;
    const { network, wallet, nonce, kind } = order;
    logger.error("a wallet's nonce was used by a transaction that is not ours: somebody else has its key", {
      network,
      wallet,
      nonce,
      kind,
    });
  };

  /** All that follows from being final is one transaction with that fact. */
  const finish = (chain: Chain, order: OpenOrder, hash: string, receipt: Receipt): Promise<void> =>
    db.transaction(async (trx) => {
      const { network, kind } = order;
      const isNews = await repository.finishOrder(trx, order, {
        status: receipt.succeeded ? 'done' : 'reverted',
        hash,
        block: receipt.blockNumber,
        gasPaid: String(receipt.gasPaid),
      });
      if (!isNews) return;
      const amount = fromUnits(receipt.gasPaid, COIN_DECIMALS);
      const cost = { reference: sentReference(network, hash), asset: chain.config.coin, amount };
      if (amount.gt(0)) await takeIn(trx, { type: 'cost', cost });
      if (kind === 'pay_out' || kind === 'refund') {
        await takeIn(trx, { type: 'transfer', providerReference: sentReference(network, order.first_hash) });
      }
    });

  /** Returns why no node takes it; undefined when one has. */
  const keepAlive = async (
    chain: Chain,
    wallet: WalletRow,
    order: OpenOrder,
    { mined, market }: { mined: bigint; market: FeeMarket },
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const isNext = BigInt(order.nonce) === mined;
    const isTooCheap = BigInt(order.max_fee) < market.baseFee + market.tip;
    const replacement =
      order.age_ms >= STUCK_MS && (isNext || isTooCheap)
        ? await replace(chain, wallet, order, market, signal)
        : undefined;
    const newest = replacement ?? order;
    if (newest === order && order.sent_ms !== null && order.sent_ms < SEND_AGAIN_MS) return undefined;
    const refusal = await broadcast(chain, newest.raw, signal);
    if (refusal === undefined) await db.transaction((trx) => repository.markSent(trx, newest));
    return refusal;
  };

  /** Stored before it is sent, like the first one. Undefined when no higher fee can be paid. */
  const replace = async (
    chain: Chain,
    wallet: WalletRow,
    order: OpenOrder,
    market: FeeMarket,
    signal: AbortSignal,
  ): Promise<repository.TransactionRow | undefined> => {
    const { network, nonce } = order;
    const earlier = { maxFee: BigInt(order.max_fee), priorityFee: BigInt(order.priority_fee) };
    const fees = replacementFees(earlier, market, chain.config.maxFee);
    const isOurs = wallet.derivation_index !== null || wallet.address === keys.hotAddress;
    if (!fees || !isOurs) {
      logger.warn('a transaction is stuck, and no higher fee can be paid for it', { network, nonce });
      return undefined;
    }
    const dearest = BigInt(order.value) + BigInt(order.gas_limit) * fees.maxFee;
    const { head } = await chain.heights(signal);
    if ((await readCoin(chain, wallet.address, head, signal)) < dearest) {
      logger.warn('a transaction is stuck, and its wallet has too little coin for a higher fee', {
        network,
        nonce,
      });
      return undefined;
    }
    const version = { version: order.version + 1, fees };
    const transaction = await signVersion({ chain, keys, wallet }, order, version, signal);
    const isStored = await db.transaction((trx) => repository.insertTransaction(trx, transaction));
    if (!isStored) return undefined;
    logger.info('a stuck transaction is replaced with a higher fee', {
      network,
      nonce,
      version: transaction.version,
    });
    return transaction;
  };

  return createClaimWorker({
    name: 'evm-sender',
    maxInFlight: MAX_WALLETS,
    pauseMs: PAUSE_MS / 2,
    logger,
    claim: (limit) =>
      db.transaction((trx) => claimWallets(trx, { networks: [...chainOf.keys()], limit, leaseMs: LEASE_MS })),
    describe: ({ network, address }) => ({ network, address }),
    work: pass,
  });
}
