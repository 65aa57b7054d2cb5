import { InvalidArgumentError } from 'commander';
import type { Register } from '../../../commands/frame/index.ts';
import type { BitsoDeployment, SubscribeOptions } from './actions.ts';
import { NOTICES_PATH } from './client/settings.ts';

const actions = () => import('./actions.ts');

export const registerBitsoCommands: Register<BitsoDeployment> = (program, run) => {
  const bitso = program.command('bitso').description('the account at Bitso Business (docs/rails/bitso.md)');

  bitso
    .command('check')
    .description('run the checks of the go-live checklist that move no money; exits with 1 if one fails')
    .example('payments bitso check')
    .action(() => run(async (foundation) => (await actions()).check(foundation), { whole: true }));

  bitso
    .command('subscribe')
    .description('subscribe this deployment to the notices of Bitso')
    .option('--url <url>', `where Bitso sends them; by default BASE_URL and ${NOTICES_PATH}`, parseNoticesUrl)
    .option('--replace', 'replace subscriptions that point elsewhere', false)
    .example(
      'payments bitso subscribe',
      `payments bitso subscribe --replace \\\n      --url https://payments.example.com${NOTICES_PATH}`,
    )
    .action((options: SubscribeOptions) =>
      run(async (foundation) => (await actions()).subscribeNotices(foundation, options)),
    );
};

function parseNoticesUrl(text: string): string {
  if (!URL.canParse(text) || !text.endsWith(NOTICES_PATH)) {
    throw new InvalidArgumentError(`It must end with ${NOTICES_PATH}, the path that receives notices.`);
  }
  return text;
}
