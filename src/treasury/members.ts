import type { OwnActor } from '../people/access.ts';
import { findAccount } from '../accounts/repository.ts';
import type { Queryable, Trx } from '../db/connect.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { recordMessage } from '../outbox/record.ts';
import type { Role } from '../people/roles.ts';
import { findRole, listMembers, type MemberRow } from '../people/users/repository.ts';
import { NOTICES, type Notice, type Wordings } from './notices.ts';

export const OWNERS: readonly Role[] = ['owner'];
/** Who may ask for withdrawals and approve those of others (D29). */
export const TREASURERS: readonly Role[] = ['owner', 'finance'];

/** Throws `forbidden` unless the person has one of the roles in the account at this moment, and is not disabled. */
export async function requireRole(
  trx: Trx,
  accountId: string,
  { userId }: Pick<OwnActor, 'userId'>,
  roles: readonly Role[],
): Promise<void> {
  const role = await findRole(trx, { accountId, userId });
  if (role === undefined || !roles.includes(role)) {
    throw new DomainError('forbidden', { message: 'This needs another role in the account.' });
  }
}

/** Throws `account_suspended` or `account_blocked`. Returns the account's name. */
export async function requireActiveAccount(on: Queryable, accountId: string): Promise<string> {
  const account = await findAccount(on, accountId);
  if (!account) throw new DomainError('account_not_found');
  if (account.status !== 'active') throw new DomainError(`account_${account.status}`);
  return account.name;
}

/** The members in these roles who can sign in. */
export async function listActiveMembers(
  on: Queryable,
  accountId: string,
  roles: readonly Role[],
): Promise<MemberRow[]> {
  return (await listMembers(on, accountId)).filter(
    ({ role, accepted_at, disabled_at }) =>
      roles.includes(role) && accepted_at !== null && disabled_at === null,
  );
}

/** Writes to the members in these roles, each in their language. */
export async function tellMembers(
  trx: Trx,
  accountId: string,
  roles: readonly Role[],
  write: (words: Wordings) => Notice,
): Promise<void> {
  for (const { email: recipient, language } of await listActiveMembers(trx, accountId, roles)) {
    await recordMessage(trx, { accountId, recipient, ...write(NOTICES[language ?? 'en']) });
  }
}
