import type { BridgeClient } from '../client/client.ts';
import { listOf, optionalText, textOf } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';

/** The allowed clock difference, by which notices are checked; Bridge refuses nothing for it. */
export const MOST_SKEW_MS = 5 * 60_000;
/** The chains on which Bridge holds USDC. */
const CHAINS = ['base', 'ethereum', 'solana'];
/** The endorsement that a customer needs for USD. */
const ENDORSEMENT = 'base';

/** The fault of the customer; undefined for none. */
export async function findCustomerFault(
  client: BridgeClient,
  { customerId }: Pick<BridgeConfig, 'customerId'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = `/customers/${encodeURIComponent(customerId)}`;
  const customer = await client.get(path, 'customer', signal);
  if (textOf(customer, 'id') !== customerId) return 'BRIDGE_CUSTOMER_ID is another customer.';
  const status = textOf(customer, 'status');
  if (status !== 'active') return `The customer is ${status.slice(0, 60)} at Bridge, not active.`;
  const endorsements = listOf(customer['endorsements'] ?? [], 'endorsements');
  const base = endorsements.find((one) => optionalText(one, 'name') === ENDORSEMENT);
  return optionalText(base ?? {}, 'status') === 'approved'
    ? undefined
    : `The customer lacks the endorsement ${ENDORSEMENT} at Bridge.`;
}

/** The fault of the wallet; undefined for none. */
export async function findWalletFault(
  client: BridgeClient,
  config: Pick<BridgeConfig, 'customerId' | 'walletId'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { wallet } = await readWallet(client, config, signal);
  if (wallet['initiation_required'] === true)
    return 'BRIDGE_WALLET_ID is a wallet that Bridge pays out of only with an initiation by hand.';
  const chain = textOf(wallet, 'chain').toLowerCase();
  return CHAINS.includes(chain)
    ? undefined
    : `BRIDGE_WALLET_ID is on ${chain.slice(0, 60)}: make one on ${CHAINS.join(', ')}.`;
}
