import { findMovedAccount } from '../../account-moves/index.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { CommandFailure } from '../frame/index.ts';

/** Throws `account_not_found` when there is none, which an empty list would hide. */
export async function requireAccount(on: Queryable, id: string): Promise<Account> {
  const account = await findAccount(on, { id });
  if (!account) {
    const message = `There is no account ${id}; \`payments accounts list\` lists all accounts.`;
    throw new DomainError('account_not_found', { message });
  }
  return account;
}

/**
 * For changes of the account. Throws CommandFailure when the account works in another cell, because a change here would
 * have no effect.
 */
export async function requireAccountHere(on: Queryable, id: string): Promise<Account> {
  const account = await requireAccount(on, id);
  const moved = await findMovedAccount(on, { accountId: id });
  if (moved) throw movedTo(moved.cell);
  return account;
}

export function movedTo(cell: number): CommandFailure {
  return new CommandFailure(`The account has moved to cell ${cell}: name that one, with --cell ${cell}.`);
}
