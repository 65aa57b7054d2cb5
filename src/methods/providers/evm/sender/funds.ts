import type { Trx } from '../../../../db/index.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { readCoin } from '../chain/balances.ts';
import type { Block, Chain } from '../chain/chain.ts';
import { decodeBalance, fromUnits, tokenCalls } from '../chain/token.ts';
import { readNonceAt } from './node.ts';
import { SIGNING_MS } from './order.ts';
import { listUnsignedOrders, sumReserved } from './repository.ts';
import { SignerFailure } from './signer.ts';
import { lockWallet, type WalletRow } from './wallet-repository.ts';

/** A wallet's funds on the chain. */
export interface Holdings {
  tokens: Money;
  coin: bigint;
  /** The number of its mined transactions, which are reflected in these balances. */
  nonce: bigint;
}

/** Reads what a wallet has of a token and of the coin, as of a block. */
export async function readHoldings(
  chain: Chain,
  { address, contract, decimals }: { address: string; contract: string; decimals: number },
  block: Block,
  signal: AbortSignal,
): Promise<Holdings> {
  const [balance, coin, nonce] = await Promise.all([
    chain.call(contract, tokenCalls.balanceOf(address), block.number, signal),
    readCoin(chain, address, block.number, signal),
    readNonceAt(chain, address, block.number, signal),
  ]);
  return { tokens: fromUnits(decodeBalance(balance), decimals), coin, nonce };
}

/** The wallet sends nothing until an operator has acted; the message contains advice. */
export class WalletUnusable extends Error {
  override readonly name = 'WalletUnusable';
}

/**
 * Locks a wallet and makes sure that its funds cover pending orders and this one; otherwise returns the asset that is
 * short. Throws WalletUnusable if the chain has transactions of it that this database never stored, as after a restored
 * backup, because sending on could repeat payments; and if its next transaction would make an abandoned one with a later
 * nonce minable (`abandonOrders`). Throws SignerFailure while an earlier order waits for its signature, because nothing
 * behind it could be mined.
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
  if (holdings.nonce > BigInt(wallet.nextNonce)) {
    throw new WalletUnusable(
      `${address} has sent ${holdings.nonce} transactions on ${network}, ${wallet.nextNonce} by this database: find out what the others were, then run \`payments chains adopt-nonce --network ${network}\``,
    );
  }
  if (wallet.nonceLimit !== null && BigInt(wallet.nextNonce) + 1n >= BigInt(wallet.nonceLimit)) {
    throw new WalletUnusable(
      `${address} has used up its nonces on ${network}: payments that were made otherwise are signed from nonce ${wallet.nonceLimit} on, and one more transaction would let them be paid again. Rotate it (docs/rails/evm.md, "Rotating")`,
    );
  }
  const [unsigned] = await listUnsignedOrders(trx, { network, wallet: address, forMs: SIGNING_MS, limit: 1 });
  if (unsigned) throw new SignerFailure(`nonce ${unsigned.nonce} of ${address} is not signed yet`);
  const { asset } = needs;
  const reserved = await sumReserved(trx, { network, wallet: address, asset, nonce: holdings.nonce });
  const hasTokens = needs.tokens.isZero() || holdings.tokens.gte(money(reserved.tokens).plus(needs.tokens));
  if (!hasTokens) return { lacks: 'tokens' };
  return holdings.coin >= reserved.coin + needs.coin ? wallet : { lacks: 'coin' };
}
