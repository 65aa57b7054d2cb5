import { OPERATOR } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import type { Foundation } from '../../composition/index.ts';
import {
  configuredPanelBaseUrl,
  createPeople,
  findHome,
  type IssuedLink,
  listMembers,
  type Role,
  setUserDisabled,
} from '../../people/index.ts';
import { CommandFailure } from '../frame/index.ts';
import { requireAccount, requireAccountHere } from './account.ts';

export interface CreateOptions {
  account: string;
  email: string;
  name?: string;
  role: Role;
}

export async function createOne(
  foundation: Foundation,
  { account, email, name = email, role }: CreateOptions,
): Promise<object> {
  await requireAccountHere(foundation.db.read, account);
  const { team } = peopleOf(foundation);
  const invitation = { email, name, role };
  return view(await foundation.db.transaction((trx) => team.invite(trx, account, OPERATOR, invitation)));
}

export async function invite(
  foundation: Foundation,
  id: string,
  account: string | undefined,
): Promise<object> {
  const { team } = peopleOf(foundation);
  return view(
    await inAccountOf(foundation, id, account, (trx, accountId) =>
      team.inviteAgain(trx, accountId, OPERATOR, id),
    ),
  );
}

export async function reset(foundation: Foundation, id: string): Promise<object> {
  const { team } = peopleOf(foundation);
  return view(
    await inAccountOf(foundation, id, undefined, (trx, accountId) =>
      team.reset(trx, accountId, OPERATOR, id),
    ),
  );
}

export async function setDisabled({ db }: Foundation, id: string, disabled: boolean): Promise<object> {
  const user = await db.transaction((trx) => setUserDisabled(trx, id, disabled));
  return { id, email: user.email, disabled };
}

export async function list({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const members = await listMembers(db.read, { accountId });
  return {
    data: members.map(({ userId, email, name, role, acceptedAt, disabledAt, lastUsedAt }) => ({
      id: userId,
      email,
      name,
      role,
      status: disabledAt ? 'disabled' : acceptedAt ? 'active' : 'invited',
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

function peopleOf({ db, keyring, config }: Foundation) {
  return createPeople({ db, keyring, baseUrl: () => configuredPanelBaseUrl(config) });
}

/** Acts on a user within one of the user's accounts. */
function inAccountOf(
  { db }: Foundation,
  id: string,
  account: string | undefined,
  work: (trx: Trx, accountId: string) => Promise<IssuedLink>,
): Promise<IssuedLink> {
  return db.transaction(async (trx) => {
    const home = await findHome(trx, { userId: id });
    if (!home) throw new CommandFailure(`There is no user ${id}, or the user belongs to no account.`);
    if (account !== undefined) await requireAccountHere(trx, account);
    return work(trx, account ?? home.accountId);
  });
}

function view({ userId, url }: IssuedLink): object {
  return { id: userId, sign_in_url: url };
}
