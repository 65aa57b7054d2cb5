import { setTimeout as delay } from 'node:timers/promises';

/**
 * Makes a function that hands items over in batches, because many at once cost little more than one. What comes
 * while a batch is on its way makes the next: one batch at a time, in the order in which the items came. The promise
 * of an item settles as its batch does.
 */
export function createBatcher<T>(options: {
  maxItems: number;
  /** How long an item waits for company. */
  waitMs: number;
  handOver: (items: readonly T[]) => Promise<void>;
}): (item: T) => Promise<void> {
  const { maxItems, waitMs, handOver } = options;
  let waiting: Waiting<T>[] = [];
  let underWay = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Behind another batch as well: one by one as fast as they go, batches stay small and there are too many.
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
