import type { Database, Trx } from '../../../../db/index.ts';

import type { FailureReason, WaitReason } from '../../../../lib/reasons.ts';
import type { Money } from '../../../../lib/money.ts';
import { type Destination, type Outcome, ProviderFailure, RailPaused, type Waiting } from '../../../index.ts';
import type { Block, Chain } from '../chain/chain.ts';
import type { CheckChain } from '../chain/check.ts';
import { tokenCalls, toUnits } from '../chain/token.ts';
import { decide, findRefusal, type Refusal } from './wallet-repository.ts';
import { isChainTrouble } from './failures.ts';
import { feesFor, readFeeMarket, type Fees } from './fees.ts';
import { lockFunded, readHoldings, WalletUnusable, type Holdings } from './funds.ts';
import type { SenderKeys } from './keys.ts';
import { findExceeded, type FindRelease } from './limits.ts';
import { type ContractCall, gasFor, wouldSucceed } from './node.ts';
import { placeOrder, sendTransaction, sentReference, signOrder, type NewOrder } from './order.ts';
import { findOrder, sumReserved, type OrderRow } from './repository.ts';

export interface Payment {
  kind: 'pay_out' | 'refund';
  idempotencyKey: string;
  asset: string;
  amount: Money;
  to: Destination;
}

export interface SenderParts {
  db: Database;
  chains: readonly Chain[];
  checked: CheckChain;
  keys: SenderKeys;
  /** Releases by operators above the limits of `keys`. */
  findRelease: FindRelease;
}

/** A payment whose chain and token are known. */
interface PaymentRoute {
  chain: Chain;
  contract: string;
  recipient: string;
}

/** The checks of a payment before anything was reserved for it. */
interface Plan {
  order: NewOrder;
  fees: Fees;
  holdings: Holdings;
  block: Block;
}

const HOT_WALLET = { derivationIndex: null };

/** It can never be sent. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.refusal = { reason, message };
  }
}

/** It may be possible later; nothing was reserved for it yet. */
class NotNow extends Error {
  readonly reason: WaitReason;
  constructor(reason: WaitReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Sends tokens from the hot wallet, once per idempotency key, or returns the state (D28). Pending until it is final.
 * Before it is signed it is pending without a reference, with the reason for waiting. It waits, and nothing was sent,
 * while the wallet lacks tokens or gas, fees are above the ceiling, it is above a limit, or the chain or the signer
 * does not respond. Throws a ProviderFailure: `refused` if it cannot be sent or was reverted, `unavailable` if an
 * operator must find out the use of the wallet's nonces.
 */
export async function pay(parts: SenderParts, payment: Payment, signal: AbortSignal): Promise<Outcome> {
  const { db, keys } = parts;
  const { idempotencyKey: key } = payment;
  const known = await findOutcome(db, key);
  if (known) return known;
  try {
    const route = requireRoute(parts, payment);
    const { chain } = route;
    const plan = await prepare(parts, payment, route, signal);
    const order = await reserve(parts, chain, plan);
    if (!order) return requireOutcome(await findOutcome(db, key));
    // Nothing is lost when these fail, because the wallet's worker signs and sends stored orders.
    const transaction = await signOrder(db, { chain, keys, wallet: HOT_WALLET }, order, plan.block, signal);
    await sendTransaction(db, chain, transaction, signal);
    return outcomeOf({ ...order, firstHash: transaction.hash });
  } catch (error) {
    if (error instanceof Refused) return refuse(db, key, error.refusal);
    if (error instanceof WalletUnusable) throw new ProviderFailure('unavailable', error.message);
    return { status: 'pending', providerReference: null, waits: waitingFor(error) };
  }
}

/** The reason why a payment for which nothing was sent waits. Throws an error that is none. */
function waitingFor(error: unknown): Waiting {
  if (error instanceof NotNow) return { reason: error.reason, words: error.message };
  if (error instanceof RailPaused) return { reason: 'PAUSED', words: error.message };
  if (isChainTrouble(error)) return { reason: 'RAIL_UNREACHABLE', words: error.message };
  throw error;
}

/** Checks all that can be checked before a nonce is taken. Throws Refused, NotNow or an error of the chain. */
async function prepare(
  { db, checked, keys }: SenderParts,
  payment: Payment,
  route: PaymentRoute,
  signal: AbortSignal,
): Promise<Plan> {
  const { chain, contract, recipient } = route;
  const { asset, amount } = payment;
  const decimals = (await checked(chain, signal)).get(asset) ?? 0;
  const units = unitsOf(amount, asset, decimals);
  const hot = keys.hotAddress;
  const block = await chain.newest(signal);
  const [holdings, market] = await Promise.all([
    readHoldings(chain, { address: hot, contract, decimals }, block, signal),
    readFeeMarket(chain, signal),
  ]);
  // Nodes estimate with pending transactions, and would call this a revert.
  const of = { network: chain.config.network, wallet: hot, asset, nonce: holdings.nonce };
  const reserved = await sumReserved(db.read, of);
  if (holdings.tokens.lt(amount.plus(reserved.tokens))) throw tooLittle('tokens', chain, asset);
  const call = { from: hot, to: contract, data: tokenCalls.transfer(recipient, units) };
  // The same transfer to the wallet itself. If that fails too, the recipient is not the cause.
  const control = { ...call, data: tokenCalls.transfer(hot, units) };
  await requireAccepted(route, { asset, call, control }, block, signal);
  const fees = feesFor(market, chain.config.maxFee);
  if (!fees) throw new NotNow('FEES_TOO_HIGH', `Fees on ${chain.config.network} are above max_fee_gwei.`);
  const gasLimit = await gasFor(chain, call, block, signal);
  const { kind, idempotencyKey } = payment;
  const order = { kind, idempotencyKey, asset, amount, recipient, target: contract, data: call.data };
  return { order: { ...order, value: 0n, gasLimit }, fees, holdings, block };
}

/** Throws Refused if the token cannot be sent to the recipient, and NotNow if it can be sent to no one. */
async function requireAccepted(
  { chain, recipient }: PaymentRoute,
  { asset, call, control }: { asset: string; call: ContractCall; control: ContractCall },
  block: Block,
  signal: AbortSignal,
): Promise<void> {
  const { network } = chain.config;
  const isRefusedAt = async (number: number): Promise<boolean> => {
    if (await wouldSucceed(chain, call, number, signal)) return false;
    if (await wouldSucceed(chain, control, number, signal)) return true;
    throw new NotNow('TOKEN_PAUSED', `Transfers of ${asset} on ${network} currently fail.`);
  };
  if (!(await isRefusedAt(block.number))) return;
  // One block is not enough for a refusal, which is final, because an endpoint may use a node that lags.
  if (await isRefusedAt(block.number - 1)) {
    throw new Refused('DESTINATION_REJECTED', `${asset} cannot be sent to ${recipient}.`);
  }
  throw new NotNow(
    'RAIL_UNREACHABLE',
    `Whether ${asset} can be sent to its recipient on ${network} differs from block to block.`,
  );
}

/** Decides, takes the nonce and stores in one short transaction. Undefined when the key was decided before. */
function reserve(
  parts: SenderParts,
  chain: Chain,
  { order, fees, holdings }: Plan,
): Promise<OrderRow | undefined> {
  const { db, keys } = parts;
  return db.transaction(async (trx) => {
    const { asset, amount, gasLimit } = order;
    if (!(await decide(trx, order.idempotencyKey, null))) return undefined;
    const funded = await lockFunded(trx, {
      network: chain.config.network,
      address: keys.hotAddress,
      index: null,
      holdings,
      needs: { asset, tokens: amount, coin: gasLimit * fees.maxFee },
    });
    if ('lacks' in funded) throw tooLittle(funded.lacks, chain, asset);
    const releaseId = await requireAllowed(parts, trx, chain, order);
    return placeOrder(trx, { wallet: funded, order, fees, releaseId });
  });
}

/**
 * Throws NotNow for a payment above a limit, unless two operators released exactly that, in which case it returns
 * their request.
 */
async function requireAllowed(
  { keys, findRelease }: SenderParts,
  trx: Trx,
  chain: Chain,
  order: NewOrder,
): Promise<string | null> {
  const { asset, amount, recipient, idempotencyKey: payment } = order;
  const { network } = chain.config;
  const limits = keys.limits.get(asset);
  const exceeded = limits && (await findExceeded(trx, limits, { network, asset, amount, recipient }));
  if (exceeded === undefined) return null;
  const release = { payment, network, asset, amount: amount.toFixed(), recipient };
  const releaseId = await findRelease(trx, release);
  if (releaseId !== undefined) return releaseId;
  throw new NotNow(
    'LIMIT',
    `${amount.toFixed()} ${asset} to ${recipient} is above the limit of ${exceeded}: two operators can let it go by \`payments chains release\`.`,
  );
}

async function findOutcome(db: Database, key: string): Promise<Outcome | undefined> {
  const [order, refusal] = await Promise.all([findOrder(db.read, { key }), findRefusal(db.read, { key })]);
  if (order) return outcomeOf(order);
  if (refusal) throw new ProviderFailure('refused', refusal.message, { reason: refusal.reason });
  return undefined;
}

/** Final, so that a slower attempt that would still make the payment finds the decision. */
async function refuse(db: Database, key: string, refusal: Refusal): Promise<Outcome> {
  await db.transaction((trx) => decide(trx, key, refusal));
  return requireOutcome(await findOutcome(db, key));
}

const CANCELLED = 'An operator cancelled it: its nonce was used by a transfer of the wallet to itself.';

/**
 * Rules out that a payment is made. Its key is refused permanently unless an order was stored for it. Throws while that
 * order can still be mined, and if it was. Needs no keys and no node, because the wallet's worker records the final
 * outcome of an order.
 */
export async function ruleOutOrder(db: Database, key: string): Promise<void> {
  const refusal: Refusal = { reason: 'OPERATOR_DECIDED', message: 'An operator ruled this payment out.' };
  await db.transaction((trx) => decide(trx, key, refusal));
  const order = await findOrder(db.read, { key });
  if (!order || order.status === 'reverted' || order.status === 'cancelled' || order.lostAt) return;
  const { network, nonce, wallet, transactionHash: hash, firstHash: first } = order;
  if (order.status === 'done' && hash !== null) {
    const reference = sentReference(network, hash);
    throw new ProviderFailure('unavailable', `It was paid: resolve it with --settled ${reference}.`);
  }
  if (order.cancelWantedAt) {
    throw new ProviderFailure(
      'unavailable',
      `Its cancellation, with nonce ${nonce} of ${wallet} on ${network}, is not final yet: then the payment fails by itself.`,
    );
  }
  throw new ProviderFailure(
    'unavailable',
    `Transaction ${first ?? '(not signed yet)'}, with nonce ${nonce} of ${wallet} on ${network}, can still be mined. Run \`payments chains cancel-nonce ${network} --nonce ${nonce}\`: once the cancellation is final, the payment fails by itself.`,
  );
}

function tooLittle(lacks: 'tokens' | 'coin', { config: { network, coin } }: Chain, asset: string): NotNow {
  return lacks === 'tokens'
    ? new NotNow('HOT_WALLET_EMPTY', `The hot wallet on ${network} has too little ${asset}.`)
    : new NotNow('GAS_EMPTY', `The hot wallet on ${network} has too little ${coin} for gas.`);
}

function requireOutcome(outcome: Outcome | undefined): Outcome {
  if (!outcome) throw new Error('a decided payment without an outcome');
  return outcome;
}

/** Throws Refused for a payment that can never be sent. */
function requireRoute({ chains, keys }: SenderParts, { asset, to }: Payment): PaymentRoute {
  const refuse = (message: string): never => {
    throw new Refused('INVALID_DESTINATION', message);
  };
  if (!('address' in to)) return refuse('On chain, money is sent to an address.');
  const chain = chains.find(({ config }) => config.network === to.network);
  const contract = chain?.config.contracts.get(asset);
  if (!chain || contract === undefined) return refuse(`CHAINS_FILE has no ${asset} on ${to.network}.`);
  const recipient = to.address.toLowerCase();
  // Tokens sent to their own contract can never be moved again.
  const isToken = [...chain.config.contracts.values()].includes(recipient);
  if (isToken || recipient === keys.hotAddress || /^0x0{40}$/.test(recipient)) {
    return refuse(`${to.address} cannot receive payments.`);
  }
  return { chain, contract, recipient };
}

function unitsOf(amount: Money, asset: string, decimals: number): bigint {
  try {
    return toUnits(amount, decimals);
  } catch {
    throw new Refused('PROVIDER_REFUSED', `${amount.toFixed()} ${asset} has more decimals than the token.`);
  }
}

function outcomeOf(order: OrderRow): Outcome {
  const { network, nonce, wallet, transactionHash: hash } = order;
  if (order.status === 'done' && hash !== null) {
    return { status: 'done', providerReference: sentReference(network, hash) };
  }
  if (order.status === 'reverted') {
    throw new ProviderFailure('refused', `${network} reverted the transaction ${hash}.`);
  }
  if (order.status === 'cancelled') {
    throw new ProviderFailure('refused', CANCELLED, { reason: 'OPERATOR_DECIDED' });
  }
  if (order.lostAt) {
    throw new ProviderFailure(
      'unavailable',
      `Nonce ${nonce} of ${wallet} on ${network} was used by a transaction that is not ours: find it, and resolve this.`,
    );
  }
  if (order.firstHash !== null) {
    return { status: 'pending', providerReference: sentReference(network, order.firstHash) };
  }
  const words = `Nonce ${nonce} of ${wallet} on ${network} waits for its signature.`;
  return { status: 'pending', providerReference: null, waits: { reason: 'RAIL_UNREACHABLE', words } };
}
