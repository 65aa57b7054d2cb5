import type { Trx } from '../../../../db/connect.ts';
import { money, type Money } from '../../../../lib/money.ts';
import type { Chain } from '../chain/chain.ts';
import { decodeBalance, fromUnits, tokenCalls } from '../chain/token.ts';
import { readCoin, readNonce, readNonceAt } from './node.ts';
import { SIGNING_MS } from './order.ts';
import { listUnsignedOrders, sumReserved } from './repository.ts';
import { SignerFailure } from './signer.ts';
import { lockWallet, type WalletRow } from './wallets/repository.ts';

/** What a wallet has, as the chain says. */
export interface Holdings {
  block: number;
  tokens: Money;
  coin: bigint;
  /** How many of its transactions are in blocks up to that one, and so in these balances. */
  included: bigint;
  /** How many are in blocks by now, as far as any endpoint knows. */
  nonce: bigint;
}

/** Reads what a wallet has of a token and of the coin, at the newest block that enough endpoints have. */
export async function readHoldings(
  chain: Chain,
  { address, contract, decimals }: { address: string; contract: string; decimals: number },
  signal: AbortSignal,
): Promise<Holdings> {
  const { head: block } = await chain.heights(signal);
  const [balance, coin, included, nonce] = await Promise.all([
    chain.call(contract, tokenCalls.balanceOf(address), block, signal),
    readCoin(chain, address, block, signal),
    readNonceAt(chain, address, block, signal),
    readNonce(chain, address, signal),
  ]);
  return { block, tokens: fromUnits(decodeBalance(balance), decimals), coin, included, nonce };
}

/** The wallet was used by somebody who does not share this database: its nonces and its money cannot be relied on. */
export class WalletUsedElsewhere extends Error {
  override readonly name = 'WalletUsedElsewhere';
}

/**
 * Locks a wallet and makes sure that it has enough for what is already on its way and for this; when it has not, returns
 * of what it has too little. Throws WalletUsedElsewhere when the chain has transactions of it that this database never
 * stored, as after a restored backup: paying on could pay again what was paid since. Throws SignerFailure while an earlier
 * order waits for its signature: what comes behind it could not be mined.
 */
export async function lockFunded(
  trx: Trx,
  {
    network,
    address,
    index,
    holdings,
    needs,
  }: {
    network: string;
    address: string;
    index: number | null;
    holdings: Holdings;
    needs: { asset: string; tokens: Money; coin: bigint };
  },
): Promise<WalletRow | { lacks: 'tokens' | 'coin' }> {
  const wallet = await lockWallet(trx, { network, address, index, nonce: holdings.nonce });
  if (holdings.nonce > BigInt(wallet.next_nonce)) {
    throw new WalletUsedElsewhere(
      `${address} has sent ${holdings.nonce} transactions on ${network}, ${wallet.next_nonce} by this database: find out what the others were, then run \`payments chains adopt-nonce --network ${network}\``,
    );
  }
  const [unsigned] = await listUnsignedOrders(trx, { network, wallet: address, forMs: SIGNING_MS, limit: 1 });
  if (unsigned) throw new SignerFailure(`nonce ${unsigned.nonce} of ${address} is not signed yet`);
  const { asset } = needs;
  const reserved = await sumReserved(trx, { network, wallet: address, asset, nonce: holdings.included });
  const hasTokens = needs.tokens.isZero() || holdings.tokens.gte(money(reserved.tokens).plus(needs.tokens));
  if (!hasTokens) return { lacks: 'tokens' };
  return holdings.coin >= reserved.coin + needs.coin ? wallet : { lacks: 'coin' };
}
