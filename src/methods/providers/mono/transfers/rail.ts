import { PROVIDER_TIMEOUTS_MS } from '../../../index.ts';
import { saidOfOrder } from '../../http-rail/index.ts';
import { createOrderIds, type OrderRail, type Terms } from '../../orders/index.ts';

export const { idOf: externalIdOf, purposeOf } = createOrderIds<'pay_out' | 'refund'>('mono', [
  'pay_out',
  'refund',
]);

const REPEAT_AFTER_MS = 60_000;

/**
 * Mono's handling of orders. It is not documented whether Mono accepts an id twice, nor how far its lists lag, so a
 * request is repeated only once look-ups have found nothing for a while.
 */
export function railOf(repeatAfterMs = REPEAT_AFTER_MS): OrderRail {
  const terms: Terms = {
    answeredWithinMs: PROVIDER_TIMEOUTS_MS.money,
    repeatAfterMs,
    repeatForMs: Infinity,
    absentForMs: 5 * 60_000,
  };
  return { provider: 'mono', name: 'Mono', terms, saidBy: saidOfOrder };
}
