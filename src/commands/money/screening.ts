import type { Register } from '../deployment/register.ts';
import { LIMIT_OPTION, parseId, REASON_OPTION } from '../frame/index.ts';

const actions = () => import('./screening-actions.ts');
const parseHeldId = parseId('payments screening list');

/** Payments that the screening hook has not allowed, and decisions on them by two operators (D53). */
export const registerScreeningCommands: Register = (program, run) => {
  const screening = program
    .command('screening')
    .description('payments screened by SCREENING_URL: those held, and decisions on them by two operators');

  screening
    .command('list')
    .description('held payouts and deposits, the longest held first; no code means no answer')
    .option(...LIMIT_OPTION)
    .example('payments screening list')
    .action(({ limit }: { limit: number }) =>
      run(async (foundation) => (await actions()).list(foundation, limit), { empty: 'Nothing is held.' }),
    );

  for (const [decision, does] of [
    ['allow', 'request to allow one that is held, or to let the account accept a refused deposit'],
    [
      'refuse',
      'request to refuse one that is held: the money of a payout is released, and a deposit pays nothing',
    ],
  ] as const) {
    screening
      .command(decision)
      .argument('<id>', 'the withdrawal, refund or deposit', parseHeldId)
      .description(does)
      .requiredOption(...REASON_OPTION)
      .recorded()
      .example(`payments screening ${decision} $ID --reason "Looked into, ticket 4711"`)
      .action((id: string, { reason }: { reason: string }) =>
        run(async (foundation, key) => (await actions()).decide(foundation, key, { id, decision, reason })),
      );
  }

  screening
    .command('off')
    .description('request to stop screening payments; those without an answer then continue')
    .requiredOption(...REASON_OPTION)
    .recorded()
    .example('payments screening off --reason "The contract with the provider ends"')
    .action(({ reason }: { reason: string }) =>
      run(async (foundation, key) => (await actions()).switchOff(foundation, key, reason)),
    );
};
