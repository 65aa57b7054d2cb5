import { parseId } from '../arguments.ts';
import type { Register } from '../command.ts';
import type { ResolveOptions } from './transfers-actions.ts';

const actions = () => import('./transfers-actions.ts');

export const registerTransferCommands: Register = (program, run) => {
  const transfers = program
    .command('transfers')
    .description('what the provider is asked to do with held money: withdrawals, conversions, refunds');

  transfers
    .command('stuck')
    .description('transfers that the service gave up on and that need a decision, the oldest 1,000')
    .example('payments transfers stuck')
    .action(() =>
      run(async (foundation) => (await actions()).listStuck(foundation), { empty: 'No transfer is stuck.' }),
    );

  transfers
    .command('resolve')
    .argument('<id>', 'the transfer', parseId('payments transfers stuck'))
    .description('decide on a stuck transfer')
    .option('--retry', 'ask the provider once more')
    .option('--settled <reference>', 'the provider did it, under this reference')
    .option('--failed <why>', 'the provider did not do it and never will; say why')
    .example(
      'payments transfers resolve $TRANSFER --retry',
      'payments transfers resolve $TRANSFER --settled 2026112391405',
      'payments transfers resolve $TRANSFER --failed "the account is closed"',
    )
    .action((id: string, options: ResolveOptions) =>
      run(async (foundation) => (await actions()).resolve(foundation, id, options)),
    );
};
