import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import nock from 'nock';
import { READINGS } from '../../../src/methods/providers/bitso/client/errors.ts';
import { isNotThere, isUsedBefore, RailError } from '../../../src/methods/providers/http-rail/index.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import {
  API_KEY,
  API_SECRET,
  BASE_URL,
  interceptHttps,
  openClientRig,
  stopIntercepting,
  type ClientRig,
} from './rig.ts';

describe("the client of Bitso's API", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await openClientRig();
    interceptHttps();
  });
  beforeEach(async () => {
    rig.lines.length = 0;
    await rig.database.query('update bitso_keys set locked_until = null, lockouts = 0');
  });
  afterEach(() => {
    nock.cleanAll();
    expect(JSON.stringify(rig.lines)).to.not.match(/canary/i);
  });
  after(async () => {
    stopIntercepting();
    await rig.close();
  });

  const get = (path = '/v3/balance', client = rig.client): Promise<unknown> =>
    client.call({ method: 'GET', path }, patience());
  const post = (path = '/v3/withdrawals', body: object = { amount: '1' }): Promise<unknown> =>
    rig.client.call({ method: 'POST', path, body }, patience());
  const errorOf = async (call: Promise<unknown>): Promise<RailError> => {
    const failure = await failureOf(call);
    if (!(failure instanceof RailError)) throw failure;
    return failure;
  };
  const answering = (status: number, body: nock.Body, times = 1): void => {
    nock(BASE_URL).get('/v3/balance').times(times).reply(status, body);
  };

  describe('signs', () => {
    it('method, path with its query, and body, with a nonce of milliseconds and six digits', async () => {
      const seen: { authorization: string; body: string }[] = [];
      nock(BASE_URL)
        .post('/v3/withdrawals?a=b%20c', () => true)
        .reply(function (_uri, body) {
          const { authorization } = this.req.headers as unknown as { authorization: string };
          seen.push({ authorization: String(authorization), body: JSON.stringify(body) });
          return [200, { success: true, payload: { ok: 'ñ' } }];
        });
      expect(await post('/v3/withdrawals?a=b%20c', { beneficiary: 'José' })).to.deep.equal({ ok: 'ñ' });
      const [, key, nonce, signature] =
        /^Bitso ([^:]+):(\d{13}\d{6}):([0-9a-f]{64})$/.exec(seen[0]?.authorization ?? '') ?? [];
      expect(key).to.equal(API_KEY);
      expect(Number(nonce?.slice(0, 13))).to.be.closeTo(Date.now(), 60_000);
      const signed = `${nonce}POST/v3/withdrawals?a=b%20c{"beneficiary":"José"}`;
      expect(signature).to.equal(createHmac('sha256', API_SECRET).update(signed).digest('hex'));
    });

    it('each try anew', async () => {
      const nonces: string[] = [];
      nock(BASE_URL)
        .get('/v3/balance')
        .times(3)
        .reply(function () {
          nonces.push(String(this.req.headers['authorization']).split(':')[1] ?? '');
          return nonces.length < 3 ? [502, '<html>'] : [200, { success: true, payload: [] }];
        });
      expect(await get()).to.deep.equal([]);
      expect(new Set(nonces).size).to.equal(3);
    });
  });

  describe('reads', () => {
    it('the payload of the envelope, a bare object, and nothing', async () => {
      answering(200, { success: true, payload: { a: '1' } });
      expect(await get()).to.deep.equal({ a: '1' });
      answering(200, { id: 'quote', rate: '18.5' });
      expect(await get()).to.deep.equal({ id: 'quote', rate: '18.5' });
      nock(BASE_URL).delete('/v4/webhooks/1').reply(204);
      expect(await rig.client.call({ method: 'DELETE', path: '/v4/webhooks/1' }, patience())).to.equal(
        undefined,
      );
    });

    for (const [name, status, body] of [
      ['as a string', 400, { success: false, error: { code: '0317', message: 'CLABE 002115016003269411' } }],
      ['as a number, with 200', 200, { success: false, error: { code: 317, message: 'x' } }],
      ['in a list', 400, { errors: [{ code: '0317', message: 'x' }] }],
    ] as const) {
      it(`an error's code ${name}, and never its words`, async () => {
        answering(status, body);
        const error = await errorOf(get());
        expect(error).to.include({ kind: 'refused', code: '0317', reason: 'INVALID_DESTINATION' });
        expect(error.message).to.equal('Bitso: the CLABE or card is not valid (0317).');
      });
    }

    it('a refusal only where it is documented', async () => {
      for (const [status, body] of [
        [400, { success: false, error: { code: '9999' } }],
        [400, { success: false, error: {} }],
        [400, { success: false, error: { code: 'toString' } }],
      ] as const) {
        nock(BASE_URL).post('/v3/withdrawals').reply(status, body);
        expect(await errorOf(post())).to.include({ kind: 'unavailable' });
      }
    });

    it('what each documented code means to the port', () => {
      const kinds = Object.entries(READINGS).map(([code, { as }]) => `${code} ${as}`);
      expect(kinds).to.include.members([
        ...['0310', '0311', '0357', '1401'].map((code) => `${code} not_there`),
        ...['0101', '1101', '1103', '0367', '1000', '1002', '1003', '1009'].map(
          (code) => `${code} unavailable`,
        ),
        ...['0303', '0304', '0372', '0315', '0317', '0318', '0319', '0335'].map((code) => `${code} refused`),
        ...['0343', '0379', '0601', '0602', '0345', '0501', '0506'].map((code) => `${code} refused`),
        ...['0701', '0702', '0703', '0704', '0705', '0714'].map((code) => `${code} refused`),
        '0356 look_up',
        '0801 too_many',
        '0802 too_many',
      ]);
    });

    it('what is not there, and an id that was used, as open outcomes for whoever does not look', async () => {
      nock(BASE_URL)
        .post('/v3/withdrawals')
        .reply(400, { success: false, error: { code: '0356' } });
      const used = await errorOf(post());
      expect(isUsedBefore(used)).to.equal(true);
      expect(used.kind).to.equal('unavailable');
      answering(404, { success: false, error: { code: '1401' } });
      const missing = await errorOf(get());
      expect(isNotThere(missing)).to.equal(true);
      expect(missing.kind).to.equal('unavailable');
    });
  });

  describe('tries', () => {
    it('again what was not done because of its nonce', async () => {
      nock(BASE_URL)
        .post('/v3/withdrawals')
        .reply(401, { success: false, error: { code: '0207' } });
      nock(BASE_URL)
        .post('/v3/withdrawals')
        .reply(200, { success: true, payload: { wid: 'w' } });
      expect(await post()).to.deep.equal({ wid: 'w' });
      expect(rig.lines).to.deep.equal([]);
    });
  });

  it('alarms when its credentials are not accepted', async () => {
    const client = rig.another(6_000);
    answering(401, { success: false, error: { code: '0201', message: API_SECRET } }, 2);
    expect(await errorOf(get('/v3/balance', client))).to.include({ kind: 'unavailable' });
    await failureOf(get('/v3/balance', client));
    expect(rig.lines.map(({ level, fields }) => [level, fields['code']])).to.deep.equal([['error', '0201']]);
  });

  describe('when Bitso locks the key', () => {
    const lockedOut = (headers = {}): void => {
      nock(BASE_URL)
        .get('/v3/balance')
        .reply(420, { success: false, error: { code: '0801' } }, headers);
    };

    it('sends nothing, from any process, until that is over', async () => {
      lockedOut();
      expect((await failureOf(get())).kind).to.equal('unavailable');
      const other = rig.another();
      const failure = await failureOf(get('/v3/balance', other));
      expect(failure).to.include({ kind: 'unavailable' });
      expect(failure.message).to.match(/nothing is sent until/);
      const [row] = await rig.database.query(
        `select extract(epoch from locked_until - clock_timestamp())::integer as wait_s from bitso_keys
          where locked_until is not null`,
      );
      expect(row?.['wait_s']).to.be.within(60, 75);
      await rig.database.query(`update bitso_keys set locked_until = clock_timestamp()`);
      answering(200, { success: true, payload: {} });
      expect(await get('/v3/balance', other)).to.deep.equal({});
    });

    it('waits twice as long the next time, counts calls that were under way once, and obeys Retry-After', async () => {
      const waits: unknown[] = [];
      for (const headers of [{}, {}, { 'retry-after': '900' }]) {
        for (let call = 0; call < 3; call++) lockedOut(headers);
        await Promise.all([failureOf(get()), failureOf(get()), failureOf(get())]);
        const [row] = await rig.database.query(
          `update bitso_keys set locked_until = clock_timestamp() where locked_until > clock_timestamp()
            returning lockouts, round(extract(epoch from old.locked_until - clock_timestamp()) / 10)::integer as wait`,
        );
        waits.push([row?.['lockouts'], row?.['wait']]);
        nock.cleanAll();
      }
      expect(waits).to.deep.equal([
        [1, 7],
        [2, 15],
        [3, 360],
      ]);
    });
  });

  it('stays below what Bitso allows, and lets what somebody waits for go first', async () => {
    await rig.database.query('delete from bitso_keys');
    const slow = rig.another(220);
    nock(BASE_URL).get('/v3/balance').times(200).reply(200, { success: true, payload: 1 });
    const during = async (isBackground: boolean): Promise<number> => {
      const signal = AbortSignal.timeout(2_000);
      const calls = Array.from({ length: 80 }, () =>
        slow.call({ method: 'GET', path: '/v3/balance', isBackground }, signal).then(
          () => 1,
          () => 0,
        ),
      );
      return (await Promise.all(calls)).reduce((sum: number, one) => sum + one, 0);
    };
    const background = await during(true);
    expect(background).to.be.within(15, 30);
    const waitedFor = await during(false);
    expect(waitedFor).to.be.within(30, 60);
  });
});
