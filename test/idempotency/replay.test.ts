import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectError, expectMoneyHeaders } from '../http/raw-call.ts';
import { assertSchema } from '../support/contract.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';

describe('idempotent replay', () => {
  let service: TestService;
  let account: TestAccount;
  const link = { amount: '500', currency: 'MXNB', description: 'Order 7', metadata: { a: '1', b: '2' } };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const countLinks = async (of = account) =>
    (await of.api.get('/v1/payment_links/stats')).body.total as number;

  it('returns the stored response byte for byte, with status and Location, and has no further effect', async () => {
    const options = { idempotencyKey: randomUUID() };
    const first = await account.api.post('/v1/payment_links', link, options);
    const before = await countLinks();
    for (let count = 0; count < 3; count += 1) {
      const retry = await account.api.post('/v1/payment_links', link, options);
      expect(retry.status).to.equal(201);
      expect(retry.text).to.equal(first.text);
      expect(retry.headers.get('location')).to.equal(first.headers.get('location'));
      expect(retry.headers.get('content-type')).to.equal(first.headers.get('content-type'));
      expect(retry.headers.get('idempotent-replay')).to.equal('true');
      expectMoneyHeaders(retry);
    }
    expect(first.headers.get('idempotent-replay')).to.equal(null);
    expect(await countLinks()).to.equal(before);
  });

  it('is the same from a process that did not answer the call, and for repeats that come at once', async () => {
    const options = { idempotencyKey: randomUUID() };
    const first = await account.api.post('/v1/payment_links', link, options);
    const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
    try {
      const api = other.client(account.key.secret);
      for (const retry of [
        await api.post('/v1/payment_links', link, options),
        ...(await Promise.all([1, 2, 3].map(() => api.post('/v1/payment_links', link, options)))),
      ]) {
        expect(retry.status).to.equal(201);
        expect(retry.text).to.equal(first.text);
        expect(retry.headers.get('idempotent-replay')).to.equal('true');
      }
    } finally {
      await other.close();
    }
  });

  it('works for responses without a body', async () => {
    const { code } = (await account.api.post('/v1/payment_links', link)).body;
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    const options = { idempotencyKey: randomUUID() };
    for (const replayed of [null, 'true', 'true']) {
      const answer = await account.api.delete(`/v1/payment_links/${code}`, options);
      expect(answer.status).to.equal(204);
      expect(answer.headers.get('idempotent-replay')).to.equal(replayed);
      expectMoneyHeaders(answer);
    }
    expectError(await account.api.delete(`/v1/payment_links/${code}`), 404, 'payment_link_not_found');
  });

  it('compares the content of a body, not its formatting', async () => {
    const options = { idempotencyKey: randomUUID() };
    const first = await account.api.call('POST', '/v1/ping', {
      rawBody: '{"a":{"x":1,"y":[1,2]},"b":"é"}',
      ...options,
    });
    const retry = await account.api.call('POST', '/v1/ping', {
      rawBody: ' { "b" : "\\u00e9",\n "a": {"y":[1.0,2e0], "x": 1 } } ',
      ...options,
    });
    expect(retry.status).to.equal(200);
    expect(retry.headers.get('idempotent-replay')).to.equal('true');
    expect({ ...retry.body, echo: undefined }).to.deep.equal({ ...first.body, echo: undefined });
  });

  it('is refused for another body, path or method', async () => {
    const options = { idempotencyKey: randomUUID() };
    const created = await account.api.post('/v1/payment_links', link, options);
    const path = `/v1/payment_links/${created.body.code}`;
    const cancelOptions = { idempotencyKey: randomUUID() };
    const cancelled = (await account.api.post('/v1/payment_links', link)).body.code as string;
    await account.api.post(`/v1/payment_links/${cancelled}/cancel`, undefined, cancelOptions);
    const others = [
      await account.api.post(`${path}/cancel`, undefined, cancelOptions),
      await account.api.post('/v1/payment_links', { ...link, amount: '500.01' }, options),
      await account.api.post('/v1/payment_links', { ...link, metadata: { a: '1' } }, options),
      await account.api.post('/v1/payment_links', { ...link, metadata: { a: '2', b: '1' } }, options),
      await account.api.post('/v1/ping', link, options),
      await account.api.post('/v1/ping', undefined, options),
      await account.api.post(`${path}/cancel`, undefined, options),
      await account.api.delete(path, options),
    ];
    for (const answer of others) expectError(answer, 422, 'idempotency_key_reused');
    expect((await account.api.get(path)).body.status).to.equal('active');
  });

  it('distinguishes an absent body from an empty one, and lists by their order', async () => {
    for (const [one, other] of [
      [undefined, {}],
      [{ a: [1, 2] }, { a: [2, 1] }],
      [{ a: 1 }, { a: '1' }],
      [{ a: null }, {}],
    ]) {
      const options = { idempotencyKey: randomUUID() };
      await account.api.post('/v1/ping', one, options);
      expectError(await account.api.post('/v1/ping', other, options), 422, 'idempotency_key_reused');
    }
  });

  it('leaves the key of a failed call unused', async () => {
    const options = { idempotencyKey: randomUUID() };
    const before = await countLinks();
    expectError(
      await account.api.post('/v1/payment_links', { ...link, amount: '1' }, options),
      400,
      'invalid_request',
      'amount',
    );
    expectError(
      await account.api.post('/v1/payment_links', { ...link, expires_at: '2150-01-01T00:00:00Z' }, options),
      400,
      'invalid_request',
      'expires_at',
    );
    expectError(
      await account.api.delete('/v1/payment_links/PL-AAAA-AAAA-AAAA', options),
      404,
      'payment_link_not_found',
    );
    const created = await account.api.post('/v1/payment_links', link, options);
    expect(created.status).to.equal(201);
    expect(created.headers.get('idempotent-replay')).to.equal(null);
    expect(await countLinks()).to.equal(before + 1);
  });

  it('leaves the key unused and nothing behind when the service itself fails', async () => {
    const options = { idempotencyKey: randomUUID() };
    const before = await countLinks();
    await service.database.query('alter table money_quotas rename to money_quotas_away');
    try {
      expectError(await account.api.post('/v1/payment_links', link, options), 500, 'internal_error');
    } finally {
      await service.database.query('alter table money_quotas_away rename to money_quotas');
    }
    expect(await countLinks()).to.equal(before);
    expect((await account.api.post('/v1/payment_links', link, options)).status).to.equal(201);
  });

  it('ends after 24 hours', async () => {
    const options = { idempotencyKey: randomUUID() };
    const first = await account.api.post('/v1/payment_links', link, options);
    const age = (to: string) =>
      service.database.query(
        `update idempotency_records set expires_at = service_now() + interval '${to}' where key = $1`,
        [options.idempotencyKey],
      );
    const [record] = await service.database.query(
      'select expires_at - created_at as kept from idempotency_records where key = $1',
      [options.idempotencyKey],
    );
    expect(record?.['kept']).to.deep.include({ days: 1 });
    await age('1 minute');
    expect((await account.api.post('/v1/payment_links', link, options)).text).to.equal(first.text);
    await age('0 seconds');
    const later = await account.api.post('/v1/payment_links', { ...link, amount: '900' }, options);
    expect(later.status).to.equal(201);
    expect(later.headers.get('idempotent-replay')).to.equal(null);
    expect(later.body.code).to.not.equal(first.body.code);
    const retry = await account.api.post('/v1/payment_links', { ...link, amount: '900' }, options);
    expect(retry.text).to.equal(later.text);
  });

  it('shows a signing secret again, although it is not stored in plain text', async () => {
    const options = { idempotencyKey: randomUUID() };
    const body = { url: 'https://shop.example.com/hooks' };
    const first = await account.api.post('/v1/webhook_endpoints', body, options);
    const secret = first.body.signing_secret as string;
    expect(secret).to.match(/^whsec_.{40,}/);
    const stored = await service.database.query(
      'select r::text as text, sealed_body from idempotency_records r where key = $1',
      [options.idempotencyKey],
    );
    expect(stored).to.have.length(1);
    for (const text of [secret, secret.slice(6), Buffer.from(secret).toString('hex')]) {
      expect(String(stored[0]?.['text'])).to.not.include(text);
      expect((stored[0]?.['sealed_body'] as Buffer).includes(text)).to.equal(false);
    }
    const dump = await service.database.query('select w::text as text from webhook_endpoints w');
    expect(JSON.stringify(dump)).to.not.include(secret.slice(6));
    const retry = await account.api.post('/v1/webhook_endpoints', body, options);
    expect(retry.headers.get('idempotent-replay')).to.equal('true');
    expect(retry.text).to.equal(first.text);
    assertSchema('WebhookEndpointWithSecret', retry.body);
    const read = await account.api.get(`/v1/webhook_endpoints/${first.body.id}`);
    expect(read.text).to.not.include('signing_secret');
  });

  it('shows a signing secret only to the API key that created it', async () => {
    const options = { idempotencyKey: randomUUID() };
    const body = { url: 'https://shop.example.com/hooks' };
    const first = await account.api.post('/v1/webhook_endpoints', body, options);
    const sibling = service.client((await service.createKey(account.id)).secret);
    const theirs = await sibling.post('/v1/webhook_endpoints', body, options);
    expectError(theirs, 422, 'idempotency_key_reused');
    expect(theirs.text).to.not.include(first.body.signing_secret);
    const rotate = { idempotencyKey: randomUUID() };
    const path = `/v1/webhook_endpoints/${first.body.id}/rotate_secret`;
    const rotated = await account.api.post(path, undefined, rotate);
    expectError(await sibling.post(path, undefined, rotate), 422, 'idempotency_key_reused');
    expect((await account.api.post(path, undefined, rotate)).text).to.equal(rotated.text);
  });

  it('keeps the idempotency keys of accounts apart, and shares them among the API keys of one', async () => {
    const options = { idempotencyKey: randomUUID() };
    const stranger = await service.createAccount();
    const sibling = service.client((await service.createKey(account.id)).secret);
    const mine = await account.api.post('/v1/payment_links', link, options);
    const theirs = await stranger.api.post('/v1/payment_links', link, options);
    const siblings = await sibling.post('/v1/payment_links', link, options);
    expect(theirs.status).to.equal(201);
    expect(theirs.body.code).to.not.equal(mine.body.code);
    expect(siblings.text).to.equal(mine.text);
  });

  it('works even if the call would be refused by now', async () => {
    const fresh = await service.createAccount();
    const options = { idempotencyKey: randomUUID() };
    const first = await fresh.api.post('/v1/payment_links', link, options);
    await service.changeAccount(fresh.id, { status: 'suspended' });
    const retry = await fresh.api.post('/v1/payment_links', link, options);
    expect(retry.status).to.equal(201);
    expect(retry.text).to.equal(first.text);
    const reused = await fresh.api.post('/v1/payment_links', { ...link, amount: '501' }, options);
    expectError(reused, 422, 'idempotency_key_reused');
    expectError(await fresh.api.post('/v1/payment_links', link), 403, 'account_suspended');
    expect(await countLinks(fresh)).to.equal(1);
  });

  it('names the version that built the response, whichever is requested now', async () => {
    const options = { idempotencyKey: randomUUID() };
    const old = { ...options, headers: { 'service-version': '2026-05-01' } };
    expect((await account.api.post('/v1/ping', {}, old)).headers.get('service-version')).to.equal(
      '2026-05-01',
    );
    const retry = await account.api.post('/v1/ping', {}, options);
    expect(retry.headers.get('idempotent-replay')).to.equal('true');
    expect(retry.headers.get('service-version')).to.equal('2026-05-01');
  });

  it('accepts any key of 1 to 255 printable ASCII characters', async () => {
    for (const key of ['x', 'k'.repeat(255), `a b,"c"\\~!${randomUUID()}`, randomUUID().toUpperCase()]) {
      const answer = await account.api.post('/v1/ping', {}, { idempotencyKey: key });
      expect(answer.status, key).to.equal(200);
      expect(answer.body.idempotency_key).to.equal(key);
    }
    for (const key of ['k'.repeat(256), 'ñ', 'a\tb', '\u00a0']) {
      const answer = await account.api.post('/v1/ping', {}, { idempotencyKey: key });
      expectError(answer, 400, 'invalid_request', 'Idempotency-Key');
    }
    for (const key of [null, '', ' ']) {
      const answer = await account.api.post('/v1/ping', {}, { idempotencyKey: key });
      expectError(answer, 400, 'idempotency_key_required', 'Idempotency-Key');
    }
  });
});
