import { OPERATOR } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { type Money, formatStored } from '../../lib/money.ts';
import type { QuotedRefund } from '../../deposits/index.ts';
import { formatOptionalTimestamp } from '../../lib/timestamp.ts';
import {
  type Conversions,
  findTransferAccount,
  listUndecided,
  type RefundReason,
  type Transfer,
  viewConversion,
  viewRefund,
  viewWithdrawal,
} from '../../transfers/index.ts';
import { type MoveKind, type DestinationParts, listRequests } from '../../treasury/index.ts';
import { requireAccount, requireAccountHere } from '../accounts/account.ts';
import { requireLinkAccount } from '../accounts/links-actions.ts';
import { CommandFailure, InvalidUsage } from '../frame/index.ts';
import { requireDepositAccount, viewStarted, waiting } from './deposits-actions.ts';
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
  await requireAccountHere(foundation.db.read, accountId);
  const { asset, amount, method } = options;
  const destination = destinationOf(options);
  const request = { accountId, asset, amount, method, destination, requestId: null };
  return once(foundation, { accountId, key, name: 'withdrawals create', options }, () => async (trx: Trx) => {
    const { withdrawal, waitsFor } = await foundation.withdrawals.create(trx, OPERATOR, request);
    return { ...viewWithdrawal(withdrawal), ...waiting(waitsFor) };
  });
}

/** The transfers of one kind that wait for a second person or a time. */
export async function listWaitingOf({ db }: Foundation, kind: MoveKind, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const transfers = (await listUndecided(db.read, { accountId })).filter(
    (transfer): transfer is Extract<Transfer, { kind: MoveKind }> => transfer.kind === kind,
  );
  const requests = await listRequests(db.read, { accountId, transferIds: transfers.map(({ id }) => id) });
  return {
    data: transfers.map((transfer) => {
      const request = requests.find(({ transferId }) => transferId === transfer.id);
      return {
        ...viewTransfer(transfer),
        waits_for: request?.waitsFor ?? null,
        requested_by: request?.requestedByEmail ?? null,
        goes_at: request?.goesAt?.toISOString() ?? null,
        expires_at: request?.expiresAt?.toISOString() ?? null,
      };
    }),
  };
}

function viewTransfer(transfer: Extract<Transfer, { kind: MoveKind }>): object {
  switch (transfer.kind) {
    case 'withdrawal':
      return viewWithdrawal(transfer);
    case 'refund':
      return viewRefund(transfer);
    case 'conversion':
      return viewConversion(transfer);
  }
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
  await requireAccountHere(foundation.db.read, accountId);
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
          if (name === 'quote') return viewConversion(quoted);
          return confirmed(await service.confirm(trx, OPERATOR, accountId, quoted.id));
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
  return confirmed(await db.transaction((trx) => service.confirm(trx, OPERATOR, accountId, id)));
}

function confirmed({ conversion, waitsFor }: Awaited<ReturnType<Conversions['confirm']>>): object {
  return { ...viewConversion(conversion), ...waiting(waitsFor) };
}

export interface RefundOptions extends Keyed, DestinationParts {
  link?: string;
  deposit?: string;
  amount?: Money;
  reason?: RefundReason;
}

/** Refunds immediately or, with `quote`, quotes the refund of a converted payment for confirmation. */
export async function refund(
  foundation: Foundation,
  name: 'quote' | 'create',
  { idempotencyKey: key, ...options }: RefundOptions,
): Promise<object> {
  const { db, inbox, refunds, refundQuotes, conversions } = foundation;
  const { link, deposit, amount, reason = null } = options;
  const destination = destinationOf(options);
  if ((link === undefined) === (deposit === undefined)) {
    throw new InvalidUsage('Pass one of --link and --deposit.');
  }
  if (deposit !== undefined && amount !== undefined) {
    throw new InvalidUsage('An unmatched deposit is refunded in full: omit --amount.');
  }
  const accountId =
    link === undefined
      ? await requireDepositAccount(db.read, deposit ?? '')
      : await requireLinkAccount({ db }, link);
  await requireAccountHere(db.read, accountId);
  return once(foundation, { accountId, key, name: `refunds ${name}`, options }, async () => {
    if (link === undefined) {
      return async (trx: Trx) =>
        viewStarted(await inbox.refund(trx, OPERATOR, accountId, deposit ?? '', { destination, reason }));
    }
    const request = { accountId, code: link, amount, destination, reason };
    const purchase = await refundQuotes.prepare(OPERATOR, request);
    if (!purchase) {
      if (name === 'quote') {
        throw new CommandFailure(
          'This payment was not converted, so its refund needs no quote: use `payments refunds create`.',
        );
      }
      return async (trx: Trx) => viewStarted(await refunds.refundLink(trx, OPERATOR, request));
    }
    return {
      ask: async (providerKey) => {
        const quote = await conversions.requestQuote(purchase, providerKey);
        return async (trx) => {
          const quoted = await refundQuotes.create(trx, OPERATOR, request, purchase, quote);
          if (name === 'quote') return viewQuoted(quoted);
          const confirmation = await refundQuotes.confirm(trx, OPERATOR, accountId, quoted.refund.id);
          return { ...viewQuoted(confirmation), ...waiting(confirmation.waitsFor) };
        };
      },
    };
  });
}

export async function confirmRefund({ db, refundQuotes }: Foundation, id: string): Promise<object> {
  const accountId = await findTransferAccount(db.read, id);
  if (accountId === undefined) throw new CommandFailure(`There is no refund ${id}.`);
  const confirmation = await db.transaction((trx) => refundQuotes.confirm(trx, OPERATOR, accountId, id));
  return { ...viewQuoted(confirmation), ...waiting(confirmation.waitsFor) };
}

/** A refund with its cost. */
function viewQuoted({ refund, conversion }: QuotedRefund): object {
  return {
    ...viewRefund(refund),
    cost: { amount: formatStored(conversion.amount), asset: conversion.asset },
    quote_expires_at: formatOptionalTimestamp(conversion.quoteExpiresAt),
  };
}
