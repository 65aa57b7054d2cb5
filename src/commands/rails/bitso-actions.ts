import type { SignedApi } from '../../config/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { createTransport } from '../../lib/outgoing/api-transport.ts';
import {
  checkBitso,
  createBitsoClient,
  createCredentials,
  subscribe,
} from '../../methods/providers/bitso/index.ts';
import { CommandFailure } from '../frame/command.ts';
import { NOTICES_PATH } from './notices-path.ts';

const TIMEOUT_MS = 60_000;

export async function check(foundation: Foundation): Promise<object> {
  const data = await checkBitso(open(foundation));
  return { ok: data.every(({ ok }) => ok), data };
}

export interface SubscribeOptions {
  url?: string;
  replace: boolean;
}

export async function subscribeNotices(
  foundation: Foundation,
  { url: given, replace: replaces }: SubscribeOptions,
): Promise<object> {
  const { client, noticesUrl } = open(foundation);
  const url = given ?? noticesUrl;
  if (url === undefined) throw new CommandFailure('Set BASE_URL, or pass --url.');
  const { subscriptions, changed } = await subscribe(
    client,
    { url, replaces },
    AbortSignal.timeout(TIMEOUT_MS),
  );
  return { url, subscribed: changed, data: subscriptions };
}

function open({ config, db, logger }: Foundation) {
  if (!config.bitso) throw new CommandFailure('This deployment has no account at Bitso: set BITSO_API_KEY.');
  const { baseUrl, juno } = config.bitso;
  const clientOf = (api: SignedApi) =>
    createBitsoClient({
      db,
      logger,
      credentials: createCredentials(api.apiKey, api.secret),
      baseUrl: api.baseUrl,
    });
  return {
    client: clientOf(config.bitso),
    juno: juno && clientOf(juno),
    transport: createTransport('bitso', baseUrl),
    baseUrl,
    noticesUrl: config.baseUrl === undefined ? undefined : `${config.baseUrl}${NOTICES_PATH}`,
  };
}
