import { invalidParam } from '../lib/errors/errors.ts';
import { parseRequestAmount, type Money } from '../lib/money.ts';
import type { LinkCurrency } from '../methods/index.ts';

const DAY_MS = 24 * 3600 * 1000;
export const DEFAULT_LIFE_MS = 7 * DAY_MS;
const MIN_LIFE_MS = 5 * 60 * 1000;
const MAX_LIFE_MS = 90 * DAY_MS;

/** Throws `invalid_request` naming the field for an amount that is malformed or outside the currency's limits (D2). */
export function requireAmount(param: string, text: string, currency: LinkCurrency): Money {
  const amount = parseRequestAmount(text);
  if (!amount || amount.lt(currency.minAmount) || amount.gt(currency.maxAmount)) {
    throw invalidParam(
      param,
      `${param} must be from ${currency.minAmount.toFixed()} to ${currency.maxAmount.toFixed()} ${currency.currency}.`,
    );
  }
  return amount;
}

/** Throws `invalid_request` for an expiry that is not 5 minutes to 90 days ahead (D5). */
export function requireExpiry(requested: Date, now: Date): Date {
  const lifeMs = requested.getTime() - now.getTime();
  if (lifeMs < MIN_LIFE_MS || lifeMs > MAX_LIFE_MS) {
    throw invalidParam('expires_at', 'expires_at must be 5 minutes to 90 days from now.');
  }
  return requested;
}
