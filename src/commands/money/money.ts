import {
  ACCOUNT_OPTION,
  IDEMPOTENCY_OPTION,
  parseAmount,
  parseId,
  parsePositiveAmount,
} from '../arguments.ts';
import type { Register } from '../command.ts';
import { addDestinationOptions } from './destination.ts';
import type { ConversionOptions, LimitOptions, RefundOptions, WithdrawalOptions } from './money-actions.ts';

const actions = () => import('./money-actions.ts');

/** Commands with which the operator moves an account's money (D10). */
export const registerMoneyCommands: Register = (program, run) => {
  const withdrawals = program.command('withdrawals').description('money that leaves an account');
  addDestinationOptions(withdrawals.command('create'))
    .description('send part of a balance out')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--asset <asset>', 'the balance it is taken from')
    .requiredOption('--amount <amount>', 'fee included', parsePositiveAmount)
    .requiredOption('--method <method>', 'how it is sent; see `payments methods list`')
    .option(...IDEMPOTENCY_OPTION)
    .example(
      'payments withdrawals create --account $ACCOUNT --asset MXNB --amount 1000 \\\n      --method SPEI --clabe 032180000118359719',
      'payments withdrawals create --account $ACCOUNT --asset USDC --amount 50 \\\n      --method USDC --network Polygon \\\n      --address 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    )
    .action((options: WithdrawalOptions) =>
      run(async (foundation) => (await actions()).createWithdrawal(foundation, options)),
    );

  withdrawals
    .command('waiting')
    .description(
      'what people asked for in the panel and that waits, for a second person or a new destination',
    )
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments withdrawals waiting --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).listWaitingWithdrawals(foundation, account), {
        empty: 'No withdrawal of this account waits.',
      }),
    );

  withdrawals
    .command('limit')
    .description(
      'set what one person may withdraw alone within 24 hours, at once; without --amount, as much as there is',
    )
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--asset <asset>', 'the balance it is about')
    .option('--amount <amount>', 'in that asset', parseAmount)
    .example('payments withdrawals limit --account $ACCOUNT --asset MXNB --amount 50000')
    .action((options: LimitOptions) =>
      run(async (foundation) => (await actions()).setLimit(foundation, options), {
        empty: 'This account has no limits.',
      }),
    );

  const conversions = program
    .command('conversions')
    .description('exchanges of one asset of an account for another');
  for (const [name, description] of [
    ['quote', 'quote what an amount would bring; confirm it within 15 minutes'],
    ['create', 'quote and confirm at once'],
  ] as const) {
    conversions
      .command(name)
      .description(description)
      .requiredOption(...ACCOUNT_OPTION)
      .requiredOption('--from <asset>', 'what is given')
      .requiredOption('--to <asset>', 'what is got for it')
      .requiredOption('--amount <amount>', 'how much of --from', parsePositiveAmount)
      .option(...IDEMPOTENCY_OPTION)
      .example(`payments conversions ${name} --account $ACCOUNT \\\n      --from MXNB --to USDC --amount 500`)
      .action((options: ConversionOptions) =>
        run(async (foundation) => (await actions()).convert(foundation, name, options)),
      );
  }
  conversions
    .command('confirm')
    .argument('<id>', 'the conversion', parseId('payments conversions quote'))
    .description('carry out a quoted conversion')
    .example('payments conversions confirm $CONVERSION')
    .action((id: string) => run(async (foundation) => (await actions()).confirmConversion(foundation, id)));

  const refunds = program.command('refunds').description('money sent back to its payer');
  addDestinationOptions(refunds.command('create'))
    .description('refund a paid link, in full or in part, or an unmatched deposit')
    .option('--link <code>', 'the paid link')
    .option('--deposit <id>', 'the unmatched deposit', parseId('payments deposits unmatched --account <id>'))
    .option(
      '--amount <amount>',
      'for a link, in its currency; by default all that is left to refund',
      parsePositiveAmount,
    )
    .option(...IDEMPOTENCY_OPTION)
    .example(
      'payments refunds create --link PL-7K3M-9QXA-2B4C',
      'payments refunds create --link PL-7K3M-9QXA-2B4C --amount 70',
      'payments refunds create --deposit $DEPOSIT',
    )
    .action((options: RefundOptions) =>
      run(async (foundation) => (await actions()).createRefund(foundation, options)),
    );
};
