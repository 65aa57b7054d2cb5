import { roundToLedger, roundUpTo, ZERO, type Money } from '../lib/money.ts';
import type { Method } from './catalogue.ts';

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

/**
 * What the payer owes within one family, where a unit of the asset sent is a unit of the link's currency (D3, D4).
 * Rounded up to the rail's decimals: the payer must send exactly that.
 */
export function priceNatively(method: Method, amount: Money, feeBearer: FeeBearer): Price {
  const fee = feeFor(method, amount);
  const owed = amount.plus(feeBearer === 'payer' ? fee : ZERO);
  return { amountDue: roundUpTo(owed, method.decimals), fee };
}
