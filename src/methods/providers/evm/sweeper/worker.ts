import type { Database, Trx } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { money, ZERO, type Money } from '../../../../lib/money.ts';
import { RailPaused } from '../../../index.ts';
import type { Block, Chain } from '../chain/chain.ts';
import type { CheckChain } from '../chain/check.ts';
import { COIN_DECIMALS, fromUnits, tokenCalls, toUnits } from '../chain/token.ts';
import { listChains } from '../follower/chain-repository.ts';
import { isChainTrouble } from '../sender/failures.ts';
import { feesFor, readFeeMarket, type Fees } from '../sender/fees.ts';
import { lockFunded, readHoldings, WalletUnusable, type Holdings } from '../sender/funds.ts';
import type { SenderKeys } from '../sender/keys.ts';
import { gasFor, wouldSucceed } from '../sender/node.ts';
import { placeOrder, sendTransaction, signOrder, type NewOrder } from '../sender/order.ts';
import { findOrder, type OrderRow } from '../sender/repository.ts';
import type { WalletRow } from '../sender/wallet-repository.ts';
import {
  authorizationNonce,
  findAuthorizingToken,
  useAuthorization,
  type AuthorizingToken,
} from './authorization.ts';
import * as repository from './repository.ts';
import type { SweepRow } from './repository.ts';

const PAUSE_MS = 2_000;
const LATER_MS = 15_000;
const STEP_MS = 20_000;
const LEASE_MS = 60_000;
/** Sweeps that are signed and not final at once; payouts from the same wallet never wait for hundreds. */
const MAX_SIGNED = 16;
/** A top-up covers this many times the transfer's current maximum cost; the rest stays there. */
const TOP_UP_HEADROOM = 2n;
const ALWAYS = 2n ** 256n - 1n;

interface SweeperParts {
  db: Database;
  logger: Logger;
  chain: Chain;
  checked: CheckChain;
  keys: SenderKeys;
}

/** Whether a token supports authorizations never changes, so it is asked once for each contract. */
type Sweeper = SweeperParts & { tokens: Map<string, AuthorizingToken | undefined> };

/** It is continued later. */
class NotNow extends Error {}

/** A sweep with everything read for it. */
interface Scene {
  sweep: SweepRow;
  contract: string;
  decimals: number;
  /** At the deposit address. */
  there: Holdings;
  hot: Holdings;
  /** The block as of which all of this was read. */
  block: Block;
  fees: Fees;
}

/** An order that took a nonce of a wallet, and is signed next. */
interface OrderToSign {
  wallet: WalletRow;
  order: OrderRow;
}

/**
 * Moves the funds of deposit addresses to the hot wallet up to its limit, and to the cold address above it (D28). It
 * moves them by an authorization that the hot wallet submits, if the token supports them, otherwise by a transfer for
 * which the address first gets coin. Each is stored before it is sent, under one key and one authorization, whatever
 * crashes. Each chain has its own sweeper, so that none waits for another.
 */
export function createSweeper(parts: SweeperParts): Worker {
  const { db, logger, chain } = parts;
  const { network } = chain.config;
  const sweeper: Sweeper = { ...parts, tokens: new Map() };
  return createClaimWorker({
    name: 'evm-sweeper',
    // One after another, because the recipient depends on amounts in transit.
    maxInFlight: 1,
    pauseMs: PAUSE_MS,
    logger,
    claim: () =>
      db.inOneTrip((trx) =>
        repository.claimSweep(trx, { network, maxSigned: MAX_SIGNED, leaseMs: LEASE_MS }),
      ),
    describe: ({ network, address, asset }) => ({ network, address, asset }),
    work: (sweep) => attempt(sweeper, sweep),
  });
}

/** Takes a sweep one step further, or postpones it for a foreseen reason. */
async function attempt(parts: Sweeper, sweep: SweepRow): Promise<void> {
  try {
    await step(parts, sweep, AbortSignal.timeout(STEP_MS));
  } catch (error) {
    const isForeseen =
      error instanceof NotNow ||
      error instanceof RailPaused ||
      error instanceof WalletUnusable ||
      isChainTrouble(error);
    if (!isForeseen) throw error;
    await parts.db.transaction((trx) =>
      repository.postponeSweep(trx, sweep, { waitMs: LATER_MS, error: wordsOf(error) }),
    );
  }
}

/** Signs and sends a sweep that has no order yet, and otherwise records how its order ended. */
async function step(parts: Sweeper, sweep: SweepRow, signal: AbortSignal): Promise<void> {
  const { db, chain, checked, keys } = parts;
  const contract = chain.config.contracts.get(sweep.asset);
  if (contract === undefined) throw new NotNow(`CHAINS_FILE has no ${sweep.asset} there`);
  const known = await findOrder(db.read, { key: keyOf('sweep', sweep) });
  if (known) return finish(parts, sweep, known);
  const decimals = (await checked(chain, signal)).get(sweep.asset) ?? 0;
  const block = await chain.newest(signal);
  const there = await readHoldings(chain, { address: sweep.address, contract, decimals }, block, signal);
  if (there.tokens.isZero()) {
    // A third party may have submitted the authorization of an earlier attempt.
    return db.transaction((trx) => repository.finishSweep(trx, sweep, 'empty', block.number));
  }
  const [hot, market] = await Promise.all([
    readHoldings(chain, { address: keys.hotAddress, contract, decimals }, block, signal),
    readFeeMarket(chain, signal),
  ]);
  if (market.baseFee + market.tip > BigInt(sweep.maxGasPrice)) throw new NotNow('gas is too dear');
  const fees = feesFor(market, chain.config.maxFee);
  if (!fees) throw new NotNow('fees are above max_fee_gwei');
  const scene = { sweep, contract, decimals, there, hot, block, fees };
  const token = await authorizingToken(parts, contract, signal);
  const { wallet, order } = token
    ? await authorize(parts, scene, token, signal)
    : await transfer(parts, scene, signal);
  const signed = await signOrder(db, { chain, keys, wallet }, order, block, signal);
  await sendTransaction(db, chain, signed, signal);
  throw new NotNow('it is on its way');
}

/** Once the order is final, and the books have received the deposits up to the block that it swept. */
async function finish({ db, chain }: SweeperParts, sweep: SweepRow, order: OrderRow): Promise<void> {
  if (order.status === 'open') throw new NotNow('it is on its way');
  const outcome = order.status === 'done' ? 'done' : 'reverted';
  const sweptTo = outcome === 'done' ? Number(sweep.blockNumber) : undefined;
  if (sweptTo !== undefined) {
    const [followed] = await listChains(db.read, { networks: [chain.config.network] });
    if (Number(followed?.finalBlock ?? 0) < sweptTo) {
      throw new NotNow('the follower has not reached its block');
    }
  }
  return db.transaction((trx) => repository.finishSweep(trx, sweep, outcome, sweptTo));
}

async function authorizingToken({ chain, tokens }: Sweeper, contract: string, signal: AbortSignal) {
  if (!tokens.has(contract)) tokens.set(contract, await findAuthorizingToken(chain, contract, signal));
  return tokens.get(contract);
}

/** The hot wallet, if its limit allows this in addition to its balance and what is in transit. */
async function chooseRecipient(
  { chain, keys }: SweeperParts,
  on: Pick<Trx, 'query'>,
  { sweep, hot, there }: Scene,
): Promise<string> {
  const { asset } = sweep;
  const incoming = await repository.sumIncoming(on, {
    network: chain.config.network,
    asset,
    recipient: keys.hotAddress,
  });
  const limit = keys.hotLimits.get(asset) ?? ZERO;
  const wouldHold = hot.tokens.plus(money(incoming)).plus(there.tokens);
  return wouldHold.lte(limit) ? keys.hotAddress : keys.coldAddress;
}

/** The hot wallet pays for submitting it, so the address needs no coin. */
async function authorize(
  parts: SweeperParts,
  scene: Scene,
  token: AuthorizingToken,
  signal: AbortSignal,
): Promise<OrderToSign> {
  const { db, chain, keys } = parts;
  const { sweep, contract, there, block } = scene;
  const recipient = await chooseRecipient(parts, db.read, scene);
  const authorization = {
    token,
    from: sweep.address,
    to: recipient,
    units: toUnits(there.tokens, scene.decimals),
    validBefore: ALWAYS,
    nonce: authorizationNonce(token, sweep.address, sweep.number),
  };
  const data = useAuthorization(
    authorization,
    await keys.signAuthorization(sweep.index, authorization, signal),
  );
  const call = { from: keys.hotAddress, to: contract, data };
  if (!(await wouldSucceed(chain, call, block.number, signal)))
    throw new NotNow('the token refuses the authorization');
  const gasLimit = await gasFor(chain, call, block, signal);
  const order = {
    ...orderOf('sweep', sweep, there.tokens, recipient),
    target: contract,
    data,
    value: 0n,
    gasLimit,
  };
  return placeFor(parts, scene, order, { address: keys.hotAddress, index: null, holdings: scene.hot });
}

/** The address sends it itself; while it has too little coin for that, a top-up is placed instead. */
async function transfer(parts: SweeperParts, scene: Scene, signal: AbortSignal): Promise<OrderToSign> {
  const { db, chain } = parts;
  const { sweep, contract, there, block, fees } = scene;
  const recipient = await chooseRecipient(parts, db.read, scene);
  const data = tokenCalls.transfer(recipient, toUnits(there.tokens, scene.decimals));
  const call = { from: sweep.address, to: contract, data };
  if (!(await wouldSucceed(chain, call, block.number, signal)))
    throw new NotNow('the token refuses the transfer');
  const gasLimit = await gasFor(chain, call, block, signal);
  const cost = gasLimit * fees.maxFee;
  if (there.coin < cost) return topUp(parts, scene, cost * TOP_UP_HEADROOM - there.coin, signal);
  const order = {
    ...orderOf('sweep', sweep, there.tokens, recipient),
    target: contract,
    data,
    value: 0n,
    gasLimit,
  };
  return placeFor(parts, scene, order, { address: sweep.address, index: sweep.index, holdings: there });
}

/** Sends coin to the address, at most once for each sweep. */
async function topUp(
  parts: SweeperParts,
  scene: Scene,
  value: bigint,
  signal: AbortSignal,
): Promise<OrderToSign> {
  const { db, chain, keys } = parts;
  const { sweep, block } = scene;
  const earlier = await findOrder(db.read, { key: keyOf('top_up', sweep) });
  if (earlier?.status === 'open') throw new NotNow('its gas is on its way');
  if (earlier && earlier.status !== 'done') throw new NotNow('its gas was cancelled: want it swept again');
  if (earlier) throw new NotNow('gas has become dearer than what the address was given for it');
  const call = { from: keys.hotAddress, to: sweep.address, data: '0x', value: `0x${value.toString(16)}` };
  const gasLimit = await gasFor(chain, call, block, signal);
  const order = {
    ...orderOf('top_up', sweep, fromUnits(value, COIN_DECIMALS), sweep.address),
    asset: chain.config.coin,
    target: sweep.address,
    data: '0x',
    value,
    gasLimit,
  };
  return placeFor(parts, scene, order, { address: keys.hotAddress, index: null, holdings: scene.hot });
}

/** Decides amount and recipient, takes the nonce and stores, in one short transaction. */
function placeFor(
  parts: SweeperParts,
  scene: Scene,
  order: NewOrder,
  wallet: { address: string; index: number | null; holdings: Holdings },
): Promise<OrderToSign> {
  const { db, chain } = parts;
  return db.transaction(async (trx) => {
    const { sweep, fees, block } = scene;
    const needs = { asset: order.asset, tokens: ZERO, coin: order.value + order.gasLimit * fees.maxFee };
    const locked = await lockFunded(trx, { ...wallet, network: chain.config.network, needs });
    if ('lacks' in locked) throw new NotNow(`${wallet.address} has too little ${chain.config.coin} for gas`);
    if (await findOrder(trx, { key: order.idempotencyKey })) throw new NotNow('it is on its way');
    if (order.kind === 'sweep') {
      // Another process may have sent something there meanwhile.
      if ((await chooseRecipient(parts, trx, scene)) !== order.recipient)
        throw new NotNow('the hot wallet is full');
      const decided = { amount: order.amount.toFixed(), recipient: order.recipient, block: block.number };
      if (!(await repository.markSigned(trx, sweep, decided))) throw new NotNow('it was signed meanwhile');
    }
    return { wallet: locked, order: await placeOrder(trx, { wallet: locked, order, fees }) };
  });
}

function keyOf(kind: 'sweep' | 'top_up', { network, address, asset, number }: SweepRow): string {
  return `${kind}:${network}:${address}:${asset}:${number}`;
}

function orderOf(kind: 'sweep' | 'top_up', sweep: SweepRow, amount: Money, recipient: string) {
  return { kind, idempotencyKey: keyOf(kind, sweep), asset: sweep.asset, amount, recipient } as const;
}
