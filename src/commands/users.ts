import { Option } from 'commander';
import { OPERATOR } from '../audit-log/record.ts';
import type { Trx } from '../db/connect.ts';
import type { Foundation } from '../foundation.ts';
import { setUserDisabled } from '../people/operator.ts';
import { configuredPanelBaseUrl } from '../people/panel-address.ts';
import { createPeople } from '../people/people.ts';
import { ROLES, type Role } from '../people/roles.ts';
import type { IssuedLink } from '../people/team.ts';
import { findHome, listMembers } from '../people/users/repository.ts';
import { CommandFailure, requireId, type Register } from './command.ts';

interface CreateOptions {
  account: string;
  email: string;
  name?: string;
  role: Role;
}

export const registerUserCommands: Register = (program, run) => {
  const users = program
    .command('users')
    .description('the people who use the account panel; a one-time link is shown only once');

  users
    .command('create')
    .description('let somebody into an account; prints the one-time link for the first sign-in')
    .requiredOption('--account <id>')
    .requiredOption('--email <address>')
    .option('--name <name>', 'what they are called; the e-mail address by default')
    .addOption(new Option('--role <role>').choices(ROLES).default('owner'))
    .action(({ account, email, name = email, role }: CreateOptions) =>
      run(async (foundation) => {
        const accountId = requireId(account, 'account');
        const { team } = peopleOf(foundation);
        const invitation = { email, name, role };
        return view(
          await foundation.db.transaction((trx) => team.invite(trx, accountId, OPERATOR, invitation)),
        );
      }),
    );

  users
    .command('invite <id>')
    .description('a new one-time link for somebody who has not signed in yet')
    .option('--account <id>', 'where they have not joined yet; their first account by default')
    .action((id: string, options: { account?: string }) =>
      run(async (foundation) => {
        const { team } = peopleOf(foundation);
        return view(
          await inAccountOf(foundation, id, options.account, (trx, accountId) =>
            team.inviteAgain(trx, accountId, OPERATOR, id),
          ),
        );
      }),
    );

  users
    .command('reset <id>')
    .description(
      'remove all that somebody signs in with, end their sessions, and print a one-time link to set up anew',
    )
    .action((id: string) =>
      run(async (foundation) => {
        const { team } = peopleOf(foundation);
        return view(
          await inAccountOf(foundation, id, undefined, (trx, accountId) =>
            team.reset(trx, accountId, OPERATOR, id),
          ),
        );
      }),
    );

  for (const [name, disabled, description] of [
    ['disable', true, 'end all sessions of somebody, and let them in nowhere'],
    ['enable', false, 'let somebody in again'],
  ] as const) {
    users
      .command(`${name} <id>`)
      .description(description)
      .action((id: string) =>
        run(async ({ db }) => {
          const user = await db.transaction((trx) => setUserDisabled(trx, requireId(id, 'user'), disabled));
          return { id, email: user.email, disabled };
        }),
      );
  }

  users
    .command('list')
    .description('the people of an account')
    .requiredOption('--account <id>')
    .action(({ account }: { account: string }) =>
      run(async ({ db }) => {
        const members = await listMembers(db.read, requireId(account, 'account'));
        return {
          data: members.map(({ user_id, email, name, role, accepted_at, disabled_at, last_used_at }) => ({
            id: user_id,
            email,
            name,
            role,
            status: disabled_at ? 'disabled' : accepted_at ? 'active' : 'invited',
            last_used_at: last_used_at?.toISOString() ?? null,
          })),
        };
      }),
    );
};

function peopleOf({ db, keyring, config }: Foundation) {
  return createPeople({ db, keyring, baseUrl: () => configuredPanelBaseUrl(config) });
}

/** Works on a user in one of the user's accounts. */
function inAccountOf(
  { db }: Foundation,
  id: string,
  account: string | undefined,
  work: (trx: Trx, accountId: string) => Promise<IssuedLink>,
): Promise<IssuedLink> {
  return db.transaction(async (trx) => {
    const home = await findHome(trx, requireId(id, 'user'));
    if (!home) throw new CommandFailure(`There is no user ${id}, or one who belongs to no account.`);
    return work(trx, account === undefined ? home.account_id : requireId(account, 'account'));
  });
}

function view({ userId, url }: IssuedLink): object {
  return { id: userId, sign_in_url: url };
}
