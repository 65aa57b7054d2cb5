import { LIMIT_OPTION, parseId, REASON_OPTION } from '../arguments.ts';
import type { Register } from '../command.ts';

const actions = () => import('./screening-actions.ts');
const parseHeldId = parseId('payments screening list');

/** What whoever screens payments has not allowed, and what two operators decide about it (D53). */
export const registerScreeningCommands: Register = (program, run) => {
  const screening = program
    .command('screening')
    .description(
      'payments that SCREENING_URL is asked about: what is held, and decisions on it by two operators',
    );

  screening
    .command('list')
    .description(
      'payouts and deposits that are held, the longest held first; without a code, nothing was answered',
    )
    .option(...LIMIT_OPTION)
    .example('payments screening list')
    .action(({ limit }: { limit: number }) =>
      run(async (foundation) => (await actions()).list(foundation, limit), { empty: 'Nothing is held.' }),
    );

  for (const [decision, does] of [
    ['allow', 'ask to let one go on that is held, or to let the account accept a deposit that was refused'],
    ['refuse', 'ask to refuse one that is held: a payout is given back, and a deposit pays nothing'],
  ] as const) {
    screening
      .command(decision)
      .argument('<id>', 'the withdrawal, refund or deposit', parseHeldId)
      .description(does)
      .requiredOption(...REASON_OPTION)
      .example(`payments screening ${decision} $ID --reason "Looked into, ticket 4711"`)
      .action((id: string, { reason }: { reason: string }) =>
        run(async (foundation, key) => (await actions()).decide(foundation, key, { id, decision, reason })),
      );
  }

  screening
    .command('off')
    .description('ask to screen payments no more; what has had no answer then goes on')
    .requiredOption(...REASON_OPTION)
    .example('payments screening off --reason "The contract with the provider ends"')
    .action(({ reason }: { reason: string }) =>
      run(async (foundation, key) => (await actions()).switchOff(foundation, key, reason)),
    );
};
