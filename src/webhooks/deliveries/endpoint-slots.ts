import type { ClaimedDelivery, HeldSlots } from './queue-repository.ts';

/** A lease must outlast this wait and the attempt, and deliveries must not become outdated. */
const MAX_WAIT_MS = 1_000;
const MAX_AHEAD = 64;

interface Endpoint {
  accountId: string;
  endpointId: string;
  /** Deliveries being sent. */
  inFlight: number;
  /** The number of sends allowed at once until the next claim. */
  slots: number;
  /** Sends that ended since the last claim, except those slower than the wait of deliveries claimed in advance. */
  ended: number;
  /** The same for the claim before. */
  endedBefore: number;
  /** Claimed in advance, first come, first served. */
  waiting: Waiting[];
}

interface Waiting {
  end: (hasSlot: boolean) => void;
  untilMs: number;
}

/**
 * This process's slots for sends to endpoints; the claim enforces the limits for all processes together:
 * - A send in flight has a lease that was neither released nor recorded, and a slot of its endpoint.
 * - A slot passes from a send that ended to a delivery claimed in advance. The claim counts only this process's sends
 *   in flight when it is called; more slots come only from the claim's result. So a slot that was free at a claim is
 *   gone, whatever is recorded meanwhile.
 * - Other processes count all leases of this one as in flight, because they cannot know which are. So whatever they
 *   claim, this process may use its slots for its leases.
 */
export class EndpointSlots {
  readonly #endpoints = new Map<string, Endpoint>();

  /** The input of the next claim. Gives up the free slots. */
  forClaim(): HeldSlots[] {
    const held: HeldSlots[] = [];
    for (const endpoint of this.#endpoints.values()) {
      const { accountId, endpointId, inFlight, waiting } = endpoint;
      // The number of sends expected until this claim's result, and again until the next one's. It is the larger number
      // of the last two, because one claim may immediately follow another.
      const pace = Math.max(endpoint.ended, endpoint.endedBefore);
      const ahead = Math.max(0, Math.min(2 * pace, MAX_AHEAD) - waiting.length);
      endpoint.slots = inFlight;
      endpoint.endedBefore = endpoint.ended;
      endpoint.ended = 0;
      if (inFlight > 0 || ahead > 0) held.push({ accountId, endpointId, inFlight, ahead });
      else if (waiting.length === 0) this.#endpoints.delete(endpointId);
    }
    return held;
  }

  /** Takes the slots that a claim granted; they go first to waiting deliveries. */
  grant(claimed: readonly ClaimedDelivery[]): void {
    for (const delivery of claimed) {
      const endpoint = this.#endpointOf(delivery);
      if (!delivery.isAhead) endpoint.slots += 1;
    }
    for (const endpoint of this.#endpoints.values()) startNext(endpoint);
  }

  /** Sends once there is a free slot; undefined if none became free within a second. */
  async send<T>(delivery: ClaimedDelivery, send: () => Promise<T>): Promise<T | undefined> {
    const endpoint = this.#endpointOf(delivery);
    if (!(await slotIn(endpoint))) return undefined;
    const startedAtMs = performance.now();
    try {
      return await send();
    } finally {
      endpoint.inFlight -= 1;
      if (performance.now() - startedAtMs < MAX_WAIT_MS) endpoint.ended += 1;
      startNext(endpoint);
    }
  }

  #endpointOf({ accountId, endpointId }: ClaimedDelivery): Endpoint {
    let endpoint = this.#endpoints.get(endpointId);
    if (!endpoint) {
      endpoint = { accountId, endpointId, inFlight: 0, slots: 0, ended: 0, endedBefore: 0, waiting: [] };
      this.#endpoints.set(endpointId, endpoint);
    }
    return endpoint;
  }
}

function slotIn(endpoint: Endpoint): Promise<boolean> | boolean {
  if (endpoint.waiting.length === 0 && endpoint.inFlight < endpoint.slots) {
    endpoint.inFlight += 1;
    return true;
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      endpoint.waiting.splice(endpoint.waiting.indexOf(waiting), 1);
      resolve(false);
    }, MAX_WAIT_MS);
    const waiting = {
      untilMs: performance.now() + MAX_WAIT_MS,
      end: (hasSlot: boolean) => {
        clearTimeout(timer);
        resolve(hasSlot);
      },
    };
    endpoint.waiting.push(waiting);
  });
}

function startNext(endpoint: Endpoint): void {
  while (endpoint.inFlight < endpoint.slots) {
    const next = endpoint.waiting.shift();
    if (!next) return;
    // Its timer may be late, in a process that was suspended for a while.
    const hasSlot = performance.now() < next.untilMs;
    if (hasSlot) endpoint.inFlight += 1;
    next.end(hasSlot);
  }
}
