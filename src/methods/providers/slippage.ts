import type { Money } from '../../lib/money.ts';
import type { ConversionRequest, Waiting } from './provider.ts';

/**
 * The reason why a conversion waits while it would yield less than its minimum (D28); undefined if it yields enough.
 */
export function waitsForPrice(
  { fromAsset, fromAmount, toAsset, leastToAmount }: Omit<ConversionRequest, 'idempotencyKey'>,
  toAmount: Money,
): Waiting | undefined {
  if (leastToAmount === null || toAmount.gte(leastToAmount)) return undefined;
  const words = `${fromAmount.toFixed()} ${fromAsset} bring ${toAmount.toFixed()} ${toAsset}, and must bring ${leastToAmount.toFixed()} at least.`;
  return { reason: 'PRICE_MOVED', words };
}
