import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { whileStoreAnswers } from '../support/outside/rate-limit-store.ts';
import { runningOn, type TestService } from '../support/service.ts';

/** How many requests the account of these tests may make per minute. */
export const LIMIT = 40;

export function itLimits(start: () => Promise<TestService>): void {
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

export function itIsSharedByProcesses(environment: () => Record<string, string>): void {
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
