import { expect } from 'chai';
import nock from 'nock';
import { RailError } from '../../../src/methods/providers/http-rail/index.ts';
import { faultOf } from '../../../src/methods/providers/mono/client/errors.ts';
import { amountOf, inCentavos } from '../../../src/methods/providers/mono/client/fields.ts';
import { money } from '../../../src/lib/money.ts';
import { StartupError } from '../../../src/lib/errors/errors.ts';
import { interceptHttps, stopIntercepting } from '../bitso/rig.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { openMonoRig, type MonoRig } from './rig.ts';

const TOKEN = 'POST /api/v1/oauth/token';
const ACCOUNTS = 'GET /api/v1/tenant/accounts';
const GET = { method: 'GET', path: '/api/v1/tenant/accounts' } as const;

describe("Mono's API", () => {
  let rig: MonoRig;
  beforeEach(async () => {
    rig = await openMonoRig();
  });
  afterEach(async () => {
    expect(JSON.stringify(rig.lines)).to.not.include(rig.fake.client.secret);
    await rig.close();
  });
  const errors = (): string[] =>
    rig.lines.filter(({ level }) => level === 'error').map(({ message }) => message);

  it('gives one token for all calls, for as long as it says', async () => {
    await Promise.all(Array.from({ length: 5 }, () => rig.mono.client.call(GET, patience())));
    expect(rig.asked(TOKEN)).to.equal(1);
    // One that is over in a second is used for half of it.
    rig.fake.control.set({ tokenSeconds: 1 });
    const { client } = rig.reopen();
    await client.call(GET, patience());
    await client.call(GET, patience());
    expect(rig.asked(TOKEN)).to.equal(2);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await client.call(GET, patience());
    expect(rig.asked(TOKEN)).to.equal(3);
  });

  it('is asked for another token when one is rejected', async () => {
    await rig.mono.client.call(GET, patience());
    rig.fake.control.revokeTokens();
    await rig.mono.client.call(GET, patience());
    expect(rig.asked(TOKEN)).to.equal(2);
    expect(errors()).to.deep.equal([]);
    rig.fake.control.fault({ kind: 'refused', status: 401, code: 'invalid_token', on: ACCOUNTS, times: 0 });
    const before = rig.asked(ACCOUNTS);
    expect((await failureOf(rig.mono.client.call(GET, patience()))).kind).to.equal('unavailable');
    expect(rig.asked(ACCOUNTS)).to.equal(before + 3);
    expect(errors()).to.have.length(1);
  });

  it('raises an alarm for a wrong secret and for a scope that is missing, and neither is a refusal', async () => {
    const { client } = rig.reopen({ clientSecret: 'canary-wrong' });
    const failure = await failureOf(client.call(GET, patience()));
    expect(failure).to.include({ kind: 'unavailable', code: 'invalid_client' });
    rig.fake.control.allowScopes({ scopes: [] });
    expect(await failureOf(rig.mono.client.call(GET, patience()))).to.include({ code: 'not_authorized' });
    expect(errors()).to.have.length(2);
    expect(JSON.stringify(rig.lines)).to.not.include('canary');
  });

  it('is called five times a second at most, by all processes together', async () => {
    const { control } = rig.fake;
    control.set({ callsPerSecond: 5 });
    // Longer than Mono's, because calls may bunch on their way from a busy machine.
    const clients = [rig.reopen({ windowMs: 2_200 }).client, rig.reopen({ windowMs: 2_200 }).client];
    const begun = performance.now();
    await Promise.all(Array.from({ length: 10 }, (_, at) => clients[at % 2]!.call(GET, patience())));
    // With two tokens, twelve.
    expect(performance.now() - begun).to.be.at.least(4_000);
    expect(rig.lines.map(({ message }) => message)).to.deep.equal([]);
  });

  it('is left alone for as long as it asks, by all processes', async () => {
    rig.fake.control.set({ retryAfterS: 30 });
    await rig.mono.client.call(GET, patience());
    rig.fake.control.fault({ kind: 'limited', on: ACCOUNTS });
    expect((await failureOf(rig.mono.client.call(GET, patience()))).kind).to.equal('unavailable');
    const before = rig.asked(ACCOUNTS);
    const failure = await failureOf(rig.reopen().client.call(GET, patience()));
    expect(failure.message).to.include('too many calls');
    expect(rig.asked(ACCOUNTS)).to.equal(before);
    const [row] = await rig.database.query('select locked_until - now() as wait from mono_clients');
    expect(Number((row?.['wait'] as { seconds: number }).seconds)).to.be.within(25, 30);
  });

  for (const [status, kind] of [
    [400, 'refused'],
    [404, 'unavailable'],
    [408, 'unavailable'],
    [409, 'unavailable'],
    [418, 'unavailable'],
    [422, 'refused'],
    [500, 'unavailable'],
  ] as const) {
    it(`says with ${status} that a request is ${kind}`, () => {
      const body = { code: String(status), id: 'log_1', errors: [{ error_code: 'missing_field' }] };
      const error = new RailError('Mono', status, faultOf(status, body));
      expect(error).to.include({ kind, code: 'missing_field', logId: 'log_1' });
    });
  }

  it('writes amounts in whole centavos, to the last of them', () => {
    expect(inCentavos(money('50000'))).to.deep.equal({ amount: 5_000_000, currency: 'COP' });
    expect(inCentavos(money('0.01'))).to.deep.equal({ amount: 1, currency: 'COP' });
    expect(amountOf({ a: { amount: 1_155_200_001, currency: 'COP' } }, 'a').toFixed()).to.equal(
      '11552000.01',
    );
    for (const a of [
      { amount: 1.5 },
      { amount: '5' },
      { amount: 2 ** 60 },
      { amount: 1, currency: 'USD' },
      null,
    ])
      expect(() => amountOf({ a: { currency: 'COP', ...a } }, 'a')).to.throw(/cannot be read|currency/);
    for (const text of ['0', '0.001', '99999999999999.01'])
      expect(() => inCentavos(money(text))).to.throw('whole centavos');
  });

  it('is what the deployment says, or does not start; what does not answer is only warned of', async () => {
    await rig.mono.requireReady!(patience());
    expect(rig.lines).to.deep.equal([]);
    rig.fake.control.fault({ kind: 'bad_gateway', times: 0 });
    await rig.mono.requireReady!(patience());
    expect(rig.lines.at(-1)).to.include({
      level: 'warn',
      message: 'Mono account could not be verified',
    });
    rig.fake.control.clearFaults();
    const on = 'GET /api/v1/tenant/accounts/:id';
    rig.fake.control.fault({ kind: 'refused', status: 404, code: 'tenant_account_not_found', on });
    const refused = await rig.mono.requireReady!(patience()).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(StartupError);
  });

  it('is asked for a token as documented, over https', async () => {
    interceptHttps();
    try {
      const baseUrl = 'https://breb-participant.sandbox.mono.la';
      nock(baseUrl)
        .post('/api/v1/oauth/token', { client_id: /./, client_secret: /./, grant_type: 'client_credentials' })
        .reply(200, {
          access_token: 'abc',
          expires_in: 3600,
          refresh_token: 'd',
          scope: '',
          token_type: 'Bearer',
        })
        .get('/api/v1/tenant/accounts')
        .matchHeader('authorization', 'Bearer abc')
        .reply(200, []);
      expect(await rig.reopen({ baseUrl }).client.call(GET, patience())).to.deep.equal([]);
    } finally {
      stopIntercepting();
    }
  });
});
