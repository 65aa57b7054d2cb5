import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRouteIndex } from '../../src/http/request/routes.ts';
import type { Answer } from '../support/client.ts';
import { contract } from '../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectError, rawCall } from './raw-call.ts';

describe('query and path parameters', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    for (let count = 0; count < 3; count += 1) {
      await account.api.post('/v1/payment_links', {
        amount: '500',
        currency: 'MXNB',
        description: `Order ${count}`,
      });
    }
  });
  after(() => service?.close());

  const get = (path: string): Promise<Answer> =>
    rawCall(service.baseUrl, { path, headers: { authorization: `Bearer ${account.key.secret}` } });
  const list = (query: string): Promise<Answer> => get(`/v1/payment_links?${query}`);

  it('are read as forms write them: a + is a space, and reserved characters stand for themselves', async () => {
    const reference = 'Order 1042/A: "50 % + $5"';
    const { api, key } = await service.createAccount();
    await api.post('/v1/payment_links', {
      amount: '500',
      currency: 'MXNB',
      description: 'By reference',
      reference,
    });
    for (const written of [
      encodeURIComponent(reference),
      new URLSearchParams({ reference }).toString().slice('reference='.length),
      'Order+1042/A:+%2250+%25+%2B+$5%22',
    ]) {
      const { status, body } = await rawCall(service.baseUrl, {
        path: `/v1/payment_links?reference=${written}`,
        headers: { authorization: `Bearer ${key.secret}` },
      });
      expect(status, written).to.equal(200);
      expect(body.data.map((link: { reference: string }) => link.reference)).to.deep.equal([reference]);
    }
  });

  it('accept a limit from 1 to 100, in digits', async () => {
    for (const [limit, items] of [
      ['1', 1],
      ['2', 2],
      ['100', 3],
    ]) {
      const answer = await list(`limit=${limit}`);
      expect(answer.body.data, String(limit)).to.have.length(Number(items));
      expect(answer.body.has_more).to.equal(Number(items) < 3);
    }
    const refused = `0 101 -1 1e2 0x10 1.5 1.0 01 +5 abc %201 5%20 99999999999999999999 1,2 NaN Infinity % %zz %ff %00`;
    for (const limit of ['', '9'.repeat(20), '9'.repeat(400), `-${'9'.repeat(400)}`, ...refused.split(' ')]) {
      expectError(await list(`limit=${limit}`), 400, 'invalid_request', 'limit');
    }
  });

  it('are refused when given twice', async () => {
    for (const [query, param] of [
      ['limit=1&limit=2', 'limit'],
      ['limit=1&limit=1', 'limit'],
      ['status=paid&status=active', 'status'],
      ['cursor=a&cursor=b', 'cursor'],
      ['created_after=2026-11-01T00:00:00Z&created_after=2026-11-02T00:00:00Z', 'created_after'],
    ] as const) {
      expectError(await list(query), 400, 'invalid_request', param);
    }
  });

  it('are refused and named when unknown', async () => {
    for (const [query, param, hint = ''] of [
      ['x=1', 'x'],
      ['Limit=1', 'Limit', ' Did you mean limit?'],
      ['createdafter=1', 'createdafter', ' Did you mean created_after?'],
      ['[limit]=1', '[limit]', ' Did you mean limit?'],
      ['limit[]=1', 'limit[]', ' Did you mean limit?'],
      ['limit[__proto__]=1', 'limit[__proto__]'],
      ['=1', undefined],
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['toString=1', 'toString'],
      ['kind=x', 'kind'],
      [Array.from({ length: 900 }, (_, at) => `a${at}=1`).join('&'), 'a0'],
    ] as const) {
      const answer = await list(query);
      expectError(answer, 400, 'invalid_request', param);
      expect(answer.body.error.message).to.equal(`This call has no parameter "${param ?? ''}".${hint}`);
    }
    expectError(await get('/v1/ping?limit=1'), 400, 'invalid_request', 'limit');
    expectError(await get('/v1/health?x'), 400, 'invalid_request', 'x');
    expect((await list('')).status).to.equal(200);
    expect((await list('&&')).status).to.equal(200);
  });

  it('are refused when empty or not among the allowed values', async () => {
    for (const [query, param] of [
      ['cursor=', 'cursor'],
      ['status=', 'status'],
      ['status=nope', 'status'],
      ['status=%00', 'status'],
      ['currency=EUR', 'currency'],
      ['created_before=', 'created_before'],
      [`cursor=${'a'.repeat(513)}`, 'cursor'],
    ] as const) {
      expectError(await list(query), 400, 'invalid_request', param);
    }
    for (const [path, param] of [
      ['/v1/transactions?type=nope', 'type'],
      ['/v1/transactions?asset=mxnb', 'asset'],
      [`/v1/transactions?asset=${'A'.repeat(17)}`, 'asset'],
      ['/v1/transactions?payment_link_code=x', 'payment_link_code'],
      ['/v1/transactions?payment_link_code=%00', 'payment_link_code'],
      ['/v1/payment_links/payment_methods', 'currency'],
      ['/v1/payment_links/payment_methods?currency=MXNB', 'amount'],
      ['/v1/payment_links/payment_methods?currency=MXNB&amount=-1', 'amount'],
      ['/v1/payment_links/payment_methods?currency=MXNB&amount=1e5', 'amount'],
      ['/v1/payment_links/payment_methods?currency=MXNB&amount=100.', 'amount'],
      ['/v1/payment_links/payment_methods?currency=MXNB&amount=1234567890123', 'amount'],
    ] as const) {
      expectError(await get(path), 400, 'invalid_request', param);
    }
  });

  it('are all refused with text that cannot be stored', async () => {
    const { operations } = createRouteIndex(contract as never, { environment: 'test' });
    const withQuery = operations.filter(({ queryParams }) => queryParams.size > 0);
    expect(withQuery.length).to.be.above(10);
    for (const { path, queryParams } of withQuery) {
      for (const param of queryParams.keys()) {
        // Any made-up cursor counts as one that was not issued.
        if (param === 'cursor') continue;
        for (const value of ['%00', 'x%00', '%2Fv1%2F%00', '%00'.repeat(40)]) {
          const answer = await get(`${path.replace(/\{\w+\}/g, 'x')}?${param}=${value}`);
          expectError(answer, 400, 'invalid_request', param);
        }
      }
    }
    // Invalid UTF-8 is read as replacement characters, which match nothing.
    const answer = await get('/v1/request_logs?path=%ED%A0%80%ff');
    expect(answer.body.data).to.deep.equal([]);
  });

  it('accept times with a time zone that a database can store', async () => {
    for (const [time, items] of [
      ['2026-01-01T00:00:00Z', 3],
      ['2026-01-01T00:00:00.123Z', 3],
      ['2026-01-01T00:00:00%2B00:00', 3],
      ['2026-01-01T00:00:00-06:00', 3],
      ['2199-12-31T23:59:59Z', 0],
    ] as const) {
      const answer = await list(`created_after=${time}`);
      expect(answer.status, time).to.equal(200);
      expect(answer.body.data, time).to.have.length(items);
    }
    for (const time of [
      '2026-11-01T00:00:00+00:00',
      '2026-11-01',
      '2026-11-01T00:00:00',
      '2026-13-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2016-12-31T23:59:60Z',
      '9999-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '%2B999999-01-01T00:00:00Z',
      '999999-01-01T00:00:00Z',
      'infinity',
      '-infinity',
      'epoch',
      'now',
      '1790000000',
      '%00',
      `2026-11-01T00:00:00.${'1'.repeat(50)}Z`,
    ]) {
      const answer = await list(`created_after=${time}`);
      expectError(answer, 400, 'invalid_request', 'created_after');
      expectError(await list(`created_before=${time}`), 400, 'invalid_request', 'created_before');
    }
    const plus = await list('created_after=2026-11-01T00:00:00+00:00');
    expect(plus.body.error.message).to.match(/%2B/);
  });

  it('refuse a cursor that was not issued for this list', async () => {
    const { next_cursor: cursor } = (await list('limit=1')).body;
    expect((await list(`limit=1&cursor=${cursor}`)).body.data).to.have.length(1);
    const stranger = await service.createAccount();
    const elsewhere = [
      await list('cursor=abc'),
      await list('cursor=%00'),
      await list(`cursor=${cursor}x`),
      await list(`cursor=${cursor}%3D`),
      await list(`cursor=${cursor}&currency=MXNB`),
      await get(`/v1/transactions?cursor=${cursor}`),
      await stranger.api.get(`/v1/payment_links?cursor=${cursor}`),
    ];
    for (const answer of elsewhere) expectError(answer, 400, 'invalid_cursor', 'cursor');
  });

  it('result in 404 for impossible ids and codes', async () => {
    const bad = [
      'x',
      '..%2f',
      '%2e%2e',
      'a%2Fb',
      '%7Bid%7D',
      'null',
      '0',
      '-1',
      '%20',
      "'",
      '%25',
      '%F0%9F%98%80',
    ];
    for (const [path, code] of [
      ['/v1/payment_links', 'payment_link_not_found'],
      ['/v1/transactions', 'transaction_not_found'],
      ['/v1/webhook_endpoints', 'webhook_endpoint_not_found'],
    ] as const) {
      const ids = [...bad, randomUUID(), '00000000-0000-0000-0000-000000000000', `{${randomUUID()}}`];
      for (const id of ids) expectError(await get(`${path}/${id}`), 404, code);
      const remove = { authorization: `Bearer ${account.key.secret}`, 'idempotency-key': randomUUID() };
      if (path === '/v1/transactions') continue;
      const answer = await rawCall(service.baseUrl, { method: 'DELETE', path: `${path}/x`, headers: remove });
      expectError(answer, 404, code);
    }
  });

  it('result in 404 for paths that are not valid text', async () => {
    for (const segment of ['%00', 'a%00b', '%', '%zz', '%ff', '%ed%a0%80', '%c0%80']) {
      expectError(await get(`/v1/payment_links/${segment}`), 404, 'route_not_found');
      expectError(await get(`/v1/${segment}`), 404, 'route_not_found');
      expectError(await get(`/${segment}`), 404, 'route_not_found');
    }
  });

  it('find an id in either letter case', async () => {
    const created = await account.api.post('/v1/webhook_endpoints', {
      url: 'https://shop.example.com/hooks',
    });
    const answer = await get(`/v1/webhook_endpoints/${(created.body.id as string).toUpperCase()}`);
    expect(answer.body.id).to.equal(created.body.id);
  });
});
