import { deterministicHex } from '../../../../lib/ids.ts';
import { PROVIDER_TIMEOUTS_MS } from '../../../index.ts';
import type { OrderRail, Said, Terms } from '../../orders/index.ts';
import { isTurnedAway, isUsedBefore } from '../client/errors.ts';

/** What Bridge is asked to move money for. */
export type Purpose = 'pay_out' | 'refund';

/**
 * Bridge repeats its answer to a key for 24 hours; this leaves room for clocks that differ. How far its lists lag is not
 * documented.
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
  terms: { pay_out: TERMS, refund: TERMS },
  saidBy,
};

/** Our id of an order: the same for the same key. It encodes the purpose. */
export function orderIdOf(purpose: Purpose, idempotencyKey: string): string {
  return `${purpose}_${deterministicHex('bridge', purpose, idempotencyKey).slice(0, 32)}`;
}

function saidBy(error: unknown): Said {
  if (isTurnedAway(error)) return 'turned_away';
  return isUsedBefore(error) ? 'used_before' : undefined;
}
