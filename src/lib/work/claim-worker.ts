import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAway } from '../errors/database-away.ts';
import { describeError, type Logger } from '../logger.ts';
import { startLoop, type Loop, type WakefulLoop, type WokenBy } from './loop.ts';

export interface Worker {
  /** Does all due work, and returns how many items there were. */
  runOnce(): Promise<number>;
  /** Repeats `runOnce` until stopped; stopping waits for the work in progress. */
  start(): Loop;
}

/**
 * A worker of the form claim → act outside any transaction → record: it claims as much as it has capacity for and acts
 * on all of it at once. Work that throws is logged and retried when its claim expires, so nothing is lost.
 */
export function createClaimWorker<T, R = void>(options: {
  name: string;
  /** The number of items, or batches of them, that are worked on together. */
  maxInFlight: number;
  /** Items per claim; by default as many as there is room for. */
  maxClaimed?: number;
  pauseMs: number;
  /**
   * The time from the start of a claim that took everything to the next; work that ends in between frees capacity for
   * one claim.
   */
  apartMs?: number;
  logger: Logger;
  wokenBy?: WokenBy;
  /** Never called while an earlier claim is in progress. */
  claim: (limit: number) => Promise<T[]>;
  /**
   * The number of items in a batch, where items are worked on in batches. Each claim then takes all that is due, so
   * that batches grow with the load; limited to the free room, they would stay as small as the last batch that has
   * ended.
   */
  sizeOf?: (claimed: T) => number;
  work: (claimed: T) => Promise<R>;
  /** Records the work's result. Capacity is already free by then, because only the work counts as in flight. */
  record?: (result: R) => Promise<void>;
  /** The logged facts that identify a claim. */
  describe: (claimed: T) => Record<string, unknown>;
}): Worker {
  const {
    name,
    maxInFlight,
    maxClaimed = maxInFlight,
    apartMs = 0,
    sizeOf,
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
    inFlight += 1;
    try {
      const result = await work(claimed).finally(() => {
        inFlight -= 1;
        // Finished work makes room for more, which need not wait for the pause to end.
        loop?.wake();
      });
      await record?.(result);
    } catch (error) {
      if (error instanceof DatabaseAway) return;
      logger.warn('worker task failed and will be retried', {
        worker: name,
        ...describe(claimed),
        ...describeError(error),
      });
    }
  };

  const claim = async (): Promise<{ running: Promise<void>[]; count: number; mayBeMore: boolean }> => {
    const room = maxInFlight - inFlight;
    if (room <= 0) return { running: [], count: 0, mayBeMore: false };
    const limit = sizeOf ? maxClaimed : Math.min(room, maxClaimed);
    const claims = await options.claim(limit);
    const count = sizeOf ? claims.reduce((sum, claimed) => sum + sizeOf(claimed), 0) : claims.length;
    const running = claims.map((claimed) => {
      const running = act(claimed).finally(() => unfinished.delete(running));
      unfinished.add(running);
      return running;
    });
    // A claim that got less than it requested has taken all there is, so the next one waits for the pause or `wake`.
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
        wokenBy: options.wokenBy,
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
