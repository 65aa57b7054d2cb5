import { BigNumber } from 'bignumber.js';
import type { Money } from '../lib/money.ts';
import type { LinkCurrency, Method } from './catalogue.ts';
import { smallestAmountCoveringFee } from './pricing.ts';

export type UnavailableReason =
  | 'BELOW_FIAT_MINIMUM'
  | 'BELOW_CONVERSION_THRESHOLD'
  | 'ABOVE_MAXIMUM'
  | 'RAIL_PAUSED'
  | 'EXCHANGE_UNAVAILABLE';

/** Whether a method can pay a link of this amount and, if not, the reason and the smallest amount that it could pay. */
export type Viability =
  | { available: true; requiresConversion: boolean }
  | { available: false; requiresConversion: boolean; reason: UnavailableReason; minimumRequired: Money };

/** Within a family, assets are at par; between families, the money must be converted (D1). */
export function needsConversion(method: Pick<Method, 'family'>, currency: LinkCurrency): boolean {
  return method.family !== currency.family;
}

/**
 * A conversion has a minimum of its own (D2); without one, the method's minimum is compared with the link's amount as
 * it is. The amount must also be within the currency's limits and cover the method's fee (D3), whichever side bears it.
 * While the operator has paused it, no method is viable (D47). `canExchange` says whether its exchange can be served
 * within the operator's limits (D38).
 */
export function assessMethod(
  method: Method,
  currency: LinkCurrency,
  amount: Money,
  canExchange = true,
): Viability {
  const requiresConversion = needsConversion(method, currency);
  const minimumRequired = BigNumber.max(
    currency.minAmount,
    requiresConversion ? currency.conversionMinAmount : method.minAmount,
    smallestAmountCoveringFee(method),
  );
  const unavailable = (reason: UnavailableReason): Viability => ({
    available: false,
    requiresConversion,
    reason,
    minimumRequired,
  });
  if (method.isPaused) return unavailable('RAIL_PAUSED');
  if (amount.gt(currency.maxAmount)) return unavailable('ABOVE_MAXIMUM');
  if (requiresConversion && amount.lt(currency.conversionMinAmount)) {
    return unavailable('BELOW_CONVERSION_THRESHOLD');
  }
  if (amount.lt(minimumRequired)) return unavailable('BELOW_FIAT_MINIMUM');
  if (!canExchange) return unavailable('EXCHANGE_UNAVAILABLE');
  return { available: true, requiresConversion };
}
