import type { Register } from '../../../commands/frame/index.ts';
import type { MonoDeployment } from './actions.ts';

const actions = () => import('./actions.ts');

export const registerMonoCommands: Register<MonoDeployment> = (program, run) => {
  const mono = program.command('mono').description('the accounts at Mono, for Bre-B (docs/rails/mono.md)');

  mono
    .command('check')
    .description('run the checks of the go-live checklist that change nothing; exits with 1 if one fails')
    .example('payments mono check')
    .action(() => run(async (foundation) => (await actions()).check(foundation), { whole: true }));
};
