import { OPERATOR } from '../../audit-log/record.ts';
import type { Trx } from '../../db/connect.ts';
import { findLinkAccount } from '../../payment-links/repository.ts';
import type { DestinationParts } from '../../transfers/destination.ts';
import { findTransferAccount } from '../../transfers/repository.ts';
import type { Refund } from '../../transfers/transfer.ts';
import { viewConversion, viewRefund, viewWithdrawal } from '../../transfers/view.ts';
import type { Money } from '../../lib/money.ts';
import { parseAmount, parsePositiveAmount } from '../arguments.ts';
import { listLimits } from '../../treasury/limits/repository.ts';
import { listRequests, listWaiting } from '../../treasury/requests/repository.ts';
import { createTreasury } from '../../treasury/treasury.ts';
import { CommandFailure, requireId, type Register } from '../command.ts';
import { configuredPanelBaseUrl } from '../../people/panel-address.ts';
import { requireDepositAccount } from './deposits.ts';
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

  withdrawals
    .command('waiting')
    .description(
      'what people asked for in the panel and that waits, for a second person or a new destination',
    )
    .requiredOption('--account <id>')
    .action(({ account }: { account: string }) =>
      run(async ({ db }) => {
        const accountId = requireId(account, 'account');
        const waiting = await listWaiting(db.read, accountId);
        const requests = await listRequests(
          db.read,
          accountId,
          waiting.map(({ id }) => id),
        );
        return {
          data: waiting.map((withdrawal) => {
            const request = requests.find(({ withdrawal_id }) => withdrawal_id === withdrawal.id);
            return {
              ...viewWithdrawal(withdrawal),
              waits_for: request?.waits_for ?? null,
              requested_by: request?.requested_by_email ?? null,
              goes_at: withdrawal.due_at?.toISOString() ?? null,
              expires_at: request?.expires_at?.toISOString() ?? null,
            };
          }),
        };
      }),
    );

  withdrawals
    .command('limit')
    .description(
      'set what one person may withdraw alone within 24 hours, at once; without --amount, as much as there is',
    )
    .requiredOption('--account <id>')
    .requiredOption('--asset <asset>')
    .option('--amount <amount>', '', parseAmount)
    .action(({ account, asset, amount }: { account: string; asset: string; amount?: Money }) =>
      run(async (foundation) => {
        const { db, withdrawals, transferKinds: kinds } = foundation;
        const accountId = requireId(account, 'account');
        const { limits } = createTreasury({
          withdrawals,
          kinds,
          baseUrl: () => configuredPanelBaseUrl(foundation.config),
        });
        await db.transaction((trx) => limits.set(trx, accountId, OPERATOR, asset, amount ?? null));
        return { data: await listLimits(db.read, accountId) };
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
                  return viewConversion(
                    name === 'quote' ? quoted : await service.confirm(trx, accountId, quoted.id),
                  );
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
      run(async ({ db, conversions: service }) => {
        const accountId = await findTransferAccount(db.read, requireId(id, 'conversion'));
        if (accountId === undefined) throw new CommandFailure(`There is no conversion ${id}.`);
        return viewConversion(await db.transaction((trx) => service.confirm(trx, accountId, id)));
      }),
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
            ? await requireDepositAccount(db.read, deposit ?? '')
            : await findLinkAccount(db.read, link);
        if (accountId === undefined) throw new CommandFailure(`There is no payment link ${link}.`);
        const start = (trx: Trx): Promise<Refund> =>
          link === undefined
            ? inbox.refund(trx, accountId, deposit ?? '', destination)
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
