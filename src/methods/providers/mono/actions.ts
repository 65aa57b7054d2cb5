import { CommandFailure } from '../../../commands/frame/index.ts';
import { checkMono } from './check/check.ts';
import type { MonoConfig } from './client/settings.ts';
import type { Mono } from './mono.ts';

/** The path that receives Mono's webhooks. */
const NOTICES_PATH = '/providers/mono/notices';

/** What the command needs of a deployment. */
export interface MonoDeployment {
  config: { baseUrl: string | undefined; rails: { mono: MonoConfig | undefined } };
  rails: { mono: Mono | undefined };
}

export async function check({ config, rails: { mono } }: MonoDeployment): Promise<object> {
  const { baseUrl, rails } = config;
  if (!rails.mono || !mono)
    throw new CommandFailure('This deployment has no account at Mono: set MONO_CLIENT_ID.');
  const { receivingAccount, sendingAccount } = rails.mono;
  const noticesUrl = baseUrl === undefined ? undefined : `${baseUrl}${NOTICES_PATH}`;
  const data = await checkMono({ client: mono.client, receivingAccount, sendingAccount, noticesUrl });
  return { ok: data.every(({ ok }) => ok), data };
}
