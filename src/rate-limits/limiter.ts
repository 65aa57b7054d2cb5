import { describeError, type Logger } from '../lib/logger.ts';

/** One caller's window after this request was counted in it. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Whole seconds until the window resets, rounded up so that no caller retries too early. */
  resetS: number;
  exceeded: boolean;
}

export interface RateLimiter {
  /** Counts one request of this key against a limit of requests per minute. */
  count(key: string, requestsPerMinute: number): Promise<RateLimitState>;
  /** Uncounts a request that was then not started. */
  uncount(key: string, requestsPerMinute: number): Promise<RateLimitState>;
  /** The current window; counts nothing. */
  look(key: string, requestsPerMinute: number): Promise<RateLimitState>;
}

/** The store of the counts of requests, which is this process or a store that all processes share. */
export interface RateLimitStore {
  /** Adds to the requests in the key's one-minute window, which starts with the first; 0 only reads. */
  increment(key: string, by: 1 | 0 | -1): Promise<{ used: number; endsInMs: number }>;
  close(): Promise<void>;
}

export const WINDOW_S = 60;

/** Stores only count; each credential has its own limit, so the comparison is made here. */
export function createRateLimiter(store: RateLimitStore): RateLimiter {
  const increment = async (key: string, by: 1 | 0 | -1, limit: number): Promise<RateLimitState> => {
    const { used, endsInMs } = await store.increment(key, by);
    return {
      limit,
      remaining: Math.min(limit, Math.max(0, limit - used)),
      resetS: Math.max(1, Math.ceil(endsInMs / 1000)),
      exceeded: used > limit,
    };
  };
  return {
    count: (key, requestsPerMinute) => increment(key, 1, requestsPerMinute),
    uncount: (key, requestsPerMinute) => increment(key, -1, requestsPerMinute),
    look: (key, requestsPerMinute) => increment(key, 0, requestsPerMinute),
  };
}

/** More windows than legitimate callers start in a minute; an attacker with an IPv6 /32 has a network for each call. */
const MAX_WINDOWS = 100_000;

interface Window {
  used: number;
  endsAtMs: number;
}

/**
 * Counts in this process's memory, which is exact for a deployment of one process. Above 100,000 windows, the older
 * half ends early. Not rate-limiter-flexible, which sets a timer for each window and keeps an unlimited number of them.
 */
export function createMemoryStore(): RateLimitStore {
  let windows = new Map<string, Window>();
  /** Windows started before the last rotation; all have ended by the next, at least a minute later. */
  let earlier = new Map<string, Window>();
  let turnAtMs = 0;

  const begin = (key: string, nowMs: number): Window => {
    if (nowMs >= turnAtMs || windows.size >= MAX_WINDOWS / 2) {
      earlier = windows;
      windows = new Map();
      turnAtMs = nowMs + WINDOW_S * 1000;
    }
    const window = { used: 0, endsAtMs: nowMs + WINDOW_S * 1000 };
    windows.set(key, window);
    return window;
  };

  return {
    increment(key, by) {
      // Whole, so that a window's length is not a fraction more than a minute.
      const nowMs = Math.floor(performance.now());
      const known = windows.get(key) ?? earlier.get(key);
      const window = known && known.endsAtMs > nowMs ? known : begin(key, nowMs);
      window.used += by;
      return Promise.resolve({ used: window.used, endsInMs: window.endsAtMs - nowMs });
    },
    close: () => Promise.resolve(),
  };
}

/**
 * An unavailable shared store must not take the API down, so each process counts on its own until it recovers. That is
 * logged once at the start and once at the end, and `onFallback` is called for every request counted that way.
 */
export function withFallback(shared: RateLimitStore, logger: Logger, onFallback: () => void): RateLimitStore {
  const own = createMemoryStore();
  let away = false;
  return {
    async increment(key, by) {
      try {
        const counted = await shared.increment(key, by);
        if (away) logger.info('rate limit store recovered');
        away = false;
        return counted;
      } catch (error) {
        if (!away) {
          logger.error('rate limit store unavailable; each process counts on its own', describeError(error));
        }
        away = true;
        onFallback();
        return own.increment(key, by);
      }
    },
    close: () => shared.close(),
  };
}
