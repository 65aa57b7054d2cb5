import { OPERATOR } from '../../audit-log/record.ts';
import type { Trx } from '../../db/connect.ts';
import type { Foundation } from '../../foundation.ts';
import type { Money } from '../../lib/money.ts';
import { configuredPanelBaseUrl } from '../../people/panel-address.ts';
import type { DestinationParts } from '../../transfers/destination.ts';
import { findTransferAccount } from '../../transfers/repository.ts';
import type { Refund } from '../../transfers/transfer.ts';
import { viewConversion, viewRefund, viewWithdrawal } from '../../transfers/view.ts';
import { listLimits } from '../../treasury/limits/repository.ts';
import { listRequests, listWaiting } from '../../treasury/requests/repository.ts';
import { createTreasury } from '../../treasury/treasury.ts';
import { requireAccount } from '../accounts/account.ts';
import { requireLinkAccount } from '../accounts/links-actions.ts';
import { CommandFailure } from '../command.ts';
import { requireDepositAccount } from './deposits-actions.ts';
import { destinationOf } from './destination.ts';
import { once } from './once.ts';

interface Keyed {
  idempotencyKey?: string;
}

export interface WithdrawalOptions extends Keyed, DestinationParts {
  account: string;
  asset: string;
  amount: Money;
  method: string;
}

export async function createWithdrawal(
  foundation: Foundation,
  { account: accountId, idempotencyKey: key, ...options }: WithdrawalOptions,
): Promise<object> {
  await requireAccount(foundation.db.read, accountId);
  const { asset, amount, method } = options;
  const destination = destinationOf(options);
  const request = { accountId, asset, amount, method, destination, requestId: null };
  return once(
    foundation,
    { accountId, key, name: 'withdrawals create', options },
    () => async (trx: Trx) => viewWithdrawal(await foundation.withdrawals.create(trx, request)),
  );
}

export async function listWaitingWithdrawals({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const waiting = await listWaiting(db.read, accountId);
  const requests = await listRequests(
    db.read,
    accountId,
    waiting.map(({ id }) => id),
  );
  return {
    data: waiting.map((withdrawal) => {
      const request = requests.find(({ withdrawal_id }) => withdrawal_id === withdrawal.id);
      return {
        ...viewWithdrawal(withdrawal),
        waits_for: request?.waits_for ?? null,
        requested_by: request?.requested_by_email ?? null,
        goes_at: withdrawal.due_at?.toISOString() ?? null,
        expires_at: request?.expires_at?.toISOString() ?? null,
      };
    }),
  };
}

export interface LimitOptions {
  account: string;
  asset: string;
  amount?: Money;
}

export async function setLimit(
  foundation: Foundation,
  { account: accountId, asset, amount }: LimitOptions,
): Promise<object> {
  const { db, withdrawals, transferKinds: kinds, config } = foundation;
  await requireAccount(db.read, accountId);
  const { limits } = createTreasury({ withdrawals, kinds, baseUrl: () => configuredPanelBaseUrl(config) });
  await db.transaction((trx) => limits.set(trx, accountId, OPERATOR, asset, amount ?? null));
  return { data: await listLimits(db.read, accountId) };
}

export interface ConversionOptions extends Keyed {
  account: string;
  from: string;
  to: string;
  amount: Money;
}

export async function convert(
  foundation: Foundation,
  name: 'quote' | 'create',
  { account: accountId, idempotencyKey: key, ...options }: ConversionOptions,
): Promise<object> {
  await requireAccount(foundation.db.read, accountId);
  const { conversions: service } = foundation;
  const { from: fromAsset, to: toAsset, amount } = options;
  const request = { accountId, fromAsset, toAsset, amount, requestId: null };
  const command = { accountId, key, name: `conversions ${name}`, options };
  return once(foundation, command, async () => {
    await service.check(request, { funds: name === 'create' });
    return {
      ask: async (providerKey) => {
        const quote = await service.requestQuote(request, providerKey);
        return async (trx) => {
          const quoted = await service.create(trx, request, quote);
          return viewConversion(name === 'quote' ? quoted : await service.confirm(trx, accountId, quoted.id));
        };
      },
    };
  });
}

export async function confirmConversion(
  { db, conversions: service }: Foundation,
  id: string,
): Promise<object> {
  const accountId = await findTransferAccount(db.read, id);
  if (accountId === undefined) throw new CommandFailure(`There is no conversion ${id}.`);
  return viewConversion(await db.transaction((trx) => service.confirm(trx, accountId, id)));
}

export interface RefundOptions extends Keyed, DestinationParts {
  link?: string;
  deposit?: string;
  amount?: Money;
}

export async function createRefund(
  foundation: Foundation,
  { idempotencyKey: key, ...options }: RefundOptions,
): Promise<object> {
  const { db, inbox, refunds: service } = foundation;
  const { link, deposit, amount } = options;
  const destination = destinationOf(options);
  if ((link === undefined) === (deposit === undefined)) {
    throw new CommandFailure('Give one of --link and --deposit.');
  }
  if (deposit !== undefined && amount !== undefined) {
    throw new CommandFailure('An unmatched deposit is refunded whole: leave out --amount.');
  }
  const accountId =
    link === undefined
      ? await requireDepositAccount(db.read, deposit ?? '')
      : await requireLinkAccount({ db }, link);
  const start = (trx: Trx): Promise<Refund> =>
    link === undefined
      ? inbox.refund(trx, accountId, deposit ?? '', destination)
      : service.refundLink(trx, { accountId, code: link, amount, destination });
  const command = { accountId, key, name: 'refunds create', options };
  return once(foundation, command, () => async (trx: Trx) => viewRefund(await start(trx)));
}
