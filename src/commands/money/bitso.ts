import { InvalidArgumentError } from 'commander';
import type { SignedApi } from '../../config.ts';
import type { Foundation } from '../../foundation.ts';
import { checkBitso } from '../../methods/providers/bitso/check/check.ts';
import { subscribe } from '../../methods/providers/bitso/check/subscriptions.ts';
import { createBitsoClient } from '../../methods/providers/bitso/client/client.ts';
import { readCredentials } from '../../methods/providers/bitso/client/credentials.ts';
import { createTransport } from '../../methods/providers/bitso/client/transport.ts';
import { CommandFailure, type Register } from '../command.ts';

const TIMEOUT_MS = 60_000;
const NOTICES_PATH = '/providers/bitso/notices';

export const registerBitsoCommands: Register = (program, run) => {
  const bitso = program.command('bitso').description('the account at Bitso Business (docs/rails/bitso.md)');

  bitso
    .command('check')
    .description('make the calls of the checklist that move no money; exits with 1 if one fails')
    .action(() =>
      run(async (foundation) => {
        const data = await checkBitso(open(foundation));
        return { ok: data.every(({ ok }) => ok), data };
      }),
    );

  bitso
    .command('subscribe')
    .description('have Bitso send its notices to this deployment')
    .option('--url <url>', `where to; by default BASE_URL and ${NOTICES_PATH}`, parseNoticesUrl)
    .option('--replace', 'also for events that are sent elsewhere now', false)
    .action(({ url: given, replace: replaces }: { url?: string; replace: boolean }) =>
      run(async (foundation) => {
        const { client, noticesUrl } = open(foundation);
        const url = given ?? noticesUrl;
        if (url === undefined) throw new CommandFailure('Set BASE_URL, or give --url.');
        const { subscriptions, changed } = await subscribe(
          client,
          { url, replaces },
          AbortSignal.timeout(TIMEOUT_MS),
        );
        return { url, subscribed: changed, data: subscriptions };
      }),
    );
};

function open({ config, db, logger }: Foundation) {
  if (!config.bitso) throw new CommandFailure('This deployment has no account at Bitso: set BITSO_API_KEY.');
  const { baseUrl, juno } = config.bitso;
  const clientOf = (api: SignedApi) =>
    createBitsoClient({ db, logger, credentials: readCredentials(api), baseUrl: api.baseUrl });
  return {
    client: clientOf(config.bitso),
    juno: juno && clientOf(juno),
    transport: createTransport(baseUrl),
    baseUrl,
    noticesUrl: config.baseUrl === undefined ? undefined : `${config.baseUrl}${NOTICES_PATH}`,
  };
}

function parseNoticesUrl(text: string): string {
  if (!URL.canParse(text) || !text.endsWith(NOTICES_PATH)) {
    throw new InvalidArgumentError(`It must end with ${NOTICES_PATH}, where notices are taken.`);
  }
  return text;
}
