import { Option } from 'commander';
import { ADJUSTABLE_BOOKS } from '../../ledger/index.ts';
import type { Register, Run } from '../deployment/register.ts';
import {
  EVIDENCE_OPTION,
  LIMIT_OPTION,
  parseDifferenceId,
  parseSignedAmount,
  REASON_OPTION,
  type PaymentsCommand,
} from '../frame/index.ts';
import type { AdjustmentOptions, Why } from './adjustments-actions.ts';

const actions = () => import('./adjustments-actions.ts');

/** Differences between the books and the outside, and decisions on them by two operators (D45). */
export const registerAdjustmentCommands: Register = (program, run) => {
  const adjustments = program
    .command('adjustments')
    .description("corrections of the service's own books, which two operators agree on");
  registerAdjustmentCreate(adjustments, run);
  registerAdjustmentList(adjustments, run);

  const differences = program
    .command('differences')
    .description('what ledger verify, reconcile and chains audit found, and whether it is acknowledged');
  registerDifferenceList(differences, run);
  registerDifferenceAcknowledge(differences, run);
};

function registerAdjustmentCreate(adjustments: PaymentsCommand, run: Run): void {
  adjustments
    .command('create')
    .description('request to book money that a provider holds and the books lack, or the other way round')
    .requiredOption('--provider <name>', 'who holds it; see `payments providers list`')
    .requiredOption('--asset <asset>', 'the asset')
    .requiredOption(
      '--amount <amount>',
      'how much more the provider holds than the books say; negative for less',
      parseSignedAmount,
    )
    .addOption(
      new Option('--book <book>', "the book that gains or loses it; none of these holds accounts' money")
        .choices(ADJUSTABLE_BOOKS)
        .makeOptionMandatory(),
    )
    .option('--difference <id>', 'a difference that this explains, and so acknowledges', parseDifferenceId)
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments adjustments create --provider bitso --asset MXN --amount -12.50 \\\n      --book fee --reason "Charge of 2026-11-03" --evidence "Page 4"',
    )
    .action((options: AdjustmentOptions) =>
      run(async (foundation, key) => (await actions()).createAdjustment(foundation, key, options)),
    );
}

function registerAdjustmentList(adjustments: PaymentsCommand, run: Run): void {
  adjustments
    .command('list')
    .description('requested adjustments with their outcome, newest first')
    .option(...LIMIT_OPTION)
    .example('payments adjustments list')
    .action(({ limit }: { limit: number }) =>
      run(async (foundation) => (await actions()).listAdjustments(foundation, limit), {
        empty: 'There are no adjustments.',
        whole: true,
      }),
    );
}

function registerDifferenceList(differences: PaymentsCommand, run: Run): void {
  differences
    .command('list')
    .description('those found within 90 days, newest first')
    .option(...LIMIT_OPTION)
    .example('payments differences list')
    .action(({ limit }: { limit: number }) =>
      run(async (foundation) => (await actions()).listDifferences(foundation, limit), {
        empty: 'No check has found a difference recently.',
        whole: true,
      }),
    );
}

function registerDifferenceAcknowledge(differences: PaymentsCommand, run: Run): void {
  differences
    .command('acknowledge')
    .argument('<id>', 'the difference', parseDifferenceId)
    .description(
      'request to acknowledge that it is real and known, so that checks no longer fail because of it',
    )
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments differences acknowledge dif_0123456789abcdef0123456789abcdef \\\n      --reason "Interest of 2026" --evidence "Ticket 4711"',
    )
    .action((id: string, why: Why) =>
      run(async (foundation, key) => (await actions()).acknowledge(foundation, key, id, why)),
    );
}
