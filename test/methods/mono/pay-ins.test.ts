import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { deterministicHex } from '../../../src/lib/ids.ts';
import { money } from '../../../src/lib/money.ts';
import type { Mono } from '../../../src/methods/providers/mono/mono.ts';
import type { InstructionsRequest, Report } from '../../../src/methods/providers/provider.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { failureOf, issuedBy, patience } from '../simulator/rig.ts';
import { openMonoRig, type MonoRig } from './rig.ts';

const HOUR_MS = 3_600_000;
const POST = 'POST /api/v1/collections';
const POST_QR = 'POST /api/v1/collections/:id/qr';

const request = (change: Partial<InstructionsRequest> = {}): InstructionsRequest => ({
  ...{ idempotencyKey: randomUUID(), method: 'BREB', kind: 'key', network: null, asset: 'COP' },
  ...{ amount: money('10000.50'), expiresAt: new Date(Date.now() + HOUR_MS), payerName: null },
  ...change,
});

describe('pay-ins by Mono', () => {
  let rig: MonoRig;
  before(async () => {
    rig = await openMonoRig();
  });
  afterEach(() => {
    rig.fake.control.clearFaults();
    rig.fake.control.set({ registration: 'ready', readyMs: 20, attemptData: 'collection' });
    expect(JSON.stringify(rig.lines)).to.not.match(/CANARY/);
    expect(JSON.stringify(rig.lines)).to.not.include(rig.fake.client.secret);
    rig.lines.length = 0;
  });
  after(() => rig.close());

  const ask = (asked: InstructionsRequest, signal = patience()) => rig.mono.issueInstructions(asked, signal);
  const issue = (asked: InstructionsRequest, mono: Mono = rig.mono) => issuedBy(mono, asked);
  /** What Mono has for an amount. */
  const madeFor = (amount: string): any[] =>
    rig.fake.control
      .state()
      .collections.filter(
        (one: any) => one.total_minimum_amount.amount === Number(money(amount).shiftedBy(2).toFixed()),
      );
  const pay = (key: string, amount = '10000.50', more: object = {}): any =>
    rig.fake.control.pay({ key, amount, name: 'CANARY PAYER', ...more });

  describe('a key', () => {
    it('takes exactly the amount, once and until the link ends, and comes with its QR', async () => {
      const asked = request({ amount: money('10001.01') });
      const { instructions, destination, reference, expiresAt } = await issue(asked);
      const [made, ...others] = madeFor('10001.01');
      expect(others).to.deep.equal([]);
      expect(made).to.deep.include({
        ...{ usage_mode: 'single_use', state: 'ready', expires_at: asked.expiresAt.toISOString() },
        ...{ total_maximum_amount: { amount: 1_000_101, currency: 'COP' } },
      });
      expect([destination, reference, expiresAt]).to.deep.equal([made.keys[0].value, null, asked.expiresAt]);
      const qr = made.qrs[0].emvco;
      expect(instructions).to.deep.equal({ bank: { name: 'Bre-B' }, reference: destination, qr });
    });

    it('is opened once, with one QR, for calls of two processes at once', async () => {
      const asked = request({ amount: money('10002') });
      const other = rig.reopen();
      const issued = await Promise.all(
        Array.from({ length: 8 }, (_, at) => issue(asked, at % 2 === 0 ? rig.mono : other)),
      );
      for (const one of issued) expect(one).to.deep.equal(issued[0]);
      const [made, ...others] = madeFor('10002');
      expect(others).to.deep.equal([]);
      expect(made.qrs).to.have.length(1);
    });

    it('that is registered too late is the next request’s, which finds it as a duplicate', async () => {
      rig.fake.control.set({ readyMs: 2_500 });
      const [first, next] = [request({ amount: money('10003') }), request({ amount: money('10003') })];
      next.expiresAt = first.expiresAt;
      expect((await failureOf(ask(first))).kind).to.equal('unavailable');
      const { destination } = await issue(next);
      const [made, ...others] = madeFor('10003');
      expect(others).to.deep.equal([]);
      expect(destination).to.equal(made.keys[0].value);
      // It is nobody else's then.
      rig.fake.control.set({ readyMs: 20 });
      const third = await issue({ ...next, idempotencyKey: randomUUID() });
      expect(third.destination).to.not.equal(destination);
      expect((await failureOf(ask(first))).kind).to.equal('unavailable');
    });

    it('is unavailable, and not timed out, when the offer ends while it is being registered', async () => {
      rig.fake.control.set({ readyMs: 60_000 });
      const asked = request({ amount: money('10009') });
      const failure = await failureOf(ask(asked, AbortSignal.timeout(700)));
      expect(failure).to.include({ kind: 'unavailable', message: 'The key is still being registered.' });
      // One that is not registered within a minute holds nobody up.
      rig.fake.control.set({ readyMs: 20 });
      await rig.database.query(`update mono_collections set created_at = created_at - interval '1 minute'`);
      await issue({ ...asked, idempotencyKey: randomUUID() });
    });

    it('that cannot be registered stays refused, and another request gets another one', async () => {
      rig.fake.control.set({ registration: 'failed' });
      const asked = request({ amount: money('10004') });
      expect((await failureOf(ask(asked))).kind).to.equal('refused');
      rig.fake.control.set({ registration: 'ready' });
      expect((await failureOf(ask(asked))).message).to.include('key_registration_failed');
      await issue({ ...asked, idempotencyKey: randomUUID() });
    });

    it('of a duplicate with an earlier amount is never shown', async () => {
      const asked = request({ amount: money('10005') });
      const external_id = `col_${deterministicHex('mono', 'collection', asked.idempotencyKey).slice(0, 32)}`;
      const amount = { amount: 500, currency: 'COP' };
      const body = JSON.stringify({
        tenant_account_id: rig.fake.receivingAccount,
        collections: [
          {
            ...{ external_id, usage_mode: 'single_use' },
            ...{ total_minimum_amount: amount, total_maximum_amount: amount },
          },
        ],
      });
      await rig.mono.client.call({ method: 'POST', path: '/api/v1/collections', body }, patience());
      const failure = await failureOf(ask(asked));
      expect(failure).to.include({
        kind: 'refused',
        message: 'Mono has this collection with another amount.',
      });
      expect((await failureOf(ask(asked))).kind).to.equal('refused');
    });

    for (const [what, on] of [
      ['the collection', POST],
      ['the QR', POST_QR],
    ] as const) {
      it(`is the same after the answer about ${what} was lost`, async () => {
        const asked = request({ amount: money(on === POST ? '10006' : '10007') });
        rig.fake.control.fault({ kind: 'lost', acts: true, on });
        expect((await failureOf(ask(asked))).kind).to.equal('unavailable');
        const { instructions } = await issue(asked, rig.reopen());
        const [made, ...others] = madeFor(asked.amount.toFixed());
        expect(others).to.deep.equal([]);
        expect(made.qrs.map(({ emvco }: any) => emvco)).to.deep.equal([instructions.qr]);
      });
    }

    it('has no QR rather than a second one, when nothing is known of the first', async () => {
      const asked = request({ amount: money('10008') });
      rig.fake.control.fault({ kind: 'lost', on: POST_QR });
      expect((await failureOf(ask(asked))).kind).to.equal('unavailable');
      const { instructions } = await issue(asked);
      expect(instructions).to.have.keys('bank', 'reference');
      expect(madeFor('10008')[0].qrs).to.deep.equal([]);
    });

    it('has no QR when Mono makes none', async () => {
      rig.fake.control.fault({ kind: 'refused', code: 'collection_bad_state', on: POST_QR });
      const { instructions } = await issue(request());
      expect(instructions.qr).to.equal(undefined);
    });

    for (const [what, change] of [
      ['another asset', { asset: 'MXN' }],
      ['another kind of method', { kind: 'clabe' }],
      ['parts of a centavo', { amount: money('1.001') }],
      ['what is over', { expiresAt: new Date(Date.now() - 1_000) }],
    ] as const) {
      it(`is refused for ${what}`, async () => {
        expect((await failureOf(ask(request(change)))).kind).to.equal('refused');
      });
    }

    it('stays one amount’s', async () => {
      const asked = request();
      await issue(asked);
      const failure = await failureOf(ask({ ...asked, amount: money('1') }));
      expect(failure.message).to.include('another amount');
    });
  });

  describe('a payment', () => {
    const told = (type: string, data: object): Promise<Report> =>
      rig.read(rig.fake.control.notice({ type, data }));
    const PAID = 'collection.attempt_successful';

    for (const attemptData of ['attempt', 'collection'] as const) {
      it(`is read from Mono, whatever the notice says, when its data is the ${attemptData}`, async () => {
        rig.fake.control.set({ attemptData });
        const { destination } = await issue(request());
        const { id, notice } = pay(destination);
        const report = await told(PAID, {
          ...notice,
          amount: { amount: 1, currency: 'COP' },
          state: 'failed',
        });
        expect(report).to.deep.equal({
          type: 'deposit',
          deposit: {
            ...{ providerReference: id, method: 'BREB', reference: null, asset: 'COP', network: null },
            ...{ amount: money('10000.50'), destination, final: true },
            payer: {
              ...{ name: 'CANARY PAYER', document_type: 'CC', document_number: '1020304050' },
              account: '0550123456',
            },
          },
        });
      });
    }

    it('is none when the notice lies: Mono itself says what became of it', async () => {
      rig.fake.control.set({ attemptData: 'attempt' });
      const { destination } = await issue(request());
      const { notice } = pay(destination, '9999.99');
      expect(await told(PAID, { ...notice, state: 'successful' })).to.deep.equal({ type: 'nothing' });
      expect(rig.lines.map(({ message }) => message)).to.include('payment refused by Mono');
      const unknown = `bbcolat_${'x'.repeat(22)}`;
      const read = told(PAID, { ...notice, id: unknown });
      expect((await failureOf(read)).kind).to.equal('unavailable');
    });

    it('is not found by what its payer is called', async () => {
      rig.fake.control.set({ attemptData: 'attempt' });
      const { destination } = await issue(request());
      const other = pay((await issue(request())).destination);
      const { notice, id } = pay(destination);
      const payer = { full_name: other.id };
      const report = await told(PAID, { payer, ...notice, collection_id: notice.collection_id });
      expect(report.type === 'deposit' && report.deposit.providerReference).to.equal(id);
    });

    it('of another amount, after the right one or after the end is turned away, and the right one is taken', async () => {
      const { destination } = await issue(request());
      const told = async (paid: any) => rig.read(rig.fake.control.notice({ type: PAID, data: paid.notice }));
      rig.fake.control.set({ attemptData: 'attempt' });
      expect(await told(pay(destination, '10000.51'))).to.deep.equal({ type: 'nothing' });
      expect(await told(pay(destination))).to.include({ type: 'deposit' });
      expect(await told(pay(destination))).to.deep.equal({ type: 'nothing' });
    });

    it('is asked for again while the list lags behind its notice', async () => {
      const { destination } = await issue(request());
      const paid = pay(destination);
      rig.fake.control.fault({ kind: 'empty', on: 'GET /api/v1/collections/attempts', times: 1 });
      expect((await failureOf(told(PAID, paid.notice))).kind).to.equal('unavailable');
      expect((await told(PAID, paid.notice)).type).to.equal('deposit');
    });

    it('is only seen while Mono has not ended it, and dropped if a bank fails it', async () => {
      const { destination } = await issue(request());
      const paid = pay(destination, '10000.50', { hold: true });
      const report = await told(PAID, paid.notice);
      expect(report.type === 'deposit' && report.deposit.final).to.equal(false);
      const confirm = () =>
        rig.mono.confirmDeposit({ idempotencyKey: randomUUID(), providerReference: paid.id }, patience());
      expect(await confirm()).to.deep.equal({ status: 'seen' });
      rig.fake.control.settleAttempt({ id: paid.id, state: 'failed', reason: 'breb_timeout' });
      expect(await confirm()).to.deep.equal({ status: 'dropped' });
    });

    it('is nothing in other events', async () => {
      const { destination } = await issue(request());
      const paid = pay(destination);
      for (const type of ['collection.paid', 'collection.ready', 'target_resolution.created'])
        expect(await told(type, paid.notice)).to.deep.equal({ type: 'nothing' });
    });
  });

  describe('the poller', () => {
    const poll = async (mono = rig.mono): Promise<Report[]> => {
      const reports: Report[] = [];
      const takeIn = (_: unknown, some: readonly Report[]) => Promise.resolve(void reports.push(...some));
      const [poller] = mono.background!(takeIn);
      await rig.database.query('update mono_collections set due_at = now() where due_at is not null');
      while ((await poller!.runOnce()) > 0);
      return reports;
    };
    const issuedLongAgo = () =>
      rig.database.query(`update mono_collections set issued_at = issued_at - interval '1 hour'`);
    const collectionOf = (key: string): any =>
      rig.fake.control.state().collections.find((one: any) => one.keys[0].value === key);

    it('finds what no notice told, once', async () => {
      await poll();
      const { destination } = await issue(request());
      const paid = pay(destination);
      const reports = await poll(rig.reopen({ logger: createLogger('silent') }));
      expect(reports.map((one) => one.type === 'deposit' && one.deposit.providerReference)).to.deep.equal([
        paid.id,
      ]);
      expect(await poll()).to.deep.equal([]);
    });

    it('closes what no link waits for, also when the answer is lost, and takes what was paid before', async () => {
      const { destination } = await issue(request());
      const key = (await issue(request())).destination;
      await issuedLongAgo();
      rig.fake.control.fault({ kind: 'lost', acts: true, on: 'PATCH /api/v1/collections/:id', times: 1 });
      await poll();
      const late = pay(key);
      await poll();
      expect(collectionOf(destination).enabled).to.equal(false);
      expect(pay(destination)).to.not.equal(null);
      expect(collectionOf(destination)).to.include({ successful_attempts: 0 });
      const { received } = rig.fake.control.state();
      expect(received['PATCH /api/v1/collections/:id']).to.be.greaterThan(1);
      expect(late.id).to.match(/^bbcolat_/);
      await poll();
      const left = await rig.database.query('select 1 from mono_collections where due_at is not null');
      expect(left).to.deep.equal([]);
    });

    it('keeps asking while Mono does not respond', async () => {
      const { destination } = await issue(request());
      const paid = pay(destination);
      rig.fake.control.fault({ kind: 'bad_gateway', on: 'GET /api/v1/collections/:id', times: 3 });
      expect(await poll()).to.deep.equal([]);
      const reports = await poll();
      expect(reports.map((one) => one.type === 'deposit' && one.deposit.providerReference)).to.deep.equal([
        paid.id,
      ]);
    });
  });
});
