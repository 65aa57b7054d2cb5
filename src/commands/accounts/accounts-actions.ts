import { inSnakeCase } from '../../lib/case.ts';
import {
  type AccountKind,
  type Account,
  type AccountStatus,
  changeAccount,
  createAccount,
  type Kyb,
  type Kyc,
  listAccounts,
} from '../../accounts/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { findBalances, viewBalance } from '../../ledger/index.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { listMethods } from '../../methods/index.ts';
import { CommandFailure } from '../frame/command.ts';
import { pageOf } from '../frame/page.ts';
import { requireAccount } from './account.ts';

export interface CreateOptions {
  name: string;
  email?: string;
  kind: AccountKind;
  approved: boolean;
}

export async function createOne({ db }: Foundation, options: CreateOptions): Promise<object> {
  const { name, email = null, kind, approved } = options;
  return view(await db.transaction((trx) => createAccount(trx, { name, email, kind, approved })));
}

export interface ListOptions {
  limit: number;
  after?: string;
}

export async function list({ db }: Foundation, { limit, after }: ListOptions): Promise<object> {
  if (after !== undefined) await requireAccount(db.read, after);
  return pageOf(limit, (count) => listAccounts(db.read, { afterId: after, limit: count }), view);
}

export async function show({ db }: Foundation, id: string): Promise<object> {
  return view(await requireAccount(db.read, id));
}

export interface SetOptions {
  status?: AccountStatus;
  kyb?: Kyb;
  kyc?: Kyc;
  emailVerified?: boolean;
  phoneVerified?: boolean;
  ownerExists?: boolean;
  autoRefund?: boolean;
  disableMethod: string[];
  enableMethod: string[];
}

export async function change(
  { db }: Foundation,
  id: string,
  { disableMethod: disableMethods, enableMethod: enableMethods, ...options }: SetOptions,
): Promise<object> {
  const known = (await listMethods(db.read)).map(({ name }) => name);
  const unknown = [...disableMethods, ...enableMethods].find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CommandFailure(`Unknown method ${unknown}. The methods are ${known.join(', ')}.`);
  if (Object.keys(options).length + disableMethods.length + enableMethods.length === 0)
    throw new CommandFailure('Nothing to change: pass at least one option.');
  const changed = await db.transaction((trx) =>
    changeAccount(trx, id, {
      ...(options.status && { status: options.status }),
      ...(options.kyb && { kyb: options.kyb }),
      ...(options.kyc && { kyc: options.kyc }),
      ...(options.emailVerified !== undefined && { emailVerified: options.emailVerified }),
      ...(options.phoneVerified !== undefined && { phoneVerified: options.phoneVerified }),
      ...(options.ownerExists !== undefined && { ownerExists: options.ownerExists }),
      ...(options.autoRefund !== undefined && { autoRefund: options.autoRefund }),
      disableMethods,
      enableMethods,
    }),
  );
  return view(changed ?? (await requireAccount(db.read, id)));
}

export async function listBalances({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const { balances } = await findBalances(db.read, accountId);
  return { data: balances.map(viewBalance) };
}

/** The fields that identify an account come first. */
function view({ id, name, status, kyb, email, kind, ...account }: Account): object {
  return {
    id,
    name,
    status,
    kyb,
    email,
    kind,
    ...inSnakeCase(account),
    created_at: formatTimestamp(account.createdAt),
  };
}
