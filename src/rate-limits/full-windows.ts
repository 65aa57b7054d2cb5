import type { RateLimiter, RateLimitState } from './limiter.ts';

const MAX_KNOWN = 10_000;

/** A limiter that knows, without querying its store, which windows are full. */
interface FullWindows extends Pick<RateLimiter, 'count'> {
  isFull(key: string): boolean;
}

/**
 * Remembers which windows are full until they end. Meanwhile, their requests are refused without being counted, so that
 * a flood of them reaches neither the store nor anything behind it.
 */
export function rememberFullWindows(limiter: Pick<RateLimiter, 'count'>): FullWindows {
  const known = new Map<string, { limit: number; endsAtMs: number }>();

  const find = (key: string): RateLimitState | undefined => {
    const full = known.get(key);
    if (!full) return undefined;
    const endsInMs = full.endsAtMs - performance.now();
    if (endsInMs > 0) {
      return { limit: full.limit, remaining: 0, resetS: Math.ceil(endsInMs / 1000), exceeded: true };
    }
    known.delete(key);
    return undefined;
  };

  const remember = (key: string, { limit, resetS }: RateLimitState): void => {
    // The first one ends soonest, because all windows are equally long.
    const [oldest] = known.keys();
    if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(key, { limit, endsAtMs: performance.now() + resetS * 1000 });
  };

  return {
    isFull: (key) => find(key) !== undefined,
    async count(key, requestsPerMinute) {
      const full = find(key);
      if (full) return full;
      const state = await limiter.count(key, requestsPerMinute);
      if (state.remaining === 0) remember(key, state);
      return state;
    },
  };
}
