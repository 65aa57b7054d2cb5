import { findMovedAccount } from '../../account-moves/index.ts';
import { OPERATOR } from '../../audit-log/index.ts';
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
import type { Queryable } from '../../db/index.ts';
import { findBalances, viewBalance } from '../../ledger/index.ts';
import { formatStored, type Money } from '../../lib/money.ts';
import type { TimeZone } from '../../lib/time-zone.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { listCurrencyRates, listMethods } from '../../methods/index.ts';
import { changeContactEmail, configuredPanelBaseUrl } from '../../people/index.ts';
import { createApiRefunds, findApiRefundLimit, sumApiRefunds } from '../../treasury/index.ts';
import { CommandFailure, InvalidUsage, pageOf } from '../frame/index.ts';
import { requireAccount, requireAccountHere } from './account.ts';

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
  return viewWhole(db.read, await requireAccount(db.read, id));
}

export interface SetOptions {
  email?: string;
  status?: AccountStatus;
  kyb?: Kyb;
  kyc?: Kyc;
  emailVerified?: boolean;
  phoneVerified?: boolean;
  ownerExists?: boolean;
  autoRefund?: boolean;
  /** 'off' removes it. */
  refundAfterDays?: number | 'off';
  payTheRest?: boolean;
  apiRefunds?: 'on' | 'off';
  apiRefundsPerDay?: Money;
  apiRefundsCurrency?: string;
  timeZone?: TimeZone;
  /** 'none' removes it. */
  baseCurrency?: string;
  disableMethod: string[];
  enableMethod: string[];
}

export async function change(
  { db, config, automaticRefunds }: Foundation,
  id: string,
  { disableMethod: disableMethods, enableMethod: enableMethods, ...options }: SetOptions,
): Promise<object> {
  const known = (await listMethods(db.read)).map(({ name }) => name);
  const unknown = [...disableMethods, ...enableMethods].find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CommandFailure(`Unknown method ${unknown}. The methods are ${known.join(', ')}.`);
  const { baseCurrency } = options;
  if (baseCurrency !== undefined && baseCurrency !== 'none') await requireCurrency(db.read, baseCurrency);
  if (Object.keys(options).length + disableMethods.length + enableMethods.length === 0)
    throw new InvalidUsage('Nothing to change: pass at least one option.');
  await requireAccountHere(db.read, id);
  const apiRefunds = createApiRefunds({ panelUrl: () => `${configuredPanelBaseUrl(config)}/panel` });
  const changed = await db.transaction(async (trx) => {
    const limit = await apiRefundLimitOf(trx, id, options);
    if (limit !== undefined) await apiRefunds.set(trx, id, OPERATOR, limit);
    const { autoRefund, refundAfterDays } = options;
    if (autoRefund !== undefined || refundAfterDays !== undefined) {
      await automaticRefunds.set(trx, id, OPERATOR, {
        ...(autoRefund !== undefined && { atOnce: autoRefund }),
        ...(refundAfterDays !== undefined && {
          afterDays: refundAfterDays === 'off' ? null : refundAfterDays,
        }),
      });
    }
    if (options.email !== undefined) await changeContactEmail(trx, id, OPERATOR, options.email);
    return changeAccount(trx, id, {
      ...(options.status && { status: options.status }),
      ...(options.kyb && { kyb: options.kyb }),
      ...(options.kyc && { kyc: options.kyc }),
      ...(options.emailVerified !== undefined && { emailVerified: options.emailVerified }),
      ...(options.phoneVerified !== undefined && { phoneVerified: options.phoneVerified }),
      ...(options.ownerExists !== undefined && { ownerExists: options.ownerExists }),
      ...(options.payTheRest !== undefined && { payTheRest: options.payTheRest }),
      ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
      ...(baseCurrency !== undefined && { baseCurrency: baseCurrency === 'none' ? null : baseCurrency }),
      disableMethods,
      enableMethods,
    });
  });
  return viewWhole(db.read, changed ?? (await requireAccount(db.read, id)));
}

/** The new limit of refunds by API; null switches them off, and undefined leaves it as it is. */
async function apiRefundLimitOf(
  on: Queryable,
  accountId: string,
  { apiRefunds, apiRefundsPerDay: amount, apiRefundsCurrency: currency }: Partial<SetOptions>,
): Promise<{ currency: string; amount: Money } | null | undefined> {
  if (apiRefunds === 'off') {
    if (amount ?? currency) throw new CommandFailure('Refunds by API that are off have no limit.');
    return null;
  }
  if (!amount) {
    if (currency !== undefined) throw new InvalidUsage('Pass the amount too: --api-refunds-per-day.');
    if (apiRefunds === undefined || (await findApiRefundLimit(on, { accountId }))) return undefined;
    throw new InvalidUsage('Pass --api-refunds-per-day: how much API keys may refund within 24 hours.');
  }
  const current = await findApiRefundLimit(on, { accountId });
  if (!current && apiRefunds === undefined)
    throw new InvalidUsage('Refunds by API are off: pass --api-refunds on.');
  return { currency: currency ?? current?.currency ?? 'MXN', amount };
}

export async function listBalances({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const { balances } = await findBalances(db.read, accountId);
  return { data: balances.map(viewBalance) };
}

/**
 * An account with the limit of its API keys' refunds and their total within 24 hours; null while they may not refund.
 */
async function viewWhole(on: Queryable, account: Account): Promise<object> {
  const [limit, moved] = await Promise.all([
    findApiRefundLimit(on, { accountId: account.id }),
    findMovedAccount(on, { accountId: account.id }),
  ]);
  return {
    ...view(account),
    ...(moved && { moved_to_cell: moved.cell }),
    api_refunds: limit
      ? {
          per_day: formatStored(limit.amount),
          refunded: formatStored(await sumApiRefunds(on, account.id, limit.currency)),
          currency: limit.currency,
        }
      : null,
  };
}

async function requireCurrency(on: Queryable, currency: string): Promise<void> {
  const currencies = (await listCurrencyRates(on)).map(({ family }) => family);
  if (!currencies.includes(currency))
    throw new CommandFailure(`Unknown currency ${currency}. The currencies are ${currencies.join(', ')}.`);
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
