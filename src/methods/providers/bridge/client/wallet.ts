import { ZERO, type Money } from '../../../../lib/money.ts';
import type { BridgeConfig } from './settings.ts';
import type { BridgeClient } from './client.ts';
import { amountOf, type Fields, listOf, optionalText } from './fields.ts';

/** The currency of the wallet. */
export const WALLET_CURRENCY = 'usdc';

/** The wallet's current state at Bridge. */
export async function readWallet(
  client: BridgeClient,
  { customerId, walletId }: Pick<BridgeConfig, 'customerId' | 'walletId'>,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<{ wallet: Fields; amount: Money }> {
  const path = `/customers/${encodeURIComponent(customerId)}/wallets/${encodeURIComponent(walletId)}`;
  const wallet = await client.get(path, 'wallet', signal, { isBackground, having: { id: walletId } });
  const amount = listOf(wallet['balances'], 'balances')
    .filter((balance) => optionalText(balance, 'currency')?.toLowerCase() === WALLET_CURRENCY)
    .reduce((sum, balance) => sum.plus(amountOf(balance, 'balance')), ZERO);
  return { wallet, amount };
}
