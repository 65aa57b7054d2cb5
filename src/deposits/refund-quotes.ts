import type { Queryable, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { lockAvailable } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { money } from '../lib/money.ts';
import type { FailureReason } from '../lib/reasons.ts';
import type { Providers } from '../methods/index.ts';
import { lockLink } from '../payment-links/index.ts';
import {
  type Conversion,
  holdConversion,
  insertTransfer,
  lockRefundOf,
  lockTransfer,
  markFailed,
  markHeld,
  type Purchase,
  type QuotedConversion,
  type Refund,
  requireConfirmable,
  setAside,
  storeQuote,
  type TransferKind,
} from '../transfers/index.ts';
import { findRequest, foresee, Leave, type Mover, type WaitsFor } from '../treasury/index.ts';
import {
  amountTakenBack,
  countRefund,
  departureOf,
  directionOf,
  getPaidLink,
  lockPaidLink,
  requireRefundable,
  requireRefundDestination,
} from './refundable.ts';
import { lockDeposit } from './repository.ts';
import { heldBy, toRefund, type LinkRefundRequest } from './refunds.ts';

/**
 * Refunds of converted payments (D10). The payer gets back the amount they paid, and the account pays today's price for
 * it. The account sees a quote and confirms it; then a conversion out of its balance buys the refunded amount. So
 * exchange gains and losses are the account's, and a refund that fails leaves the bought amount in its balance.
 */
export interface RefundQuotes {
  /**
   * The purchase that a refund needs, for all that is left or for the requested amount. Undefined for a payment that
   * was not converted. Makes no external call. Throws like `Refunds.refundLink`.
   */
  prepare(by: Mover, request: LinkRefundRequest): Promise<Purchase | undefined>;
  /** Stores a refund with the quote of its price, to be confirmed by the account before that expires. */
  create(
    trx: Trx,
    by: Mover,
    request: LinkRefundRequest,
    purchase: Purchase,
    quote: QuotedConversion,
  ): Promise<QuotedRefund>;
  /**
   * Reserves the price of the refund and has the amount bought (D10). Like any money out, the refund may have to wait
   * (D44). It waits for a second person before its purchase, until the quote expires, and for a time after its
   * purchase. Throws like `Leave.ask`, `refund_not_found`, `refund_already_confirmed`, `quote_expired`,
   * `insufficient_funds`, and `payment_link_not_refundable` when less is left by now.
   */
  confirm(
    trx: Trx,
    by: Mover,
    accountId: string,
    id: string,
  ): Promise<QuotedRefund & { waitsFor: WaitsFor | null }>;
  /** Conversions that also settle or fail the refund they were made for. */
  withRefunds(kind: TransferKind<Conversion>, refunds: TransferKind<Refund>): TransferKind<Conversion>;
}

export interface QuotedRefund {
  refund: Refund;
  conversion: Conversion;
}

interface Parts {
  read: Queryable;
  providers: Providers;
  events: EventRecorder;
  /** The panel's URL. */
  panelUrl: string;
}

export function createRefundQuotes(parts: Parts): RefundQuotes {
  return {
    prepare: (by, request) => prepare(parts, by, request),
    create: (trx, by, request, purchase, quote) => create(trx, parts, by, request, purchase, quote),
    confirm: (trx, by, accountId, id) => confirm(trx, parts, by, accountId, id),
    withRefunds: (kind, refunds) => ({
      ...kind,

      async settle(trx, conversion, done) {
        await kind.settle(trx, conversion, done);
        const refund = await lockOpen(trx, conversion);
        if (refund) await holdBought(trx, parts, refunds, refund);
      },

      async fail(trx, conversion, reason) {
        await kind.fail(trx, conversion, reason);
        const refund = await lockOpen(trx, conversion);
        if (refund) await fail(trx, refunds, refund, reason, 'What it sends could not be bought.');
      },
    }),
  };
}

async function prepare(
  { read, providers }: Parts,
  by: Mover,
  request: LinkRefundRequest,
): Promise<Purchase | undefined> {
  const { amount: requested, destination } = request;
  const paid = await getPaidLink(read, request);
  const { link, deposit, method } = paid;
  if (!method.requiresConversion) return undefined;
  const amount = requireRefundable(paid, requested);
  const to = await requireRefundDestination(read, providers, deposit, destination);
  const { asset } = deposit;
  await foresee(read, by, departureOf(paid, { asset, amount }, directionOf(providers, deposit, to)));
  return { fromAsset: link.currency, toAsset: asset, toAmount: amount };
}

async function create(
  trx: Trx,
  { providers }: Parts,
  by: Mover,
  request: LinkRefundRequest,
  { toAmount: amount, toAsset }: Purchase,
  quote: QuotedConversion,
): Promise<QuotedRefund> {
  const { accountId, code, destination, reason, note = null } = request;
  const paid = await lockPaidLink(trx, request);
  const { link, deposit } = paid;
  requireRefundable(paid, amount);
  const to = await requireRefundDestination(trx, providers, deposit, destination);
  const { requestId } = by;
  const of = { depositId: deposit.id, paymentLinkCode: code };
  const purchase = { accountId, fromAsset: link.currency, toAsset, requestId, of };
  const conversion = await storeQuote(trx, purchase, quote);
  const refund: Refund = {
    ...(await toRefund(trx, deposit, { asset: toAsset, amount }, { to, reason, note, requestId })),
    conversionId: conversion.id,
    status: 'requested',
    dueAt: null,
  };
  trx.defer(insertTransfer(trx, refund));
  return { refund, conversion };
}

async function confirm(
  trx: Trx,
  { providers, events, panelUrl }: Parts,
  by: Mover,
  accountId: string,
  id: string,
): Promise<QuotedRefund & { waitsFor: WaitsFor | null }> {
  const { refund, conversion } = await lockQuoted(trx, accountId, id);
  const paid = await lockPaidLink(trx, {
    accountId,
    code: refund.paymentLinkCode ?? '',
    depositId: refund.depositId,
  });
  const amount = requireRefundable(paid, money(refund.amount));
  const to = directionOf(providers, paid.deposit, refund.destination ?? 'sender');
  const departure = departureOf(paid, { asset: refund.asset, amount }, to, conversion);
  const leave = await Leave.ask(trx, by, departure, { panelUrl });
  // Above the limit, nothing is exchanged before a second person approves; otherwise it is exchanged now, while the
  // quote is valid.
  const dueAt = leave.waitsFor === 'second_person' ? null : await trx.now;
  await holdConversion(trx, events, leave, conversion, dueAt);
  countRefund(trx, paid, amount, amount);
  await leave.record(trx, id);
  return { refund, conversion: { ...conversion, status: 'held' }, waitsFor: leave.waitsFor };
}

/** Holds what a refund's conversion has bought, until the refund is sent; fails the refund if it cannot be sent any more. */
async function holdBought(
  trx: Trx,
  { events }: Parts,
  refunds: TransferKind<Refund>,
  refund: Refund,
): Promise<void> {
  const { accountId, id, asset } = refund;
  const amount = money(refund.amount);
  const giveUp = (words: string) => fail(trx, refunds, refund, 'PROVIDER_REFUSED', words);
  if (await isTakenBackToo(trx, refund))
    return giveUp('The bank took the deposit back before it was refunded.');
  if (money(await lockAvailable(trx, accountId, asset)).lt(amount))
    return giveUp('The conversion bought less than the refund sends.');
  const request = await findRequest(trx, { accountId, transferId: id });
  trx.defer(markHeld(trx, refund, request ? request.goesAt : await trx.now));
  await setAside(trx, events, heldBy(refund), 'refund', amount);
}

async function fail(
  trx: Trx,
  refunds: TransferKind<Refund>,
  refund: Refund,
  reason: FailureReason,
  words: string,
): Promise<void> {
  if (await markFailed(trx, refund, { reason, words })) await refunds.fail(trx, refund, reason);
}

/**
 * The locked refund that a conversion was made for; undefined for another conversion, and if the refund was given up
 * meanwhile, because the proceeds then stay in the balance in the other asset.
 */
async function lockOpen(trx: Trx, conversion: Conversion): Promise<Refund | undefined> {
  const refund =
    conversion.depositId === null
      ? undefined
      : await lockRefundOf(trx, { ...conversion, conversionId: conversion.id });
  return refund?.status === 'requested' ? refund : undefined;
}

/** Whether the rail has meanwhile taken back an amount that a refund, which already counts, is to send. */
async function isTakenBackToo(trx: Trx, refund: Refund): Promise<boolean> {
  const { accountId, depositId, paymentLinkCode: code } = refund;
  // The link before the deposit, in the order that prevents deadlocks; the refund may have to be given up.
  if (code !== null) await lockLink(trx, accountId, code);
  const deposit = await lockDeposit(trx, accountId, depositId);
  const takenBack = await amountTakenBack(trx, deposit);
  return money(deposit.refundTotal).plus(takenBack).gt(money(deposit.amount));
}

/** A refund and its conversion, which wait to be confirmed. The refund is locked first, as for decisions on it. */
async function lockQuoted(trx: Trx, accountId: string, id: string): Promise<QuotedRefund> {
  const refund = isId(id) ? await lockTransfer(trx, { accountId, id }) : undefined;
  if (refund?.kind !== 'refund') throw new DomainError('refund_not_found');
  const { conversionId } = refund;
  const conversion =
    conversionId === null ? undefined : await lockTransfer(trx, { accountId, id: conversionId });
  const isOpen = refund.status === 'requested' && conversion?.status === 'requested';
  if (conversion?.kind !== 'conversion' || !isOpen) throw new DomainError('refund_already_confirmed');
  await requireConfirmable(trx, conversion);
  return { refund, conversion };
}
