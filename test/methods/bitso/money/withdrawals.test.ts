import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import { reasonOf } from '../../../../src/methods/providers/bitso/withdrawals/fail-reasons.ts';
import { purposeOf } from '../../../../src/methods/providers/bitso/withdrawals/origin-ids.ts';
import type { Outcome, PayOutRequest } from '../../../../src/methods/providers/provider.ts';
import { until } from '../../../support/poll.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { clabeOf, openMoneyRig, type MoneyRig } from './money-rig.ts';
import type { MoneySide } from './money-side.ts';

const POST = 'POST /v3/withdrawals';

describe('a payout by Bitso', () => {
  let rig: MoneyRig;
  let number = 0;

  before(async () => {
    rig = await openMoneyRig();
  });
  after(() => rig.close());
  afterEach(() => {
    rig.fake.control.clearFaults();
    rig.fake.control.withdrawalWeather({ share: 0, fates: [] });
    rig.fake.control.set({ repeatedOrigin: 'refused', unknownOrigin: 'empty', lowBalance: '0379' });
  });

  const order = (change: Partial<PayOutRequest> = {}): PayOutRequest => ({
    ...{ idempotencyKey: `account:${randomUUID()}`, method: 'SPEI', asset: 'MXN' },
    ...{ amount: money('250.5'), destination: { clabe: clabeOf(++number), beneficiary: 'Juana Inés' } },
    ...change,
  });
  const payOut = (request: PayOutRequest, by: MoneySide = rig.money): Promise<Outcome> =>
    by.payOut(request, patience());
  const done = async (request: PayOutRequest, by?: MoneySide): Promise<Outcome> => {
    let outcome: Outcome | undefined;
    await until(async () => (outcome = await payOut(request, by)).status === 'done', { what: 'it is done' });
    return outcome!;
  };
  const sentTo = ({ destination }: PayOutRequest): any[] =>
    rig.fake.control
      .state()
      .withdrawals.filter(({ details }: any) => details.beneficiary_clabe === (destination as any).clabe);

  it('is pending at Bitso, then done, under the wid', async () => {
    const request = order();
    const first = await payOut(request);
    const last = await done(request);
    const [withdrawal, ...others] = sentTo(request);
    expect(others).to.deep.equal([]);
    expect(first).to.deep.equal({ status: 'pending', providerReference: withdrawal.wid });
    expect(last).to.deep.equal({
      status: 'done',
      providerReference: withdrawal.wid,
      trackingKey: withdrawal.details.clave_de_rastreo,
    });
    expect(withdrawal).to.include({ status: 'complete', amount: '250.50', protocol: 'clabe' });
    const { origin_id, beneficiary_name, concepto, numeric_ref } = withdrawal.details;
    expect(origin_id).to.match(/^[A-Za-z0-9_]{1,40}$/);
    expect(purposeOf(origin_id)).to.equal('pay_out');
    expect({ beneficiary_name, concepto }).to.deep.equal({
      beneficiary_name: 'Juana Inés',
      concepto: 'Pago',
    });
    expect(numeric_ref).to.match(/^[1-9][0-9]{6}$/);
  });

  it('goes to a CLABE of Nvio by the protocol for those', async () => {
    const request = order({ destination: { clabe: clabeOf(7, '710969'), beneficiary: 'Juana Inés' } });
    await done(request);
    expect(sentTo(request)[0]).to.include({ protocol: 'nvio-clabe', method: 'bt', amount: '250.50' });
  });

  for (const { beneficiary, sent } of [
    { beneficiary: undefined, sent: 'Beneficiario' },
    { beneficiary: `${'x'.repeat(39)} y`, sent: 'x'.repeat(39) },
  ]) {
    it(`names ${sent} as beneficiary where ${beneficiary ?? 'nobody'} was named`, async () => {
      const request = order({
        destination: { clabe: clabeOf(++number), ...(beneficiary === undefined ? {} : { beneficiary }) },
      });
      await payOut(request);
      expect(sentTo(request)[0].details.beneficiary_name).to.equal(sent);
    });
  }

  for (const acts of [true, false]) {
    for (const unknownOrigin of ['empty', 'refused'] as const) {
      it(`is made once when the answer is lost and Bitso ${acts ? 'has' : 'has not'} acted (unknown ids: ${unknownOrigin})`, async () => {
        rig.fake.control.set({ unknownOrigin });
        rig.fake.control.fault({ on: POST, kind: 'lost', acts });
        const request = order();
        expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
        await done(request, rig.reopen());
        expect(sentTo(request)).to.have.length(1);
      });
    }
  }

  for (const repeatedOrigin of ['refused', 'same'] as const) {
    it(`is made once by 20 calls at once (a used origin_id gets: ${repeatedOrigin})`, async () => {
      rig.fake.control.set({ repeatedOrigin });
      const request = order();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, at) => payOut(request, at % 2 ? rig.money : rig.reopen())),
      );
      const [{ wid }] = sentTo(request);
      for (const { providerReference } of outcomes) expect(providerReference).to.equal(wid);
      expect(sentTo(request)).to.have.length(1);
    });
  }

  it('is not sent again while the list of withdrawals cannot be read', async () => {
    const request = order();
    const before = rig.asked(POST);
    rig.fake.control.fault({ on: 'GET /v3/withdrawals', kind: 'garbage', times: 3 });
    expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
    expect(rig.asked(POST)).to.equal(before);
  });

  for (const { reason, as } of [
    { reason: 'Cuenta cancelada (Cancelled Account)', as: 'ACCOUNT_CLOSED' },
    { reason: 'Cuenta inexistente (Non-existent account)', as: 'INVALID_DESTINATION' },
    { reason: 'Something that nobody has seen', as: 'PROVIDER_REFUSED' },
  ]) {
    it(`that fails because of "${reason}" is refused as ${as}, and stays refused`, async () => {
      rig.fake.control.withdrawalFates({ fates: [{ end: 'fail', reason }] });
      const request = order();
      expect((await payOut(request)).status).to.equal('pending');
      const failure = await failureOf(done(request));
      expect(failure).to.include({ kind: 'refused', reason: as, message: reason });
      expect(await failureOf(payOut(request, rig.reopen()))).to.include({ kind: 'refused', reason: as });
    });
  }

  it('that is complete with a fail_reason is done, with what the bank says', async () => {
    const reason = 'Cuenta cancelada (Cancelled Account)';
    rig.fake.control.withdrawalFates({ fates: [{ end: 'reverse', reason, says: true, afterMs: 3_600_000 }] });
    expect(await done(order())).to.include({ status: 'done', remark: reason });
    expect(await done(order())).to.not.have.property('remark');
  });

  for (const lowBalance of ['0379', '0602'] as const) {
    it(`that Bitso has too little for (${lowBalance}) waits until there is enough, and is then sent once`, async () => {
      rig.fake.control.set({ lowBalance });
      const amount = money('99000000').times(lowBalance === '0379' ? 1 : 9);
      const request = order({ amount });
      for (const by of [rig.money, rig.reopen()]) {
        const { waits, ...outcome } = (await payOut(request, by)) as any;
        expect(outcome).to.deep.equal({ status: 'pending', providerReference: null });
        expect(waits.reason).to.equal('HOT_WALLET_EMPTY');
        expect(waits.words).to.include(`and ${amount.toFixed()} are to be sent`);
      }
      expect(sentTo(request)).to.deep.equal([]);
      rig.fake.control.credit({ amount: amount.toFixed() });
      await done(request);
      expect(sentTo(request)).to.have.length(1);
    });
  }

  describe('that is refused after a request without an answer', () => {
    /** As if the look-ups of that payout had found nothing for a while. */
    const age = (minutes: number) =>
      rig.database.query(
        `update rail_orders set absent_since = absent_since - $1 * interval '1 minute' where absent_since is not null`,
        [minutes],
      );
    /** Bitso's list does not show what it has, for a number of look-ups. */
    const lag = (times: number) =>
      rig.fake.control.fault({ on: 'GET /v3/withdrawals', kind: 'refused', code: '0357', times });
    const refuse = (times = 1) => rig.fake.control.fault({ on: POST, kind: 'refused', code: '0379', times });

    it('is not refused by look-ups that could not be made', async () => {
      const request = order();
      rig.fake.control.fault({ on: POST, kind: 'lost', acts: true });
      await failureOf(payOut(request));
      lag(2);
      refuse();
      expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
      await age(60);
      rig.fake.control.fault({ on: 'GET /v3/withdrawals', kind: 'bad_gateway', times: 3 });
      expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
      await done(request);
      expect(sentTo(request)).to.have.length(1);
    });

    it('is under way when Bitso has said that the origin_id is used, whatever its list says', async () => {
      const request = order();
      rig.fake.control.fault({ on: POST, kind: 'lost', acts: true });
      await failureOf(payOut(request));
      lag(0);
      expect((await failureOf(payOut(request))).message).to.include('0356');
      await age(60);
      expect(await payOut(request)).to.deep.equal({ status: 'pending', providerReference: null });
      rig.fake.control.clearFaults();
      await done(request);
      expect(sentTo(request)).to.have.length(1);
    });

    it('is ruled out only once look-ups over minutes have found nothing, and is then never made', async () => {
      const ruleOut = (asked: PayOutRequest) =>
        rig.reopen().ruleOut({ operation: 'pay_out', idempotencyKey: asked.idempotencyKey }, patience());
      const [made, lost] = [order(), order()];
      rig.fake.control.fault({ on: POST, kind: 'lost', acts: true });
      await failureOf(payOut(made));
      lag(2);
      for (let count = 0; count < 2; count++) {
        expect((await failureOf(ruleOut(made))).message).to.match(/again in 5 minutes/);
      }
      await age(60);
      const found = await failureOf(ruleOut(made));
      expect(found.kind).to.equal('unavailable');
      expect(found.message).to.include(sentTo(made)[0].wid);

      rig.fake.control.fault({ on: POST, kind: 'lost', acts: false });
      await failureOf(payOut(lost));
      await failureOf(ruleOut(lost));
      await age(4);
      await failureOf(ruleOut(lost));
      await age(2);
      await ruleOut(lost);
      const asked = rig.asked(POST);
      expect(await failureOf(payOut(lost))).to.include({ kind: 'refused', reason: 'OPERATOR_DECIDED' });
      expect(rig.asked(POST)).to.equal(asked);
      expect(sentTo(lost)).to.deep.equal([]);
    });

    it('is refused at once when the earlier request was turned away unread', async () => {
      const request = order();
      rig.fake.control.fault({ on: POST, kind: 'refused', code: '0213' });
      expect((await failureOf(payOut(request))).kind).to.equal('unavailable');
      refuse();
      expect((await failureOf(payOut(request))).kind).to.equal('refused');
    });
  });

  it('is not another payout under the same key', async () => {
    const request = order();
    await payOut(request);
    const asked = rig.asked(POST);
    const destination = { clabe: clabeOf(++number), beneficiary: 'Juana Inés' };
    for (const change of [{ amount: money('1') }, { destination }])
      expect((await failureOf(payOut({ ...request, ...change }))).kind).to.equal('unavailable');
    expect(rig.asked(POST)).to.equal(asked);
  });

  it('that cannot be sent is refused before anybody is asked', async () => {
    const before = rig.asked(POST) + rig.asked('GET /v3/withdrawals');
    for (const [change, reason] of [
      [{ amount: money('1.001') }, 'PROVIDER_REFUSED'],
      [{ asset: 'USD' }, 'PROVIDER_REFUSED'],
      [{ destination: { address: '0x0', network: 'Polygon' } }, 'INVALID_DESTINATION'],
      [{ destination: { clabe: '032180000118359718' } }, 'INVALID_DESTINATION'],
    ] as const) {
      expect(await failureOf(payOut(order(change)))).to.include({ kind: 'refused', reason });
    }
    expect(rig.asked(POST) + rig.asked('GET /v3/withdrawals')).to.equal(before);
  });

  it('that is stuck at the bank stays pending', async () => {
    rig.fake.control.withdrawalFates({ fates: [{ end: 'stuck' }] });
    const request = order();
    await payOut(request);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await payOut(request, rig.reopen())).status).to.equal('pending');
    const [{ wid }] = sentTo(request);
    rig.fake.control.settleWithdrawal({ wid, status: 'complete' });
    expect(await payOut(request)).to.include({ status: 'done', providerReference: wid });
  });

  it('of all keys leaves the books of Bitso whole', () => {
    expect(rig.fake.control.state().faults).to.deep.equal([]);
  });

  describe('as a refund', () => {
    const refund = (to: any, key: string = randomUUID()) =>
      rig.money.refund(
        { idempotencyKey: key, depositReference: 'fid', asset: 'MXN', amount: money('99.99'), to },
        patience(),
      );

    it('goes to the CLABE and name of the payer, and says that it is one', async () => {
      const payer = { name: 'MARÍA PÉREZ PIÑA', account: clabeOf(++number), tracking_key: 'X1' };
      const to = rig.money.refundDestination({ method: 'SPEI', network: null, payer });
      expect(to).to.deep.equal({ clabe: payer.account, beneficiary: payer.name });
      await refund(to);
      const [withdrawal] = sentTo(order({ destination: to as any }));
      expect(withdrawal).to.include({ amount: '99.99' });
      expect(withdrawal.details).to.include({ beneficiary_name: payer.name, concepto: 'Devolucion' });
      expect(purposeOf(withdrawal.details.origin_id)).to.equal('refund');
    });

    for (const [what, account] of [
      ['masked', '****************97'],
      ['cut short', '0321800001183597'],
      ['wrong in its check digit', '032180000118359718'],
      ['not told', undefined],
    ] as const) {
      it(`needs a destination when the payer's CLABE is ${what}`, async () => {
        const payer: Record<string, string> = { name: 'X', ...(account === undefined ? {} : { account }) };
        expect(rig.money.refundDestination({ method: 'SPEI', network: null, payer })).to.equal(undefined);
        expect(await failureOf(refund('sender'))).to.include({ reason: 'INVALID_DESTINATION' });
      });
    }

    it('is another withdrawal than a payout with the same key', async () => {
      const request = order();
      await payOut(request);
      await refund(request.destination, `${request.idempotencyKey} `);
      await refund({ ...request.destination }, request.idempotencyKey);
      const ids = sentTo(request).map(({ details }) => details.origin_id);
      expect(new Set(ids).size).to.equal(3);
    });
  });
});

describe('the sentences with which banks return a transfer', () => {
  for (const [sentence, reason] of [
    ['Cuenta cancelada (Cancelled Account)', 'ACCOUNT_CLOSED'],
    ['Cuenta bloqueada (Blocked account)', 'DESTINATION_REJECTED'],
    ['Cuenta no pertenece al participante receptor', 'INVALID_DESTINATION'],
    ['Excede el límite de saldo autorizado de la cuenta', 'LIMIT_EXCEEDED'],
    ['Falta información mandatoria', 'PROVIDER_REFUSED'],
  ] as const) {
    it(`${sentence}: ${reason}`, () => {
      expect(reasonOf(sentence)).to.equal(reason);
    });
  }
});
