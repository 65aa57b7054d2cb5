import { reconcile } from '../../audit/reconcile.ts';
import { verifyLedger } from '../../audit/verify.ts';
import { CommandFailure, parseTime, type Register } from '../command.ts';
import { withChains } from './chains.ts';
import { requireProvider } from './providers.ts';

export const registerLedgerCommands: Register = (program, run) => {
  const ledger = program.command('ledger').description('the double-entry ledger');

  ledger
    .command('verify')
    .description('check every balance against its postings; exits with 1 and lists what is wrong')
    .action(() =>
      run(async (foundation) => withChains(foundation, await foundation.db.snapshot(verifyLedger))),
    );

  program
    .command('reconcile')
    .description("compare the providers' statements with our records; exits with 1 and lists what differs")
    .option('--provider <name>', 'only this one; see `payments providers list`')
    .requiredOption('--from <time>', 'at or after, like 2026-11-01T00:00:00Z', parseTime)
    .requiredOption('--to <time>', 'before', parseTime)
    .action((options: { provider?: string; from: Date; to: Date }) =>
      run(async (foundation) => {
        if (options.from >= options.to) throw new CommandFailure('--from must be before --to.');
        const { db, providers, evm } = foundation;
        const chosen =
          options.provider === undefined ? providers.all : [requireProvider(providers, options.provider)];
        const reconciled = await reconcile(db, chosen, options);
        return evm && chosen.includes(evm) ? withChains(foundation, reconciled) : reconciled;
      }),
    );
};
