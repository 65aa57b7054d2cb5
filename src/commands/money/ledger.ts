import type { Register } from '../deployment/register.ts';
import { parseTime } from '../frame/index.ts';
import type { ReconcileOptions } from './ledger-actions.ts';

const actions = () => import('./ledger-actions.ts');

export const registerLedgerCommands: Register = (program, run) => {
  const ledger = program.command('ledger').description('the double-entry ledger');

  ledger
    .command('verify')
    .description('check every balance against its postings; exits with 1 and lists any errors')
    .example('payments ledger verify')
    .action(() => run(async (foundation) => (await actions()).verify(foundation), { whole: true }));

  program
    .command('reconcile')
    .description("compare the providers' statements with our records; exits with 1 and lists what differs")
    .option('--provider <name>', 'only this one; see `payments providers list`')
    .requiredOption('--from <time>', 'at or after, like 2026-11-01T00:00:00Z', parseTime)
    .requiredOption('--to <time>', 'before', parseTime)
    .example(
      'payments reconcile --from 2026-11-01 --to 2026-11-02',
      'payments reconcile --provider bitso \\\n      --from 2026-11-01T06:00:00Z --to 2026-11-02T06:00:00Z',
    )
    .action((options: ReconcileOptions) =>
      run(async (foundation) => (await actions()).reconcileProviders(foundation, options), { whole: true }),
    );

  program
    .command('solvency')
    .description(
      'compare, per asset, what is held in all places with what is owed to all accounts; exits with 1 if it is less, or unknown',
    )
    .example('payments solvency')
    .action(() => run(async (foundation) => (await actions()).showSolvency(foundation)));
};
