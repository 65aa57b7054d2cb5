import { setTimeout as delay } from 'node:timers/promises';
import { DELIVERY_FAULTS, type Faults } from '../../faults/index.ts';

/** How long a delivery is held back for another one to overtake it. */
const OVERTAKE_MS = 5_000;
const WHILE_HELD = ['late_delivery', 'duplicate_delivery'] as const;

interface Delivery {
  accountId: string;
  endpointId: string;
}

/**
 * Injects the faults that an account requested into attempts (test environment only), which send it late, twice, or
 * after the next one to the same endpoint. The second outcome of a repeated attempt counts, as if the first had been
 * lost.
 */
export function withDeliveryFaults<D extends Delivery, T>(
  faults: Faults,
  attempt: (delivery: D) => Promise<T>,
): (delivery: D) => Promise<T> {
  /** The delivery of an endpoint that is, or may be about to be, held back. */
  const held = new Map<string, QueuedSend>();

  return async (delivery) => {
    const { accountId, endpointId } = delivery;
    // Before it is known whether there is a fault, so that of two concurrent deliveries only one is held back.
    const own: QueuedSend | undefined = held.has(endpointId) ? undefined : { overtaken: false };
    if (own) held.set(endpointId, own);
    const fault = await faults.takeForDelivery(accountId, own ? DELIVERY_FAULTS : WHILE_HELD);
    if (own && fault?.kind === 'out_of_order_delivery') {
      await overtaking(own);
      held.delete(endpointId);
      return attempt(delivery);
    }
    if (own) held.delete(endpointId);
    if (fault?.kind === 'late_delivery') await delay(fault.delayMs);
    if (fault?.kind === 'duplicate_delivery') await attempt(delivery);
    try {
      return await attempt(delivery);
    } finally {
      overtake(held.get(endpointId));
    }
  };
}

/**
 * A delivery that may have to wait until another one of its endpoint was sent. No AbortController, which takes 3 µs to
 * create, because every delivery needs one of these, and hardly any waits.
 */
interface QueuedSend {
  overtaken: boolean;
  wake?: () => void;
}

function overtaking(one: QueuedSend): Promise<void> {
  return new Promise((resolve) => {
    if (one.overtaken) return resolve();
    const timer = setTimeout(resolve, OVERTAKE_MS);
    one.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function overtake(one: QueuedSend | undefined): void {
  if (!one) return;
  one.overtaken = true;
  one.wake?.();
}
