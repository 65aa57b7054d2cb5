import { findAccount, type AccountRow } from '../../accounts/repository.ts';
import type { Queryable } from '../../db/connect.ts';
import { CommandFailure } from '../command.ts';

/** Throws CommandFailure when there is none: an empty list of its things would hide that. */
export async function requireAccount(on: Queryable, id: string): Promise<AccountRow> {
  const account = await findAccount(on, id);
  if (!account)
    throw new CommandFailure(`There is no account ${id}; \`payments accounts list\` shows all of them.`);
  return account;
}
