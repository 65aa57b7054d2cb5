import { setTimeout as delay } from 'node:timers/promises';

/**
 * Creates a function that hands items over in batches, because many at once cost little more than one. Items that
 * arrive while a batch is in progress form the next, so there is one batch at a time, in order of arrival. The promise
 * of an item resolves or rejects with its batch.
 */
export function createBatcher<T>(options: {
  maxItems: number;
  /** How long an item waits for others to share its batch. */
  waitMs: number;
  handOver: (items: readonly T[]) => Promise<void>;
}): (item: T) => Promise<void> {
  const { maxItems, waitMs, handOver } = options;
  let waiting: Waiting<T>[] = [];
  let underWay = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // After another batch as well, because without a pause there would be too many small batches.
      if (waiting.length < maxItems) await delay(waitMs);
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await handOver(batch.map(({ item }) => item)).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    underWay = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay) return;
      underWay = true;
      void run();
    });
}

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (reason: unknown) => void;
}
