import { DomainError, Overloaded } from '../../lib/errors/errors.ts';
import { createSlots } from '../../lib/work/slots.ts';

/** Calls in progress; with more, all would wait longer than the timeout for a database connection. */
const MAX_CARRIED_OUT = 256;
/** Calls of one account, and of all, that wait for an external response (D32). */
const MAX_OUTSIDE_PER_ACCOUNT = 2;
const MAX_OUTSIDE = 256;
/** Calls of one account that wait for such a slot. */
const MAX_QUEUED_PER_ACCOUNT = 16;

export interface Slot {
  /** Frees the slot. Harmless if it is free already. */
  leave: () => void;
  /**
   * Waits for an external response, which can take seconds, in one of the account's own slots, so that this slot is
   * free for another call meanwhile. Throws `rate_limit_exceeded` if the account's slots stay taken.
   */
  waitOutside: <T>(accountId: string, ask: () => Promise<T>) => Promise<T>;
}

export interface Capacity {
  /** Takes a free slot for a call, which must leave it at its end. Throws Overloaded when all are taken. */
  take(): Slot;
}

/** The slots of one process. */
export function createCapacity(): Capacity {
  const outside = createSlots({
    perAccount: MAX_OUTSIDE_PER_ACCOUNT,
    total: MAX_OUTSIDE,
    queuePerAccount: MAX_QUEUED_PER_ACCOUNT,
    refusal: tooManyOutside,
  });
  let carriedOut = 0;
  return {
    take() {
      if (carriedOut >= MAX_CARRIED_OUT) throw new Overloaded();
      carriedOut += 1;
      let isLeft = false;
      const leave = (): void => {
        if (!isLeft) carriedOut -= 1;
        isLeft = true;
      };
      return {
        leave,
        async waitOutside(accountId, ask) {
          leave();
          const release = await outside.take(accountId);
          return ask().finally(release);
        },
      };
    },
  };
}

function tooManyOutside(): DomainError {
  return new DomainError('rate_limit_exceeded', {
    message: `Only ${MAX_OUTSIDE_PER_ACCOUNT} calls of an account can wait for a provider or a webhook receiver at the same time. This call was not executed; try again when one of them has finished.`,
    headers: { 'Retry-After': '1' },
  });
}
