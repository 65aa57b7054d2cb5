import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import type { Mono } from '../../../src/methods/providers/mono/mono.ts';
import type { Destination, Outcome, PayOutRequest, Report } from '../../../src/methods/providers/provider.ts';
import { until } from '../../support/poll.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { openMonoRig, type MonoRig } from './rig.ts';

const POST = 'POST /api/v1/outgoing_transfers';
const LIST = 'GET /api/v1/outgoing_transfers';

describe('payouts by Mono', () => {
  let rig: MonoRig;
  before(async () => {
    rig = await openMonoRig();
  });
  afterEach(() => {
    const { control } = rig.fake;
    control.clearFaults();
    control.transferWeather({});
    control.allowScopes({});
    control.set({ repeated: 'second', acceptedName: 'accepted_transfers', lagMs: { transfers: 0 } });
    expect(JSON.stringify(rig.lines)).to.not.match(/CANARY/);
    rig.lines.length = 0;
  });
  after(() => rig.close());

  let count = 0;
  const order = (change: Partial<PayOutRequest> = {}): PayOutRequest => ({
    ...{ idempotencyKey: randomUUID(), method: 'BREB', asset: 'COP', amount: money('25000.75') },
    destination: { key: `@CANARY${++count}` },
    ...change,
  });
  const send = (asked: PayOutRequest, mono: Mono = rig.mono): Promise<Outcome> =>
    mono.payOut(asked, patience());
  const keyOf = ({ destination }: PayOutRequest): string => (destination as { key: string }).key;
  const sentTo = (asked: PayOutRequest): any[] =>
    rig.fake.control.state().transfers.filter((one: any) => one.query.value === keyOf(asked));
  const done = async (asked: PayOutRequest, mono: Mono = rig.mono): Promise<string> => {
    let outcome: Outcome | undefined;
    await until(async () => (outcome = await send(asked, mono)).status === 'done', { what: 'it is done' });
    return outcome!.providerReference!;
  };
  const refusal = async (asked: PayOutRequest) => {
    let failure: Awaited<ReturnType<typeof failureOf>> | undefined;
    await until(
      async () => {
        const outcome = await send(asked).catch((error: unknown) => error);
        if (outcome instanceof Error) failure = await failureOf(Promise.reject(outcome));
        return failure !== undefined;
      },
      { what: 'it is refused' },
    );
    return failure!;
  };
  const errors = (): string[] =>
    rig.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  /** Runs the worker that asks again of what was told, as if that was due. */
  const watch = async ({ isOver = false } = {}): Promise<Report[]> => {
    const reports: Report[] = [];
    const takeIn = (_: unknown, some: readonly Report[]) => Promise.resolve(void reports.push(...some));
    const [, watcher] = rig.mono.background!(takeIn);
    await rig.database.query(
      `update rail_orders set watch_at = now(), watch_until = case when $1 then now() else watch_until end
        where watch_at is not null`,
      [isOver],
    );
    while ((await watcher!.runOnce()) > 0);
    return reports;
  };
  const watched = async (reference: string): Promise<any> =>
    (await rig.database.query('select * from rail_orders where reference = $1', [reference]))[0];

  it('go to a key, by one transfer, from the account that sends', async () => {
    const asked = order();
    const reference = await done(asked);
    const [sent, ...others] = sentTo(asked);
    expect(others).to.deep.equal([]);
    expect(sent).to.deep.include({
      ...{ id: reference, state: 'successful', amount: { amount: 2_500_075, currency: 'COP' } },
      ...{ tenant_account_id: rig.fake.sendingAccount, expected_creditor: null },
    });
  });

  it('go only to the holder that was named, if the key is meanwhile another’s', async () => {
    const holder = { document_type: 'CC', document_number: '1000001' };
    const named = (key: string): Partial<PayOutRequest> => ({ destination: { key, holder } });
    rig.fake.control.holdKey({ key: '@CANARYhers', document_number: '1000001' });
    rig.fake.control.holdKey({ key: '@CANARYhis', document_number: '2000002' });
    await done(order(named('@CANARYhers')));
    expect(await refusal(order(named('@CANARYhis')))).to.include({ reason: 'DESTINATION_REJECTED' });
  });

  for (const [what, change, reason] of [
    ['another asset', { asset: 'MXN' }, 'PROVIDER_REFUSED'],
    ['a CLABE', { destination: { clabe: '032180000118359719' } as Destination }, 'INVALID_DESTINATION'],
    ['a key with a space', { destination: { key: '@a b' } as Destination }, 'INVALID_DESTINATION'],
    ['parts of a centavo', { amount: money('1.005') }, 'PROVIDER_REFUSED'],
    ['more than Bre-B carries', { amount: money('12000000') }, 'LIMIT_EXCEEDED'],
  ] as const) {
    it(`are refused for ${what}, and stay so`, async () => {
      const asked = order(change);
      for (let time = 0; time < 2; time++)
        expect(await failureOf(send(asked))).to.include({ kind: 'refused', reason });
      if ('key' in asked.destination) expect(sentTo(asked)).to.deep.equal([]);
    });
  }

  for (const [why, reason] of [
    ['key_not_found', 'INVALID_DESTINATION'],
    ['invalid_key_format', 'INVALID_DESTINATION'],
    ['creditor_account_not_found', 'INVALID_DESTINATION'],
    ['invalid_creditor_account', 'INVALID_DESTINATION'],
    ['key_suspended', 'DESTINATION_REJECTED'],
    ['insufficient_funds', 'INSUFFICIENT_PROVIDER_FUNDS'],
    ['amount_exceeds_balance_limit', 'LIMIT_EXCEEDED'],
    ['risk_control', 'PROVIDER_REFUSED'],
    ['a word that nobody knows', 'PROVIDER_REFUSED'],
  ] as const) {
    it(`that fail for ${why} are refused for ${reason}`, async () => {
      rig.fake.control.transferFates({ fates: [{ end: 'failed', reason: why }] });
      expect(await refusal(order())).to.include({ kind: 'refused', reason });
    });
  }

  for (const repeated of ['duplicated', 'conflict', 'rejected', 'original', 'second'] as const) {
    it(`are sent once after a lost answer and a list that lags, if a repeated id is ${repeated}`, async () => {
      const asked = order();
      rig.fake.control.set({ repeated });
      rig.fake.control.fault({ kind: 'lost', acts: true, on: POST });
      expect((await failureOf(send(asked))).kind).to.equal('unavailable');
      // Empty look-ups, for less than a minute: nothing is sent again.
      rig.fake.control.fault({ kind: 'empty', on: LIST, times: 3 });
      for (let time = 0; time < 3; time++) {
        expect(await send(asked)).to.deep.equal({ status: 'pending', providerReference: null });
        await rig.absentFor(15);
      }
      await done(asked);
      expect(sentTo(asked)).to.have.length(1);
    });
  }

  for (const repeated of ['duplicated', 'conflict', 'rejected', 'original'] as const) {
    it(`are still one transfer when the list lags for minutes, if a repeated id is ${repeated}`, async () => {
      const asked = order();
      rig.fake.control.set({ repeated });
      rig.fake.control.fault({ kind: 'lost', acts: true, on: POST });
      await failureOf(send(asked));
      rig.fake.control.fault({ kind: 'empty', on: LIST, times: 3 });
      await send(asked);
      await rig.absentFor(61);
      await send(asked).catch((error: unknown) => error);
      await done(asked);
      expect(sentTo(asked)).to.have.length(1);
    });
  }

  it('are not sent, nor refused, while a list has others than the one that was asked for', async () => {
    const [other, asked] = [order(), order()];
    await done(other);
    const list = rig.mono.client.call.bind(rig.mono.client);
    const lying = rig.reopen();
    Object.assign(lying.client, {
      call: (call: { path: string; method: string }, signal: AbortSignal) =>
        list({ ...call, path: call.path.replace(/external_id=[^&]*/, '') } as never, signal),
    });
    expect((await failureOf(send(asked, lying))).message).to.include('others than the one asked for');
    expect(sentTo(asked)).to.deep.equal([]);
  });

  it('that Mono has twice are an operator’s, and nothing more is sent', async () => {
    const asked = order();
    rig.fake.control.fault({ kind: 'lost', acts: true, on: POST });
    await failureOf(send(asked));
    const [{ external_id }] = sentTo(asked);
    const body = JSON.stringify({
      tenant_account_id: rig.fake.sendingAccount,
      transfers: [
        {
          ...{ external_id, amount: { amount: 2_500_075, currency: 'COP' } },
          query: { format: 'plain_key', value: keyOf(asked) },
        },
      ],
    });
    const call = {
      method: 'POST',
      path: '/api/v1/outgoing_transfers',
      body,
      idempotencyKey: 'by hand',
    } as const;
    await rig.mono.client.call(call, patience());
    const failure = await failureOf(send(asked));
    expect(failure).to.include({ kind: 'unavailable' });
    expect(errors()).to.deep.equal(['duplicate transfers at Mono; money may have been sent twice']);
    expect(sentTo(asked)).to.have.length(2);
  });

  it('are accepted by either name of the array, and not by an answer that does not name them', async () => {
    rig.fake.control.set({ acceptedName: 'transfers' });
    await done(order());
    const asked = order();
    rig.fake.control.fault({ kind: 'garbage', acts: true, on: POST });
    expect((await failureOf(send(asked))).kind).to.equal('unavailable');
    await done(asked);
    expect(sentTo(asked)).to.have.length(1);
  });

  for (const [status, code] of [
    [401, 'invalid_token'],
    [403, 'not_authorized'],
    [429, 'too_many_requests'],
  ] as const) {
    it(`that were turned away with ${status} can be sent again at once`, async () => {
      const asked = order();
      rig.fake.control.fault({ kind: 'refused', status, code, on: POST, times: status === 401 ? 3 : 1 });
      expect((await failureOf(send(asked, rig.reopen()))).kind).to.equal('unavailable');
      if (status !== 429) expect(errors().join()).to.include('rejected the account');
      await rig.database.query('update mono_clients set locked_until = null');
      await done(asked, rig.reopen());
      expect(sentTo(asked)).to.have.length(1);
    });
  }

  it('are for one amount and one key', async () => {
    const asked = order();
    rig.fake.control.transferWeather({ fate: { end: 'stuck' } });
    await send(asked);
    for (const change of [{ amount: money('1') }, { destination: { key: '@CANARYother' } }])
      expect((await failureOf(send({ ...asked, ...change }))).message).to.include('something else');
  });

  for (const state of ['reapplied', 'a_new_state']) {
    it(`that are ${state} wait for an operator`, async () => {
      const asked = order();
      rig.fake.control.transferWeather({ fate: { end: 'stuck' } });
      const { providerReference: id } = await send(asked);
      rig.fake.control.moveTransfer({ id: id!, state });
      const outcome = await send(asked);
      expect(outcome.status === 'pending' && outcome.waits).to.deep.equal({
        reason: 'OPERATOR',
        words: `Mono says that ${id} is ${state}: ask Mono what became of the money.`,
      });
    });
  }

  it('that are reversed before they were told as done are refused, and never returned', async () => {
    const asked = order();
    rig.fake.control.transferWeather({ fate: { end: 'stuck' } });
    const { providerReference: id } = await send(asked);
    rig.fake.control.moveTransfer({ id: id!, state: 'successful' });
    rig.fake.control.moveTransfer({ id: id!, state: 'reversed' });
    expect(await refusal(asked)).to.include({ reason: 'RETURNED' });
    const notice = rig.fake.control.notice({ type: 'outgoing_transfer.reversed', data: sentTo(asked)[0] });
    expect(await rig.read(notice)).to.deep.equal({ type: 'transfer', providerReference: id });
    expect(await watch()).to.deep.equal([]);
  });

  describe('after they were told', () => {
    it('are asked about for a week: what was reversed is returned once, and stays done', async () => {
      const asked = order();
      const id = await done(asked);
      const { watch_until, done_at } = await watched(id);
      expect((watch_until - done_at) / 3_600_000).to.be.closeTo(7 * 24, 0.01);
      expect(await watch()).to.deep.equal([]);
      rig.fake.control.moveTransfer({ id, state: 'reversed' });
      const returned = {
        ...{ providerReference: id, returnReference: `${id}:reversed`, asset: 'COP', amount: asked.amount },
        ...{ reason: 'RETURNED', message: 'Mono has reversed the transfer after it was carried out.' },
      };
      expect(await watch()).to.deep.equal([{ type: 'return', returned }]);
      expect(await watch()).to.deep.equal([]);
      expect(await send(asked)).to.deep.equal({ status: 'done', providerReference: id });
      expect(errors()).to.deep.equal([]);
    });

    it('as refused without an answer from the network, are asked about for a day, with an alarm', async () => {
      const asked = order();
      rig.fake.control.transferFates({ fates: [{ end: 'failed', reason: 'breb_timeout' }] });
      await refusal(asked);
      const [{ id }] = sentTo(asked);
      const { watch_until, requested_at } = await watched(id);
      expect((watch_until - requested_at) / 3_600_000).to.be.closeTo(24, 0.01);
      await watch();
      expect(errors()).to.deep.equal([]);
      rig.fake.control.moveTransfer({ id, state: 'successful' });
      await watch();
      await watch();
      expect(errors()).to.deep.equal(['Mono changed the outcome of a transfer; locate its money']);
      expect((await refusal(asked)).kind).to.equal('refused');
      // The statement says what Mono says, so that nothing that left is hidden.
      const period = {
        from: new Date(Date.now() - 3_600_000),
        to: new Date(Date.now() + 1_000),
        after: undefined,
      };
      const { lines } = await rig.mono.listStatement(period, patience());
      expect(lines.map(({ reference }) => reference)).to.include(id);
    });

    it('as refused for anything else are asked about no more', async () => {
      const asked = order();
      rig.fake.control.transferFates({ fates: [{ end: 'failed', reason: 'risk_control' }] });
      await refusal(asked);
      expect((await watched(sentTo(asked)[0].id)).watch_at).to.equal(null);
    });

    it('as done and are failed now raise an alarm, and stay done', async () => {
      const asked = order();
      const id = await done(asked);
      rig.fake.control.moveTransfer({ id, state: 'failed', reason: 'unknown' });
      expect(await watch()).to.deep.equal([]);
      expect(errors()).to.have.length(1);
      expect(await send(asked)).to.include({ status: 'done' });
    });
  });

  describe('that are ruled out', () => {
    const ruleOut = (asked: PayOutRequest) =>
      rig.mono.ruleOut({ operation: 'pay_out', idempotencyKey: asked.idempotencyKey }, patience());

    it('are not while Mono has them', async () => {
      const asked = order();
      rig.fake.control.transferWeather({ fate: { end: 'stuck' } });
      rig.fake.control.fault({ kind: 'lost', acts: true, on: POST });
      await failureOf(send(asked));
      expect((await failureOf(ruleOut(asked))).message).to.match(/is [a-z_]+ at Mono as bbot_/);
    });
  });
});
