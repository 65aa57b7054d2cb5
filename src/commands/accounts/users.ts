import { Option } from 'commander';
import { ROLES } from '../../people/roles.ts';
import { ACCOUNT_OPTION, parseAccountId, parseEmail, parseId, parseName } from '../arguments.ts';
import type { Register } from '../command.ts';
import type { CreateOptions } from './users-actions.ts';

const actions = () => import('./users-actions.ts');
const USER_ARGUMENT = ['<id>', 'the user', parseId('payments users list --account <id>')] as const;

export const registerUserCommands: Register = (program, run) => {
  const users = program
    .command('users')
    .description('the people who use the account panel; a one-time link is shown only once');

  users
    .command('create')
    .description('let somebody into an account; prints the one-time link for the first sign-in')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--email <address>', 'where the link is sent as well', parseEmail)
    .option('--name <name>', 'what they are called; the e-mail address by default', parseName)
    .addOption(new Option('--role <role>').choices(ROLES).default('owner'))
    .example('payments users create --account $ACCOUNT --email ada@acme.example')
    .action((options: CreateOptions) =>
      run(async (foundation) => (await actions()).createOne(foundation, options)),
    );

  users
    .command('invite')
    .argument(...USER_ARGUMENT)
    .description('a new one-time link for somebody who has not signed in yet')
    .option(
      '--account <id>',
      'where they have not joined yet; their first account by default',
      parseAccountId,
    )
    .example('payments users invite $USER_ID')
    .action((id: string, { account }: { account?: string }) =>
      run(async (foundation) => (await actions()).invite(foundation, id, account)),
    );

  users
    .command('reset')
    .argument(...USER_ARGUMENT)
    .description(
      'remove all that somebody signs in with, end their sessions, and print a one-time link to set up anew',
    )
    .example('payments users reset $USER_ID')
    .action((id: string) => run(async (foundation) => (await actions()).reset(foundation, id)));

  for (const [name, disabled, description] of [
    ['disable', true, 'end all sessions of somebody, and let them in nowhere'],
    ['enable', false, 'let somebody in again'],
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
    .description('the people of an account')
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments users list --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).list(foundation, account), {
        empty: `Nobody uses the panel of this account. Invite somebody: payments users create --account ${account} --email <address>`,
      }),
    );
};
