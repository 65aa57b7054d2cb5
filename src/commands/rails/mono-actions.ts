import type { Foundation } from '../../composition/index.ts';
import { checkMono } from '../../methods/providers/mono/index.ts';
import { CommandFailure } from '../frame/command.ts';

/** The path that receives Mono's webhooks. */
const NOTICES_PATH = '/providers/mono/notices';

export async function check({ config, mono }: Foundation): Promise<object> {
  if (!config.mono || !mono)
    throw new CommandFailure('This deployment has no account at Mono: set MONO_CLIENT_ID.');
  const { receivingAccount, sendingAccount } = config.mono;
  const noticesUrl = config.baseUrl === undefined ? undefined : `${config.baseUrl}${NOTICES_PATH}`;
  const data = await checkMono({ client: mono.client, receivingAccount, sendingAccount, noticesUrl });
  return { ok: data.every(({ ok }) => ok), data };
}
