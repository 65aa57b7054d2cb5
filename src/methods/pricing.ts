import { AMOUNT_DECIMALS, money, roundToLedger, roundUpTo, ZERO, type Money } from '../lib/money.ts';
import type { Method } from './catalogue.ts';

const ONE = money('1');

export type FeeBearer = 'merchant' | 'payer';

export interface Price {
  /** What the payer must send, in the method's asset, with no more decimals than the rail carries. */
  amountDue: Money;
  /** What the service keeps, in the link's currency. */
  fee: Money;
}

/** The fee of a link paid by this method: a share of the amount plus a fixed part (D3), in the link's currency. */
export function feeFor(method: Method, amount: Money): Money {
  return roundToLedger(amount.times(method.feeRate).plus(method.feeFixed));
}

/** The smallest amount that covers the method's fee, in the link's currency: less would cost more than it brings. */
export function smallestAmountCoveringFee(method: Method): Money {
  return roundUpTo(method.feeFixed.div(ONE.minus(method.feeRate)), AMOUNT_DECIMALS);
}

/**
 * What the payer owes within one family, where a unit of the asset sent is a unit of the link's currency (D3, D4).
 * Rounded up to the rail's decimals: the payer must send exactly that.
 */
export function priceNatively(method: Method, amount: Money, feeBearer: FeeBearer): Price {
  const fee = feeFor(method, amount);
  const owed = amount.plus(feeBearer === 'payer' ? fee : ZERO);
  return { amountDue: roundUpTo(owed, method.decimals), fee };
}
