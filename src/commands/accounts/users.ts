import { Option } from 'commander';
import { ROLES } from '../../people/index.ts';
import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, parseAccountId, parseEmail, parseId, parseName } from '../frame/index.ts';
import type { CreateOptions } from './users-actions.ts';

const actions = () => import('./users-actions.ts');
const USER_ARGUMENT = ['<id>', 'the user', parseId('payments users list --account <id>')] as const;

export const registerUserCommands: Register = (program, run) => {
  const users = program
    .command('users')
    .description('the users of the account panel; a one-time link is shown only once');

  users
    .command('create')
    .description('add a user to an account, and print the one-time link for the first sign-in')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--email <address>', 'the user, who is also sent the link', parseEmail)
    .option('--name <name>', 'display name; by default the e-mail address', parseName)
    .addOption(new Option('--role <role>').choices(ROLES).default('owner'))
    .example('payments users create --account $ACCOUNT --email ada@acme.example')
    .action((options: CreateOptions) =>
      run(async (foundation) => (await actions()).createOne(foundation, options)),
    );

  users
    .command('invite')
    .argument(...USER_ARGUMENT)
    .description('create a new one-time link for a user who has not signed in yet')
    .option('--account <id>', 'the account they have not joined yet; by default their first', parseAccountId)
    .example('payments users invite $USER_ID')
    .action((id: string, { account }: { account?: string }) =>
      run(async (foundation) => (await actions()).invite(foundation, id, account)),
    );

  users
    .command('reset')
    .argument(...USER_ARGUMENT)
    .description(
      "remove a user's passkeys and password, end their sessions, and print a one-time link to set up new ones",
    )
    .example('payments users reset $USER_ID')
    .action((id: string) => run(async (foundation) => (await actions()).reset(foundation, id)));

  for (const [name, disabled, description] of [
    ['disable', true, 'end all sessions of a user, and refuse their sign-in to every account'],
    ['enable', false, 'let a disabled user sign in again'],
  ] as const) {
    users
      .command(name)
      .argument(...USER_ARGUMENT)
      .description(description)
      .example(`payments users ${name} $USER_ID`)
      .action((id: string) =>
        run(async (foundation) => (await actions()).setDisabled(foundation, id, disabled)),
      );
  }

  users
    .command('list')
    .description('list the users of an account')
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments users list --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).list(foundation, account), {
        empty: `This account has no users. Add one: payments users create --account ${account} --email <address>`,
      }),
    );
};
