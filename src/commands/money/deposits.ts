import { Option } from 'commander';
import { SCENARIOS } from '../../deposits/index.ts';
import type { DestinationParts } from '../../treasury/index.ts';
import type { Register, Run } from '../deployment/register.ts';
import {
  EVIDENCE_OPTION,
  parseAccountId,
  parseId,
  parsePositiveAmount,
  REASON_OPTION,
  type PaymentsCommand,
} from '../frame/index.ts';
import type { AcceptOptions, SimulateOptions, UnmatchedOptions } from './deposits-actions.ts';
import type { Why } from './adjustments-actions.ts';
import { addDestinationOptions } from './destination.ts';

const actions = () => import('./deposits-actions.ts');
const DEPOSIT_ARGUMENT = [
  '<id>',
  'the unmatched deposit',
  parseId('payments deposits unmatched --account <id>'),
] as const;

export const registerDepositCommands: Register = (program, run) => {
  const deposits = program.command('deposits').description('incoming money');
  registerSimulate(deposits, run);
  registerUnmatched(deposits, run);
  registerFind(deposits, run);
  registerShow(deposits, run);
  registerConflicts(deposits, run);
  registerHandedOn(deposits, run);
  registerRefund(deposits, run);
  registerAccept(deposits, run);
  registerAssign(deposits, run);
  registerTakenBack(deposits, run);
  registerSettle(deposits, run);
  registerWriteOff(deposits, run);
};

function registerSimulate(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('simulate')
    .description('pay a link, as the payer and the rail would; test environment only')
    .requiredOption('--link <code>', 'the payment link')
    .requiredOption('--method <method>', "the payment method; one of the link's")
    .addOption(new Option('--scenario <scenario>', 'what arrives').choices(SCENARIOS).default('exact'))
    .option(
      '--amount <amount>',
      "the amount that arrives, in the method's asset, instead of the scenario's",
      parsePositiveAmount,
    )
    .example(
      'payments deposits simulate --link PL-7K3M-9QXA-2B4C --method SPEI',
      'payments deposits simulate --link PL-7K3M-9QXA-2B4C --method SPEI \\\n      --scenario under',
    )
    .action((options: SimulateOptions) =>
      run(async (foundation) => (await actions()).simulate(foundation, options)),
    );
}

function registerUnmatched(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('unmatched')
    .description("an account's unmatched deposits, the newest 1,000")
    .option('--account <id>', 'whose deposits', parseAccountId)
    .option('--unclaimed', 'deposits sent to a destination that belongs to no account')
    .example('payments deposits unmatched --account $ACCOUNT', 'payments deposits unmatched --unclaimed')
    .action((options: UnmatchedOptions) =>
      run(async (foundation) => (await actions()).listUnmatched(foundation, options), {
        empty: 'There are no unmatched deposits.',
      }),
    );
}

function registerFind(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('find')
    .argument('<what>', "a payer's amount, CLABE, account, tracking key, hash, reference or payment link")
    .requiredOption('--account <id>', 'whose deposits', parseAccountId)
    .description("an account's deposits by what a payer can tell of them, the newest 100 by each")
    .example(
      'payments deposits find 640.50 --account $ACCOUNT',
      'payments deposits find 032180000118359719 --account $ACCOUNT',
    )
    .action((what: string, { account }: { account: string }) =>
      run(async (foundation) => (await actions()).find(foundation, account, what), {
        empty: 'Nothing like this has arrived. See “A payer says that they paid” in docs/runbooks.md.',
      }),
    );
}

function registerShow(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('show')
    .argument('<id>', 'the deposit', parseId('payments deposits unmatched --account <id>'))
    .description('one deposit: what was told of it and by what, its link, and what became of it')
    .example('payments deposits show $DEPOSIT')
    .action((id: string) =>
      run(async (foundation) => (await import('./deposit-show-actions.ts')).showDeposit(foundation, id)),
    );
}

function registerConflicts(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('conflicts')
    .description(
      'deposit notifications that reuse the reference of another deposit and were not credited, the newest 1,000',
    )
    .example('payments deposits conflicts')
    .action(() =>
      run(async (foundation) => (await actions()).listDepositConflicts(foundation), {
        empty: 'There are no conflicts.',
      }),
    );
}

function registerHandedOn(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('handed-on')
    .description('deposits that were handed on to the cell where their account is now, the newest 1,000')
    .option('--waiting', 'only those that the other cell has not confirmed')
    .example('payments deposits handed-on --waiting')
    .action((options: { waiting?: true }) =>
      run(async (foundation) => (await actions()).listHandedOnDeposits(foundation, options), {
        empty: 'There are none.',
      }),
    );
}

function registerRefund(deposits: PaymentsCommand, run: Run): void {
  addDestinationOptions(deposits.command('refund'))
    .argument(...DEPOSIT_ARGUMENT)
    .description(
      'refund an unmatched deposit to its payer; name the destination if the rail cannot return it',
    )
    .recorded()
    .example(
      'payments deposits refund $DEPOSIT',
      'payments deposits refund $DEPOSIT --network Polygon \\\n      --address 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    )
    .action((id: string, options: DestinationParts) =>
      run(async (foundation) => (await actions()).refund(foundation, id, options)),
    );
}

function registerAccept(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('accept')
    .argument(...DEPOSIT_ARGUMENT)
    .description("credit an unmatched deposit to its account's balance")
    .option('--as-payment', 'as the payment of its link, which is paid with what arrived', false)
    .option(
      '--together',
      'as that payment, with all others that are held for the link in the same asset',
      false,
    )
    .recorded()
    .example(
      'payments deposits accept $DEPOSIT',
      'payments deposits accept $DEPOSIT --as-payment',
      'payments deposits accept $DEPOSIT --together',
    )
    .action((id: string, options: AcceptOptions) =>
      run(async (foundation) => (await actions()).accept(foundation, id, options)),
    );
}

function registerAssign(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('assign')
    .argument(...DEPOSIT_ARGUMENT)
    .description('accept an unmatched deposit as the payment of another open link of its account')
    .requiredOption('--link <code>', 'the payment link')
    .recorded()
    .example('payments deposits assign $DEPOSIT --link PL-7K3M-9QXA-2B4C')
    .action((id: string, options: { link: string }) =>
      run(async (foundation) => (await actions()).assign(foundation, id, options)),
    );
}

function registerTakenBack(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('taken-back')
    .description('deposits that a bank took back, and what is still owed for them, the newest 1,000')
    .requiredOption('--account <id>', 'whose deposits', parseAccountId)
    .example('payments deposits taken-back --account $ACCOUNT')
    .action((options: { account: string }) =>
      run(async (foundation) => (await actions()).listDepositsTakenBack(foundation, options), {
        empty: 'No deposit was taken back.',
      }),
    );
}

function registerSettle(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('settle')
    .argument('<id>', 'the deposit', parseId('payments deposits taken-back --account <id>'))
    .description("pay what is owed for a deposit taken back out of its account's balance")
    .recorded()
    .example('payments deposits settle $DEPOSIT')
    .action((id: string) => run(async (foundation) => (await actions()).settle(foundation, id)));
}

function registerWriteOff(deposits: PaymentsCommand, run: Run): void {
  deposits
    .command('write-off')
    .argument('<id>', 'the deposit', parseId('payments deposits taken-back --account <id>'))
    .description('request that the deployment bears what an account owes for it')
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example(
      'payments deposits write-off $DEPOSIT \\\n      --reason "Recalled by the bank" --evidence "Ticket 4712"',
    )
    .action((id: string, why: Why) =>
      run(async (foundation, key) => (await actions()).writeOff(foundation, key, id, why)),
    );
}
