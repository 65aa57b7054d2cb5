import { CommandFailure } from '../../../commands/frame/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import { checkBridge } from './check/check.ts';
import { noticesUrlOf, subscribe } from './check/webhooks.ts';
import { createBridgeClient } from './client/client.ts';
import type { BridgeConfig } from './client/settings.ts';

/** The parts of a deployment that these commands use. */
export interface BridgeDeployment {
  config: { baseUrl: string | undefined; rails: { bridge: BridgeConfig | undefined } };
  logger: Logger;
}

const TIMEOUT_MS = 60_000;

export async function check(deployment: BridgeDeployment): Promise<object> {
  const data = await checkBridge(open(deployment));
  return { ok: data.every(({ ok }) => ok), data };
}

export interface SubscribeOptions {
  url?: string;
}

export async function subscribeNotices(
  deployment: BridgeDeployment,
  { url: given }: SubscribeOptions,
): Promise<object> {
  const { client, noticesUrl } = open(deployment);
  const url = given ?? noticesUrl;
  if (url === undefined) throw new CommandFailure('Set BASE_URL, or pass --url.');
  return subscribe(client, url, AbortSignal.timeout(TIMEOUT_MS));
}

function open({ config, logger }: BridgeDeployment) {
  const { bridge } = config.rails;
  if (!bridge) throw new CommandFailure('This deployment has no account at Bridge: set BRIDGE_API_KEY.');
  const client = createBridgeClient({ logger, config: bridge });
  return { client, config: bridge, noticesUrl: noticesUrlOf(config) };
}
