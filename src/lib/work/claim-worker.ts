import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAway } from '../errors/database-away.ts';
import { describeError, type Logger } from '../logger.ts';
import { startLoop, type Loop, type WakefulLoop } from './loop.ts';

export interface Worker {
  /** Does what is due now and waits until it is done. Returns how many items there were. */
  runOnce(): Promise<number>;
  /** Repeats that until stopped; stopping waits for the work in progress. */
  start(): Loop;
}

/**
 * A worker of the form claim → act outside any transaction → record: it claims as much as it has capacity for and acts
 * on all of it at once. Work that throws is logged and retried when its claim expires, so nothing is lost.
 */
export function createClaimWorker<T, R = void>(options: {
  name: string;
  /** Of items, as every number here. */
  maxInFlight: number;
  /** Per claim; by default as much as there is room for. */
  maxClaimed?: number;
  pauseMs: number;
  /** From the start of a claim that took everything to the next: work that ends in between frees capacity for one claim. */
  apartMs?: number;
  logger: Logger;
  /** Never called while an earlier claim is in progress. */
  claim: (limit: number) => Promise<T[]>;
  /** How many items a claim holds that are worked on together; by default it is one. */
  sizeOf?: (claimed: T) => number;
  work: (claimed: T) => Promise<R>;
  /** Records the work's result. Capacity is already free by then, because only the work counts as in flight. */
  record?: (result: R) => Promise<void>;
  /** What is logged about a claim, to identify it. */
  describe: (claimed: T) => Record<string, unknown>;
}): Worker {
  const {
    name,
    maxInFlight,
    maxClaimed = maxInFlight,
    apartMs = 0,
    sizeOf = () => 1,
    logger,
    work,
    record,
    describe,
  } = options;
  const unfinished = new Set<Promise<void>>();
  let inFlight = 0;
  let claiming: Promise<unknown> = Promise.resolve();
  let loop: WakefulLoop | undefined;

  const act = async (claimed: T): Promise<void> => {
    const size = sizeOf(claimed);
    inFlight += size;
    try {
      const result = await work(claimed).finally(() => {
        inFlight -= size;
        // Finished work makes room for more, which need not wait for the pause to end.
        loop?.wake();
      });
      await record?.(result);
    } catch (error) {
      if (error instanceof DatabaseAway) return;
      logger.warn('claimed work failed and will be retried', {
        worker: name,
        ...describe(claimed),
        ...describeError(error),
      });
    }
  };

  const claim = async (): Promise<{ running: Promise<void>[]; count: number; mayBeMore: boolean }> => {
    const limit = Math.min(maxInFlight - inFlight, maxClaimed);
    if (limit <= 0) return { running: [], count: 0, mayBeMore: false };
    const claims = await options.claim(limit);
    const count = claims.reduce((sum, claimed) => sum + sizeOf(claimed), 0);
    const running = claims.map((claimed) => {
      const running = act(claimed).finally(() => unfinished.delete(running));
      unfinished.add(running);
      return running;
    });
    // A claim that got less than it asked for has taken all there is: the next one waits for the pause or `wake`.
    return { running, count, mayBeMore: count === limit };
  };
  const begin = (): ReturnType<typeof claim> => {
    const begun = claiming.then(claim);
    claiming = begun.catch(() => undefined);
    return begun;
  };

  return {
    async runOnce() {
      const { running, count } = await begin();
      await Promise.all(running);
      return count;
    },
    start() {
      let begunAtMs = -Infinity;
      let mayBeMore = false;
      const started = startLoop({
        name,
        pauseMs: options.pauseMs,
        logger,
        round: async () => {
          const restMs = begunAtMs + apartMs - performance.now();
          if (!mayBeMore && restMs > 0) await delay(restMs);
          begunAtMs = performance.now();
          mayBeMore = false;
          return ({ mayBeMore } = await begin()).mayBeMore;
        },
      });
      loop = started;
      return {
        async stop() {
          await started.stop();
          await Promise.all(unfinished);
        },
      };
    },
  };
}
