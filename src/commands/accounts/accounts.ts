import { Option } from 'commander';
import type { AccountStatus, Kyb, Kyc } from '../../accounts/index.ts';
import type { RegisterEither, Run } from '../deployment/register.ts';
import {
  ACCOUNT_OPTION,
  collect,
  LIMIT_OPTION,
  parseAccountId,
  parseBoolean,
  parseEmail,
  parseName,
  parsePercent,
  parsePositiveAmount,
  parseWithin,
  parseZone,
  type PaymentsCommand,
  type RunAlone,
} from '../frame/index.ts';
import { MAX_CELL } from '../../lib/cell.ts';
import type { CreateOptions, ListOptions, SetOptions } from './accounts-actions.ts';
import type { BrandOptions } from './brand-actions.ts';
import type { ToleranceOptions } from './tolerance-actions.ts';

const actions = () => import('./accounts-actions.ts');

const STATUSES: readonly AccountStatus[] = ['active', 'suspended', 'blocked'];
const KYB_STATES: readonly Kyb[] = ['not_started', 'incomplete', 'pending_review', 'approved', 'rejected'];
const KYC_STATES: readonly Kyc[] = ['not_started', 'incomplete', 'approved'];
const ON_OFF = ['on', 'off'];

export const registerAccountCommands: RegisterEither = (program, run, runAlone) => {
  const accounts = program.command('accounts').description('the accounts of companies and individuals');
  registerCreate(accounts, run);
  registerList(accounts, run);
  registerShow(accounts, run);
  registerSet(accounts, run);
  registerTolerance(accounts, run);
  registerBrand(accounts, run);
  registerMove(accounts, runAlone);
  registerSettle(accounts, run);
  registerTakeUp(accounts, run);
  registerBalances(program, run);
};

function registerCreate(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('create')
    .description('open an account')
    .requiredOption('--name <name>', "the company's public name", parseName)
    .option('--email <address>', "the company's address for notices", parseEmail)
    .addOption(
      new Option('--kind <kind>', 'only a company can have API keys')
        .choices(['company', 'individual'])
        .default('company'),
    )
    .option('--approved', 'mark all verifications as passed', false)
    .example(
      'payments accounts create --name "Acme" --email ops@acme.example --approved',
      'ACCOUNT=$(payments accounts create --name "Acme" --json | jq -r .id)',
    )
    .action((options: CreateOptions) =>
      run(async (foundation) => (await actions()).createOne(foundation, options)),
    );
}

function registerList(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('list')
    .description('list accounts, newest first')
    .option(...LIMIT_OPTION)
    .option('--after <id>', 'start after this account', parseAccountId)
    .example('payments accounts list', 'payments accounts list --limit 20 --after $ACCOUNT')
    .action((options: ListOptions) =>
      run(async (foundation) => (await actions()).list(foundation, options), {
        empty: 'There are no accounts yet. Open one: payments accounts create --name <name>',
      }),
    );
}

function registerShow(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('show')
    .argument('<id>', 'the account', parseAccountId)
    .description('one account, with its status and verifications')
    .example('payments accounts show $ACCOUNT')
    .action((id: string) => run(async (foundation) => (await actions()).show(foundation, id)));
}

function registerSet(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('set')
    .argument('<id>', 'the account', parseAccountId)
    .description("change an account's contact address, status, verifications and reporting")
    .option('--email <address>', 'where notices to the account are sent', parseEmail)
    .addOption(new Option('--status <status>', 'whether the account may operate').choices(STATUSES))
    .addOption(new Option('--kyb <state>', 'business verification').choices(KYB_STATES))
    .addOption(new Option('--kyc <state>', "the account holder's verification").choices(KYC_STATES))
    .option('--email-verified <boolean>', 'whether the e-mail address is verified', parseBoolean)
    .option('--phone-verified <boolean>', 'whether the phone number is verified', parseBoolean)
    .option('--owner-exists <boolean>', 'whether its owner exists', parseBoolean)
    .option('--auto-refund <boolean>', 'refund unmatched deposits as they arrive', parseBoolean)
    .option(
      '--refund-after-days <days>',
      'refund unmatched deposits after 1 to 90 days, or off',
      (days: string) => (days === 'off' ? days : parseWithin(1, 90)(days)),
    )
    .option(
      '--pay-the-rest <boolean>',
      'ask payers who sent too little for the rest, and add up what they send',
      parseBoolean,
    )
    .addOption(
      new Option('--api-refunds <on or off>', 'whether API keys with refunds:write may refund').choices(
        ON_OFF,
      ),
    )
    .option(
      '--api-refunds-per-day <amount>',
      'how much all keys together may refund within 24 hours',
      parsePositiveAmount,
    )
    .option('--api-refunds-currency <currency>', 'of that amount: MXN (by default), USD or COP')
    .option('--time-zone <name>', 'in which its days begin, like America/Mexico_City', parseZone)
    .option('--base-currency <code>', 'to estimate all balances in, or none')
    .addOption(methodsOption('--disable-method <method>', 'stop accepting this method'))
    .addOption(methodsOption('--enable-method <method>', 'accept this method again'))
    .recorded()
    .example(
      'payments accounts set $ACCOUNT --email ops@acme.example',
      'payments accounts set $ACCOUNT --status suspended',
      'payments accounts set $ACCOUNT --kyb approved --kyc approved',
      'payments accounts set $ACCOUNT --disable-method WIRE --auto-refund true',
      'payments accounts set $ACCOUNT --refund-after-days 7',
      'payments accounts set $ACCOUNT --pay-the-rest true',
      'payments accounts set $ACCOUNT --api-refunds on --api-refunds-per-day 20000',
      'payments accounts set $ACCOUNT --time-zone America/Mexico_City',
      'payments accounts set $ACCOUNT --base-currency MXN',
    )
    .action((id: string, options: SetOptions) =>
      run(async (foundation) => (await actions()).change(foundation, id, options)),
    );
}

function registerTolerance(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('tolerance')
    .argument('<id>', 'the account', parseAccountId)
    .description(
      'let payments that are a little short or over pay their link; without --method, list what is set',
    )
    .option('--method <method>', 'payments by this method')
    .option(
      '--underpaid-tolerance <percent>',
      'how far they may be off, as a percentage of the amount due, up to 10',
      parsePercent,
    )
    .option('--max <amount>', 'and in the asset that is sent; both bounds hold', parsePositiveAmount)
    .option('--off', 'only exactly the amount due pays a link again', false)
    .recorded({ reads: ({ method }) => method === undefined })
    .example(
      'payments accounts tolerance $ACCOUNT --method SPEI \\\n      --underpaid-tolerance 0.5% --max 20',
      'payments accounts tolerance $ACCOUNT --method SPEI --off',
    )
    .action((id: string, options: ToleranceOptions) =>
      run(async (foundation) => (await import('./tolerance-actions.ts')).tolerance(foundation, id, options), {
        empty: 'Only exactly the amount due pays a link of this account.',
      }),
    );
}

function registerBrand(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('brand')
    .argument('<id>', 'the account', parseAccountId)
    .description('change what payers see of the company: its name, colour and logo')
    .option('--name <name>', "the company's public name", parseName)
    .option('--color <color>', 'the colour of buttons and links, like #0a7cff, or none')
    .option('--logo <file>', 'a PNG, JPEG or WebP image of up to 24 KB, or none')
    .example('payments accounts brand $ACCOUNT --color "#0f5132" --logo logo.png')
    .action((id: string, options: BrandOptions) =>
      run(async (foundation) => (await import('./brand-actions.ts')).brand(foundation, id, options)),
    );
}

function registerMove(accounts: PaymentsCommand, runAlone: RunAlone): void {
  accounts
    .command('move')
    .argument('<id>', 'the account', parseAccountId)
    .description('move an account to another cell of CELLS_FILE while it works')
    .requiredOption('--to <cell>', 'the cell to move it to', parseWithin(0, MAX_CELL))
    .example('payments accounts move $ACCOUNT --to 1', 'payments accounts move $ACCOUNT --cell 1 --to 2')
    .action((id: string, { to }: { to: number }) =>
      runAlone(async () => (await import('./move-actions.ts')).move(id, to)),
    );
}

function registerSettle(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('settle')
    .description(
      'after a restore of this cell: ask all others which accounts are here, let go what is not, and let the cell work',
    )
    .recorded()
    .example('payments accounts settle')
    .action(() => run(async (foundation) => (await import('./settle-actions.ts')).settle(foundation)));
}

function registerTakeUp(accounts: PaymentsCommand, run: Run): void {
  accounts
    .command('take-up')
    .argument('<id>', 'the account', parseAccountId)
    .description(
      'let an account work again in this cell, as it had left it, because the cell that it moved to has lost it',
    )
    .recorded()
    .example('payments accounts take-up $ACCOUNT')
    .action((id: string) =>
      run(async (foundation) => (await import('./take-up-actions.ts')).takeUp(foundation, id)),
    );
}

function registerBalances(program: PaymentsCommand, run: Run): void {
  program
    .command('balances')
    .description('the balances of an account, by asset')
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments balances --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).listBalances(foundation, account), {
        empty: 'This account has no balances.',
      }),
    );
}

function methodsOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(collect).default([], 'none');
}
