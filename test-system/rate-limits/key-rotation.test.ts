import { itRotates } from '../../test/rate-limits/new-key.ts';
import { redisOfSuite } from '../../test/support/outside/rate-limit-store.ts';

describe('a new API key beside clients that still use the old one', () => {
  describe('counted in Redis', () => {
    const redis = redisOfSuite();
    itRotates(() => ({ RATE_LIMIT_STORE: 'redis', REDIS_URL: redis().url }));
  });
});
