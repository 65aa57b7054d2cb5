import type { ClaimedDelivery, HeldPlaces } from './queue/repository.ts';

/** A lease must outlast this wait and the attempt; and what is sent must not be long out of date. */
const MAX_WAIT_MS = 1_000;
const MAX_AHEAD = 64;

interface Endpoint {
  accountId: string;
  endpointId: string;
  /** Deliveries being sent. */
  inFlight: number;
  /** How many may be sent at once until the next claim. */
  places: number;
  /** Sends that ended since the last claim, without those that took longer than what is claimed ahead would wait. */
  ended: number;
  /** The same of the claim before. */
  endedBefore: number;
  /** Claimed ahead, first come, first served. */
  waiting: Waiting[];
}

interface Waiting {
  end: (hasPlace: boolean) => void;
  untilMs: number;
}

/**
 * The places for sends to endpoints that this process has, for all of which together the claim keeps the limits:
 *
 * - What is in flight has a lease that was neither given back nor recorded, and a place of its endpoint.
 * - A place passes from a send that ended to a delivery that was claimed ahead. The claim counts only what this process
 *   has in flight when it is called; more places come only from the claim's result. So a place that was free at a claim
 *   is gone, whatever is recorded meanwhile.
 * - Other processes count all leases of this one as in flight, as they cannot know which are. So whatever they claim,
 *   this process may use the places it has for the leases it has.
 */
export class EndpointPlaces {
  readonly #endpoints = new Map<string, Endpoint>();

  /** What the claim that follows is told. Gives up the places that are free. */
  forClaim(): HeldPlaces[] {
    const held: HeldPlaces[] = [];
    for (const endpoint of this.#endpoints.values()) {
      const { accountId, endpointId, inFlight, waiting } = endpoint;
      // As many as between two claims will probably be sent until this one's result, and again until the next one's. The
      // larger number of the last two, since one claim may follow another at once.
      const pace = Math.max(endpoint.ended, endpoint.endedBefore);
      const ahead = Math.max(0, Math.min(2 * pace, MAX_AHEAD) - waiting.length);
      endpoint.places = inFlight;
      endpoint.endedBefore = endpoint.ended;
      endpoint.ended = 0;
      if (inFlight > 0 || ahead > 0) held.push({ accountId, endpointId, inFlight, ahead });
      else if (waiting.length === 0) this.#endpoints.delete(endpointId);
    }
    return held;
  }

  /** Takes the places that a claim granted; they go first to what already waits. */
  grant(claimed: readonly ClaimedDelivery[]): void {
    for (const delivery of claimed) {
      const endpoint = this.#endpointOf(delivery);
      if (!delivery.is_ahead) endpoint.places += 1;
    }
    for (const endpoint of this.#endpoints.values()) startNext(endpoint);
  }

  /** Sends once there is a place; undefined if none became free within a second. */
  async send<T>(delivery: ClaimedDelivery, send: () => Promise<T>): Promise<T | undefined> {
    const endpoint = this.#endpointOf(delivery);
    if (!(await placeIn(endpoint))) return undefined;
    const startedAtMs = performance.now();
    try {
      return await send();
    } finally {
      endpoint.inFlight -= 1;
      if (performance.now() - startedAtMs < MAX_WAIT_MS) endpoint.ended += 1;
      startNext(endpoint);
    }
  }

  #endpointOf({ account_id: accountId, endpoint_id: endpointId }: ClaimedDelivery): Endpoint {
    let endpoint = this.#endpoints.get(endpointId);
    if (!endpoint) {
      endpoint = { accountId, endpointId, inFlight: 0, places: 0, ended: 0, endedBefore: 0, waiting: [] };
      this.#endpoints.set(endpointId, endpoint);
    }
    return endpoint;
  }
}

function placeIn(endpoint: Endpoint): Promise<boolean> | boolean {
  if (endpoint.waiting.length === 0 && endpoint.inFlight < endpoint.places) {
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
      end: (hasPlace: boolean) => {
        clearTimeout(timer);
        resolve(hasPlace);
      },
    };
    endpoint.waiting.push(waiting);
  });
}

function startNext(endpoint: Endpoint): void {
  while (endpoint.inFlight < endpoint.places) {
    const next = endpoint.waiting.shift();
    if (!next) return;
    // Its timer may be late, in a process that was stopped for a while.
    const hasPlace = performance.now() < next.untilMs;
    if (hasPlace) endpoint.inFlight += 1;
    next.end(hasPlace);
  }
}
