import { Overloaded } from '../errors/errors.ts';

/** Slots for slow work, of which one account can take only some (D32). */
interface Slots {
  /**
   * Takes one of the account's slots, waiting a moment when all of them are taken, and returns a function that releases
   * it. Throws Overloaded when no slots are left at all.
   */
  take(accountId: string): Promise<() => void>;
}

interface SlotsOptions {
  perAccount: number;
  total: number;
  /** How many may wait for a slot of their account, for at most a second. */
  queuePerAccount: number;
  /** Thrown if the account's slots stay taken. */
  refusal: () => Error;
}

const MAX_QUEUED_MS = 1_000;

interface AccountSlots {
  taken: number;
  /** Each is called when it gets a slot. */
  queue: (() => void)[];
}

export function createSlots({ perAccount, total, queuePerAccount, refusal }: SlotsOptions): Slots {
  const accounts = new Map<string, AccountSlots>();
  let taken = 0;

  const release = (accountId: string, slots: AccountSlots): void => {
    const next = slots.queue.shift();
    if (next) return next();
    slots.taken -= 1;
    taken -= 1;
    if (slots.taken === 0) accounts.delete(accountId);
  };

  return {
    async take(accountId) {
      const slots = accounts.get(accountId) ?? { taken: 0, queue: [] };
      if (slots.taken < perAccount) {
        if (taken >= total) throw new Overloaded();
        accounts.set(accountId, slots);
        slots.taken += 1;
        taken += 1;
      } else {
        if (slots.queue.length >= queuePerAccount) throw refusal();
        await handedOn(slots, refusal);
      }
      return () => release(accountId, slots);
    },
  };
}

/** Waits until another call of the account hands over its slot. */
function handedOn({ queue }: AccountSlots, refusal: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(take), 1);
      reject(refusal());
    }, MAX_QUEUED_MS);
    const take = (): void => {
      clearTimeout(timer);
      resolve();
    };
    queue.push(take);
  });
}
