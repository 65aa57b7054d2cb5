import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, roundDownTo, roundDownToLedger, type Money } from '../lib/money.ts';
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
import { type Refund, sentBy } from '../transfers/index.ts';
import {
  addRefunded,
  findPayingDeposit,
  lockDeposit,
  lockPayingDeposit,
  type Deposit,
} from './repository.ts';
import { findMethod, type Providers, type RefundDestination } from '../methods/index.ts';
import {
  type Departure,
  type DestinationParts,
  isSameDestination,
  requireDestination,
} from '../treasury/index.ts';

/** A paid link, with the deposit that paid it. */
export interface PaidLink {
  link: PaymentLink;
  deposit: Deposit;
  method: LinkMethod;
}

/** Locks a paid link and then its deposit. Throws `payment_link_not_found` and `payment_link_not_refundable`. */
export async function lockPaidLink(trx: Trx, accountId: string, code: string): Promise<PaidLink> {
  const link = requirePaid(await lockLink(trx, accountId, code), code);
  const deposit = await lockPayingDeposit(trx, accountId, code);
  return { link, deposit, method: await getMethod(trx, deposit) };
}

/** The same, not locked. */
export async function getPaidLink(on: Queryable, accountId: string, code: string): Promise<PaidLink> {
  const [found, deposit] = await Promise.all([
    findLink(on, { accountId, code }),
    findPayingDeposit(on, { accountId, code }),
  ]);
  const link = requirePaid(found, code);
  if (!deposit) throw new Error(`link ${code} was paid by no deposit`);
  return { link, deposit, method: await getMethod(on, deposit) };
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
 * What is left to refund of a paid link, and in which asset: for a converted payment, in the asset the payer sent and gets
 * back; otherwise in the link's currency, which is at par with it (D10).
 */
export function leftOf({
  link,
  deposit,
  method,
}: {
  link: Pick<PaymentLink, 'currency' | 'amount' | 'amountReceived' | 'refundTotal'>;
  deposit: Pick<Deposit, 'asset' | 'amount' | 'refundTotal'>;
  method: Pick<LinkMethod, 'requiresConversion'>;
}): { asset: string; left: Money } {
  return method.requiresConversion
    ? { asset: deposit.asset, left: money(deposit.amount).minus(money(deposit.refundTotal)) }
    : { asset: link.currency, left: receivedOf(link).minus(money(link.refundTotal)) };
}

/**
 * The amount to refund, in the asset of `leftOf`: all that is left unless one is given. Throws
 * `payment_link_not_refundable`, and `invalid_request` for one that exceeds what is left or has too many decimals.
 */
export function requireRefundable(paid: PaidLink, requested: Money | undefined): Money {
  const { asset, left } = leftOf(paid);
  const amount = requested ?? left;
  if (left.isZero()) {
    throw new DomainError('payment_link_not_refundable', {
      message: `Payment link ${paid.link.code} has been fully refunded.`,
    });
  }
  if (!amount.gt(0) || amount.gt(left)) {
    throw invalidParam('amount', `The amount must be more than zero and at most ${left.toFixed()} ${asset}.`);
  }
  if (paid.method.requiresConversion && (amount.decimalPlaces() ?? 0) > paid.method.decimals) {
    throw invalidParam('amount', `${paid.method.method} carries at most ${paid.method.decimals} decimals.`);
  }
  return amount;
}

/** What the payer gets of an amount at par: rounded down to the rail's decimals. */
export function returnedOf({ link, method }: PaidLink, amount: Money): Money {
  const returned = roundDownTo(amount, method.decimals);
  if (returned.isZero())
    throw invalidParam('amount', `${amount.toFixed()} ${link.currency} is too little to be refunded.`);
  return returned;
}

/**
 * Counts a refund that starts or, with negative amounts, one that did not reach the payer: `amount` in the asset of
 * `leftOf`, `returned` in the deposit's asset. For a converted payment, the same fraction of what the link received counts
 * as refunded.
 */
export function countRefund(trx: Trx, paid: PaidLink, amount: Money, returned: Money): void {
  const { link, deposit, method } = paid;
  const { accountId, code } = link;
  trx.defer(addRefunded(trx, { accountId, id: deposit.id, amount: formatAmount(returned) }));
  if (!method.requiresConversion) {
    trx.defer(addLinkRefund(trx, { accountId, code, amount: formatAmount(amount) }));
    return;
  }
  const refunded = money(deposit.refundTotal).plus(returned);
  const share = roundDownToLedger(receivedOf(link).times(refunded).div(money(deposit.amount)));
  trx.defer(setLinkRefund(trx, { accountId, code, total: formatAmount(share) }));
}

/** What did not reach the payer no longer counts as refunded, and can be refunded again. */
export async function uncountRefund(trx: Trx, refund: Refund): Promise<void> {
  const { accountId, id, paymentLinkCode: code, depositId } = refund;
  const link = code === null ? undefined : await lockLink(trx, accountId, code);
  if (!link) throw new Error(`refund ${id} belongs to no link`);
  const deposit = await lockDeposit(trx, accountId, depositId);
  const paid = { link, deposit, method: await getMethod(trx, deposit) };
  countRefund(trx, paid, money(refund.amount).negated(), sentBy(refund).amount.negated());
}

/** Whether a refund needs a destination, because the rail cannot safely send this deposit back by itself. */
export function needsDestination(
  providers: Pick<Providers, 'find'>,
  deposit: Pick<Deposit, 'provider' | 'method' | 'network' | 'payer'>,
): boolean {
  return providers.find(deposit.provider)?.wayBack(deposit) === undefined;
}

/**
 * Where a refund of a deposit goes: to the named destination, or else back to where the rail can safely return it. On-chain
 * payments cannot be returned: exchanges pay from addresses that do not credit returns. Throws
 * `refund_destination_required`, and `invalid_request` for a named destination that is not valid.
 */
export async function requireRefundDestination(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
  named: DestinationParts,
): Promise<RefundDestination> {
  if (Object.values(named).every((part) => part === undefined)) {
    const wayBack = providers.find(deposit.provider)?.wayBack(deposit);
    if (wayBack !== undefined) return wayBack;
    throw new DomainError('refund_destination_required', {
      message: `${deposit.method} cannot return a payment by itself. Ask the payer for ${askedFor(deposit)}, and pass it.`,
    });
  }
  const method = await findMethod(on, deposit.method);
  if (!method) throw new Error(`deposit ${deposit.id} has no method`);
  // The money is on the network where it arrived, which may not be the requested one.
  return requireDestination({ ...method, network: deposit.network }, named, deposit.payer['name']);
}

/**
 * A refund's destination under the rules for money out (D44): only the way back that the rail itself knows counts as where
 * the money came from, even if someone typed it in.
 */
export function directionOf(
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
  to: RefundDestination,
): Departure['to'] {
  if (to === 'sender') return 'origin';
  const wayBack = providers.find(deposit.provider)?.wayBack(deposit);
  const isWayBack = wayBack !== undefined && wayBack !== 'sender' && isSameDestination(wayBack, to);
  return isWayBack ? 'origin' : { named: to };
}

function askedFor({ network }: Deposit): string {
  return network === null ? 'an account' : `an address on ${network}`;
}
