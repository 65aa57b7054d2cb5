import { StartupError } from '../../../lib/errors/errors.ts';
import { wordsOf } from '../../../lib/errors/words.ts';
import type { Logger } from '../../../lib/logger.ts';
import { ProviderFailure } from '../../index.ts';
import type { BridgeConfig } from './client/settings.ts';
import { findClockFault, findCustomerFault, findWalletFault } from './check/account.ts';
import { isListening, listEndpoints } from './check/webhooks.ts';
import type { BridgeClient } from './client/client.ts';
import { isNotThere } from './client/errors.ts';

/**
 * Makes sure that the account is as configured. Throws StartupError for a contradiction; what cannot be reached, and an
 * endpoint for events that is missing, are only logged: events are also read from their list.
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
  try {
    const fault =
      (await findCustomerFault(client, config, signal)) ??
      (await findWalletFault(client, config, signal)) ??
      findClockFault(client);
    if (fault !== undefined) throw new StartupError(`${fault} See docs/rails/bridge.md.`);
    const endpoints = await listEndpoints(client, signal);
    if (!endpoints.some((one) => isListening(one) && (noticesUrl === undefined || one.url === noticesUrl))) {
      logger.warn('Bridge sends no events to this deployment: payments bridge subscribe', {
        url: noticesUrl,
      });
    }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (isNotThere(error))
      throw new StartupError('Bridge has no such customer or wallet: BRIDGE_CUSTOMER_ID, BRIDGE_WALLET_ID.');
    logger.warn('Bridge could not be asked whether the account is ready', { error: wordsOf(error) });
  }
}
