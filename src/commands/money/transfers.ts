import type { Register } from '../deployment/register.ts';
import { EVIDENCE_OPTION, parseId, parsePercent, REASON_OPTION } from '../frame/index.ts';
import type { ResolveOptions } from './transfers-actions.ts';

const actions = () => import('./transfers-actions.ts');

export const registerTransferCommands: Register = (program, run) => {
  const transfers = program
    .command('transfers')
    .description('requests to providers to move reserved money: withdrawals, conversions, refunds');

  transfers
    .command('stuck')
    .description('transfers that the service gave up on and that need a decision, the oldest 1,000')
    .example('payments transfers stuck')
    .action(() =>
      run(async (foundation) => (await actions()).listStuck(foundation), { empty: 'No transfer is stuck.' }),
    );

  transfers
    .command('waiting')
    .description('transfers not completed yet, and what they wait for; the next one first, up to 1,000')
    .example('payments transfers waiting')
    .action(() =>
      run(async (foundation) => (await actions()).listWaiting(foundation), {
        empty: 'No transfer is waiting or in progress.',
      }),
    );

  transfers
    .command('resolve')
    .argument('<id>', 'the transfer', parseId('payments transfers stuck'))
    .description('decide on a stuck transfer or, while transfers are on hold, on any that is not finished')
    .option('--retry', 'ask the provider once more')
    .option(
      '--max-slippage-percent <percent>',
      'with --retry: by how much this conversion may fall short of the promise; more than its method allows, another operator must approve',
      parsePercent,
    )
    .option(
      '--settled <reference>',
      'the provider did it, under this reference; another operator must approve',
    )
    .option('--failed <why>', 'the provider did not do it and never will; say why')
    .option(...REASON_OPTION)
    .option(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments transfers resolve $TRANSFER --retry',
      'payments transfers resolve $TRANSFER --retry --max-slippage-percent 6 \\\n      --reason "The peso fell" --evidence "Ticket 4713"',
      'payments transfers resolve $TRANSFER --settled 2026112391405 \\\n      --reason "Its portal shows it" --evidence "Ticket 4714"',
      'payments transfers resolve $TRANSFER --failed "the account is closed"',
    )
    .action((id: string, options: ResolveOptions) =>
      run(async (foundation, key) => (await actions()).resolve(foundation, key, id, options)),
    );

  transfers
    .command('hold')
    .description('send nothing more; new transfers are accepted and wait')
    .recorded({ beforeOperators: true })
    .example('payments transfers hold')
    .action(() => run(async (foundation) => (await actions()).hold(foundation)));

  transfers
    .command('resume')
    .description('send again; after a restore, only once the books agree with the providers')
    .recorded()
    .example('payments transfers resume')
    .action(() => run(async (foundation) => (await actions()).resume(foundation)));
};
