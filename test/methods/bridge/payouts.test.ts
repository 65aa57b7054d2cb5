import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Outcome, PayOutRequest, Provider } from '../../../src/methods/providers/provider.ts';
import { executionDateOf } from '../../../src/methods/index.ts';
import { money } from '../../../src/lib/money.ts';
import { until } from '../../support/poll.ts';
import { failureOf, patience } from '../simulator/rig.ts';
import { newAccount, newPayout, newPlace, numberOf, openBridgeRig, type BridgeRig } from './bridge-rig.ts';

const DAY_MS = 24 * 3_600_000;

describe('money out through Bridge', () => {
  let rig: BridgeRig;
  before(async () => void (rig = await openBridgeRig()));
  after(() => rig?.close());
  afterEach(() => {
    rig.fake.control.clearFaults();
    rig.fake.control.clearFates();
    rig.fake.control.set({ lagMs: { transfers: 0 }, repeatsErrors: true });
  });

  const payOut = (request: PayOutRequest, by: Provider = rig.bridge): Promise<Outcome> =>
    by.payOut(request, patience());
  const done = async (request: PayOutRequest): Promise<string> => {
    let reference = '';
    await until(
      async () => {
        const outcome = await payOut(request);
        reference = outcome.providerReference ?? '';
        return outcome.status === 'done';
      },
      { what: 'it is done' },
    );
    return reference;
  };
  it('leaves on the same banking day until the cut-off of its method', () => {
    const dayOf = (method: string, at: string) => {
      const days = rig.bridge.bankingDays?.({ method, asset: 'USD' });
      return days && executionDateOf(days, new Date(at));
    };
    // 16:44 and 16:45 in New York, on a Monday.
    expect(dayOf('WIRE', '2026-11-30T21:44:00Z')).to.equal('2026-11-30');
    expect(dayOf('WIRE', '2026-11-30T21:45:00Z')).to.equal('2026-12-01');
    expect(dayOf('ACH', '2026-11-30T18:00:00Z')).to.equal('2026-12-01');
  });

  const paid = (request: PayOutRequest): string[] =>
    rig.fake.paidTo(numberOf(request.destination as ReturnType<typeof newAccount>));
  /** As if the first request had been sent long ago, by both clocks. */
  const age = async (ms: number): Promise<void> => {
    rig.fake.control.advance({ ms });
    await rig.database.query(
      `update rail_orders set requested_at = requested_at - $1 * interval '1 millisecond' where reference is null`,
      [ms],
    );
  };

  describe('to a bank account', () => {
    for (const [what, changes] of [
      ['without its kind of holder', { holder_type: undefined }],
      ["without the holder's address", { address: undefined }],
      ['of an individual with one name', { account_name: 'Madonna' }],
      ['of a name that no wire carries', { account_name: '王小明' }],
      ['with a wrong routing number', { routing_number: '123456789' }],
      ['with a street that is too short', { address: { street: 'X', city: 'Y', country: 'MX' } }],
      ['in the US without a state', { address: { street: '1 Main St', city: 'Y', country: 'US' } }],
    ] as const) {
      it(`${what} is refused for good, before Bridge is asked for anything`, async () => {
        const before =
          rig.asked('POST /transfers') + rig.asked('POST /customers/:customer/external_accounts');
        const request = newPayout('10', { destination: newAccount(changes) });
        for (let time = 0; time < 2; time++)
          expect(await failureOf(payOut(request))).to.include({
            kind: 'refused',
            reason: 'INVALID_DESTINATION',
          });
        expect(
          rig.asked('POST /transfers') + rig.asked('POST /customers/:customer/external_accounts'),
        ).to.equal(before);
      });
    }

    it('makes the account known to Bridge once, however often it is paid', async () => {
      const destination = newAccount();
      const before = rig.asked('POST /customers/:customer/external_accounts');
      for (const amount of ['10', '20']) await done(newPayout(amount, { destination }));
      expect(rig.asked('POST /customers/:customer/external_accounts') - before).to.equal(1);
      expect(rig.fake.paidTo(numberOf(destination))).to.deep.equal(['10', '20']);
    });

    for (const [what, waitMs] of [
      ['at once', 0],
      ['after Bridge no longer tells', 2 * DAY_MS],
    ] as const) {
      it(`makes it known once where the answer was lost, and the payout is asked for again ${what}`, async () => {
        const on = 'POST /customers/:customer/external_accounts';
        const request = newPayout('30');
        rig.fake.control.fault({ kind: 'lost', on, acts: true });
        expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
        rig.fake.control.advance({ ms: waitMs });
        await done(request);
        expect(paid(request)).to.deep.equal(['30']);
      });
    }

    it('finds the account if Bridge knew it before', async () => {
      const request = newPayout('10', {
        destination: newAccount({ account_name: 'Acme Inc', holder_type: 'business' }),
      });
      const { account_number, routing_number } = (request.destination as any).bank;
      rig.fake.control.addAccount({
        ...{
          currency: 'usd',
          account_type: 'us',
          account_owner_name: 'Acme Inc',
          account_owner_type: 'business',
        },
        ...{ business_name: 'Acme Inc', account: { account_number, routing_number } },
        address: { street_line_1: '1 Main St', city: 'Austin', state: 'TX', country: 'USA' },
      });
      await done(request);
      expect(paid(request)).to.deep.equal(['10']);
    });

    it('pays nobody if two accounts at Bridge could be the one', async () => {
      const request = newPayout('10');
      const { account_number, routing_number, account_name } = (request.destination as any).bank;
      const owner = {
        account_owner_name: account_name.normalize('NFD').replace(/\p{M}/gu, ''),
        account_owner_type: 'individual',
      };
      for (const number of [
        account_number,
        `99${account_number}`.slice(0, 13).replace(/.{4}$/, account_number.slice(-4)),
      ])
        rig.fake.control.addAccount({
          ...{ currency: 'usd', account_type: 'us', ...owner, first_name: 'Maria', last_name: 'Perez' },
          account: { account_number: number, routing_number },
          address: { street_line_1: '1 Main St', city: 'Austin', state: 'TX', country: 'USA' },
        });
      expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
      expect(paid(request)).to.deep.equal([]);
    });

    it('goes by ACH where the method says so', async () => {
      const id = await done(newPayout('12', { method: 'ACH' }));
      const { destination } = rig.fake.control.state().transfers.find((one) => one.id === id)!;
      expect(destination).to.include({ payment_rail: 'ach', ach_reference: 'Payment' });
    });
  });

  it('waits while the wallet holds too little, and uses up no key for it', async () => {
    const request = newPayout('2000000');
    const before = rig.asked('POST /transfers');
    const outcome = await payOut(request);
    expect(outcome).to.include({ status: 'pending', providerReference: null });
    expect(outcome.status === 'pending' && outcome.waits?.reason).to.equal('HOT_WALLET_EMPTY');
    expect(rig.asked('POST /transfers')).to.equal(before);
    rig.fake.control.credit({ amount: '2000000' });
    await done(request);
    expect(paid(request)).to.deep.equal(['2000000']);
  });

  it('is found again where every answer was lost for an hour', async () => {
    const request = newPayout();
    rig.fake.control.set({ lagMs: { transfers: 2 * DAY_MS } });
    rig.fake.control.fault({ kind: 'lost', on: 'POST /transfers', acts: true, times: 3 });
    for (let time = 0; time < 3; time++)
      expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
    await age(3_600_000);
    await done(request);
    expect(paid(request)).to.deep.equal(['150.75']);
  });

  it('is looked for once Bridge no longer tells, and never asked for by another key', async () => {
    const request = newPayout();
    rig.fake.control.fault({ kind: 'lost', on: 'POST /transfers', acts: true });
    await failureOf(payOut(request));
    await age(2 * DAY_MS);
    const before = rig.asked('POST /transfers');
    await done(request);
    expect(rig.asked('POST /transfers')).to.equal(before);
    expect(paid(request)).to.deep.equal(['150.75']);
  });

  it('waits for an operator after a day if nothing is found: it may be listed late', async () => {
    const request = newPayout();
    rig.fake.control.fault({ kind: 'lost', on: 'POST /transfers' });
    await failureOf(payOut(request));
    await age(2 * DAY_MS);
    const outcome = await payOut(request);
    expect(outcome.status === 'pending' && outcome.waits?.reason).to.equal('OPERATOR');
    // Only once look-ups have found nothing for minutes can it be ruled out.
    const { idempotencyKey } = request;
    const ruleOut = () => rig.bridge.ruleOut({ operation: 'pay_out', idempotencyKey }, patience());
    await failureOf(ruleOut());
    await rig.database.query(`update rail_orders set absent_since = absent_since - interval '6 minutes'`);
    await ruleOut();
    expect((await failureOf(payOut(request))).kind).to.equal('refused');
    expect(paid(request)).to.deep.equal([]);
  });

  it('is not sent again for another amount under the same key', async () => {
    const request = newPayout();
    await done(request);
    const failure = await failureOf(payOut({ ...request, amount: money('1') }));
    expect(failure.kind).to.equal('unavailable');
    expect(paid(request)).to.deep.equal(['150.75']);
  });

  it('stays done when Bridge says something else later, and comes back as a return', async () => {
    const request = newPayout();
    const id = await done(request);
    rig.fake.control.settle({ id, state: 'returned' });
    expect(await payOut(request)).to.deep.equal({ status: 'done', providerReference: id });
    rig.fake.control.settle({ id, state: 'refunded', reason: 'Account closed' });
    expect(await payOut(request)).to.deep.equal({ status: 'done', providerReference: id });
    const [report] = await Promise.all(rig.bridge.notices!.read([rig.noticeOf(id).body], patience()));
    expect(report).to.deep.nested.include({ type: 'return', 'returned.reason': 'ACCOUNT_CLOSED' });
  });

  it('stays refused when Bridge says something else later', async () => {
    const request = newPayout();
    rig.fake.control.fates({ fates: [{ end: 'refunded', reason: 'No account' }] });
    await until(
      async () => {
        const outcome = await payOut(request).catch((error: unknown) => error as Error);
        return 'kind' in outcome && outcome.kind === 'refused';
      },
      { what: 'it is refused' },
    );
    const [{ id }] = rig.fake.control
      .state()
      .transfers.filter((one) => one.state === 'refunded')
      .slice(-1) as any;
    rig.fake.control.settle({ id, state: 'payment_processed' });
    expect(await failureOf(payOut(request))).to.include({ kind: 'refused', reason: 'INVALID_DESTINATION' });
  });

  for (const state of ['refund_failed', 'missing_return_policy', 'error']) {
    it(`waits for an operator in the state ${state}`, async () => {
      const request = newPayout();
      rig.fake.control.fates({ fates: [{ end: 'held' }] });
      const { providerReference: id } = await payOut(request);
      rig.fake.control.settle({ id: id!, state });
      const outcome = await payOut(request);
      expect(outcome.status === 'pending' && outcome.waits?.reason).to.equal('OPERATOR');
    });
  }

  it('is pending in a state that nobody has documented, and somebody is told', async () => {
    const request = newPayout();
    rig.fake.control.fates({ fates: [{ end: 'held' }] });
    const { providerReference: id } = await payOut(request);
    rig.fake.control.settle({ id: id!, state: 'teleported' });
    expect((await payOut(request)).status).to.equal('pending');
    expect(rig.lines.filter(({ level }) => level === 'error').at(-1)?.fields).to.include({
      state: 'teleported',
    });
  });

  describe('back to the sender of a deposit', () => {
    const deposit = async (rail: 'wire' | 'ach_push' = 'wire'): Promise<string> => {
      const place = await rig.bridge.issueInstructions(newPlace(), patience());
      const arrived = rig.fake.control.pay({ message: place.reference!, amount: '500', rail, held: true });
      const { transfer_id: id } = arrived as { transfer_id: string };
      rig.fake.control.settle({ id, state: 'payment_processed' });
      return id;
    };
    const refund = (depositReference: string, amount: string) =>
      rig.bridge.refund(
        { idempotencyKey: randomUUID(), depositReference, asset: 'USD', amount: money(amount), to: 'sender' },
        patience(),
      );

    afterEach(() => void rig.fake.control.set({ depositIds: false }));

    it('is possible only where Bridge names the deposit', async () => {
      expect(
        rig.bridge.refundDestination({ method: 'WIRE', network: null, payer: { name: 'Acme' } }),
      ).to.equal(undefined);
      const failure = await failureOf(refund(await deposit(), '500'));
      expect(failure).to.include({ kind: 'refused', reason: 'INVALID_DESTINATION' });
      expect(
        rig.bridge.refundDestination({ method: 'WIRE', network: null, payer: { deposit_id: 'd' } }),
      ).to.equal('sender');
    });

    it('sends back a part of a wire, but only the whole of an ACH payment', async () => {
      rig.fake.control.set({ depositIds: true });
      expect((await refund(await deposit(), '200')).status).to.equal('pending');
      const ach = await deposit('ach_push');
      expect((await failureOf(refund(ach, '200'))).kind).to.equal('refused');
      expect((await refund(ach, '500')).status).to.equal('pending');
    });
  });
});
