import { BigNumber } from 'bignumber.js';
import { ZERO, type Money } from '../lib/money.ts';
import type { LinkCurrency, Method } from './catalogue.ts';
import { smallestAmountCoveringFee } from './pricing.ts';

export type UnavailableReason = 'BELOW_FIAT_MINIMUM' | 'BELOW_CONVERSION_THRESHOLD';

/** Whether a method can pay a link of this amount, and if not, why and from which amount on it could. */
export type Viability =
  | { available: true; requiresConversion: boolean }
  | { available: false; requiresConversion: boolean; reason: UnavailableReason; minimumRequired: Money };

/**
 * D1 and D2: a conversion is needed when the families differ, and only then has a minimum of its own; within a
 * family money is worth the same, so the method's minimum is compared with the link's amount as it stands. The
 * amount must also cover the method's fee (D3), whoever bears it.
 */
export function assessMethod(method: Method, currency: LinkCurrency, amount: Money): Viability {
  const requiresConversion = method.family !== currency.family;
  if (requiresConversion && amount.lt(currency.conversionMinAmount)) {
    return {
      available: false,
      requiresConversion,
      reason: 'BELOW_CONVERSION_THRESHOLD',
      minimumRequired: currency.conversionMinAmount,
    };
  }
  const minimum = BigNumber.max(
    currency.minAmount,
    requiresConversion ? ZERO : method.minAmount,
    smallestAmountCoveringFee(method),
  );
  if (amount.lt(minimum)) {
    return { available: false, requiresConversion, reason: 'BELOW_FIAT_MINIMUM', minimumRequired: minimum };
  }
  return { available: true, requiresConversion };
}
