import { InvalidArgumentError, Option } from 'commander';
import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, LIMIT_OPTION, parseEmail, parseId, parseName } from '../frame/index.ts';
import type { CreateOptions, ListOptions, StatementOptions } from './customers-actions.ts';

const actions = () => import('./customers-actions.ts');
const parseCustomer = parseId('payments customers list --account <id>');
const CUSTOMER_ARGUMENT = ['<id>', 'the customer', parseCustomer] as const;

export const registerCustomerCommands: Register = (program, run) => {
  const customers = program
    .command('customers')
    .description('the customers whom payment links name, and their statements');

  customers
    .command('list')
    .description("list an account's customers, newest first")
    .requiredOption(...ACCOUNT_OPTION)
    .option('--search <words>', 'only those with these words in their name, e-mail, tax id or reference')
    .option(...LIMIT_OPTION)
    .option('--after <id>', 'start after this customer', parseCustomer)
    .example(
      'payments customers list --account $ACCOUNT',
      'payments customers list --account $ACCOUNT --search "ana ruiz"',
    )
    .action((options: ListOptions) =>
      run(async (foundation) => (await actions()).list(foundation, options), {
        empty:
          options.search === undefined
            ? 'This account has no customers.'
            : 'This account has no customer with these words.',
      }),
    );

  customers
    .command('show')
    .argument(...CUSTOMER_ARGUMENT)
    .description('one customer, with what they owe')
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments customers show $CUSTOMER --account $ACCOUNT')
    .action((id: string, { account }: { account: string }) =>
      run(async (foundation) => (await actions()).show(foundation, account, id)),
    );

  customers
    .command('create')
    .description('add a customer to an account')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--name <name>', 'the name of the person or company', parseName)
    .option('--email <address>', 'for statements, which people send in the panel', parseEmail)
    .option('--tax-id <id>', 'an RFC, or a NIT with its check digit')
    .option('--reference <reference>', "the account's own id for them, which must be unique")
    .addOption(new Option('--language <language>', 'of their statements').choices(['en', 'es']))
    .example('payments customers create --account $ACCOUNT --name "Ana Ruiz" \\\n      --tax-id 890903938-8')
    .action((options: CreateOptions) =>
      run(async (foundation) => (await actions()).createOne(foundation, options)),
    );

  customers
    .command('statement')
    .argument(...CUSTOMER_ARGUMENT)
    .description(
      'what a customer was asked for and has paid in a period of up to a year, and what they owe now',
    )
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption(
      '--from <day>',
      'the first day, like 2026-11-01, in the time zone of the account',
      parseDay,
    )
    .requiredOption('--until <day>', 'the last day, which is included', parseDay)
    .example(
      'payments customers statement $CUSTOMER --account $ACCOUNT \\\n      --from 2026-11-01 --until 2026-11-30',
    )
    .action((id: string, options: StatementOptions) =>
      run(async (foundation) => (await actions()).statement(foundation, id, options)),
    );
};

function parseDay(text: string): string {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) throw new InvalidArgumentError('Write it like 2026-11-01.');
  return text;
}
