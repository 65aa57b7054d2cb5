import type { Run } from '../deployment/register.ts';
import { ACCOUNT_OPTION, IDEMPOTENCY_OPTION, parseId, type PaymentsCommand } from '../frame/index.ts';
import type { BatchFileOptions, BatchRequestOptions } from './batches-actions.ts';

const actions = () => import('./batches-actions.ts');

/** Commands for batches of withdrawals (D79); those of the operator do not repeat. */
export function registerBatches(withdrawals: PaymentsCommand, run: Run): void {
  const batches = withdrawals
    .command('batch')
    .description('many withdrawals that are checked, requested and decided on as one');

  addFile(batches.command('check'))
    .description('check a file line by line, and foresee what its sum would wait for; stores nothing')
    .example('payments withdrawals batch check --account $ACCOUNT \\\n      --asset MXNB --file payroll.csv')
    .action((options: BatchFileOptions) =>
      run(async (foundation) => (await actions()).checkBatch(foundation, options)),
    );

  addFile(batches.command('request'))
    .description('request a batch as it was checked')
    .requiredOption('--digest <digest>', 'what `batch check` printed for this file')
    .option('--title <title>', 'what it is called', 'Batch')
    .option('--on <day>', "the day it is sent, like 2026-12-15, in the account's time zone; by default today")
    .option('--duplicates', 'make payments that may be made twice, too')
    .option(...IDEMPOTENCY_OPTION)
    .recorded()
    .example(
      'payments withdrawals batch request --account $ACCOUNT --asset MXNB \\\n      --file payroll.csv --digest $DIGEST --title "Payroll December"',
    )
    .action((options: BatchRequestOptions) =>
      run(async (foundation) => (await actions()).requestBatch(foundation, options)),
    );

  batches
    .command('show')
    .argument('<id>', 'the batch', parseId('payments withdrawals batch request'))
    .description('a batch, and what has become of each of its lines')
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments withdrawals batch show $BATCH --account $ACCOUNT')
    .action((id: string, { account }: { account: string }) =>
      run(async (foundation) => (await actions()).showBatch(foundation, account, id)),
    );

  batches
    .command('cancel')
    .argument('<id>', 'the batch', parseId('payments withdrawals batch show'))
    .description('cancel what is not sent of a batch, and its repetition')
    .requiredOption(...ACCOUNT_OPTION)
    .recorded()
    .example('payments withdrawals batch cancel $BATCH --account $ACCOUNT')
    .action((id: string, { account }: { account: string }) =>
      run(async (foundation) => (await actions()).cancelBatch(foundation, account, id)),
    );
}

function addFile(command: PaymentsCommand): PaymentsCommand {
  return command
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--asset <asset>', 'the balance it is taken from')
    .requiredOption('--file <path>', 'a CSV file as the panel takes it');
}
