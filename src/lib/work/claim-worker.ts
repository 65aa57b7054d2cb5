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
 * A worker of the form claim → act outside any transaction → record: it claims as much as it has room for and acts
 * on all of it at once. Work that throws is logged and retried when its claim expires, so nothing is lost.
 */
export function createClaimWorker<T>(options: {
  name: string;
  maxInFlight: number;
  /** Per claim; by default as much as there is room for. */
  maxClaimed?: number;
  pauseMs: number;
  logger: Logger;
  claim: (limit: number) => Promise<T[]>;
  work: (claimed: T) => Promise<void>;
  /** What is logged about a claim, to identify it. */
  describe: (claimed: T) => Record<string, unknown>;
}): Worker {
  const { name, maxInFlight, maxClaimed = maxInFlight, logger, claim, work, describe } = options;
  const inFlight = new Set<Promise<void>>();
  let loop: WakefulLoop | undefined;

  const begin = async (): Promise<{ running: Promise<void>[]; mayBeMore: boolean }> => {
    const limit = Math.min(maxInFlight - inFlight.size, maxClaimed);
    if (limit <= 0) return { running: [], mayBeMore: false };
    const running = (await claim(limit)).map((claimed) => {
      const running = work(claimed)
        .catch((error: unknown) => {
          if (error instanceof DatabaseAway) return;
          logger.warn('claimed work failed and will be retried', {
            worker: name,
            ...describe(claimed),
            ...describeError(error),
          });
        })
        .finally(() => {
          inFlight.delete(running);
          // Finished work makes room for more, which need not wait for the pause to end.
          loop?.wake();
        });
      inFlight.add(running);
      return running;
    });
    // A claim that got less than it asked for has taken all there is: the next one waits for the pause or `wake`.
    return { running, mayBeMore: running.length === limit };
  };

  return {
    async runOnce() {
      const { running } = await begin();
      await Promise.all(running);
      return running.length;
    },
    start() {
      const started = startLoop({
        name,
        pauseMs: options.pauseMs,
        logger,
        round: async () => (await begin()).mayBeMore,
      });
      loop = started;
      return {
        async stop() {
          await started.stop();
          await Promise.all(inFlight);
        },
      };
    },
  };
}
