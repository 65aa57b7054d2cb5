import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { compact, sliceNotice } from '../../../src/methods/providers/bitso/notices/slice.ts';
import {
  NoticeRefused,
  type InstructionsRequest,
  type RawNotice,
  type Report,
} from '../../../src/methods/providers/provider.ts';
import { until } from '../../support/poll.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { openBitsoRig, type BitsoRig } from './bitso-rig.ts';

const DAY_MS = 24 * 3_600_000;

const request = (change: Partial<InstructionsRequest> = {}): InstructionsRequest => ({
  ...{ idempotencyKey: randomUUID(), method: 'SPEI', kind: 'clabe', network: null, asset: 'MXN' },
  ...{ amount: money('150.75'), expiresAt: new Date(Date.now() + 7 * DAY_MS), payerName: 'CANARY PAYER' },
  ...change,
});

describe('pay-ins by Bitso', () => {
  let rig: BitsoRig;
  before(async () => {
    rig = await openBitsoRig();
  });
  afterEach(() => {
    rig.fake.control.clearFaults();
    expect(JSON.stringify(rig.lines)).to.not.match(/canary|\d{18}/i);
    expect(JSON.stringify(rig.lines)).to.not.include(rig.fake.bitso.secret);
  });
  after(() => rig.close());

  const issue = (change: Partial<InstructionsRequest> = {}, bitso = rig.bitso) =>
    bitso.issueInstructions(request(change), patience());
  const pay = (clabe: string, amount = '150.75', more = {}): string => {
    const paid = rig.fake.control.pay({
      ...{ receiver_clabe: clabe, amount, sender_name: 'CANARY SENDER' },
      ...more,
    });
    if (!paid.credited || paid.fid === null) throw new Error('the money was sent back');
    return paid.fid;
  };
  const read = async ({ body }: RawNotice): Promise<Report> => {
    const [report] = await Promise.all(rig.bitso.notices!.read([body], patience()));
    return report!;
  };
  const POST = 'POST /spei/v1/payments';

  describe('a payment', () => {
    it('takes the exact amount, and closes before Bitso closes it', async () => {
      const { instructions, destination, expiresAt } = await issue();
      expect(instructions).to.deep.equal({
        clabe: destination,
        bank: { name: 'NVIO', account_name: 'Fake Company SA de CV' },
      });
      const days = (expiresAt!.getTime() - Date.now()) / DAY_MS;
      expect(days).to.be.within(2, 3);
      expect(() => pay(destination, '150.74')).to.throw('sent back');
      pay(destination);
    });

    it('is asked for once for a key, also when the answer was lost or the process died', async () => {
      const idempotencyKey = randomUUID();
      const opened = rig.fake.control.state().payments;
      rig.fake.control.fault({ kind: 'lost', on: POST, acts: true });
      const first = await issue({ idempotencyKey });
      // As if nothing had been written.
      await rig.database.query('delete from bitso_payments where clabe = $1', [first.destination]);
      const again = await issue({ idempotencyKey }, rig.reopen());
      expect(again.destination).to.equal(first.destination);
      expect(rig.fake.control.state().payments).to.equal(opened + 1);
      const asked = rig.asked(POST);
      expect(await issue({ idempotencyKey })).to.deep.equal(again);
      expect(rig.asked(POST), 'what is known is not asked for').to.equal(asked);
    });

    it('is another one for another key, after it expired', async () => {
      const first = await issue();
      const second = await issue();
      expect(second.destination).to.not.equal(first.destination);
    });

    it('is refused for what SPEI cannot carry', async () => {
      for (const change of [
        { amount: money('150.755') },
        { asset: 'USD' },
        { kind: 'bank' as const },
        { idempotencyKey: 'one', amount: money('1') },
      ]) {
        if (change.idempotencyKey) await issue({ idempotencyKey: 'one' });
        expect((await failureOf(issue(change))).kind).to.equal('refused');
      }
    });

    it('names somebody when the link names nobody', async () => {
      expect((await issue({ payerName: null })).destination).to.match(/^710\d{15}$/);
      expect((await issue({ payerName: ' \u0000\n ' })).destination).to.match(/^710\d{15}$/);
    });
  });

  describe('polling by id', () => {
    const poll = async (): Promise<Report[]> => {
      const reports: Report[] = [];
      const [poller] = rig.reopen().background!((_trx, told) => {
        reports.push(...told.filter(({ type }) => type !== 'nothing'));
        return Promise.resolve();
      });
      await poller!.runOnce();
      return reports;
    };

    it('finds what no notice told, once, and asks less and less often', async () => {
      await rig.database.query('update bitso_payments set due_at = null');
      const { destination } = await issue();
      expect(await poll()).to.deep.equal([]);
      await rig.database.query('update bitso_payments set due_at = now() where due_at is not null');
      expect(await poll()).to.deep.equal([]);
      const [row] = await rig.database.query(
        "select asked, due_at > now() + interval '9 minutes' as later from bitso_payments where clabe = $1",
        [destination],
      );
      expect(row).to.deep.equal({ asked: 1, later: true });
      const fid = pay(destination);
      await rig.database.query('update bitso_payments set due_at = now() where due_at is not null');
      const [report, ...more] = await poll();
      expect(more).to.deep.equal([]);
      expect(report?.type === 'deposit' && report.deposit).to.deep.include({
        ...{ providerReference: fid, method: 'SPEI', destination, asset: 'MXN', network: null, final: true },
        amount: money('150.75'),
      });
      const open = await rig.database.query('select 1 from bitso_payments where due_at is not null');
      expect(open).to.deep.equal([]);
    });
  });

  describe('a deposit', () => {
    it('is told the same by both of its notices, and by the statement', async () => {
      const { destination } = await issue();
      const fid = pay(destination);
      const told: Report[] = [];
      for (const [event, payload] of [
        ['funding', { fid, status: 'complete', amount: '9.00' }],
        ['spei_payment', { payment_id: 'p', status: 'COMPLETED', details: { fid } }],
      ] as const) {
        const notice = rig.toRaw(rig.fake.control.notice({ event, payload }));
        await rig.bitso.notices!.authenticate(notice, patience());
        told.push(await read(notice));
      }
      expect(told[0]).to.deep.equal(told[1]);
      const [report] = told;
      expect(report?.type === 'deposit' && report.deposit.payer).to.include({
        name: 'CANARY SENDER',
        account: '012180015123456780',
      });
    });

    it('can be sent back only where the whole CLABE is known', async () => {
      const { destination } = await issue();
      const fid = pay(destination, '150.75', { sender_clabe: '0121800*********80' });
      const notice = rig.toRaw(
        rig.fake.control.notice({ event: 'funding', payload: { fid, status: 'complete' } }),
      );
      const report = await read(notice);
      if (report.type !== 'deposit') throw new Error('no deposit');
      expect(report.deposit.payer).to.not.have.property('account');
      expect(rig.bitso.refundDestination(report.deposit)).to.equal(undefined);
    });
  });

  describe('a notice', () => {
    const KEYS = 'GET /v4/webhooks/public-key';
    const notice = (event: string, payload: unknown, by: 'us' | 'forger' | 'unknown' = 'us') =>
      rig.toRaw(rig.fake.control.notice({ event, payload, by }));
    const outcomeOf = (given: ReturnType<typeof notice>): Promise<unknown> =>
      rig.bitso.notices!.authenticate(given, patience()).catch((error: unknown) => error);

    it('of an unknown event says nothing', async () => {
      const unknown = notice('account_validation', { fid: 'x', name: 'PÉREZ {"[' });
      expect(await outcomeOf(unknown)).to.match(/^other:/);
      expect(await read(unknown)).to.deep.equal({ type: 'nothing' });
    });

    it('cannot be told as another event, since only the payload is signed', async () => {
      const signed = notice('withdrawal', { wid: 'w1', status: 'complete' });
      const body = Buffer.from(signed.body.toString().replace('"withdrawal"', '"funding"'));
      expect(await outcomeOf({ ...signed, body })).to.be.instanceOf(NoticeRefused);
    });

    it('with a made-up key is refused each time, and makes us fetch the keys only now and then', async () => {
      const bitso = rig.reopen();
      const before = rig.asked(KEYS);
      const begun = performance.now();
      for (let round = 0; round < 2; round++) {
        const outcomes = await Promise.all(
          Array.from({ length: 50 }, () => {
            const forged = notice('funding', { fid: 'f', status: 'complete' }, 'unknown');
            return bitso.notices!.authenticate(forged, patience()).catch((error: unknown) => error);
          }),
        );
        for (const outcome of outcomes) expect(outcome).to.be.instanceOf(NoticeRefused);
      }
      const fetched = rig.asked(KEYS) - before;
      expect(fetched).to.be.within(2, 1 + Math.ceil((performance.now() - begun) / 2_000));
    });

    it('with a key that came up since the keys were fetched is no forgery', async () => {
      const bitso = rig.reopen();
      const forged = notice('funding', { fid: 'f', status: 'complete' }, 'unknown');
      expect(
        await bitso.notices!.authenticate(forged, patience()).catch((error: unknown) => error),
      ).to.be.instanceOf(NoticeRefused);
      rig.fake.control.rotateKey({ keepsOld: false });
      const signed = notice('withdrawal', { wid: 'w2', status: 'complete' });
      expect(await bitso.notices!.authenticate(signed, patience())).to.equal('withdrawal:w2:COMPLETE');
    });

    it('with a key that is new is checked with it', async () => {
      const bitso = rig.reopen();
      rig.fake.control.rotateKey({ keepsOld: false });
      const signed = notice('withdrawal', { wid: 'w1', status: 'complete' });
      expect(await bitso.notices!.authenticate(signed, patience())).to.equal('withdrawal:w1:COMPLETE');
    });

    it('that cannot be checked now is no forgery, however many come', async () => {
      const bitso = rig.reopen();
      const signed = notice('withdrawal', { wid: 'w1', status: 'complete' });
      const outcomeNow = () =>
        bitso.notices!.authenticate(signed, patience()).catch((error: unknown) => error);
      rig.fake.control.fault({ kind: 'bad_gateway', on: KEYS, times: 0 });
      for (const outcome of [await outcomeNow(), ...(await Promise.all([outcomeNow(), outcomeNow()]))]) {
        expect(outcome).to.be.instanceOf(Error).and.not.instanceOf(NoticeRefused);
      }
      rig.fake.control.clearFaults();
      await until(async () => (await outcomeNow()) === 'withdrawal:w1:COMPLETE', {
        what: 'keys are fetched',
      });
    });

    it('is authentic with spaces between its parts, since what is signed is compact', async () => {
      const payload = {
        wid: 'w 3',
        status: 'complete',
        said: 'a  "b" {: ,\t\\ } é',
        amounts: [9, { of: null }],
      };
      const signed = notice('withdrawal', payload);
      const spaced = JSON.stringify(JSON.parse(signed.body.toString()), null, 2)
        .replaceAll('/', '\\/')
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      expect(spaced).to.not.equal(signed.body.toString());
      const id = await outcomeOf(signed);
      expect(id).to.match(/^withdrawal:/);
      expect(await outcomeOf({ ...signed, body: Buffer.from(spaced) })).to.equal(id);
      const altered = Buffer.from(spaced.replace('a  ', 'a '));
      expect(await outcomeOf({ ...signed, body: altered })).to.be.instanceOf(NoticeRefused);
    });
  });
});

describe("a notice's payload", () => {
  const slice = (text: string) => sliceNotice(Buffer.from(text));

  for (const [name, payload] of [
    ['with braces and escapes in its strings', '{"a":"}{][\\"\\\\","b":{"c":[1,{"d":"]"}]}}'],
    ['with numbers as they are written', '{"amount":9.00,"e":1E5}'],
    ['with escaped and plain characters', '{"name":"Mar\\u00eda \u00d1and\u00fa \\/ 😀"}'],
    ['with spaces', '{ "a" : [ 1 , 2 ] }'],
  ] as const) {
    it(`is sliced by its own bytes ${name}`, () => {
      for (const text of [
        `{"event":"funding","payload":${payload}}`,
        `{"payload": ${payload} , "event" : "funding"}`,
        `{"event":"funding","id":-1.5,"sent":null,"payload":${payload}}`,
        `{"\\u0065vent":"funding","payload":${payload}}`,
      ]) {
        expect(slice(text)?.payload.toString(), text).to.equal(payload);
        expect(slice(text)?.event).to.equal('funding');
      }
    });
  }

  it('is compacted without touching its strings and numbers', () => {
    for (const [spaced, is] of [
      ['{ "a" : [ 9.00 , -1E5\n,\ttrue ] , "b c" : " \\" x " }', '{"a":[9.00,-1E5,true],"b c":" \\" x "}'],
      ['{"a":"\\\\" , "b":"\\\\\\" ,"}', '{"a":"\\\\","b":"\\\\\\" ,"}'],
      ['{}', '{}'],
    ] as const) {
      expect(compact(Buffer.from(spaced)).toString()).to.equal(is);
    }
  });

  for (const text of [
    '',
    '{}',
    '[]',
    '{"event":"a","payload":{}',
    '{"event":"a","payload":{}}}',
    '{"event":"a","payload":{}} ',
    '{"event":"a","payload":{},"payload":{}}',
    '{"event":"a","payload":{},"p\\u0061yload":{"b":1}}',
    '{"event":"a","event":"b","payload":{}}',
    '{"event":1,"payload":{}}',
    '{"event":"a","payload":"{}"}',
    '{"event":"a","payload":[{}]}',
    '{"event":"a","payload":{"b":}}',
    '{"event":"a","payload":{]}',
    '{"event":"a" "payload":{}}',
    '{"event":"a","payload":{"b":"\\"}}',
    "{'event':'a','payload':{}}",
    `{"event":"a",${'"x":1,'.repeat(40)}"payload":{}}`,
  ]) {
    it(`is nowhere in ${text.slice(0, 60)}`, () => {
      expect(slice(text)).to.equal(undefined);
    });
  }
});
