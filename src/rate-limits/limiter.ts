import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describeError, type Logger } from '../lib/logger.ts';

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

/** Where requests are counted: in this process, or somewhere that all processes share. */
export interface RateLimitStore {
  /** Counts one request in the key's window of a minute, which starts with its first request. */
  increment(key: string): Promise<{ used: number; endsInMs: number }>;
  close(): Promise<void>;
}

export const WINDOW_S = 60;

/** A store only counts; each credential has a limit of its own, so the comparison is made here. */
export function createRateLimiter(store: RateLimitStore): RateLimiter {
  return {
    async count(key, requestsPerMinute) {
      const { used, endsInMs } = await store.increment(key);
      return {
        limit: requestsPerMinute,
        remaining: Math.max(0, requestsPerMinute - used),
        resetS: Math.max(1, Math.ceil(endsInMs / 1000)),
        exceeded: used > requestsPerMinute,
      };
    },
  };
}

/** Counts in this process's memory: exact for a deployment of one process. */
export function createMemoryStore(): RateLimitStore {
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S });
  return {
    async increment(key) {
      const { consumedPoints, msBeforeNext } = await counter.consume(key);
      return { used: consumedPoints, endsInMs: msBeforeNext };
    },
    close: () => Promise.resolve(),
  };
}

/**
 * A shared store that is gone must not take the API with it: until it is back, each process counts for itself.
 * That is said once when it begins and once when it ends, and `onFallback` hears of every request so counted.
 */
export function withFallback(shared: RateLimitStore, logger: Logger, onFallback: () => void): RateLimitStore {
  const own = createMemoryStore();
  let away = false;
  return {
    async increment(key) {
      try {
        const counted = await shared.increment(key);
        if (away) logger.info('the rate limit store is back');
        away = false;
        return counted;
      } catch (error) {
        if (!away) {
          logger.error('the rate limit store is gone; each process counts for itself', describeError(error));
        }
        away = true;
        onFallback();
        return own.increment(key);
      }
    },
    close: () => shared.close(),
  };
}
