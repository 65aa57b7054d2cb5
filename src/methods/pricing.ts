import {
  AMOUNT_DECIMALS,
  money,
  roundDownToLedger,
  roundToLedger,
  roundUpTo,
  type Money,
} from '../lib/money.ts';
import type { Method } from './catalogue.ts';

const ONE = money('1');

export type FeeBearer = 'merchant' | 'payer';

/**
 * The fee of a link paid by this method, in the link's currency. It is a share of the amount plus a fixed part (D3).
 */
export function feeFor(method: Method, amount: Money): Money {
  return roundToLedger(amount.times(method.feeRate).plus(method.feeFixed));
}

/** The smallest amount that covers the method's fee, in the link's currency. */
export function smallestAmountCoveringFee(method: Method): Money {
  return roundUpTo(method.feeFixed.div(ONE.minus(method.feeRate)), AMOUNT_DECIMALS);
}

/**
 * The amount that must be received for a link, in its currency. It is the link's amount, with the fee on top when the
 * payer bears it (D3).
 */
export function owedFor(amount: Money, fee: Money, feeBearer: FeeBearer): Money {
  return feeBearer === 'payer' ? amount.plus(fee) : amount;
}

/** The largest amount of a link, in its currency, for which at most `most` must be received (D3). */
export function largestAmountWithin(method: Method, most: Money, feeBearer: FeeBearer): Money {
  if (feeBearer === 'merchant') return most;
  return roundDownToLedger(most.minus(method.feeFixed).div(ONE.plus(method.feeRate)));
}

/**
 * The payer's amount within one family, where a unit of the sent asset is a unit of the link's currency (D4). Rounded
 * up to the rail's decimals, because the payer must be able to send the exact amount (D2).
 */
export function nativeAmountDue(owed: Money, decimals: number): Money {
  return roundUpTo(owed, decimals);
}

/**
 * The rate that the service locks itself (D28), with the method's markup, in units of the link's currency with 8
 * decimals. Zero if it is too small for them.
 */
export function rateWithSpread(rate: Money, spread: Money): Money {
  return roundDownToLedger(rate.times(ONE.minus(spread)));
}

/** The smallest amount, in the rail's decimals, that yields what is owed at a rate. */
export function convertedAmountDue(owed: Money, rate: Money, decimals: number): Money {
  return roundUpTo(owed.div(rate), decimals);
}

/** The minimum that a conversion must yield of its quote, with 8 decimals (D28). */
export function leastOf(promised: Money, slippage: Money): Money {
  return roundDownToLedger(promised.times(ONE.minus(slippage)));
}

/**
 * An amount's proceeds at a rate, rounded down to 8 decimals, so that a credit never exceeds a conversion's proceeds.
 */
export function broughtAt(amount: Money, rate: Money): Money {
  return roundDownToLedger(amount.times(rate));
}
