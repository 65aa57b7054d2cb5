import type { Register } from '../frame/command.ts';

const actions = () => import('./mono-actions.ts');

export const registerMonoCommands: Register = (program, run) => {
  const mono = program.command('mono').description('the accounts at Mono, for Bre-B (docs/rails/mono.md)');

  mono
    .command('check')
    .description('run the checks of the go-live checklist that change nothing; exits with 1 if one fails')
    .example('payments mono check')
    .action(() => run(async (foundation) => (await actions()).check(foundation), { whole: true }));
};
