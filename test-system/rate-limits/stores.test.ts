import { expect } from 'chai';
import type { Client } from '../../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/poll.ts';
import {
  canStartRedis,
  startRedis,
  whileStoreAnswers,
  type Redis,
} from '../../test/support/outside/rate-limit-store.ts';
import { runningOn, startService, type TestService } from '../../test/support/service.ts';

const LIMIT = 40;

describe('the rate limit', () => {
  describe('counted in Redis', function () {
    let redis: Redis;
    before(async function () {
      if (!canStartRedis()) this.skip();
      redis = await startRedis();
    });
    after(() => redis?.stop());

    const environment = () => ({ RATE_LIMIT_STORE: 'redis', REDIS_URL: redis.url });
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
        redis.process.kill('SIGSTOP');
        expect((await api.get('/v1/ping')).headers.get('ratelimit-remaining')).to.equal(String(LIMIT - 1));
        redis.process.kill('SIGKILL');
        expect((await api.get('/v1/ping')).headers.get('ratelimit-remaining')).to.equal(String(LIMIT - 2));
        await redis.restart();
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

function itLimits(start: () => Promise<TestService>): void {
  it('is exact for concurrent calls, and says when to come back', async () => {
    const service = await start();
    try {
      const { statuses, refused } = await whileStoreAnswers([service], async () => {
        const { api } = await service.createAccount({ requestsPerMinute: LIMIT });
        return { statuses: await callAtOnce([api], LIMIT * 2), refused: await api.get('/v1/ping') };
      });
      expect(statuses.filter((status) => status === 200)).to.have.length(LIMIT);
      expect(statuses.filter((status) => status === 429)).to.have.length(LIMIT);
      expect(refused.body.error.code).to.equal('rate_limit_exceeded');
      expect(refused.headers.get('ratelimit-remaining')).to.equal('0');
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    } finally {
      await service.close();
    }
  });
}

function itIsSharedByProcesses(environment: () => Record<string, string>): void {
  it('is exact across two processes', async () => {
    const database: TestDatabase = await createTestDatabase();
    const first = await runningOn(database, environment());
    const second = await runningOn(database, { ...environment(), SECRETS_KEY: first.secretsKey });
    try {
      const statuses = await whileStoreAnswers([first, second], async () => {
        const { key } = await first.createAccount({ requestsPerMinute: LIMIT });
        return callAtOnce([first.client(key.secret), second.client(key.secret)], LIMIT * 2);
      });
      expect(statuses.filter((status) => status === 200)).to.have.length(LIMIT);
    } finally {
      await second.close();
      await first.close();
      await database.drop();
    }
  });
}

async function callAtOnce(clients: Client[], count: number): Promise<number[]> {
  return Promise.all(
    Array.from(
      { length: count },
      async (_, turn) => (await clients[turn % clients.length]!.get('/v1/ping')).status,
    ),
  );
}
