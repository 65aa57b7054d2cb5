import { InvalidArgumentError } from 'commander';
import type { Register } from '../../../commands/frame/index.ts';
import type { BridgeDeployment, SubscribeOptions } from './actions.ts';

const actions = () => import('./actions.ts');

export const registerBridgeCommands: Register<BridgeDeployment> = (program, run) => {
  const bridge = program.command('bridge').description('the account at Bridge (docs/rails/bridge.md)');

  bridge
    .command('check')
    .description('run the checks of the go-live checklist that move no money; exits with 1 if one fails')
    .example('payments bridge check')
    .action(() => run(async (foundation) => (await actions()).check(foundation), { whole: true }));

  bridge
    .command('subscribe')
    .description('have Bridge send its events to this deployment')
    .option('--url <url>', 'where to; by default BASE_URL and its path', parseUrl)
    .example('payments bridge subscribe')
    .action((options: SubscribeOptions) =>
      run(async (foundation) => (await actions()).subscribeNotices(foundation, options)),
    );
};

function parseUrl(text: string): string {
  if (!URL.canParse(text) || !text.endsWith('/providers/bridge/notices')) {
    throw new InvalidArgumentError('It must end with /providers/bridge/notices.');
  }
  return text;
}
