import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { whileStoreAnswers } from '../support/outside/rate-limit-store.ts';
import { runningOn, startService, type TestService } from '../support/service.ts';

const LIMIT = 40;

describe('the rate limit', () => {
  describe('counted in memory', () => itLimits(() => startService({ RATE_LIMIT_STORE: 'memory' })));

  describe('counted in Postgres', () => {
    itLimits(() => startService({ RATE_LIMIT_STORE: 'postgres' }));
    itIsSharedByProcesses(() => ({ RATE_LIMIT_STORE: 'postgres' }));

    it('is asked for calls with a key only: health checks do not depend on the database', async () => {
      const service = await startService({ RATE_LIMIT_STORE: 'postgres' });
      const windows = () => service.database.query('select key from rate_limit_windows');
      try {
        const health = await service.client(undefined).get('/v1/health');
        expect([health.status, health.headers.get('ratelimit-limit')]).to.deep.equal([200, '1200']);
        expect(await windows()).to.deep.equal([]);
        expect((await service.client(undefined).get('/v1/ping')).status).to.equal(401);
        expect(await windows()).to.have.length(1);
      } finally {
        await service.close();
      }
    });

    it("restarts when the window has ended, by the database's clock", async () => {
      const service = await startService({ RATE_LIMIT_STORE: 'postgres' });
      try {
        const { api } = await service.createAccount({ requestsPerMinute: 1 });
        expect((await api.get('/v1/ping')).status).to.equal(200);
        expect((await api.get('/v1/ping')).status).to.equal(429);
        await service.database.query(`update rate_limit_windows set ends_at = now() - interval '1 ms'`);
        const startedAtMs = performance.now();
        const fresh = await api.get('/v1/ping');
        const passedS = (performance.now() - startedAtMs) / 1_000;
        expect(fresh.status).to.equal(200);
        expect(Number(fresh.headers.get('ratelimit-reset'))).to.be.within(Math.floor(60 - passedS), 60);
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
