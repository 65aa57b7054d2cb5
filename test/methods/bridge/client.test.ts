import { expect } from 'chai';
import nock from 'nock';
import { createBridgeClient } from '../../../src/methods/providers/bridge/client/client.ts';
import {
  isNotThere,
  isTurnedAway,
  isUsedBefore,
  RailError,
} from '../../../src/methods/providers/http-rail/index.ts';
import { interceptHttps, keepLogs, stopIntercepting } from '../bitso/rig.ts';
import { failureOf, patience } from '../simulator/rig.ts';

const BASE_URL = 'https://api.sandbox.bridge.xyz';
const API_KEY = 'sk-test-canary';

describe("the client of Bridge's API", () => {
  const { logger, lines } = keepLogs();
  const client = createBridgeClient({
    logger,
    config: { apiKey: API_KEY, baseUrl: BASE_URL },
    callsPerSecond: 10_000,
  });
  const get = (path = '/wallets') => client.call({ method: 'GET', path }, patience());
  const post = (body: object = {}, id = 'one') =>
    client.call({ method: 'POST', path: '/transfers', body, id }, patience());

  before(() => interceptHttps());
  after(() => stopIntercepting());
  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
    nock.cleanAll();
    expect(JSON.stringify(lines)).to.not.include('canary');
    lines.length = 0;
  });

  it('sends the key on every call, and an idempotency key on POST alone', async () => {
    nock(BASE_URL, { reqheaders: { 'api-key': API_KEY }, badheaders: ['idempotency-key', 'authorization'] })
      .get('/v0/wallets')
      .reply(200, { count: 0, data: [] })
      .put('/v0/webhooks/wep_1')
      .reply(200, {});
    await get();
    await client.call({ method: 'PUT', path: '/webhooks/wep_1', body: {} }, patience());
    const keys: string[] = [];
    nock(BASE_URL)
      .post('/v0/transfers')
      .times(3)
      .reply(function () {
        keys.push(String(this.req.headers['idempotency-key']));
        return [201, {}];
      });
    for (const id of ['one', 'one', 'other']) await post({}, id);
    expect(keys[0]).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).to.deep.equal([true, false]);
  });

  for (const [what, status, body, kind, code] of [
    [
      'a wrong field',
      400,
      { code: 'invalid_parameters', message: 'm', source: { location: 'body', key: 'amount' } },
      'refused',
      'invalid_parameters',
    ],
    [
      'a wrong nested field',
      400,
      { code: 'invalid_parameters', source: { key: { 'address.city': 'must be set' } } },
      'refused',
      'invalid_parameters',
    ],
    ['compliance', 403, { code: 'aml_violation' }, 'refused', 'aml_violation'],
    ['a feature that is off', 403, { code: 'not_enabled' }, 'unavailable', 'not_enabled'],
    ['a wrong key', 401, { code: 'invalid', location: 'header', name: 'Api-Key' }, 'unavailable', 'invalid'],
    ['a request that is still running', 409, {}, 'unavailable', 'http_409'],
    ['a key that is used up', 422, { code: 'x' }, 'unavailable', 'x'],
    ['too many calls', 429, '', 'unavailable', 'http_429'],
    [
      'an error of its own',
      500,
      { errors: [{ code: 'unexpected', message: 'm' }] },
      'unavailable',
      'unexpected',
    ],
    ['a proxy', 502, '<html>', 'unavailable', 'http_502'],
  ] as const) {
    it(`reads ${what} (${status}) as ${kind}`, async () => {
      nock(BASE_URL).post('/v0/transfers').reply(status, body);
      const failure = await failureOf(post());
      // A response that is no JSON says nothing, unless its status does.
      if (failure instanceof RailError) expect(failure.code).to.equal(code);
      expect(failure.kind).to.equal(kind);
      expect(isUsedBefore(failure)).to.equal(status === 422);
    });
  }

  it('tells an operator about credentials that are not accepted, and that nothing was processed', async () => {
    const fresh = createBridgeClient({ logger, config: { apiKey: API_KEY, baseUrl: BASE_URL } });
    nock(BASE_URL).get('/v0/wallets').reply(401, { code: 'invalid' });
    const failure = await failureOf(fresh.call({ method: 'GET', path: '/wallets' }, patience()));
    expect(isTurnedAway(failure)).to.equal(true);
    expect(lines.filter(({ level }) => level === 'error')).to.have.length(1);
  });

  it('reads nothing there (404) only where Bridge says so, not from a proxy', async () => {
    nock(BASE_URL).get('/v0/wallets').reply(404, { code: 'not_found' });
    expect(isNotThere(await failureOf(get()))).to.equal(true);
    nock(BASE_URL).get('/v0/wallets').times(3).reply(404, '<html>');
    expect(isNotThere(await failureOf(get()))).to.equal(false);
  });
});
