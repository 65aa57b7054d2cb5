import type { Database, Trx } from '../../../../db/index.ts';
import type { Money } from '../../../../lib/money.ts';
import { PROVIDER_TIMEOUTS_MS, requireNotPaused } from '../../../index.ts';
import type { Block, Chain } from '../chain/chain.ts';
import type { Fees } from './fees.ts';
import type { SenderKeys } from './keys.ts';
import { broadcast, type ContractCall } from './node.ts';
import {
  findFirstTransaction,
  findOrder,
  insertOrder,
  insertTransaction,
  markSent,
  type OrderKind,
  type OrderRow,
  type TransactionRow,
} from './repository.ts';
import { requireSigned, type SigningKey } from './signer.ts';
import { takeNonce, type WalletRow } from './wallet-repository.ts';

/** The order to send, which is a transaction without its nonce and fees. */
export interface NewOrder {
  kind: OrderKind;
  idempotencyKey: string;
  asset: string;
  amount: Money;
  recipient: string;
  target: string;
  data: string;
  value: bigint;
  gasLimit: bigint;
}

/**
 * Uses up a wallet's next nonce for an order and stores it, with the fees of its first transaction. The wallet is
 * locked by `lockFunded`. It is signed only after this is committed, because a signed transaction that was lost could
 * still be sent by anyone who has it, in addition to the one that pays the same under another nonce. Throws RailPaused
 * while sending on the network is paused (D47), because every new order passes here. Orders that already have a nonce
 * are still signed, replaced or cancelled, so that those behind them do not wait.
 */
export async function placeOrder(
  trx: Trx,
  {
    wallet,
    order,
    fees,
    releaseId = null,
  }: { wallet: WalletRow; order: NewOrder; fees: Fees; releaseId?: string | null },
): Promise<OrderRow> {
  await requireNotPaused(trx, { provider: 'evm', network: wallet.network });
  trx.defer(takeNonce(trx, wallet));
  insertOrder(trx, {
    network: wallet.network,
    wallet: wallet.address,
    nonce: wallet.nextNonce,
    kind: order.kind,
    idempotencyKey: order.idempotencyKey,
    asset: order.asset,
    amount: order.amount.toFixed(),
    recipient: order.recipient,
    target: order.target,
    data: order.data,
    value: String(order.value),
    gasLimit: String(order.gasLimit),
    maxFee: String(fees.maxFee),
    priorityFee: String(fees.priorityFee),
    releaseId,
  });
  const stored = await findOrder(trx, { key: order.idempotencyKey });
  if (!stored) throw new Error(`order ${order.idempotencyKey} was not stored`);
  return stored;
}

/** The process that takes a nonce signs its transaction within this time; after it, the wallet's worker does. */
export const SIGNING_MS = PROVIDER_TIMEOUTS_MS.money;

/**
 * Signs an order's first transaction, the same for each attempt, and stores it. Two processes may do so concurrently,
 * and a signer may produce different signatures; the first one stored is returned to both, and no other is ever sent.
 * Throws SignerFailure.
 */
export async function signOrder(
  db: Database,
  means: { chain: Chain; keys: SenderKeys; wallet: Pick<WalletRow, 'derivationIndex'> },
  order: OrderRow,
  block: Block,
  signal: AbortSignal,
): Promise<TransactionRow> {
  const { maxFee, priorityFee } = order;
  if (maxFee === null || priorityFee === null) throw new Error('an order without fees was stored unsigned');
  const fees = { maxFee: BigInt(maxFee), priorityFee: BigInt(priorityFee) };
  const signed = await signVersion(
    means,
    order,
    { version: 1, fees, gasLimit: BigInt(order.gasLimit), block },
    signal,
  );
  if (await db.transaction((trx) => insertTransaction(trx, signed))) return signed;
  const stored = await findFirstTransaction(db.read, order);
  if (!stored) throw new Error('a transaction was neither stored nor there');
  return stored;
}

/**
 * Sends a stored transaction, and notes that it was sent. Returns the reason why no node accepts it; undefined if one
 * has.
 */
export async function sendTransaction(
  db: Database,
  chain: Chain,
  transaction: TransactionRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  const refusal = await broadcast(chain, transaction.raw, signal);
  if (refusal === undefined) await db.transaction((trx) => markSent(trx, transaction));
  return refusal;
}

/** The differences between the transactions of one order. */
export interface Version {
  version: number;
  fees: Fees;
  gasLimit: bigint;
  /** The newest one when it is signed. */
  block: Block;
  /** A cancellation is an empty transaction from the wallet to itself instead of the order. */
  cancels?: boolean;
}

/** Signs one of an order's transactions. The one that is mined uses up the nonce, so the others never are. */
export async function signVersion(
  { chain, keys, wallet }: { chain: Chain; keys: SenderKeys; wallet: Pick<WalletRow, 'derivationIndex'> },
  order: Pick<OrderRow, 'network' | 'wallet' | 'nonce' | 'target' | 'data' | 'value'>,
  { version, fees, gasLimit, block, cancels = false }: Version,
  signal: AbortSignal,
): Promise<TransactionRow> {
  const { network, nonce } = order;
  const { to, data, value } = cancels ? cancelling(order.wallet) : { ...order, to: order.target };
  const transaction = {
    ...fees,
    chainId: chain.config.chainId,
    nonce: BigInt(nonce),
    to,
    value: BigInt(value),
    data,
    gasLimit,
  };
  const key: SigningKey = wallet.derivationIndex ?? 'hot';
  const signed = requireSigned(
    await keys.signTransaction(key, transaction, signal),
    transaction,
    order.wallet,
  );
  return {
    ...signed,
    network,
    wallet: order.wallet,
    nonce,
    version,
    maxFee: String(fees.maxFee),
    priorityFee: String(fees.priorityFee),
    gasLimit: String(gasLimit),
    signedAtBlock: String(block.number),
    cancels,
  };
}

/** The empty transaction that uses up a wallet's nonce. */
export function cancelling(wallet: string): Required<ContractCall> {
  return { from: wallet, to: wallet, data: '0x', value: '0x0' };
}

/** The provider's reference of an order's transaction. */
export function sentReference(network: string, hash: string): string {
  return `${network}:${hash}`;
}
