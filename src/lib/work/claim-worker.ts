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

interface Options<T, R> {
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
}

/** A worker and its work in progress. */
interface Running<T, R> extends Options<T, R> {
  unfinished: Set<Promise<void>>;
  inFlight: number;
  claiming: Promise<unknown>;
  loop: WakefulLoop | undefined;
}

/** The work that a claim began. */
interface Begun {
  running: Promise<void>[];
  /** The number of items. */
  count: number;
  mayBeMore: boolean;
}

/**
 * A worker that claims work in a transaction, acts on it outside any transaction, and records the result in another. It
 * claims as much as it has capacity for, and acts on all of it concurrently. Work that throws is logged, and is claimed
 * again when its lease expires, so nothing is lost.
 */
export function createClaimWorker<T, R = void>(options: Options<T, R>): Worker {
  const worker: Running<T, R> = {
    ...options,
    unfinished: new Set(),
    inFlight: 0,
    claiming: Promise.resolve(),
    loop: undefined,
  };
  return {
    async runOnce() {
      const { running, count } = await begin(worker);
      await Promise.all(running);
      return count;
    },
    start: () => start(worker),
  };
}

function start<T, R>(worker: Running<T, R>): Loop {
  const { name, pauseMs, apartMs = 0, logger, wokenBy, unfinished } = worker;
  let begunAtMs = -Infinity;
  let mayBeMore = false;
  const loop = startLoop({
    name,
    pauseMs,
    logger,
    wokenBy,
    round: async () => {
      const restMs = begunAtMs + apartMs - performance.now();
      if (!mayBeMore && restMs > 0) await delay(restMs);
      begunAtMs = performance.now();
      mayBeMore = false;
      return ({ mayBeMore } = await begin(worker)).mayBeMore;
    },
  });
  worker.loop = loop;
  return {
    async stop() {
      await loop.stop();
      await Promise.all(unfinished);
    },
  };
}

/** Claims after the claim in progress, if there is one. */
function begin<T, R>(worker: Running<T, R>): Promise<Begun> {
  const begun = worker.claiming.then(() => claim(worker));
  worker.claiming = begun.catch(() => undefined);
  return begun;
}

async function claim<T, R>(worker: Running<T, R>): Promise<Begun> {
  const { maxInFlight, maxClaimed = maxInFlight, sizeOf, unfinished } = worker;
  const room = maxInFlight - worker.inFlight;
  if (room <= 0) return { running: [], count: 0, mayBeMore: false };
  const limit = sizeOf ? maxClaimed : Math.min(room, maxClaimed);
  const claims = await worker.claim(limit);
  const count = sizeOf ? claims.reduce((sum, claimed) => sum + sizeOf(claimed), 0) : claims.length;
  const running = claims.map((claimed) => {
    const running = act(worker, claimed).finally(() => unfinished.delete(running));
    unfinished.add(running);
    return running;
  });
  // A claim that got less than it requested has taken all there is, so the next one waits for the pause or `wake`.
  return { running, count, mayBeMore: count === limit };
}

async function act<T, R>(worker: Running<T, R>, claimed: T): Promise<void> {
  const { name, logger, record, describe } = worker;
  worker.inFlight += 1;
  try {
    const result = await worker.work(claimed).finally(() => {
      worker.inFlight -= 1;
      // Finished work makes room for more, which need not wait for the pause to end.
      worker.loop?.wake();
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
}
