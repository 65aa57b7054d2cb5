import type { Database } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import { createTransport } from '../../../lib/outgoing/api-transport.ts';
import { CommandFailure } from '../../../commands/frame/index.ts';
import { checkBitso } from './check/check.ts';
import { subscribe } from './check/subscriptions.ts';
import { createBitsoClient } from './client/client.ts';
import { createCredentials } from './client/credentials.ts';
import { NOTICES_PATH, type BitsoConfig, type SignedApi } from './client/settings.ts';

/** The parts of a deployment that these commands use. */
export interface BitsoDeployment {
  config: { baseUrl: string | undefined; rails: { bitso: BitsoConfig | undefined } };
  db: Database;
  logger: Logger;
}

const TIMEOUT_MS = 60_000;

export async function check(deployment: BitsoDeployment): Promise<object> {
  const data = await checkBitso(open(deployment));
  return { ok: data.every(({ ok }) => ok), data };
}

export interface SubscribeOptions {
  url?: string;
  replace: boolean;
}

export async function subscribeNotices(
  deployment: BitsoDeployment,
  { url: given, replace: replaces }: SubscribeOptions,
): Promise<object> {
  const { client, noticesUrl } = open(deployment);
  const url = given ?? noticesUrl;
  if (url === undefined) throw new CommandFailure('Set BASE_URL, or pass --url.');
  const { subscriptions, changed } = await subscribe(
    client,
    { url, replaces },
    AbortSignal.timeout(TIMEOUT_MS),
  );
  return { url, subscribed: changed, data: subscriptions };
}

function open({ config: { baseUrl: ownUrl, rails }, db, logger }: BitsoDeployment) {
  if (!rails.bitso) throw new CommandFailure('This deployment has no account at Bitso: set BITSO_API_KEY.');
  const { baseUrl, juno } = rails.bitso;
  const clientOf = (api: SignedApi) =>
    createBitsoClient({
      db,
      logger,
      credentials: createCredentials(api.apiKey, api.secret),
      baseUrl: api.baseUrl,
    });
  return {
    client: clientOf(rails.bitso),
    juno: juno && clientOf(juno),
    transport: createTransport('bitso', baseUrl),
    baseUrl,
    noticesUrl: ownUrl === undefined ? undefined : `${ownUrl}${NOTICES_PATH}`,
  };
}
