import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { itOnOneDay, secondsLeftToday } from '../support/clock.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectCommonHeaders, expectError, expectMoneyHeaders } from './raw-call.ts';

describe('headers of every response', () => {
  let service: TestService;
  let account: TestAccount;
  const link = { amount: '500', currency: 'MXNB', description: 'Order 7' };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('include the request id, the version and the rate limit, whatever the status', async () => {
    const reader = service.client((await service.createKey(account.id, { scopes: [] })).secret);
    const slow = service.client((await service.createKey(account.id, { requestsPerMinute: 1 })).secret);
    await slow.get('/v1/ping');
    const key = randomUUID();
    await account.api.post('/v1/ping', {}, { idempotencyKey: key });
    const answers = [
      await account.api.get('/v1/ping'),
      await account.api.post('/v1/payment_links', link),
      await account.api.get('/v1/ping?x=1'),
      await service.client('sk_test_nonsense').get('/v1/ping'),
      await reader.get('/v1/balances'),
      await account.api.get('/v1/nowhere'),
      await account.api.call('PUT', '/v1/ping'),
      await account.api.get('/elsewhere'),
      await account.api.delete(`/v1/payment_links/${await newCode()}`),
      await account.api.call('POST', '/v1/ping', { rawBody: `"${'x'.repeat(300_000)}"` }),
      await account.api.call('POST', '/v1/ping', { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
      await account.api.post('/v1/ping', { other: true }, { idempotencyKey: key }),
      await slow.get('/v1/ping'),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([
      200, 201, 400, 401, 403, 404, 405, 404, 409, 413, 415, 422, 429,
    ]);
    answers.forEach(expectCommonHeaders);
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')));
    expect(ids.size).to.equal(answers.length);
  });

  it('are also sent with a 500, which reveals nothing about its cause', async () => {
    await service.database.query('alter table ledger_balances rename to ledger_balances_away');
    try {
      const answer = await account.api.get('/v1/balances');
      expectError(answer, 500, 'internal_error');
      expect(answer.text).to.not.match(/ledger|relation|select|stack|\.ts/i);
    } finally {
      await service.database.query('alter table ledger_balances_away rename to ledger_balances');
    }
    expect((await account.api.get('/v1/balances')).status).to.equal(200);
  });

  itOnOneDay('count money operations on successful changes only', async () => {
    const fresh = await service.createAccount({ moneyOperationsPerDay: 10 });
    const remaining = (answer: { headers: Headers }) => answer.headers.get('ratelimit-money-remaining');
    const leftBefore = secondsLeftToday();
    const created = await fresh.api.post('/v1/payment_links', link);
    const cancelled = await fresh.api.post(`/v1/payment_links/${created.body.code}/cancel`);
    const deleted = await fresh.api.delete(`/v1/payment_links/${created.body.code}`);
    const endpoint = await fresh.api.post('/v1/webhook_endpoints', { url: 'https://shop.example.com/hooks' });
    const pinged = await fresh.api.post('/v1/ping', {});
    const successes = [created, cancelled, deleted, endpoint, pinged];
    expect(successes.map(({ status }) => status)).to.deep.equal([201, 200, 204, 201, 200]);
    successes.forEach(expectMoneyHeaders);
    expect(successes.map(remaining)).to.deep.equal(['9', '8', '7', '7', '7']);
    for (const { headers } of successes) {
      expect(headers.get('ratelimit-money-limit')).to.equal('10');
      const resetS = Number(headers.get('ratelimit-money-reset'));
      expect(resetS).to.be.within(secondsLeftToday() - 1, leftBefore + 1);
    }
    const others = [await fresh.api.get('/v1/ping'), await fresh.api.post('/v1/payment_links', {})];
    expect(others.map(remaining)).to.deep.equal([null, null]);
  });

  it('keep responses out of caches and prevent content sniffing', async () => {
    for (const answer of [await account.api.get('/v1/ping'), await account.api.get('/v1/nowhere')]) {
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      expect(answer.headers.get('x-powered-by')).to.equal(null);
      expect(answer.headers.get('etag')).to.equal(null);
    }
  });

  it('come without a body or length on a 204', async () => {
    const code = await newCode();
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    const answer = await account.api.delete(`/v1/payment_links/${code}`);
    expect(answer.status).to.equal(204);
    expect(answer.text).to.equal('');
    expect(answer.headers.get('content-length')).to.equal(null);
    expect(answer.headers.get('content-type')).to.equal(null);
  });

  async function newCode(): Promise<string> {
    return (await account.api.post('/v1/payment_links', link)).body.code as string;
  }
});
