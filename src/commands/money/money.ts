import { Option } from 'commander';
import { REFUND_REASONS } from '../../transfers/index.ts';
import type { MoveKind } from '../../treasury/index.ts';
import type { Register, Run } from '../deployment/register.ts';
import {
  ACCOUNT_OPTION,
  IDEMPOTENCY_OPTION,
  parseId,
  parsePositiveAmount,
  type PaymentsCommand,
} from '../frame/index.ts';
import { registerBatches } from './batches.ts';
import { addDestinationOptions } from './destination.ts';
import type { ConversionOptions, RefundOptions, WithdrawalOptions } from './money-actions.ts';

const actions = () => import('./money-actions.ts');

/** Commands with which the operator moves an account's money (D10). */
export const registerMoneyCommands: Register = (program, run) => {
  registerWithdrawals(program, run);
  registerConversions(program, run);
  registerRefunds(program, run);
};

function registerWithdrawals(program: PaymentsCommand, run: Run): void {
  const withdrawals = program.command('withdrawals').description('money that leaves an account');
  addDestinationOptions(withdrawals.command('create'))
    .description('send part of a balance to a destination')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--asset <asset>', 'the balance it is taken from')
    .requiredOption('--amount <amount>', 'fee included', parsePositiveAmount)
    .requiredOption('--method <method>', 'how it is sent; see `payments methods list`')
    .option(...IDEMPOTENCY_OPTION)
    .recorded()
    .example(
      'payments withdrawals create --account $ACCOUNT --asset MXNB --amount 1000 \\\n      --method SPEI --clabe 032180000118359719',
      'payments withdrawals create --account $ACCOUNT --asset USDC --amount 50 \\\n      --method USDC --network Polygon \\\n      --address 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    )
    .action((options: WithdrawalOptions) =>
      run(async (foundation) => (await actions()).createWithdrawal(foundation, options)),
    );

  registerBatches(withdrawals, run);
  addWaiting(withdrawals, 'withdrawal', run);
}

function registerConversions(program: PaymentsCommand, run: Run): void {
  const conversions = program
    .command('conversions')
    .description('exchanges of one asset of an account for another');
  for (const [name, description] of [
    ['quote', 'quote the proceeds of an amount, to be confirmed within 15 minutes'],
    ['create', 'quote and confirm at once'],
  ] as const) {
    conversions
      .command(name)
      .description(description)
      .requiredOption(...ACCOUNT_OPTION)
      .requiredOption('--from <asset>', 'the asset to convert')
      .requiredOption('--to <asset>', 'the asset to get')
      .requiredOption('--amount <amount>', 'how much of --from', parsePositiveAmount)
      .option(...IDEMPOTENCY_OPTION)
      .recorded()
      .example(`payments conversions ${name} --account $ACCOUNT \\\n      --from MXNB --to USDC --amount 500`)
      .action((options: ConversionOptions) =>
        run(async (foundation) => (await actions()).convert(foundation, name, options)),
      );
  }
  conversions
    .command('confirm')
    .argument('<id>', 'the conversion', parseId('payments conversions quote'))
    .description('carry out a quoted conversion')
    .recorded()
    .example('payments conversions confirm $CONVERSION')
    .action((id: string) => run(async (foundation) => (await actions()).confirmConversion(foundation, id)));

  addWaiting(conversions, 'conversion', run);
}

function registerRefunds(program: PaymentsCommand, run: Run): void {
  const refunds = program.command('refunds').description('money sent back to its payer');
  for (const [name, description] of [
    ['quote', 'quote what refunding a converted payment costs today, to be confirmed within 15 minutes'],
    [
      'create',
      'refund a paid link, in full or in part, or an unmatched deposit; a converted payment at a current quote, at once',
    ],
  ] as const) {
    const command = addDestinationOptions(refunds.command(name))
      .description(description)
      .option('--link <code>', 'the paid link');
    if (name === 'create') {
      command.option(
        '--deposit <id>',
        'the unmatched deposit',
        parseId('payments deposits unmatched --account <id>'),
      );
    }
    command
      .option(
        '--amount <amount>',
        "for a link, in its currency or, if the payment was converted, in the payer's; by default all that is left",
        parsePositiveAmount,
      )
      .addOption(new Option('--reason <reason>', 'why it is refunded').choices(REFUND_REASONS))
      .option(...IDEMPOTENCY_OPTION)
      .recorded()
      .example(...REFUND_EXAMPLES[name])
      .action((options: RefundOptions) =>
        run(async (foundation) => (await actions()).refund(foundation, name, options)),
      );
  }
  refunds
    .command('confirm')
    .argument('<id>', 'the refund', parseId('payments refunds quote'))
    .description('carry out a quoted refund')
    .recorded()
    .example('payments refunds confirm $REFUND')
    .action((id: string) => run(async (foundation) => (await actions()).confirmRefund(foundation, id)));
  addWaiting(refunds, 'refund', run);
}

const REFUND_EXAMPLES = {
  quote: ['payments refunds quote --link PL-7K3M-9QXA-2B4C --amount 70'],
  create: [
    'payments refunds create --link PL-7K3M-9QXA-2B4C',
    'payments refunds create --link PL-7K3M-9QXA-2B4C --amount 70 \\\n      --reason requested_by_customer',
    'payments refunds create --deposit $DEPOSIT',
  ],
} as const;

function addWaiting(parent: PaymentsCommand, kind: MoveKind, run: Run): void {
  parent
    .command('waiting')
    .description(`${kind}s that wait for a second person, a new destination or a new member`)
    .requiredOption(...ACCOUNT_OPTION)
    .example(`payments ${kind}s waiting --account $ACCOUNT`)
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).listWaitingOf(foundation, kind, account), {
        empty: `No ${kind} of this account is waiting.`,
      }),
    );
}
