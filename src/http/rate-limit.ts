import { RateLimiterMemory } from 'rate-limiter-flexible';

/** One caller's window after this request was counted in it. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Whole seconds until the window starts anew, rounded up so that nobody comes back too early. */
  resetS: number;
  exceeded: boolean;
}

export interface RateLimiter {
  /** Counts one request of this key against a limit of requests per minute. */
  count(key: string, requestsPerMinute: number): Promise<RateLimitState>;
}

const WINDOW_S = 60;

/** Windows of a minute, counted in this process's memory. */
export function createMemoryRateLimiter(): RateLimiter {
  // The library only counts: each credential has a limit of its own, so the comparison is made here.
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S });
  return {
    async count(key, requestsPerMinute) {
      const { consumedPoints, msBeforeNext } = await counter.consume(key);
      return {
        limit: requestsPerMinute,
        remaining: Math.max(0, requestsPerMinute - consumedPoints),
        resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        exceeded: consumedPoints > requestsPerMinute,
      };
    },
  };
}
