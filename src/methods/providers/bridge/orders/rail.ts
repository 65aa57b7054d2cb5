import { PROVIDER_TIMEOUTS_MS } from '../../../index.ts';
import { saidOfOrder } from '../../http-rail/index.ts';
import { createOrderIds, type OrderRail, type Terms } from '../../orders/index.ts';

/** The purpose of a transfer by Bridge. */
export type Purpose = 'pay_out' | 'refund';

/**
 * Bridge repeats its response to a key for 24 hours; this leaves room for clock differences. The lag of its lists is
 * not documented.
 */
const TERMS: Terms = {
  answeredWithinMs: PROVIDER_TIMEOUTS_MS.money,
  repeatAfterMs: 0,
  repeatForMs: 23 * 3_600_000,
  absentForMs: 5 * 60_000,
};

/** How Bridge takes orders. */
export const BRIDGE: OrderRail = {
  provider: 'bridge',
  name: 'Bridge',
  terms: TERMS,
  saidBy: saidOfOrder,
};

export const { idOf: orderIdOf } = createOrderIds<Purpose>('bridge', ['pay_out', 'refund']);
