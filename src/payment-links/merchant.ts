import { type Account, findAccount, standingOf } from '../accounts/index.ts';
import type { Caller } from '../credentials/index.ts';
import type { Queryable } from '../db/index.ts';

/** The account that a link is for, whether requested with an API key, by a person, or by a scan of its counter code. */
export type Merchant = Pick<Caller, 'accountId' | 'standing' | 'disabledMethods'>;

export function merchantOf(account: Account): Merchant {
  return {
    accountId: account.id,
    standing: standingOf(account),
    disabledMethods: account.disabledMethods,
  };
}

/** The account that a user acts for, in its current state. */
export async function readMerchant(on: Queryable, accountId: string): Promise<Merchant> {
  const account = await findAccount(on, { id: accountId });
  if (!account) throw new Error(`account ${accountId} is missing`);
  return merchantOf(account);
}
