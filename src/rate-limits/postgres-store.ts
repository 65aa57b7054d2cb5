import type { Queryable } from '../db/index.ts';
import type { RateLimitStore } from './limiter.ts';
import { countRequests } from './repository.ts';

/** Counts in the service's own database, by its clock, so that the hosts' clocks do not matter. */
export function createPostgresStore(read: Queryable): RateLimitStore {
  return {
    async increment(key, by) {
      const { used, endsInMs } = await countRequests(read, key, by);
      return { used, endsInMs: Number(endsInMs) };
    },
    close: () => Promise.resolve(),
  };
}
