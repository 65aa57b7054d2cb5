import { StartupError } from '../../../lib/errors/errors.ts';
import type { Logger } from '../../../lib/logger.ts';
import { askIfReady, findClockFault, isNotThere } from '../http-rail/index.ts';
import type { BridgeConfig } from './client/settings.ts';
import { findCustomerFault, findWalletFault, MOST_SKEW_MS } from './check/account.ts';
import { isListening, listEndpoints } from './check/webhooks.ts';
import type { BridgeClient } from './client/client.ts';
import { reader } from './client/fields.ts';

/**
 * Ensures that the account is as configured. Throws StartupError for a contradiction; an unreachable account, and a
 * missing endpoint for events, are only logged, because events are also read from their list.
 */
export async function requireBridgeReady(
  {
    client,
    config,
    logger,
    noticesUrl,
  }: { client: BridgeClient; config: BridgeConfig; logger: Logger; noticesUrl: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  await askIfReady(reader, logger, async () => {
    const fault =
      (await findAccountFault(client, config, signal)) ?? findClockFault(reader, client, MOST_SKEW_MS);
    if (fault !== undefined) throw new StartupError(`${fault} See docs/rails/bridge.md.`);
    const endpoints = await listEndpoints(client, signal);
    if (endpoints.some((one) => isListening(one) && (noticesUrl ?? one.url) === one.url)) return;
    logger.warn('Bridge sends no events to this deployment; run `payments bridge subscribe`', {
      url: noticesUrl,
    });
  });
}

async function findAccountFault(
  client: BridgeClient,
  config: BridgeConfig,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (
      (await findCustomerFault(client, config, signal)) ?? (await findWalletFault(client, config, signal))
    );
  } catch (error) {
    if (!isNotThere(error)) throw error;
    return 'Bridge has no such customer or wallet: BRIDGE_CUSTOMER_ID, BRIDGE_WALLET_ID.';
  }
}
