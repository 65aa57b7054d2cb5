import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError, rawCall, type RawRequest } from '../raw-call.ts';

/**
 * D15: the first failed check determines the response. Each test sends a request with two faults that are adjacent in
 * the order, so together they fix the whole order.
 */
describe('the order of checks', () => {
  let service: TestService;
  let account: TestAccount;
  const path = '/v1/payment_links';
  const badVersion = { 'service-version': '2020-01-01' };
  const json = { 'content-type': 'application/json' };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const send = (secret: string, request: RawRequest) =>
    rawCall(service.baseUrl, {
      ...request,
      headers: { authorization: `Bearer ${secret}`, ...request.headers },
    });
  const keyWith = async (credential: Parameters<TestService['createKey']>[1]) =>
    (await service.createKey(account.id, credential)).secret;

  it('checks the path before the method, and both before the key', async () => {
    expectError(await send('nonsense', { method: 'PUT', path: '/v1/nope' }), 404, 'route_not_found');
    expectError(await send('nonsense', { method: 'PUT', path }), 405, 'method_not_allowed');
  });

  it('checks the key before the version', async () => {
    expectError(await send('nonsense', { path, headers: badVersion }), 401, 'invalid_api_key');
  });

  it('checks the rate limit before the version', async () => {
    const secret = await keyWith({ requestsPerMinute: 1 });
    await send(secret, { path });
    expectError(await send(secret, { path, headers: badVersion }), 429, 'rate_limit_exceeded');
  });

  it('checks the version before the scope', async () => {
    const secret = await keyWith({ scopes: [] });
    expectError(
      await send(secret, { path, headers: badVersion }),
      400,
      'unknown_api_version',
      'Service-Version',
    );
  });

  it('checks the scope before the idempotency key', async () => {
    const secret = await keyWith({ scopes: [] });
    expectError(await send(secret, { method: 'POST', path }), 403, 'insufficient_scope');
    const answer = await send(secret, { method: 'POST', path, headers: { 'idempotency-key': 'ñ' } });
    expectError(answer, 403, 'insufficient_scope');
  });

  it('checks the idempotency key before the body and the parameters', async () => {
    const { secret } = account.key;
    for (const body of ['{', '"', 'x'.repeat(300_000)]) {
      const answer = await send(secret, { method: 'POST', path: `${path}?x=1`, headers: json, body });
      expectError(answer, 400, 'idempotency_key_required', 'Idempotency-Key');
    }
    const typed = await send(secret, {
      method: 'POST',
      path,
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    });
    expectError(typed, 400, 'idempotency_key_required', 'Idempotency-Key');
  });

  it('checks the body before reuse of the idempotency key, and that before the account', async () => {
    const { api, id } = await service.createAccount();
    const link = { amount: '500', currency: 'MXNB', description: 'Order 7' };
    const options = { idempotencyKey: 'used' };
    await api.post('/v1/ping', {}, options);
    await service.changeAccount(id, { status: 'blocked' });
    expectError(await api.post(path, { ...link, amount: 5 }, options), 400, 'invalid_request', 'amount');
    expectError(await api.post(path, link, options), 422, 'idempotency_key_reused');
    expectError(await api.post(path, link), 403, 'account_blocked');
  });

  it('counts a request against the rate limit before it is refused for its content', async () => {
    const secret = await keyWith({ requestsPerMinute: 5, scopes: [] });
    const remaining = [];
    const faults: Record<string, string>[] = [badVersion, {}, { 'idempotency-key': 'x' }];
    for (const headers of faults) {
      const answer = await send(secret, {
        method: 'POST',
        path,
        headers: { ...json, ...headers },
        body: '{',
      });
      remaining.push(answer.headers.get('ratelimit-remaining'));
    }
    expect(remaining).to.deep.equal(['4', '3', '2']);
  });
});
