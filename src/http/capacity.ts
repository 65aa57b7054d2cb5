import { DomainError, Overloaded } from '../lib/errors.ts';

/** Calls that are being carried out; of more, all would wait longer than the database's connections are waited for. */
const MAX_CARRIED_OUT = 256;
/** Calls of one account, and of all, that wait for an answer from outside (D32). */
const MAX_OUTSIDE_PER_ACCOUNT = 2;
const MAX_OUTSIDE = 256;
/** Calls of one account that wait for such a place, and for how long. */
const MAX_QUEUED_PER_ACCOUNT = 16;
const MAX_QUEUED_MS = 1_000;

export interface Place {
  /**
   * Waits for an answer from outside, which can take seconds: at a place of the account's own, so that this place is
   * free for another call meanwhile. Throws `rate_limit_exceeded` when the account's places stay taken.
   */
  waitOutside<T>(accountId: string, ask: () => Promise<T>): Promise<T>;
}

export interface Capacity {
  /** Gives a call a place to be carried out at. Throws Overloaded when all are taken. */
  carryOut<T>(work: (place: Place) => Promise<T>): Promise<T>;
}

/** The places of one process. */
export function createCapacity(): Capacity {
  const outside = createOutsidePlaces();
  let carriedOut = 0;
  return {
    async carryOut(work) {
      if (carriedOut >= MAX_CARRIED_OUT) throw new Overloaded();
      carriedOut += 1;
      let left = false;
      const leave = (): void => {
        if (!left) carriedOut -= 1;
        left = true;
      };
      try {
        return await work({
          async waitOutside(accountId, ask) {
            leave();
            const release = await outside.take(accountId);
            return ask().finally(release);
          },
        });
      } finally {
        leave();
      }
    },
  };
}

interface AccountPlaces {
  taken: number;
  /** Each is called when a place is handed on to it. */
  queue: (() => void)[];
}

function createOutsidePlaces(): { take(accountId: string): Promise<() => void> } {
  const accounts = new Map<string, AccountPlaces>();
  let taken = 0;

  const release = (accountId: string, places: AccountPlaces): void => {
    const next = places.queue.shift();
    if (next) return next();
    places.taken -= 1;
    taken -= 1;
    if (places.taken === 0) accounts.delete(accountId);
  };

  return {
    async take(accountId) {
      const places = accounts.get(accountId) ?? { taken: 0, queue: [] };
      if (places.taken < MAX_OUTSIDE_PER_ACCOUNT) {
        if (taken >= MAX_OUTSIDE) throw new Overloaded();
        accounts.set(accountId, places);
        places.taken += 1;
        taken += 1;
      } else {
        await handedOn(places);
      }
      return () => release(accountId, places);
    },
  };
}

/** Waits until another call of the account hands its place on. */
function handedOn({ queue }: AccountPlaces): Promise<void> {
  return new Promise((resolve, reject) => {
    if (queue.length >= MAX_QUEUED_PER_ACCOUNT) return reject(tooManyOutside());
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(take), 1);
      reject(tooManyOutside());
    }, MAX_QUEUED_MS);
    const take = (): void => {
      clearTimeout(timer);
      resolve();
    };
    queue.push(take);
  });
}

function tooManyOutside(): DomainError {
  return new DomainError('rate_limit_exceeded', {
    message: `Only ${MAX_OUTSIDE_PER_ACCOUNT} calls of an account can wait for a provider or a webhook receiver at the same time. Nothing was done; try again when one of them is answered.`,
    headers: { 'Retry-After': '1' },
  });
}
