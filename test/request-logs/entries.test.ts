import { expect } from 'chai';
import { newRequestId } from '../../src/lib/ids.ts';
import type { Client } from '../support/client.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { entryOf, requestIdOf, untilLogged } from './entries.ts';

const LINK = { amount: '1500', currency: 'MXNB', description: 'Order 1042' };

describe('the call log', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount({ name: 'Web shop' });
    api = account.api;
  });
  after(() => service?.close());

  it('shows who called what, from where and when, and the response', async () => {
    const before = Date.now();
    const created = await api.post('/v1/payment_links', LINK, {
      idempotencyKey: 'order-1042',
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const after = Date.now();
    const { created_at, duration_ms, request_headers, request_body, response_body, ...entry } = await entryOf(
      api,
      created,
    );
    expect(entry).to.deep.equal({
      object: 'request_log',
      request_id: requestIdOf(created),
      method: 'POST',
      path: '/v1/payment_links',
      query: null,
      operation: 'createPaymentLink',
      status: 201,
      error_code: null,
      ip: '203.0.113.7',
      credential: { id: account.key.id, name: 'Web shop', last_four: account.key.lastFour },
      idempotency_key: 'order-1042',
      api_version: '2026-11-01',
    });
    expect(Date.parse(created_at)).to.be.within(before - 1, after);
    expect(duration_ms).to.be.within(0, after - before + 1);
    expect(request_headers['Idempotency-Key']).to.equal('order-1042');
    expect(request_body).to.deep.equal(LINK);
    expect(response_body).to.include({ object: 'payment_link', code: created.body.code, status: 'active' });
  });

  it('has of reads that succeeded only a summary, if the operator wants no more', async () => {
    const brief = await startService({ CALL_LOG_READS: 'summary' });
    try {
      const { api: client } = await brief.createAccount();
      const read = await entryOf(client, await client.get('/v1/balances'));
      expect(read).to.include({ method: 'GET', path: '/v1/balances', status: 200, response_body: null });
      expect(read.request_headers).to.deep.equal({});
      const missing = await entryOf(client, await client.get('/v1/payment_links/PL-7K2M-9QX4-B1TZ'));
      expect(missing.response_body.error.code).to.equal('payment_link_not_found');
      const created = await entryOf(client, await client.post('/v1/payment_links', LINK));
      expect(created.request_body).to.deep.equal(LINK);
    } finally {
      await brief.close();
    }
  });

  it('has no body where there was none, or for an image', async () => {
    const { code } = (await api.post('/v1/payment_links', LINK)).body;
    const image = await entryOf(api, await api.get(`/v1/payment_links/${code}/qr`));
    expect(image).to.deep.include({
      status: 200,
      idempotency_key: null,
      request_body: null,
      response_body: null,
    });
    await api.post(`/v1/payment_links/${code}/cancel`);
    const removed = await entryOf(api, await api.delete(`/v1/payment_links/${code}`));
    expect(removed).to.deep.include({
      status: 204,
      error_code: null,
      request_body: null,
      response_body: null,
    });
  });

  it('keeps the query separate from the path, with the parameters of the operation', async () => {
    const entry = await entryOf(api, await api.get('/v1/payment_links?status=paid&limit=3'));
    expect(entry).to.deep.include({ path: '/v1/payment_links', query: { status: 'paid', limit: '3' } });
    const { data } = (await api.get(`/v1/request_logs?request_id=${entry.request_id}`)).body;
    expect(data[0].query).to.deep.equal(entry.query);

    const wrong = 'status=%00%ED%A0%80&limit=1&limit=2&api_key=secret&__proto__=x&currency=%C3%B1%20x';
    const refused = await entryOf(api, await api.get(`/v1/payment_links?${wrong}`));
    expect(refused.status).to.equal(400);
    expect(refused.query).to.deep.equal({
      status: '\ufffd\ufffd\ufffd\ufffd',
      limit: '1,2',
      api_key: '[redacted]',
      '[redacted]': '[redacted]',
      currency: 'ñ x',
    });
    const unknown = await entryOf(api, await api.get('/v1/payment_links/stats?token=secret'));
    expect(unknown).to.deep.include({ status: 400, query: { token: '[redacted]' } });
    const events = await entryOf(api, await api.get('/v1/events?limit=1'));
    expect(events.query, 'no default that nobody sent').to.deep.equal({ limit: '1' });
    const found = await entryOf(api, await api.get('/v1/payment_links?metadata[order_id]=10442'));
    expect(found.query).to.deep.equal({ 'metadata[order_id]': '[redacted]' });
  });

  it('keeps the headers that the call depends on, as they were sent', async () => {
    const answered = await api.post('/v1/payment_links', LINK, {
      idempotencyKey: 'with-headers',
      headers: {
        accept: '*/*',
        'user-agent': 'shop/1.2',
        'service-version': '2026-05-01',
        'x-secret': 'secret',
      },
    });
    const { request_headers } = await entryOf(api, answered);
    expect(request_headers).to.include({
      'Content-Type': 'application/json',
      'Idempotency-Key': 'with-headers',
      'Service-Version': '2026-05-01',
      'User-Agent': 'shop/1.2',
    });
    expect(Object.keys(request_headers)).to.have.members([
      'Accept',
      'Content-Type',
      'Idempotency-Key',
      'Service-Version',
      'User-Agent',
    ]);
    const plain = await entryOf(
      api,
      await api.get('/v1/balances', { headers: { 'user-agent': 'x'.repeat(900) } }),
    );
    expect(plain.request_headers).not.to.have.any.keys('Service-Version', 'Idempotency-Key', 'Content-Type');
    expect(plain.request_headers['User-Agent']).to.equal('x'.repeat(255));
  });

  it('shows a body as it was sent, without the defaults of what was left out', async () => {
    const created = await entryOf(api, await api.post('/v1/payment_links', LINK));
    expect(created.request_body).to.deep.equal(LINK);
    expect(created.response_body.fee_bearer).to.equal('merchant');
    const url = 'https://shop.example.com/hooks';
    const endpoint = await entryOf(api, await api.post('/v1/webhook_endpoints', { url }));
    expect(endpoint.request_body).to.deep.equal({ url: 'https://shop.example.com/[redacted]' });
  });

  it('redacts the echo of a ping, and only if there was one', async () => {
    const ping = (body?: object) => api.post('/v1/ping', body, { idempotencyKey: JSON.stringify(body ?? 0) });
    for (const answered of [await ping({ card: 1 }), await ping({ card: 1 }), await ping({})]) {
      const entry = await entryOf(api, answered);
      expect(entry.request_body).to.equal('[redacted]');
      expect(entry.response_body.echo).to.equal('[redacted]');
    }
    const empty = await entryOf(api, await ping());
    expect(empty.request_body).to.equal(null);
    expect(empty.response_body.echo).to.equal(null);
  });

  it('includes calls to a path or method that does not exist', async () => {
    const missing = await entryOf(api, await api.get('/v1/nope?status=paid'));
    expect(missing).to.deep.include({
      method: 'GET',
      path: '/v1/nope',
      query: { status: '[redacted]' },
      operation: null,
      status: 404,
      error_code: 'route_not_found',
      request_body: null,
    });
    const wrong = await entryOf(
      api,
      await api.call('PUT', '/v1/payment_links', { body: { token: 'secret' } }),
    );
    expect(wrong).to.deep.include({
      method: 'PUT',
      query: null,
      operation: null,
      status: 405,
      error_code: 'method_not_allowed',
      request_body: '[redacted]',
    });
    expect(await entryOf(api, await api.get('/elsewhere'))).to.include({
      path: '/elsewhere',
      operation: null,
    });
  });

  it('truncates a long path', async () => {
    const long = await entryOf(api, await api.get(`/v1/payment_links/${'x'.repeat(1_000)}`));
    expect(long).to.include({ status: 400, path: `/v1/payment_links/${'x'.repeat(494)}` });
  });

  it('includes its own calls', async () => {
    const listed = await api.get('/v1/request_logs');
    expect(await entryOf(api, listed)).to.include({ operation: 'listRequestLogs', status: 200 });
    const missing = await api.get(`/v1/request_logs/${newRequestId()}`);
    expect(await entryOf(api, missing)).to.include({ operation: 'getRequestLog', status: 404 });
  });

  it('shows the version that built the response, and the body in that version', async () => {
    const { code } = (await api.post('/v1/payment_links', LINK)).body;
    await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
    const old = await api.get('/v1/transactions', { headers: { 'service-version': '2026-05-01' } });
    const entry = await entryOf(api, old);
    expect(entry.api_version).to.equal('2026-05-01');
    expect(entry.response_body.data[0]).to.include({ object: 'transaction', kind: 'payment' });
  });

  describe('of failed calls', () => {
    const failures: [string, () => Promise<Awaited<ReturnType<Client['get']>>>, object][] = [
      [
        'a refused body',
        () => api.post('/v1/payment_links', { ...LINK, amount: '1' }),
        { status: 400, error_code: 'invalid_request', request_body: { ...LINK, amount: '1' } },
      ],
      [
        'a body with fields that do not exist',
        () => api.post('/v1/payment_links', { ...LINK, amuont: '1500', 'ana@example.com': 1 }),
        {
          status: 400,
          error_code: 'invalid_request',
          request_body: { ...LINK, amuont: '[redacted]', '[redacted]': '[redacted]' },
        },
      ],
      [
        'a body that is not JSON',
        () => api.post('/v1/payment_links', undefined, { rawBody: '{"amount":' }),
        { status: 400, error_code: 'invalid_request', request_body: '[redacted]' },
      ],
      [
        'a body where none is taken',
        () => api.post('/v1/payment_links/PL-0000-0000-0000/cancel', { reason: 'x' }),
        { status: 400, error_code: 'invalid_request', request_body: '[redacted]' },
      ],
      [
        'text that cannot be stored',
        () => api.post('/v1/payment_links', undefined, { rawBody: '{"description":"\\u0000"}' }),
        { status: 400, error_code: 'invalid_request' },
      ],
      [
        'a path and a parameter with strange characters',
        () => api.get('/v1/payment_links/stats?%00%1d%1e%1f%ED%A0%80=1'),
        { status: 400, error_code: 'invalid_request' },
      ],
      [
        'a missing idempotency key',
        () => api.post('/v1/payment_links', LINK, { idempotencyKey: null }),
        { status: 400, error_code: 'idempotency_key_required', idempotency_key: null, request_body: LINK },
      ],
      [
        'an invalid idempotency key',
        () => api.post('/v1/payment_links', LINK, { idempotencyKey: 'ñ'.repeat(300) }),
        { status: 400, error_code: 'invalid_request', idempotency_key: 'ñ'.repeat(255) },
      ],
      [
        'an unknown version',
        () => api.post('/v1/payment_links', LINK, { headers: { 'service-version': '1999-01-01' } }),
        { status: 400, error_code: 'unknown_api_version', request_body: LINK },
      ],
      [
        'a missing record',
        () => api.get('/v1/payment_links/PL-0000-0000-0000'),
        { status: 404, error_code: 'payment_link_not_found' },
      ],
      [
        'a conflict',
        async () => {
          const { code } = (await api.post('/v1/payment_links', LINK)).body;
          return api.delete(`/v1/payment_links/${code}`);
        },
        { status: 409, error_code: 'payment_link_not_deletable' },
      ],
      [
        'a reused idempotency key',
        async () => {
          await api.post('/v1/ping', { a: 1 }, { idempotencyKey: 'again' });
          return api.post('/v1/ping', { a: 2 }, { idempotencyKey: 'again' });
        },
        { status: 422, error_code: 'idempotency_key_reused' },
      ],
    ];
    for (const [what, call, expected] of failures) {
      it(`includes ${what}`, async () => {
        const answer = await call();
        const entry = await entryOf(api, answer);
        expect(entry).to.deep.include(expected);
        const { code, message } = answer.body.error;
        expect(entry.response_body.error).to.include({ code, message });
      });
    }

    it('includes a missing scope', async () => {
      const key = await service.createKey(account.id, { scopes: ['links:read'] });
      const refused = await service.client(key.secret).get('/v1/balances');
      expect(await entryOf(api, refused)).to.include({ status: 403, error_code: 'insufficient_scope' });
    });

    it('includes calls beyond the rate limit', async () => {
      const key = await service.createKey(account.id, { requestsPerMinute: 1 });
      const limited = service.client(key.secret);
      await limited.get('/v1/ping');
      const refused = await limited.get('/v1/ping');
      const entry = await entryOf(api, refused);
      expect(entry).to.include({ status: 429, error_code: 'rate_limit_exceeded' });
      expect(entry.credential.id).to.equal(key.id);
    });

    it('includes internal errors', async () => {
      await service.database.query('revoke select on payment_link_counts from payments_app');
      const failed = await api.get('/v1/payment_links/stats');
      await service.database.query('grant select on payment_link_counts to payments_app');
      expect(await entryOf(api, failed)).to.include({ status: 500, error_code: 'internal_error' });
    });
  });

  it('has a separate entry for a replay', async () => {
    const first = await api.post('/v1/payment_links', LINK, { idempotencyKey: 'twice' });
    const replay = await api.post('/v1/payment_links', LINK, { idempotencyKey: 'twice' });
    const [a, b] = [await entryOf(api, first), await entryOf(api, replay)];
    expect(b.request_id).not.to.equal(a.request_id);
    expect(b.response_body).to.deep.equal(a.response_body);
  });

  it('does not include calls without a usable key', async () => {
    const key = await service.createKey(account.id, { allowedCidrs: ['192.0.2.0/24'] });
    const refused = await service.client(key.secret).get('/v1/balances');
    expect(refused.status).to.equal(401);
    await service.client(key.secret).get('/v1/nowhere');
    await service.client(undefined).get('/v1/health');
    await service.client(undefined).get('/v1/nowhere');
    await untilLogged(api);
    const rows = await service.database.query(
      `select distinct operation, status from request_logs
        where credential_id = $1 or operation = 'getHealth' or status = 401 or path = '/v1/nowhere'`,
      [key.id],
    );
    expect(rows).to.deep.equal([]);
  });

  it("treats another account's call as one that never happened", async () => {
    const stranger = await service.createAccount();
    const answered = await api.get('/v1/balances');
    await entryOf(api, answered);
    const [hidden, missing] = await Promise.all([
      stranger.api.get(`/v1/request_logs/${requestIdOf(answered)}`),
      stranger.api.get(`/v1/request_logs/${newRequestId()}`),
    ]);
    expect(refusal(hidden)).to.deep.equal({ status: 404, code: 'request_log_not_found' });
    const withoutId = ({ text, headers }: typeof hidden): string =>
      text.replaceAll(headers.get('x-request-id') ?? '', '');
    expect(withoutId(hidden)).to.equal(withoutId(missing));
    const listed = await stranger.api.get(`/v1/request_logs?request_id=${requestIdOf(answered)}`);
    expect(listed.body.data).to.deep.equal([]);
  });

  it('finds nothing by an invalid request id', async () => {
    const ids = [
      'x',
      'req_',
      `req_${'f'.repeat(32)}`,
      'req_ffffffffffff7fff8fffffffffffffff',
      `req_${'0'.repeat(32)}`,
    ];
    for (const id of ids) {
      const answer = await api.get(`/v1/request_logs/${id}`);
      expect(refusal(answer), id).to.deep.equal({ status: 404, code: 'request_log_not_found' });
    }
  });

  it('needs the scope logs:read', async () => {
    const key = await service.createKey(account.id, { scopes: ['links:read', 'webhooks:manage'] });
    const client = service.client(key.secret);
    expect(refusal(await client.get('/v1/request_logs')).code).to.equal('insufficient_scope');
    expect(refusal(await client.get(`/v1/request_logs/${newRequestId()}`)).code).to.equal(
      'insufficient_scope',
    );
  });

  it('can be appended to by the service, but not changed', async () => {
    const { db } = service.foundation;
    for (const text of [
      'update request_logs set status = 200',
      'delete from request_logs',
      'truncate request_logs',
    ]) {
      const outcome = await db
        .transaction((trx) => trx.query({ text }))
        .catch((error: Error) => error.message);
      expect(outcome, text).to.match(/permission denied/);
    }
  });
});
