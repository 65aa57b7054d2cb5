import { InvalidArgumentError, Option } from 'commander';
import { money } from '../../../lib/money.ts';
import type { Total } from './files/index.ts';
import {
  EVIDENCE_OPTION,
  parseAmount,
  type PaymentsCommand,
  REASON_OPTION,
  type RegisterEither,
  type Run,
  type RunAlone,
} from '../../../commands/frame/index.ts';
import { DECISIONS } from './books/decision-kinds.ts';
import type {
  AgreeOptions,
  BalanceOptions,
  BankDeployment,
  DecideOptions,
  ExportOptions,
  WaitingOptions,
} from './actions.ts';

const checks = () => import('./check-file.ts');
const actions = () => import('./actions.ts');

const ACCOUNT_OPTION = ['--account <id>', 'the account, as BANK_ACCOUNTS_FILE names it'] as const;

interface CheckOptions {
  mapping?: string;
}

export const registerBankCommands: RegisterEither<BankDeployment> = (program, run, runAlone) => {
  const bank = program
    .command('bank')
    .description('accounts at banks, by statement and payment files (docs/rails/bank.md)');
  registerCheck(bank, runAlone);
  registerImport(bank, run);
  registerOpen(bank, run);
  registerAgree(bank, run);
  registerStatus(bank, run);
  registerDecide(bank, run);
  registerWaitingDecisions(bank, run);
  registerExport(bank, run);
};

function registerCheck(bank: PaymentsCommand, runAlone: RunAlone): void {
  bank
    .command('check')
    .argument('<file>', 'a statement: camt.052, .053 or .054, MT940, MT942, BAI2, CSV')
    .description('read a statement file and verify its sums; books nothing')
    .option('--mapping <file>', 'how to read the columns of a CSV file, as JSON')
    .example('payments bank check statement.xml', 'payments bank check movements.csv --mapping bank.json')
    .action((file: string, { mapping }: CheckOptions) =>
      runAlone(async () => (await checks()).checkFile(file, mapping)),
    );
}

function registerImport(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  bank
    .command('import')
    .argument('<file>', 'a statement, or a report on payments (pain.002, NACHA returns)')
    .description('take a file of the bank in; the same file twice does nothing')
    .requiredOption(...ACCOUNT_OPTION)
    .recorded()
    .example('payments bank import statement.xml --account operations-usd')
    .action((file: string, options: { account: string }) =>
      run(async (foundation, key) => (await actions()).importFile(foundation, key, file, options)),
    );
}

function registerOpen(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  bank
    .command('open')
    .description("set an account's first opening balance, as read in the bank's portal")
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--balance <amount>', 'the balance, negative if overdrawn', parseBalance)
    .recorded()
    .example('payments bank open --account operations-usd --balance 1000.00')
    .action((options: BalanceOptions) =>
      run(async (foundation) => (await actions()).openAccount(foundation, options)),
    );
}

function registerAgree(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  bank
    .command('agree')
    .description("confirm the last closing balance and what moved, as read in the bank's portal")
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--balance <amount>', 'the balance, negative if overdrawn', parseBalance)
    .requiredOption(
      '--credits <total>',
      'number and sum of what came in by the statements not yet agreed with',
      parseTotal,
    )
    .requiredOption('--debits <total>', 'number and sum of what went out', parseTotal)
    .recorded()
    .example(
      'payments bank agree --account operations-usd --balance 12500.75 \\\n      --credits 3:1500.75 --debits 0:0',
    )
    .action((options: AgreeOptions) =>
      run(async (foundation) => (await actions()).agree(foundation, options)),
    );
}

function registerStatus(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  bank
    .command('status')
    .description('what is proven, what waits, and what is not explained; exits with 1 if anything is not')
    .option(...ACCOUNT_OPTION)
    .example('payments bank status', 'payments bank status --account operations-usd')
    .action((options: { account?: string }) =>
      run(async (foundation) => (await actions()).status(foundation, options), { whole: true }),
    );
}

function registerDecide(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  bank
    .command('decide')
    .argument('<entry>', 'a movement that is not explained, from payments bank status')
    .description('request that it is booked as what it is; another operator approves')
    .addOption(new Option('--as <kind>', 'what it is').choices(DECISIONS).makeOptionMandatory())
    .option('--of <reference>', 'the payment or payment file, or the deposit that was taken back')
    .requiredOption(...REASON_OPTION)
    .requiredOption(...EVIDENCE_OPTION)
    .recorded()
    .example('payments bank decide $ENTRY --as own \\\n      --reason "Sweep" --evidence "Ticket 4712"')
    .action((entry: string, options: DecideOptions) =>
      run(async (foundation, key) => (await actions()).decide(foundation, key, entry, options)),
    );
}

function registerWaitingDecisions(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  for (const [decision, what, balance] of [
    ['accept', 'request that a statement that waits is booked', 'the balance at its end'],
    [
      'discard',
      'request that a statement that waits is let go',
      'the balance at the end of the last closed day',
    ],
  ] as const) {
    bank
      .command(decision)
      .argument('<statement>', 'the id of one that waits, from payments bank status')
      .description(`${what}; another operator approves`)
      .requiredOption('--balance <amount>', `${balance}, as read in the bank's portal`, parseBalance)
      .requiredOption(...REASON_OPTION)
      .requiredOption(...EVIDENCE_OPTION)
      .recorded()
      .example(
        `payments bank ${decision} $STATEMENT --balance 12500.75 \\\n      --reason "Asked the bank" --evidence "Ticket 4712"`,
      )
      .action((statement: string, options: WaitingOptions) =>
        run(async (foundation, key) =>
          (await actions()).decideOnWaiting(foundation, key, { statement, decision }, options),
        ),
      );
  }
}

function registerExport(bank: PaymentsCommand, run: Run<BankDeployment>): void {
  bank
    .command('export')
    .description('release the payments that wait as one payment file for the bank')
    .requiredOption(...ACCOUNT_OPTION)
    .option('--payments <count>', 'refuse unless exactly so many wait')
    .option('--sum <amount>', 'refuse unless exactly so much waits', parseAmount)
    .option('--again <id>', 'instead, write a released file once more, with the same bytes')
    .recorded()
    .example(
      'payments bank export --account operations-usd',
      'payments bank export --account operations-usd --payments 3 --sum 4500.50',
    )
    .action((options: ExportOptions) =>
      run(async (foundation, key) => (await actions()).exportFile(foundation, key, options)),
    );
}

function parseTotal(text: string): Total {
  const [match, count = '', sum = ''] = /^([0-9]{1,6}):([0-9]{1,12}(?:\.[0-9]{1,8})?)$/.exec(text) ?? [];
  if (match === undefined) throw new InvalidArgumentError('It must be a number and a sum like 3:1500.75.');
  return { count: Number(count), sum: money(sum) };
}

function parseBalance(text: string): string {
  if (!/^-?[0-9]{1,12}(\.[0-9]{1,8})?$/.test(text)) {
    throw new InvalidArgumentError('It must be an amount like 1000.00, or -1000.00.');
  }
  return text;
}
