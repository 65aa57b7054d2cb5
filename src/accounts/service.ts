import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import * as repository from './repository.ts';
import type { AccountKind, Standing } from './standing.ts';

interface NewAccount {
  name: string;
  email: string | null;
  /** A company unless given. */
  kind?: AccountKind;
  /** Created with all verifications passed, so that it can operate immediately. */
  approved: boolean;
}

/** The fields of an account that the operator may change; undefined leaves a field unchanged. */
export type AccountChange = Partial<
  Pick<
    repository.Account,
    | 'status'
    | 'kyb'
    | 'kyc'
    | 'emailVerified'
    | 'phoneVerified'
    | 'ownerExists'
    | 'autoRefund'
    | 'payTheRest'
    | 'timeZone'
    | 'baseCurrency'
  >
> & { disableMethods: readonly string[]; enableMethods: readonly string[] };

export async function createAccount(trx: Trx, account: NewAccount): Promise<repository.Account> {
  const created = await repository.insertAccount(trx, {
    id: newId(),
    name: account.name,
    email: account.email,
    kind: account.kind ?? 'company',
    kyb: account.approved ? 'approved' : 'not_started',
    kyc: account.approved ? 'approved' : 'not_started',
    emailVerified: account.approved,
    phoneVerified: account.approved,
  });
  if (!created) throw new Error('the account was not written');
  return created;
}

/** Changes an account and its verification states. Undefined when there is no such account. */
export async function changeAccount(
  trx: Trx,
  id: string,
  { disableMethods, enableMethods, ...change }: AccountChange,
): Promise<repository.Account | undefined> {
  const account = await repository.lockAccount(trx, { id });
  if (!account) return undefined;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const disabled = new Set([...account.disabledMethods, ...disableMethods]);
  enableMethods.forEach((method) => disabled.delete(method));
  return repository.updateAccount(trx, { ...account, ...given, disabledMethods: [...disabled].sort() });
}

/** The facts that decide whether the account may take on new business. */
export function standingOf(account: repository.Account): Standing {
  return {
    status: account.status,
    kyb: account.kyb,
    kyc: account.kyc,
    emailVerified: account.emailVerified,
    phoneVerified: account.phoneVerified,
    ownerExists: account.ownerExists,
  };
}
