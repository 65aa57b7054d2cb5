import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { SCOPES } from '../../src/credentials/scopes.ts';
import { assertSchema } from '../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectCommonHeaders, expectError, expectMoneyHeaders, rawCall } from '../http/raw-call.ts';

describe('health and ping', () => {
  let service: TestService;
  let account: TestAccount;
  const json = { 'content-type': 'application/json' };

  before(async () => {
    service = await startService();
    account = await service.createAccount({ name: 'Shop backend', scopes: ['links:read', 'qr:read'] });
  });
  after(() => service?.close());

  it('show that the process is up, without a key and regardless of the database', async () => {
    const answer = await service.client(undefined).get('/v1/health');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.have.all.keys('status', 'timestamp');
    expect(answer.body.status).to.equal('ok');
    expect(Math.abs(Date.parse(answer.body.timestamp) - Date.now())).to.be.below(30_000);
    expectCommonHeaders(answer);
  });

  it('identify the key and the account of the caller', async () => {
    const answer = await account.api.get('/v1/ping');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({
      ok: true,
      environment: 'test',
      api_key: {
        id: account.key.id,
        name: 'Shop backend',
        last_four: account.key.secret.slice(-4),
        scopes: ['links:read', 'qr:read'],
      },
      account: { id: account.id },
      server_time: answer.body.server_time,
      request_id: answer.headers.get('x-request-id'),
    });
    expect(answer.body.server_time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('need no scope for either ping', async () => {
    const bare = await service.createAccount({ scopes: [] });
    expect((await bare.api.get('/v1/ping')).body.api_key.scopes).to.deep.equal([]);
    expect((await bare.api.post('/v1/ping', {})).status).to.equal(200);
    const all = await service.createAccount();
    expect((await all.api.get('/v1/ping')).body.api_key.scopes).to.have.members([...SCOPES]);
  });

  it('echo any JSON object as it was sent', async () => {
    const bodies: object[] = [
      {},
      { order: 10442, items: ['coffee', 'cake'], nested: { deep: [null, true, false, -0.5, 1e-7] } },
      { text: 'Ñandú € 😀 \u2028 "quoted" \\ \u0001', '': 'empty name', 'a.b/c~d': 1 },
      { largest: Number.MAX_SAFE_INTEGER, smallest: Number.MIN_SAFE_INTEGER, tiny: 5e-324, z: 1, a: 2 },
      { big: 'x'.repeat(60_000) },
      { constructor: { prototype: 1 }, text: 'NUL \0', surrogate: '\ud800' },
    ];
    for (const body of bodies) {
      const key = randomUUID();
      const answer = await account.api.post('/v1/ping', body, { idempotencyKey: key });
      expect(answer.status).to.equal(200);
      expect(answer.body.echo).to.deep.equal(body);
      expect(JSON.stringify(answer.body.echo)).to.equal(JSON.stringify(body));
      expect(answer.body).to.include({
        ok: true,
        idempotency_key: key,
        request_id: answer.headers.get('x-request-id'),
      });
      assertSchema('PingEcho', answer.body);
      expectMoneyHeaders(answer);
      expect(answer.headers.get('idempotent-replay')).to.equal(null);
    }
  });

  it('echo numbers digit by digit', async () => {
    const sent = '{"a":1.0,"b":0.1234567890123456789,"c":-0,"d":[9007199254740993,1E+2],"__proto__":12e-1}';
    const answer = await account.api.call('POST', '/v1/ping', { rawBody: sent });
    expect(answer.status).to.equal(200);
    expect(answer.text).to.include(`"echo":${sent},`);
  });

  it('store nothing of the echo, and distinguish numbers by the last digit', async () => {
    const options = { idempotencyKey: randomUUID() };
    const send = (rawBody: string) => account.api.call('POST', '/v1/ping', { rawBody, ...options });
    const first = await send('{"secret": "tulip", "n": 9007199254740993}');
    const [record] = await service.database.query(
      'select r::text as text from idempotency_records r where key = $1',
      [options.idempotencyKey],
    );
    expect(record?.['text']).to.be.a('string').that.does.not.include('tulip');
    const retry = await send('{"n":9007199254740993.0,"secret":"tulip"}');
    expect(retry.headers.get('idempotent-replay')).to.equal('true');
    expect(retry.body.execution_id).to.equal(first.body.execution_id);
    expect(retry.text).to.include('"echo":{"n":9007199254740993.0,"secret":"tulip"},');
    expectError(await send('{"secret":"tulip","n":9007199254740992}'), 422, 'idempotency_key_reused');
    expectError(await send('{"secret":"tulip","n":"n9007199254740993e0"}'), 422, 'idempotency_key_reused');
  });

  it('echo up to 64 KiB', async () => {
    const bodyOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const full = await account.api.call('POST', '/v1/ping', { rawBody: bodyOf(64 * 1024) });
    expect(full.status).to.equal(200);
    const more = await account.api.call('POST', '/v1/ping', { rawBody: bodyOf(64 * 1024 + 1) });
    expectError(more, 413, 'payload_too_large');
    expect(more.body.error.message).to.contain(String(64 * 1024));
  });

  it('return the same execution to a retry, and say so', async () => {
    const options = { idempotencyKey: randomUUID() };
    const first = await account.api.post('/v1/ping', { order: 1 }, options);
    const retry = await account.api.post('/v1/ping', { order: 1 }, options);
    expect(retry.text).to.equal(first.text);
    expect(retry.headers.get('idempotent-replay')).to.equal('true');
    expect(retry.headers.get('x-request-id')).to.not.equal(first.headers.get('x-request-id'));
    expectMoneyHeaders(retry);
    const other = await account.api.post('/v1/ping', { order: 1 });
    expect(other.body.execution_id).to.not.equal(first.body.execution_id);
  });

  it('echo null when there is no body, however its absence is expressed', async () => {
    const absences: Record<string, string>[] = [
      {},
      json,
      { ...json, 'content-length': '0' },
      { 'transfer-encoding': 'chunked' },
    ];
    for (const headers of absences) {
      const answer = await rawCall(service.baseUrl, {
        method: 'POST',
        path: '/v1/ping',
        headers: {
          authorization: `Bearer ${account.key.secret}`,
          'idempotency-key': randomUUID(),
          ...headers,
        },
      });
      expect(answer.status, JSON.stringify(headers)).to.equal(200);
      expect(answer.body.echo, JSON.stringify(headers)).to.equal(null);
    }
  });

  it('refuse a body that is JSON but not an object', async () => {
    for (const rawBody of ['null', '[]', '[{}]', '1', '0', '"text"', 'true', 'false']) {
      const answer = await account.api.call('POST', '/v1/ping', { rawBody });
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message, rawBody).to.equal('The body must be an object.');
    }
  });
});
