import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from '../../faults/faults.ts';
import { DELIVERY_FAULTS } from '../../faults/repository.ts';

/** How long a delivery is held back for another one to overtake it. */
const OVERTAKE_MS = 5_000;
const WHILE_HELD = ['late_delivery', 'duplicate_delivery'] as const;

interface Delivery {
  account_id: string;
  endpoint_id: string;
}

/**
 * Lets attempts go wrong as their account asked for (test environment only): late, twice, or after the next one to the
 * same endpoint. Of an attempt that is made twice, the second outcome counts, as if the first had been lost.
 */
export function withDeliveryFaults<D extends Delivery, T>(
  faults: Faults,
  attempt: (delivery: D) => Promise<T>,
): (delivery: D) => Promise<T> {
  /** Which delivery of an endpoint is, or may be about to be, held back: it waits until another one aborts this. */
  const held = new Map<string, AbortController>();

  return async (delivery) => {
    const { account_id: accountId, endpoint_id: endpointId } = delivery;
    // Before it is known whether there is a fault, so that of two deliveries at once only one is held back.
    const own = held.has(endpointId) ? undefined : new AbortController();
    if (own) held.set(endpointId, own);
    const fault = await faults.takeForDelivery(accountId, own ? DELIVERY_FAULTS : WHILE_HELD);
    if (own && fault?.kind === 'out_of_order_delivery') {
      await delay(OVERTAKE_MS, undefined, { signal: own.signal }).catch(() => undefined);
      held.delete(endpointId);
      return attempt(delivery);
    }
    if (own) held.delete(endpointId);
    if (fault?.kind === 'late_delivery') await delay(fault.delayMs);
    if (fault?.kind === 'duplicate_delivery') await attempt(delivery);
    try {
      return await attempt(delivery);
    } finally {
      held.get(endpointId)?.abort();
    }
  };
}
