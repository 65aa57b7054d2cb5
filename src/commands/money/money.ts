import type { Trx } from '../../db/connect.ts';
import { findDepositAccount } from '../../deposits/repository.ts';
import { findLinkAccount } from '../../payment-links/repository.ts';
import type { DestinationParts } from '../../transfers/destination.ts';
import type { Refund } from '../../transfers/transfer.ts';
import { viewConversion, viewRefund, viewWithdrawal } from '../../transfers/view.ts';
import type { Money } from '../../lib/money.ts';
import { parsePositiveAmount } from '../arguments.ts';
import { CommandFailure, requireId, type Register } from '../command.ts';
import { addDestinationOptions, destinationOf } from './destination.ts';
import { IDEMPOTENCY_OPTION, once } from '../once.ts';

interface Keyed {
  idempotencyKey?: string;
}

interface WithdrawalOptions extends Keyed, DestinationParts {
  account: string;
  asset: string;
  amount: Money;
  method: string;
}

interface ConversionOptions extends Keyed {
  account: string;
  from: string;
  to: string;
  amount: Money;
}

interface RefundOptions extends Keyed, DestinationParts {
  link?: string;
  deposit?: string;
  amount?: Money;
}

/** Commands with which the operator moves an account's money (D10). */
export const registerMoneyCommands: Register = (program, run) => {
  const withdrawals = program.command('withdrawals').description('money that leaves an account');
  addDestinationOptions(withdrawals.command('create'))
    .description('send part of a balance out')
    .requiredOption('--account <id>')
    .requiredOption('--asset <asset>', 'the balance it is taken from')
    .requiredOption('--amount <amount>', 'fee included', parsePositiveAmount)
    .requiredOption('--method <method>')
    .option(...IDEMPOTENCY_OPTION)
    .action(({ account, idempotencyKey: key, ...options }: WithdrawalOptions) =>
      run((foundation) => {
        const { asset, amount, method } = options;
        const destination = destinationOf(options);
        const accountId = requireId(account, 'account');
        const request = { accountId, asset, amount, method, destination, requestId: null };
        return once(
          foundation,
          { accountId, key, name: 'withdrawals create', options: toJson(options) },
          () => async (trx: Trx) => viewWithdrawal(await foundation.withdrawals.create(trx, request)),
        );
      }),
    );

  const conversions = program
    .command('conversions')
    .description('exchanges of one asset of an account for another');
  const convert = (name: 'quote' | 'create', description: string) =>
    conversions
      .command(name)
      .description(description)
      .requiredOption('--account <id>')
      .requiredOption('--from <asset>')
      .requiredOption('--to <asset>')
      .requiredOption('--amount <amount>', 'how much of --from', parsePositiveAmount)
      .option(...IDEMPOTENCY_OPTION)
      .action(({ account, idempotencyKey: key, ...options }: ConversionOptions) =>
        run((foundation) => {
          const { conversions: service } = foundation;
          const accountId = requireId(account, 'account');
          const { from: fromAsset, to: toAsset, amount } = options;
          const request = { accountId, fromAsset, toAsset, amount, requestId: null };
          const command = { accountId, key, name: `conversions ${name}`, options: toJson(options) };
          return once(foundation, command, async () => {
            await service.check(request, { funds: name === 'create' });
            return {
              ask: async (providerKey) => {
                const quote = await service.requestQuote(request, providerKey);
                return async (trx) => {
                  const quoted = await service.create(trx, request, quote);
                  return viewConversion(name === 'quote' ? quoted : await service.confirm(trx, quoted.id));
                };
              },
            };
          });
        }),
      );
  convert('quote', 'quote what an amount would bring; confirm it within 15 minutes');
  convert('create', 'quote and confirm at once');
  conversions
    .command('confirm <id>')
    .description('carry out a quoted conversion')
    .action((id: string) =>
      run(async ({ db, conversions: service }) =>
        viewConversion(await db.transaction((trx) => service.confirm(trx, requireId(id, 'conversion')))),
      ),
    );

  const refunds = program.command('refunds').description('money sent back to its payer');
  addDestinationOptions(refunds.command('create'))
    .description('refund a paid link, in full or in part, or an unmatched deposit')
    .option('--link <code>')
    .option('--deposit <id>')
    .option(
      '--amount <amount>',
      'for a link, in its currency; by default all that is left to refund',
      parsePositiveAmount,
    )
    .option(...IDEMPOTENCY_OPTION)
    .action(({ idempotencyKey: key, ...options }: RefundOptions) =>
      run(async (foundation) => {
        const { db, inbox, refunds: service } = foundation;
        const { link, deposit, amount } = options;
        const destination = destinationOf(options);
        if ((link === undefined) === (deposit === undefined)) {
          throw new CommandFailure('Give one of --link and --deposit.');
        }
        if (deposit !== undefined && amount !== undefined) {
          throw new CommandFailure('An unmatched deposit is refunded whole: leave out --amount.');
        }
        const accountId =
          link === undefined
            ? await findDepositAccount(db.read, requireId(deposit ?? '', 'deposit'))
            : await findLinkAccount(db.read, link);
        if (accountId === undefined) {
          throw new CommandFailure(
            link === undefined ? `There is no deposit ${deposit}.` : `There is no payment link ${link}.`,
          );
        }
        const start = (trx: Trx): Promise<Refund> =>
          link === undefined
            ? inbox.refund(trx, deposit ?? '', destination)
            : service.refundLink(trx, { accountId, code: link, amount, destination });
        const command = { accountId, key, name: 'refunds create', options: toJson(options) };
        return once(foundation, command, () => async (trx: Trx) => viewRefund(await start(trx)));
      }),
    );
};

/** The options as they are hashed: equal amounts give the same hash. */
function toJson(options: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(options)) as Record<string, unknown>;
}
