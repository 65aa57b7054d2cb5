import type { Money } from '../../../lib/money.ts';
import { ProviderFailure } from '../../index.ts';

/**
 * Throws a ProviderFailure of kind `refused` for an amount with more than `most` decimals; `carries` states the limit
 * in words.
 */
export function requireDecimals(amount: Money, most: number, carries: string): void {
  if ((amount.decimalPlaces() ?? 0) > most)
    throw new ProviderFailure('refused', `${carries} at most ${most} decimals.`);
}
