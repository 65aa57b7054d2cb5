import { Option } from 'commander';
import { simulateDeposit } from '../deposits/simulation.ts';
import { viewDeposit } from '../deposits/view.ts';
import { newId } from '../lib/ids.ts';
import { findLinkAccount } from '../payment-links/repository.ts';
import { CommandFailure, type Register } from './command.ts';

export const registerDepositCommands: Register = (program, run) => {
  const deposits = program.command('deposits').description('money that arrives');

  deposits
    .command('simulate')
    .description('pay a link, as the payer and the rail would; only in the test environment')
    .requiredOption('--link <code>')
    .requiredOption('--method <method>')
    .addOption(new Option('--scenario <scenario>', 'what arrives').choices(['exact']).default('exact'))
    .action((options: { link: string; method: string }) =>
      run(async ({ db, deposits: service, config }) => {
        if (config.environment !== 'test')
          throw new CommandFailure('Deposits are simulated in the test environment only.');
        const accountId = await findLinkAccount(db.read, options.link);
        if (accountId === undefined) throw new CommandFailure(`There is no payment link ${options.link}.`);
        const payment = { accountId, code: options.link, method: options.method, providerReference: newId() };
        return viewDeposit(await db.transaction((trx) => simulateDeposit(trx, service, payment)));
      }),
    );
};
