import { expect } from 'chai';
import type { Answer } from '../../support/client.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError, rawCall } from '../raw-call.ts';

describe('the rate limit', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount();
  });
  after(() => service?.close());

  const clientWith = async (requestsPerMinute: number) =>
    service.client((await service.createKey(account.id, { requestsPerMinute })).secret);
  const from = (address: string, path: string, authorization = 'Bearer nonsense', method = 'GET') =>
    rawCall(service.baseUrl, { method, path, headers: { 'x-forwarded-for': address, authorization } });
  const remainingOf = ({ headers }: Answer) => Number(headers.get('ratelimit-remaining'));

  it('counts down the requests of a key, and refuses those beyond', async () => {
    const api = await clientWith(5);
    const startedAtMs = performance.now();
    for (const left of [4, 3, 2, 1, 0]) {
      const answer = await api.get('/v1/ping');
      expect(answer.status).to.equal(200);
      expect(remainingOf(answer)).to.equal(left);
      expect(answer.headers.get('ratelimit-limit')).to.equal('5');
      const passedS = (performance.now() - startedAtMs) / 1_000;
      expect(Number(answer.headers.get('ratelimit-reset'))).to.be.within(Math.floor(60 - passedS), 60);
    }
    for (let count = 0; count < 3; count += 1) {
      const answer = await api.get('/v1/ping');
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(remainingOf(answer)).to.equal(0);
      expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
      expect(answer.headers.get('retry-after')).to.equal(answer.headers.get('ratelimit-reset'));
    }
  });

  it('belongs to one key: other keys of the account are not affected', async () => {
    const [tight, wide] = [await clientWith(1), await clientWith(3)];
    await tight.get('/v1/ping');
    expect((await tight.get('/v1/ping')).status).to.equal(429);
    expect(remainingOf(await wide.get('/v1/ping'))).to.equal(2);
  });

  it('is exact for simultaneous requests', async () => {
    const api = await clientWith(20);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.get('/v1/ping')));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.map(remainingOf).sort((a, b) => b - a)).to.deep.equal(
      Array.from({ length: 20 }, (_, at) => 19 - at),
    );
    expect(answers.filter(({ status }) => status === 429)).to.have.length(30);
  });

  it('leaves a refused call without effect', async () => {
    const api = await clientWith(1);
    const link = { amount: '500', currency: 'MXNB', description: 'Order 7' };
    const options = { idempotencyKey: 'limited' };
    await api.get('/v1/ping');
    expectError(await api.post('/v1/payment_links', link, options), 429, 'rate_limit_exceeded');
    expect((await account.api.get('/v1/payment_links/stats')).body.total).to.equal(0);
    expect((await account.api.post('/v1/payment_links', link, options)).status).to.equal(201);
  });

  it('counts all callers without a usable key by address', async () => {
    const mixed = [
      await from('192.0.2.1', '/v1/ping'),
      await from('192.0.2.1', '/v1/nope'),
      await from('192.0.2.1', '/nope'),
      await from('::ffff:192.0.2.1', '/v1/balances'),
      await from('192.0.2.1', '/v1/payment_links/PL-0000-0000-0000/cancel'),
    ];
    expect(mixed.map(({ status }) => status)).to.deep.equal([401, 404, 404, 401, 405]);
    expect(mixed.map(remainingOf)).to.deep.equal([119, 118, 117, 116, 115]);
    const flood = await Promise.all(Array.from({ length: 130 }, () => from('192.0.2.1', '/v1/ping')));
    expect(flood.filter(({ status }) => status === 401)).to.have.length(115);
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused).to.have.length(15);
    for (const answer of refused) {
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    expectError(await from('192.0.2.1', '/v1/nope'), 429, 'rate_limit_exceeded');
    expect((await from('192.0.2.2', '/v1/ping')).status).to.equal(401);
  });

  it('is separate for probes, so that wrong keys do not make the service look down', async () => {
    const address = '192.0.2.3';
    await Promise.all(Array.from({ length: 121 }, () => from(address, '/v1/ping')));
    expectError(await from(address, '/v1/ping'), 429, 'rate_limit_exceeded');
    const probes = await Promise.all(Array.from({ length: 150 }, () => from(address, '/v1/health')));
    expect(new Set(probes.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(probes[0]?.headers.get('ratelimit-limit')).to.equal('1200');
    const other = await from('192.0.2.4', '/v1/ping');
    await from('192.0.2.4', '/v1/health');
    expect(remainingOf(await from('192.0.2.4', '/v1/ping'))).to.equal(remainingOf(other) - 1);
  });

  it('applies to probes too', async () => {
    const probes = await Promise.all(Array.from({ length: 1_201 }, () => from('192.0.2.5', '/v1/health')));
    const refused = probes.filter(({ status }) => status !== 200);
    expect(refused).to.have.length(1);
    for (const answer of refused) expectError(answer, 429, 'rate_limit_exceeded');
  });

  it('of a usable key, not of its address, counts unknown paths and methods', async () => {
    const address = '192.0.2.6';
    const { secret } = await service.createKey(account.id, { requestsPerMinute: 5 });
    const wrong: [method: string, path: string, status: number][] = [
      ['GET', '/v1/nope', 404],
      ['PUT', '/v1/payment_links', 405],
      ['GET', '/nope', 404],
      ['POST', '/', 404],
    ];
    const windows: (number | string | null)[][] = [];
    for (const [method, path, status] of wrong) {
      const answer = await from(address, path, `Bearer ${secret}`, method);
      expect(answer.status, path).to.equal(status);
      windows.push([answer.headers.get('ratelimit-limit'), remainingOf(answer)]);
    }
    expect(windows).to.deep.equal([
      ['5', 4],
      ['5', 3],
      ['5', 2],
      ['5', 1],
    ]);
    expect((await from(address, '/v1/ping', `Bearer ${secret}`)).status).to.equal(200);
    expectError(await from(address, '/v1/nope', `Bearer ${secret}`), 429, 'rate_limit_exceeded');
    expect(remainingOf(await from(address, '/v1/nope')), 'of the address').to.equal(119);
  });
});
