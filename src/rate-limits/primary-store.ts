import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { WINDOW_S, type RateLimitStore } from './limiter.ts';

/**
 * Counts in the memory of the primary process, for its worker processes, so that counts are exact across all of them
 * (WORKERS).
 */
export function createPrimaryStore(): RateLimitStore {
  const counter = new RateLimiterCluster({
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_S,
    keyPrefix: 'payments-rate-limit',
  });
  return {
    async increment(key, by) {
      const { consumedPoints, msBeforeNext } = await counter.penalty(key, by);
      return { used: consumedPoints, endsInMs: msBeforeNext };
    },
    close: () => Promise.resolve(),
  };
}

/** The primary's side of that store; call it once, before starting a worker process. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}
