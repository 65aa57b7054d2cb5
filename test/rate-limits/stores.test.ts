import { expect } from 'chai';
import { startService } from '../support/service.ts';
import { itIsSharedByProcesses, itLimits } from './stores.ts';

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
