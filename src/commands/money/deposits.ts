import { Option } from 'commander';
import type { Queryable } from '../../db/connect.ts';
import { listConflicts, type ConflictRecord } from '../../deposits/references/repository.ts';
import { getDepositRecord } from '../../deposits/records.ts';
import { findDepositAccount } from '../../deposits/repository.ts';
import { SCENARIOS, simulateDeposit, type Scenario } from '../../deposits/simulation.ts';
import { UNCLAIMED_ACCOUNT_ID } from '../../deposits/notifications/notification.ts';
import { viewDeposit } from '../../deposits/view.ts';
import { formatExact, money } from '../../lib/money.ts';
import type { DestinationParts } from '../../transfers/destination.ts';
import { viewRefund } from '../../transfers/view.ts';
import { findLinkAccount } from '../../payment-links/repository.ts';
import { CommandFailure, requireId, type Register } from '../command.ts';
import { addDestinationOptions, destinationOf } from './destination.ts';

export const registerDepositCommands: Register = (program, run) => {
  const deposits = program.command('deposits').description('money that arrives');

  deposits
    .command('simulate')
    .description('pay a link, as the payer and the rail would; only in the test environment')
    .requiredOption('--link <code>')
    .requiredOption('--method <method>')
    .addOption(new Option('--scenario <scenario>', 'what arrives').choices(SCENARIOS).default('exact'))
    .option('--amount <amount>', "the amount that arrives, in the method's asset, instead of the scenario's")
    .action((options: { link: string; method: string; scenario: Scenario; amount?: string }) =>
      run(async ({ db, deposits: service, simulator }) => {
        if (!simulator) throw new CommandFailure('Deposits are simulated in the test environment only.');
        const accountId = await findLinkAccount(db.read, options.link);
        if (accountId === undefined) throw new CommandFailure(`There is no payment link ${options.link}.`);
        const { link: code, method, scenario, amount } = options;
        const payment = { accountId, code, method, scenario, amount };
        const parts = { deposits: service, simulator };
        const { id } = await db.transaction((trx) => simulateDeposit(trx, parts, payment));
        return viewDeposit(await getDepositRecord(db.read, accountId, id));
      }),
    );

  deposits
    .command('unmatched')
    .description("an account's deposits that pay no link, the newest 1,000")
    .option('--account <id>')
    .option('--unclaimed', 'deposits sent to a destination that belongs to no account')
    .action((options: { account?: string; unclaimed?: boolean }) =>
      run(async ({ db, inbox }) => {
        const account = options.unclaimed ? UNCLAIMED_ACCOUNT_ID : options.account;
        if (account === undefined) throw new CommandFailure('Give --account, or --unclaimed.');
        return { data: (await inbox.list(db.read, requireId(account, 'account'))).map(viewDeposit) };
      }),
    );

  deposits
    .command('conflicts')
    .description(
      'deposit notifications that reuse the reference of another deposit and were not credited, the newest 1,000',
    )
    .action(() => run(async ({ db }) => ({ data: (await listConflicts(db.read)).map(describeConflict) })));

  addDestinationOptions(deposits.command('refund <id>'))
    .description('send an unmatched deposit back to its payer; name where to if the rail cannot send it back')
    .action((id: string, options: DestinationParts) =>
      run(async ({ db, inbox }) => {
        const accountId = await requireDepositAccount(db.read, id);
        const destination = destinationOf(options);
        return viewRefund(await db.transaction((trx) => inbox.refund(trx, accountId, id, destination)));
      }),
    );

  deposits
    .command('accept <id>')
    .description("credit an unmatched deposit to its account's balance")
    .action((id: string) =>
      run(async ({ db, inbox }) => {
        const accountId = await requireDepositAccount(db.read, id);
        await db.transaction((trx) => inbox.accept(trx, accountId, id));
        return viewDeposit(await getDepositRecord(db.read, accountId, id));
      }),
    );
};

/** Whose deposit it is: the operator names it without its account. */
export async function requireDepositAccount(on: Queryable, id: string): Promise<string> {
  const accountId = await findDepositAccount(on, requireId(id, 'deposit'));
  if (accountId === undefined) throw new CommandFailure(`There is no deposit ${id}.`);
  return accountId;
}

function describeConflict({ deposit_id, deposit_account_id, ...conflict }: ConflictRecord): object {
  return {
    ...conflict,
    amount: formatExact(money(conflict.amount)),
    deposit: { id: deposit_id, account_id: deposit_account_id },
    created_at: conflict.created_at.toISOString(),
  };
}
