import type { Foundation } from '../../composition/index.ts';
import {
  checkBridge,
  createBridgeClient,
  noticesUrlOf,
  subscribe,
} from '../../methods/providers/bridge/index.ts';
import { CommandFailure } from '../frame/command.ts';

const TIMEOUT_MS = 60_000;

export async function check(foundation: Foundation): Promise<object> {
  const data = await checkBridge(open(foundation));
  return { ok: data.every(({ ok }) => ok), data };
}

export interface SubscribeOptions {
  url?: string;
}

export async function subscribeNotices(
  foundation: Foundation,
  { url: given }: SubscribeOptions,
): Promise<object> {
  const { client, noticesUrl } = open(foundation);
  const url = given ?? noticesUrl;
  if (url === undefined) throw new CommandFailure('Set BASE_URL, or pass --url.');
  return subscribe(client, url, AbortSignal.timeout(TIMEOUT_MS));
}

function open({ config, logger }: Foundation) {
  if (!config.bridge)
    throw new CommandFailure('This deployment has no account at Bridge: set BRIDGE_API_KEY.');
  const client = createBridgeClient({ logger, config: config.bridge });
  return { client, config: config.bridge, noticesUrl: noticesUrlOf(config) };
}
