import { type Account, findAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';

/** Throws `account_not_found` when there is none, which an empty list would hide. */
export async function requireAccount(on: Queryable, id: string): Promise<Account> {
  const account = await findAccount(on, { id });
  if (!account) {
    const message = `There is no account ${id}; \`payments accounts list\` lists all accounts.`;
    throw new DomainError('account_not_found', { message });
  }
  return account;
}
