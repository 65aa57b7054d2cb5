import { BigNumber } from 'bignumber.js';
import type { Money } from '../lib/money.ts';
import type { LinkCurrency, Method } from './catalogue.ts';
import {
  broughtAt,
  type FeeBearer,
  largestAmountWithin,
  rateWithSpread,
  smallestAmountCoveringFee,
} from './pricing.ts';

type UnavailableReason =
  | 'BELOW_FIAT_MINIMUM'
  | 'BELOW_CONVERSION_THRESHOLD'
  | 'ABOVE_MAXIMUM'
  | 'RAIL_PAUSED'
  | 'EXCHANGE_UNAVAILABLE';

/**
 * Whether a method can pay a link of this amount and, if not, the reason, and the smallest and largest amounts that it
 * could pay, in the link's currency.
 */
export type Viability =
  | { available: true; requiresConversion: boolean }
  | {
      available: false;
      requiresConversion: boolean;
      reason: UnavailableReason;
      minimumRequired: Money;
      maximumAccepted: Money;
    };

/** The conditions of a method's viability, besides the amount. */
export interface Circumstances {
  feeBearer: FeeBearer;
  /** Whether its exchange can be served within the operator's limits (D38). */
  canExchange: boolean;
  /** About what one unit of the sent asset yields in the link's currency; undefined if that is not known. */
  price: Money | undefined;
}

/** Within a family, assets are at par; between families, the money must be converted (D1). */
export function needsConversion(method: Pick<Method, 'family'>, currency: LinkCurrency): boolean {
  return method.family !== currency.family;
}

/**
 * A conversion has a minimum of its own (D2); without one, the method's minimum is compared with the link's amount as
 * it is. The amount must also be within the currency's limits and cover the method's fee (D3), whichever side bears it,
 * and what the payer sends for it must be within the method's maximum. While the operator has paused it, no method is
 * viable (D47).
 */
export function assessMethod(
  method: Method,
  currency: LinkCurrency,
  amount: Money,
  { feeBearer, canExchange, price }: Circumstances,
): Viability {
  const requiresConversion = needsConversion(method, currency);
  const minimumRequired = BigNumber.max(
    currency.minAmount,
    requiresConversion ? currency.conversionMinAmount : method.minAmount,
    smallestAmountCoveringFee(method),
  );
  const most = mostReceived(method, requiresConversion, price);
  const maximumAccepted = most
    ? BigNumber.min(currency.maxAmount, largestAmountWithin(method, most, feeBearer))
    : currency.maxAmount;
  const unavailable = (reason: UnavailableReason): Viability => ({
    available: false,
    requiresConversion,
    reason,
    minimumRequired,
    maximumAccepted,
  });
  if (method.isPaused) return unavailable('RAIL_PAUSED');
  if (amount.gt(maximumAccepted)) return unavailable('ABOVE_MAXIMUM');
  if (requiresConversion && amount.lt(currency.conversionMinAmount)) {
    return unavailable('BELOW_CONVERSION_THRESHOLD');
  }
  if (amount.lt(minimumRequired)) return unavailable('BELOW_FIAT_MINIMUM');
  if (!canExchange) return unavailable('EXCHANGE_UNAVAILABLE');
  return { available: true, requiresConversion };
}

/**
 * The most that one payment yields in the link's currency; undefined without a maximum, and for a conversion whose price
 * is not known yet.
 */
function mostReceived(
  { maxAmount, spread }: Method,
  requiresConversion: boolean,
  price: Money | undefined,
): Money | undefined {
  if (maxAmount === null) return undefined;
  if (!requiresConversion) return maxAmount;
  return price && broughtAt(maxAmount, rateWithSpread(price, spread));
}
