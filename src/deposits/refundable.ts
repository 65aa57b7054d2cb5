import { BigNumber } from 'bignumber.js';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, roundDownToLedger, roundUpTo, type Money, ZERO } from '../lib/money.ts';
import {
  addLinkRefund,
  findLink,
  findLinkMethod,
  type LinkMethod,
  type PaymentLink,
  lockLink,
  receivedOf,
  setLinkRefund,
} from '../payment-links/index.ts';
import { type Conversion, type Refund, sentBy } from '../transfers/index.ts';
import { sumOf } from './booking.ts';
import { addRefunded, findPayingDeposits, lockPayingDeposits, type Deposit } from './repository.ts';
import { findTakenBack } from './taken-back-repository.ts';
import { findMethod, type Providers, type RefundDestination } from '../methods/index.ts';
import {
  type MoneyOut,
  type DestinationParts,
  isSameDestination,
  requireDestination,
} from '../treasury/index.ts';

/** A paid link, with the deposit that paid it, or one of several that did (D7). */
export interface PaidLink {
  link: PaymentLink;
  deposit: Deposit;
  method: LinkMethod;
  /** The part of the deposit that its rail took back, in its asset (D58). */
  takenBack: Money;
  /** The same of the other deposits that paid the link. */
  othersTakenBack: Money;
  /** All deposits that paid the link, in one asset. */
  deposits: readonly Deposit[];
}

/**
 * The code of a paid link and, if several deposits paid it, which one to refund. By default it is the one with the most
 * left.
 */
export interface PaidLinkKey {
  accountId: string;
  code: string;
  depositId?: string | undefined;
}

/**
 * Locks a paid link and then its deposits. Throws `payment_link_not_found`, `payment_link_not_refundable`, and
 * `deposit_not_found` for a deposit that did not pay it.
 */
export async function lockPaidLink(trx: Trx, key: PaidLinkKey): Promise<PaidLink> {
  const link = requirePaid(await lockLink(trx, key.accountId, key.code), key.code);
  return choosePaid(trx, link, await lockPayingDeposits(trx, key), key);
}

/** Like `lockPaidLink`, but without a lock. */
export async function getPaidLink(on: Queryable, key: PaidLinkKey): Promise<PaidLink> {
  const [found, deposits] = await Promise.all([findLink(on, key), findPayingDeposits(on, key)]);
  return choosePaid(on, requirePaid(found, key.code), deposits, key);
}

async function choosePaid(
  on: Queryable,
  link: PaymentLink,
  deposits: readonly Deposit[],
  { depositId }: PaidLinkKey,
): Promise<PaidLink> {
  const parts = await Promise.all(
    deposits.map(async (deposit) => ({ deposit, takenBack: await amountTakenBack(on, deposit) })),
  );
  const [most] = [...parts].sort((one, other) => leftOfDeposit(other).comparedTo(leftOfDeposit(one)) ?? 0);
  if (!most) throw new Error(`link ${link.code} was paid by no deposit`);
  const chosen = depositId === undefined ? most : parts.find(({ deposit }) => deposit.id === depositId);
  if (!chosen) throw new DomainError('deposit_not_found');
  const others = parts.filter((part) => part !== chosen).map(({ takenBack }) => takenBack);
  return {
    link,
    ...chosen,
    method: await getMethod(on, chosen.deposit),
    othersTakenBack: others.reduce((sum, amount) => sum.plus(amount), ZERO),
    deposits,
  };
}

/** The part of a deposit that neither was refunded nor taken back, in its asset. */
function leftOfDeposit({ deposit, takenBack }: Pick<PaidLink, 'deposit' | 'takenBack'>): Money {
  return money(deposit.amount).minus(money(deposit.refundTotal)).minus(takenBack);
}

/**
 * The part of a deposit that its rail took back, in its asset. The payer has it again, so it is not refunded as well
 * (D58).
 */
export async function amountTakenBack(
  on: Queryable,
  { accountId, id }: Pick<Deposit, 'accountId' | 'id'>,
): Promise<Money> {
  return money((await findTakenBack(on, { accountId, id }))?.amount ?? '0');
}

function requirePaid(link: PaymentLink | undefined, code: string): PaymentLink {
  if (!link)
    throw new DomainError('payment_link_not_found', { message: `There is no payment link ${code}.` });
  if (link.status !== 'paid')
    throw new DomainError('payment_link_not_refundable', {
      message: `Payment link ${code} is ${link.status}; only paid links can be refunded.`,
    });
  return link;
}

async function getMethod(on: Queryable, deposit: Deposit): Promise<LinkMethod> {
  const { accountId, paymentLinkCode: code, method: name } = deposit;
  const method = code === null ? undefined : await findLinkMethod(on, { accountId, code, method: name });
  if (!method) throw new Error(`deposit ${deposit.id} has no method of a link`);
  return method;
}

/**
 * The amount left to refund of a paid link's deposit, and its asset. For a converted payment that is the asset that the
 * payer sent and gets back; otherwise it is the link's currency, which is at par with it (D10). Refunds and amounts
 * that the rail took back are deducted (D58).
 */
export function leftOf(paid: PaidLink): { asset: string; left: Money } {
  const { link, deposit, method, takenBack, othersTakenBack } = paid;
  const ofDeposit = leftOfDeposit(paid);
  const ofLink = receivedOf(link).minus(money(link.refundTotal)).minus(takenBack).minus(othersTakenBack);
  const left = method.requiresConversion ? ofDeposit : BigNumber.min(ofLink, ofDeposit);
  return { asset: method.requiresConversion ? deposit.asset : link.currency, left: left.gt(0) ? left : ZERO };
}

/**
 * The amount to refund, in the asset of `leftOf`. It is all that is left unless one is given. Throws
 * `payment_link_not_refundable`, `deposit_taken_back`, and `invalid_request` for an amount that exceeds what is left or
 * that the rail cannot carry exactly, because no account is debited more than the payer gets.
 */
export function requireRefundable(paid: PaidLink, requested: Money | undefined): Money {
  const { link, method, takenBack } = paid;
  const { asset, left } = leftOf(paid);
  const amount = requested ?? left;
  if (left.isZero() && takenBack.gt(0)) {
    throw new DomainError('deposit_taken_back', {
      message: `The bank took back the payment of link ${link.code}: the payer has that money already.`,
    });
  }
  if (left.isZero()) {
    throw new DomainError('payment_link_not_refundable', {
      message: `Payment link ${link.code} has been fully refunded.`,
    });
  }
  if (!amount.gt(0) || amount.gt(left)) {
    throw invalidParam('amount', `The amount must be more than zero and at most ${left.toFixed()} ${asset}.`);
  }
  if (!amount.eq(left) && (amount.decimalPlaces() ?? 0) > method.decimals) {
    const finest = money('1').shiftedBy(-method.decimals);
    throw invalidParam(
      'amount',
      `${method.method} carries at most ${method.decimals} decimals: the amount must be a multiple of ${finest.toFixed()} ${asset}, or all that is left, ${left.toFixed()} ${asset}.`,
    );
  }
  return amount;
}

/**
 * The part of an amount at par that the payer gets. Only all that is left can have more decimals than the rail carries:
 * the payer had to round it up, and gets back all they paid.
 */
export function returnedOf(paid: PaidLink, amount: Money): Money {
  return BigNumber.min(roundUpTo(amount, paid.method.decimals), leftOfDeposit(paid));
}

/**
 * Counts a refund that starts or, with negative amounts, one that did not reach the payer. `amount` is in the asset of
 * `leftOf`, `returned` in the deposit's asset. For a converted payment, the same fraction of the link's received amount
 * counts as refunded.
 */
export function countRefund(
  trx: Trx,
  { link, deposit, method, deposits }: Pick<PaidLink, 'link' | 'deposit' | 'method' | 'deposits'>,
  amount: Money,
  returned: Money,
): void {
  const { accountId, code } = link;
  trx.defer(addRefunded(trx, { accountId, id: deposit.id, amount: formatAmount(returned) }));
  if (!method.requiresConversion) {
    trx.defer(addLinkRefund(trx, { accountId, code, amount: formatAmount(amount) }));
    return;
  }
  const refunded = deposits.reduce((sum, { refundTotal }) => sum.plus(money(refundTotal)), returned);
  const share = roundDownToLedger(receivedOf(link).times(refunded).div(sumOf(deposits)));
  trx.defer(setLinkRefund(trx, { accountId, code, total: formatAmount(share) }));
}

/** An amount that did not reach the payer no longer counts as refunded, and can be refunded again. */
export async function uncountRefund(trx: Trx, refund: Refund): Promise<void> {
  const { accountId, id, paymentLinkCode: code, depositId } = refund;
  const link = code === null ? undefined : await lockLink(trx, accountId, code);
  if (!link) throw new Error(`refund ${id} belongs to no link`);
  const deposits = await lockPayingDeposits(trx, link);
  const deposit = deposits.find(({ id: one }) => one === depositId);
  if (!deposit) throw new Error(`refund ${id} belongs to no deposit of its link`);
  const paid = { link, deposit, deposits, method: await getMethod(trx, deposit) };
  countRefund(trx, paid, money(refund.amount).negated(), sentBy(refund).amount.negated());
}

/** Whether a refund needs a destination, because the rail cannot safely send this deposit back by itself. */
export function needsDestination(
  providers: Pick<Providers, 'find'>,
  deposit: Pick<Deposit, 'provider' | 'method' | 'network' | 'payer'>,
): boolean {
  return providers.find(deposit.provider)?.refundDestination(deposit) === undefined;
}

/**
 * The destination of a deposit's refund. It is the named one, or else the sender if the rail can safely return it.
 * On-chain payments cannot be returned, because exchanges pay from addresses that do not credit returns. Throws
 * `refund_destination_required`, and `invalid_request` for a named destination that is not valid.
 */
export async function requireRefundDestination(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
  named: DestinationParts,
): Promise<RefundDestination> {
  if (Object.values(named).every((part) => part === undefined)) {
    const refundDestination = providers.find(deposit.provider)?.refundDestination(deposit);
    if (refundDestination !== undefined) return refundDestination;
    throw new DomainError('refund_destination_required', {
      message: `${deposit.method} cannot return a payment by itself. Ask the payer for ${askedFor(deposit)}, and pass it.`,
    });
  }
  const method = await findMethod(on, deposit.method);
  if (!method) throw new Error(`deposit ${deposit.id} has no method`);
  // The money is on the network where it arrived, which may differ from the requested one.
  return requireDestination({ ...method, network: deposit.network }, named, deposit.payer['name']);
}

/**
 * A refund's destination under the rules for money out (D44). Only a return path that the rail itself knows counts as
 * the money's origin, even if a person typed in the same destination.
 */
export function directionOf(
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
  to: RefundDestination,
): MoneyOut['to'] {
  if (to === 'sender') return 'origin';
  const refundDestination = providers.find(deposit.provider)?.refundDestination(deposit);
  const isOrigin =
    refundDestination !== undefined &&
    refundDestination !== 'sender' &&
    isSameDestination(refundDestination, to);
  return isOrigin ? 'origin' : { named: to };
}

/**
 * The refund of a link, in the form that the gate judges. `purchase` buys its amount at a quote, if the payment was
 * converted.
 */
export function departureOf(
  { link }: Pick<PaidLink, 'link'>,
  { asset, amount }: { asset: string; amount: Money },
  to: MoneyOut['to'],
  purchase?: Conversion,
): MoneyOut {
  const departure = { accountId: link.accountId, kind: 'refund', asset, amount, to } as const;
  if (!purchase) return departure;
  const cost = { asset: purchase.asset, amount: money(purchase.amount) };
  return { ...departure, cost, expiresAt: purchase.quoteExpiresAt };
}

/** The refund of an unmatched deposit, in the form that the gate judges. */
export function departureOfUnmatched(deposit: Deposit, to: MoneyOut['to']): MoneyOut {
  const { accountId, asset, amount } = deposit;
  return { accountId, kind: 'refund', asset, amount: money(amount), to, from: 'unmatched' };
}

function askedFor({ network }: Deposit): string {
  return network === null ? 'an account' : `an address on ${network}`;
}
