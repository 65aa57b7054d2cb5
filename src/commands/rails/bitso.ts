import { InvalidArgumentError } from 'commander';
import type { Register } from '../command.ts';
import type { SubscribeOptions } from './bitso-actions.ts';
import { NOTICES_PATH } from './notices-path.ts';

const actions = () => import('./bitso-actions.ts');

export const registerBitsoCommands: Register = (program, run) => {
  const bitso = program.command('bitso').description('the account at Bitso Business (docs/rails/bitso.md)');

  bitso
    .command('check')
    .description('make the calls of the checklist that move no money; exits with 1 if one fails')
    .example('payments bitso check')
    .action(() => run(async (foundation) => (await actions()).check(foundation), { whole: true }));

  bitso
    .command('subscribe')
    .description('have Bitso send its notices to this deployment')
    .option('--url <url>', `where to; by default BASE_URL and ${NOTICES_PATH}`, parseNoticesUrl)
    .option('--replace', 'also for events that are sent elsewhere now', false)
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
    throw new InvalidArgumentError(`It must end with ${NOTICES_PATH}, where notices are taken.`);
  }
  return text;
}
