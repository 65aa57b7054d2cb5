import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, ConnectionError, TimeoutError, VERSION } from '../src/index.js';
import { connect, failure, startFaultyService } from './support.js';

const PING = { status: 200, body: { object: 'ping_echo', echo: null } };

test('a call is sent again with its idempotency key until it succeeds', async () => {
  const service = await startFaultyService([
    failure(429, 'rate_limit_exceeded', { 'Retry-After': '1' }),
    failure(500, 'internal_error'),
    failure(409, 'idempotency_request_in_progress'),
    PING,
  ]);
  const startedAt = performance.now();
  await connect({ baseUrl: service.url }).postPing({ body: { order: '1042' } });
  service.close();
  assert.equal(service.requests.length, 4);
  const keys = new Set(service.requests.map(({ headers }) => headers['idempotency-key']));
  assert.equal(keys.size, 1);
  assert.match([...keys][0] as string, /^[0-9a-f-]{36}$/);
  assert.ok(performance.now() - startedAt >= 1_000);
  assert.equal(service.requests[0]?.headers['user-agent'], `payments-account-typescript/${VERSION}`);
});

test('the address of the service may end with /v1 or a slash', async () => {
  const service = await startFaultyService([PING]);
  for (const end of ['', '/', '/v1', '/v1/']) await connect({ baseUrl: service.url + end }).getPing();
  service.close();
  assert.deepEqual(
    service.requests.map(({ url }) => url),
    ['/v1/ping', '/v1/ping', '/v1/ping', '/v1/ping'],
  );
});

test('the pauses grow', async () => {
  const arrivals: number[] = [];
  const service = await startFaultyService([failure(503, 'internal_error')]);
  const sent: typeof fetch = (...args) => {
    arrivals.push(performance.now());
    return fetch(...args);
  };
  const call = connect({ baseUrl: service.url, maxRetries: 2, fetch: sent }).getPing();
  await assert.rejects(call, { status: 503, code: 'internal_error' });
  service.close();
  const [first = 0, second = 0, third = 0] = arrivals;
  assert.equal(arrivals.length, 3);
  assert.ok(second - first >= 250 && third - second >= 500);
});

test('other errors, and a wait of hours, are not worth another attempt', async () => {
  for (const answer of [
    failure(400, 'invalid_request'),
    failure(409, 'payment_link_not_cancellable'),
    failure(429, 'rate_limit_exceeded', { 'Retry-After': '7200' }),
  ]) {
    const service = await startFaultyService([answer]);
    const error = await connect({ baseUrl: service.url })
      .postPing({ body: {} })
      .catch((e: unknown) => e);
    service.close();
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, answer.status);
    assert.equal(service.requests.length, 1);
  }
});

test('a call that gets no answer ends in time, after its retries', async () => {
  const service = await startFaultyService(['silence']);
  const call = connect({ baseUrl: service.url, timeoutMs: 100, maxRetries: 1 }).getPing();
  await assert.rejects(call, TimeoutError);
  service.close();
  assert.equal(service.requests.length, 2);
});

test('a call whose connection breaks off is sent again', async () => {
  const service = await startFaultyService(['broken connection', PING]);
  await connect({ baseUrl: service.url }).postPing({ body: {} });
  service.close();
  assert.equal(service.requests.length, 2);
  assert.equal(new Set(service.requests.map(({ headers }) => headers['idempotency-key'])).size, 1);
  const gone = connect({ baseUrl: service.url, maxRetries: 0 }).getPing();
  await assert.rejects(gone, ConnectionError);
});

test('the caller can abort', async () => {
  const service = await startFaultyService(['silence']);
  const call = connect({ baseUrl: service.url }).getPing({ signal: AbortSignal.timeout(100) });
  await assert.rejects(call, { name: 'TimeoutError', code: DOMException.TIMEOUT_ERR });
  service.close();
  assert.equal(service.requests.length, 1);
});
