import { expect } from 'chai';
import { itIsSharedByProcesses, itLimits, LIMIT } from '../../test/rate-limits/stores.ts';
import { until } from '../../test/support/poll.ts';
import { redisOfSuite, whileStoreAnswers } from '../../test/support/outside/rate-limit-store.ts';
import { startService } from '../../test/support/service.ts';

describe('the rate limit', () => {
  describe('counted in Redis', () => {
    const redis = redisOfSuite();
    const environment = () => ({ RATE_LIMIT_STORE: 'redis', REDIS_URL: redis().url });
    itLimits(() => startService(environment()));
    itIsSharedByProcesses(environment);

    it('is counted per process while Redis is down, and in Redis again once it is back', async () => {
      const service = await startService(environment());
      try {
        const api = await whileStoreAnswers([service], async () => {
          const account = await service.createAccount({ requestsPerMinute: LIMIT });
          const answer = await account.api.get('/v1/ping');
          expect(answer.headers.get('ratelimit-remaining')).to.equal(String(LIMIT - 1));
          return account.api;
        });
        redis().process.kill('SIGSTOP');
        expect((await api.get('/v1/ping')).headers.get('ratelimit-remaining')).to.equal(String(LIMIT - 1));
        redis().process.kill('SIGKILL');
        expect((await api.get('/v1/ping')).headers.get('ratelimit-remaining')).to.equal(String(LIMIT - 2));
        await redis().restart();
        // The new Redis starts from zero, which tells its counts from the process's own.
        const isCountedInRedis = async () =>
          (await api.get('/v1/ping')).headers.get('ratelimit-remaining') === String(LIMIT - 1);
        await until(isCountedInRedis, { what: 'Redis is used again' });
      } finally {
        await service.close();
      }
    });
  });
});
