import type { Trx } from '../../../../db/connect.ts';
import type { Money } from '../../../../lib/money.ts';
import { requireNotPaused } from '../../../pauses/pauses.ts';
import type { Chain } from '../chain/chain.ts';
import type { Fees } from './fees.ts';
import type { SenderKeys } from './keys.ts';
import { findOrder, insertOrder, type OrderKind, type OrderRow, type TransactionRow } from './repository.ts';
import { requireSigned, type SigningKey } from './signer.ts';
import { takeNonce, type WalletRow } from './wallets/repository.ts';

/** What is to be sent: a transaction apart from its nonce and fees. */
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
 * Uses up a wallet's next nonce for an order: signs it and stores both. The wallet is locked by `lockWallet`; nothing
 * may be sent before this is committed, because what was sent and forgotten would be sent again under another nonce.
 * Throws RailPaused while sending on the network is paused (D47): whatever is sent anew passes here. What has a nonce
 * already is still replaced or cancelled, so that the nonces behind it do not wait for it.
 */
export async function placeOrder(
  trx: Trx,
  {
    chain,
    keys,
    wallet,
    order,
    fees,
  }: {
    chain: Chain;
    keys: SenderKeys;
    wallet: WalletRow;
    order: NewOrder;
    fees: Fees;
  },
  signal: AbortSignal,
): Promise<{ order: OrderRow; transaction: TransactionRow }> {
  await requireNotPaused(trx, { provider: 'evm', network: wallet.network });
  const row = {
    network: wallet.network,
    wallet: wallet.address,
    nonce: wallet.next_nonce,
    kind: order.kind,
    idempotency_key: order.idempotencyKey,
    asset: order.asset,
    amount: order.amount.toFixed(),
    recipient: order.recipient,
    target: order.target,
    data: order.data,
    value: String(order.value),
    gas_limit: String(order.gasLimit),
  };
  const transaction = await signVersion(chain, keys, wallet, row, { version: 1, fees }, signal);
  trx.defer(takeNonce(trx, wallet));
  insertOrder(trx, row, transaction);
  const stored = await findOrder(trx, order.idempotencyKey);
  if (!stored) throw new Error(`order ${order.idempotencyKey} was not stored`);
  return { order: stored, transaction };
}

/** Signs one of an order's transactions: they differ in their fees alone. */
export async function signVersion(
  chain: Chain,
  keys: SenderKeys,
  wallet: Pick<WalletRow, 'derivation_index'>,
  order: Pick<OrderRow, 'network' | 'wallet' | 'nonce' | 'target' | 'data' | 'value' | 'gas_limit'>,
  { version, fees }: { version: number; fees: Fees },
  signal: AbortSignal,
): Promise<TransactionRow> {
  const { network, nonce } = order;
  const asked = {
    chainId: chain.config.chainId,
    nonce: BigInt(nonce),
    to: order.target,
    value: BigInt(order.value),
    data: order.data,
    gasLimit: BigInt(order.gas_limit),
    ...fees,
  };
  const key: SigningKey = wallet.derivation_index ?? 'hot';
  const signed = requireSigned(await keys.signTransaction(key, asked, signal), asked, order.wallet);
  return {
    network,
    wallet: order.wallet,
    nonce,
    version,
    ...signed,
    max_fee: String(fees.maxFee),
    priority_fee: String(fees.priorityFee),
  };
}

/** The provider's reference of an order's transaction. */
export function sentReference(network: string, hash: string): string {
  return `${network}:${hash}`;
}
