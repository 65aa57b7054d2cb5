import { BigNumber } from 'bignumber.js';
import { isOlderConnected, type Queryable, type Trx } from '../db/index.ts';
import { leastFor, readMarket } from '../fx/index.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, LEAST_AMOUNT, money } from '../lib/money.ts';
import { broughtAt, isAtPar, type Providers } from '../methods/index.ts';
import type { Approvals } from '../operators/index.ts';
import { findLinkMethod } from '../payment-links/index.ts';
import {
  convert,
  insertTransfer,
  type Least,
  leastPromised,
  type New,
  type PaymentConversion,
  recordConversion,
  slippageOf,
  type TransferKind,
} from '../transfers/index.ts';
import { creditPayment, isAmountDue, lastOf, sumOf } from './booking.ts';
import { lockAhead, lockPayment, type Payment, type PaymentKey, type WholePayment } from './deposit-state.ts';
import { unmatchPayment, type HoldingParts } from './hold.ts';
import { lockPendingDeposits } from './repository.ts';

/**
 * Converts a link's payment into the link's currency, and credits the link in full, whatever the proceeds. A payment of
 * another amount than was due is credited with its proceeds, at most at the link's rate (D28). Until then the link is
 * processing and the money pending. If the provider refuses the conversion, the link becomes active again and the money
 * unmatched (D6, D7).
 */
export function createPaymentConversion(
  parts: HoldingParts & { read: Queryable; providers: Providers; approvals: Approvals },
): TransferKind<PaymentConversion> {
  const { read, providers, approvals, events } = parts;
  return {
    async send(transfer, idempotencyKey, signal) {
      const least = await leastOfPayment(read, approvals, transfer);
      return convert(providers, transfer, least, idempotencyKey, signal);
    },

    lockAhead: (trx, transfers) => lockAhead(trx, transfers.map(paymentOf)),

    async settle(trx, transfer, done) {
      const payment = await lockPayment(trx, paymentOf(transfer));
      const promised = money(transfer.toAmount);
      const brought = done.brought ?? promised;
      const expected = transfer.accountBearsPrice ? BigNumber.min(promised, brought) : promised;
      const exchanged = { by: transfer.provider, expected, brought };
      await creditPayment(trx, events, await lockWhole(trx, payment), { exchanged });
      await recordConversion(trx, events, transfer, done);
    },

    async fail(trx, transfer) {
      const payment = await lockWhole(trx, await lockPayment(trx, paymentOf(transfer)));
      await unmatchPayment(trx, parts, payment, 'CONVERSION_FAILED');
    },
  };
}

function paymentOf({ accountId, depositId: id, paymentLinkCode, method }: PaymentConversion): PaymentKey {
  return { accountId, id, paymentLinkCode, method };
}

/**
 * All deposits that are converted with a locked, pending one. These are the deposit itself, and those that only a
 * person or its rest could accept (D7).
 */
async function lockWhole(trx: Trx, { deposit, link, method }: Payment): Promise<WholePayment> {
  const isAlone = deposit.acceptedBy === null || deposit.acceptedBy === 'tolerance';
  const { accountId, code } = link;
  const pending = isAlone ? [] : await lockPendingDeposits(trx, { accountId, code });
  return { deposits: [...pending.filter(({ id }) => id !== deposit.id), deposit], link, method };
}

/**
 * The least that a payment's conversion must bring. Where the account bears the price, nothing was promised, so only an
 * implausible price is stopped, and proceeds that the fee would use up. Without a reference price, proceeds below the
 * expected are stopped.
 */
async function leastOfPayment(
  read: Queryable,
  approvals: Pick<Approvals, 'findApproved'>,
  transfer: PaymentConversion,
): Promise<Least> {
  const { accountId, method, paymentLinkCode: code, asset, toAsset, accountBearsPrice } = transfer;
  const slippage = await slippageOf(read, approvals, transfer);
  const promised = leastPromised(transfer, slippage);
  if (!accountBearsPrice) return promised;
  const [linkMethod, market] = await Promise.all([
    findLinkMethod(read, { accountId, code, method }),
    readMarket(read, toAsset),
  ]);
  const reference = slippage.isZero() ? market.referenceFor(asset) : undefined;
  const plausible = reference ? leastFor(money(transfer.amount), reference) : promised.toAmount;
  const afterFee = money(linkMethod?.fee ?? '0').plus(LEAST_AMOUNT);
  return {
    toAmount: BigNumber.max(plausible, afterFee),
    because: reference
      ? `A price below that is implausible, by ${reference.source}, or leaves nothing after the fee.`
      : promised.because,
  };
}

/**
 * Whether a payment is converted before it is credited. It is if its price has a rate, or if its provider does not
 * treat the received asset as at par with the link's currency and exchanges it one to one.
 */
export function isConvertedFirst(
  providers: Pick<Providers, 'find'>,
  { link, method }: Pick<Payment, 'link' | 'method'>,
): boolean {
  return method.requiresConversion || !isAtPar(method, link.currency, providers);
}

/** A program that lacks this migration would credit only the last of several deposits that are converted together. */
const KNOWS_PARTS = '20261203130000_links_with_parts.ts';

/** Whether deposits can be converted together. Several cannot while an older program is connected, as it may settle them (D67). */
export async function canConvertTogether(on: Queryable, deposits: readonly unknown[]): Promise<boolean> {
  return deposits.length === 1 || !(await isOlderConnected(on, KNOWS_PARTS));
}

/**
 * Whether the account bears the price of a payment. A payment that is not exactly the amount due is credited with its
 * proceeds, and no more than at the link's rate (D28). Otherwise the payer would have an option on the market, at the
 * deployment's cost.
 */
export function bearsPrice({ deposits, method }: Pick<WholePayment, 'deposits' | 'method'>): boolean {
  return method.requiresConversion && !isAmountDue(deposits, method);
}

/**
 * Schedules one conversion of a whole locked payment, at the provider's quote or, where the service locked the price
 * itself, at the current rate (D28). Until it is done, the link is processing (D6).
 */
export async function startConversion(trx: Trx, { deposits, link, method }: WholePayment): Promise<void> {
  const { exchangeRate: rate } = method;
  const deposit = lastOf(deposits);
  if (rate === null) throw new Error(`deposit ${deposit.id} has no quote`);
  const total = sumOf(deposits);
  const accountBearsPrice = bearsPrice({ deposits, method });
  // A provider's quote is for exactly the amount due.
  const quoteReference = isAmountDue(deposits, method) ? method.quoteReference : null;
  const transfer: New<PaymentConversion> = {
    accountId: deposit.accountId,
    id: newId(),
    kind: 'payment_conversion',
    status: 'held',
    asset: deposit.asset,
    amount: formatAmount(total),
    fee: '0',
    method: method.method,
    toAsset: link.currency,
    toAmount: formatAmount(broughtAt(total, money(rate))),
    exchangeRate: rate,
    quoteReference,
    quoteExpiresAt: quoteReference === null ? null : method.quoteExpiresAt,
    accountBearsPrice,
    acceptedSlippage: null,
    depositId: deposit.id,
    paymentLinkCode: link.code,
    // The provider that quoted.
    provider: method.exchangeProvider ?? method.provider,
    dueAt: await trx.now,
    requestId: deposit.requestId,
    createdAt: await trx.now,
  };
  trx.defer(insertTransfer(trx, transfer));
}
