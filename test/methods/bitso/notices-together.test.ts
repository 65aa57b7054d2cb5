import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import {
  MOST_READ_TOGETHER,
  ProviderFailure,
  type RawNotice,
  type Report,
} from '../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { openBitsoRig, type BitsoRig } from './bitso-rig.ts';

const LIST = 'GET /v3/fundings';
const ALONE = 'GET /v3/fundings/:fid';
const PAYMENT = 'GET /spei/v1/payments/:id';

describe('notices of Bitso that are read together', () => {
  let rig: BitsoRig;
  let clabe: string;
  let cents = 0;

  beforeEach(async () => {
    rig = await openBitsoRig();
    clabe = ((await rig.bitso.client.call({ method: 'POST', path: '/spei/v1/clabes' }, patience())) as any)
      .clabe;
  });
  afterEach(() => rig.close());

  interface Paid {
    fid: string;
    amount: string;
  }
  const pay = (more: { held?: boolean } = {}): Paid => {
    const amount = (1_000 + ++cents / 100).toFixed(2);
    const paid = rig.fake.control.pay({ receiver_clabe: clabe, amount, ...more });
    if (!paid.credited || paid.fid === null) throw new Error('the money was sent back');
    return { fid: paid.fid, amount };
  };
  const payMany = (count: number): Paid[] => Array.from({ length: count }, () => pay());
  const notice = (event: string, payload: object): RawNotice =>
    rig.toRaw(rig.fake.control.notice({ event, payload }));
  const aboutFunding = (fid: string, status = 'complete'): RawNotice =>
    notice('funding', { fid, status, amount: '9.00' });
  const aboutPayment = (details: object): RawNotice =>
    notice('spei_payment', { payment_id: 'p', status: 'COMPLETED', details });
  const read = (notices: readonly RawNotice[]): Promise<Report>[] =>
    rig.bitso.notices!.read(
      notices.map(({ body }) => body),
      patience(),
    );
  const readAll = (notices: readonly RawNotice[]): Promise<Report[]> => Promise.all(read(notices));
  /** What each report says has arrived. */
  const paidIn = (reports: readonly Report[]): Paid[] =>
    reports.map((report) => {
      if (report.type !== 'deposit') throw new Error(`it is a ${report.type}`);
      expect(report.deposit.final).to.equal(true);
      return { fid: report.deposit.providerReference, amount: report.deposit.amount.toFixed(2) };
    });
  const calls = async <T>(work: () => Promise<T>): Promise<[T, Record<string, number>]> => {
    const before = { ...rig.fake.control.state().received };
    const result = await work();
    const made = Object.entries(rig.fake.control.state().received)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0);
    return [result, Object.fromEntries(made)];
  };

  it('cost one call for 25 deposits, of which both notices tell', async () => {
    const paid = payMany(MOST_READ_TOGETHER / 2);
    const notices = paid.flatMap(({ fid }) => [aboutFunding(fid), aboutPayment({ fid })]);
    const [reports, made] = await calls(() => readAll(notices));
    expect(paidIn(reports)).to.deep.equal(paid.flatMap((one) => [one, one]));
    expect(made).to.deep.equal({ [LIST]: 2 });
    const [, most] = await calls(() =>
      readAll(payMany(MOST_READ_TOGETHER).map(({ fid }) => aboutFunding(fid))),
    );
    expect(most).to.deep.equal({ [LIST]: 3 });
  });

  it('cost one call for a lone deposit, of which both notices tell', async () => {
    const paid = pay();
    const [reports, made] = await calls(() =>
      readAll([aboutFunding(paid.fid), aboutPayment({ fid: paid.fid })]),
    );
    expect(paidIn(reports)).to.deep.equal([paid, paid]);
    expect(made).to.deep.equal({ [ALONE]: 1 });
  });

  it('cost nothing when they are about no deposit', async () => {
    const [reports, made] = await calls(() =>
      readAll([
        notice('withdrawal', { wid: 'w', status: 'complete' }),
        notice('spei_payment', { payment_id: 'p', status: 'EXPIRED' }),
        notice('account_validation', { fid: 'f' }),
      ]),
    );
    expect(reports).to.deep.equal([
      { type: 'transfer', providerReference: 'w' },
      { type: 'nothing' },
      { type: 'nothing' },
    ]);
    expect(made).to.deep.equal({});
  });

  for (const listedOrder of ['newest', 'asked'] as const) {
    it(`are each about their own deposit, in whatever order a list is (${listedOrder}), and whoever else is in it`, async () => {
      rig.fake.control.set({ listedOrder, listsOthers: true });
      payMany(3);
      const paid = payMany(10);
      expect(paidIn(await readAll(paid.map(({ fid }) => aboutFunding(fid))))).to.deep.equal(paid);
    });
  }

  for (const unknownFid of ['left_out', 'refused'] as const) {
    it(`are read when one names a deposit that is not there (${unknownFid}), which fails alone`, async () => {
      rig.fake.control.set({ unknownFid });
      const paid = payMany(5);
      const notices = [...paid.map(({ fid }) => fid), 'nothing'].map((fid) => aboutFunding(fid));
      const [readings, made] = await calls(async () => {
        const pending = read(notices);
        await Promise.allSettled(pending);
        return pending;
      });
      expect((await failureOf(readings.pop()!)).message).to.include('no such funding');
      expect(paidIn(await Promise.all(readings))).to.deep.equal(paid);
      expect(made).to.deep.equal({ [LIST]: 1, [ALONE]: unknownFid === 'left_out' ? 1 : 6 });
    });
  }

  it('are asked for alone when a list lags behind: without them, or with how they stood', async () => {
    const held = Array.from({ length: 3 }, () => pay({ held: true }));
    rig.fake.control.set({ lagMs: { fundings: 60_000 } });
    rig.fake.control.advance({ ms: 60_000 });
    const paid = [...held, ...payMany(2)];
    for (const { fid } of held) rig.fake.control.settleFunding({ fid, status: 'complete' });
    const [reports, made] = await calls(() => readAll(paid.map(({ fid }) => aboutFunding(fid))));
    expect(paidIn(reports)).to.deep.equal(paid);
    expect(made).to.deep.equal({ [LIST]: 1, [ALONE]: 5 });
  });

  it('are believed by the list when they tell of deposits that are not final', async () => {
    const held = Array.from({ length: 4 }, () => pay({ held: true }));
    const [reports, made] = await calls(() => readAll(held.map(({ fid }) => aboutFunding(fid, 'pending'))));
    expect(reports.map((report) => report.type === 'deposit' && report.deposit.final)).to.deep.equal(
      Array(4).fill(false),
    );
    expect(made).to.deep.equal({ [LIST]: 1 });
  });

  it('have the payment asked for where only it names the deposit, without holding up the others', async () => {
    const request = {
      ...{
        idempotencyKey: randomUUID(),
        method: 'SPEI',
        kind: 'clabe' as const,
        network: null,
        asset: 'MXN',
      },
      ...{ amount: money('150.75'), expiresAt: new Date(Date.now() + 86_400_000), payerName: null },
    };
    const { destination } = await rig.bitso.issueInstructions(request, patience());
    const { fid } = rig.fake.control.pay({ receiver_clabe: destination, amount: '150.75' }) as {
      fid: string;
    };
    const [row] = await rig.database.query('select id from bitso_payments where clabe = $1', [destination]);
    const nameless = notice('spei_payment', { payment_id: row!['id'], status: 'COMPLETED', details: {} });
    const paid = payMany(3);
    rig.fake.control.fault({ kind: 'latency', on: PAYMENT, ms: 300 });
    let isNamed = false;
    const [readings, made] = await calls(async () => {
      const [late, ...others] = read([nameless, ...paid.map((one) => aboutFunding(one.fid))]);
      void late!.then(() => (isNamed = true));
      expect(paidIn(await Promise.all(others))).to.deep.equal(paid);
      expect(isNamed).to.equal(false);
      return [await late!];
    });
    expect(paidIn(readings)).to.deep.equal([{ fid, amount: '150.75' }]);
    expect(made).to.deep.equal({ [LIST]: 1, [PAYMENT]: 1, [ALONE]: 1 });
  });

  for (const kind of ['unknown', 'refused'] as const) {
    it(`are asked for alone when Bitso has an error for a list of them (${kind})`, async () => {
      const paid = payMany(4);
      rig.fake.control.fault({ kind, on: LIST, times: 0 });
      expect(paidIn(await readAll(paid.map(({ fid }) => aboutFunding(fid))))).to.deep.equal(paid);
    });
  }

  for (const kind of ['lost', 'bad_gateway', 'limited'] as const) {
    it(`fail, and are not asked for one by one, when Bitso cannot be reached (${kind})`, async () => {
      const paid = payMany(4);
      rig.fake.control.fault({ kind, on: LIST, times: 0 });
      const [outcomes, made] = await calls(() =>
        Promise.allSettled(read(paid.map(({ fid }) => aboutFunding(fid)))),
      );
      for (const outcome of outcomes) {
        expect(outcome.status === 'rejected' && outcome.reason).to.be.instanceOf(ProviderFailure);
      }
      expect(Object.keys(made)).to.deep.equal([LIST]);
    });
  }
});
