import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Fate } from '../../scripts/fake-bitso/apis/withdrawals.ts';
import { createChance } from '../../scripts/chaos/chance.ts';
import { openFake } from './caller.ts';

type Fake = Awaited<ReturnType<typeof openFake>>;
const PAYER = '012180015123456780';

describe('the stand-in for Bitso keeps books', () => {
  let fake: Fake;
  beforeEach(async () => void (fake = await openFake()));
  afterEach(() => fake.fake.close());

  const mxn = async () => {
    const { payload } = await fake.call('GET', '/v3/balance?currency=mxn');
    const [{ total, locked, available }] = payload.balances;
    return [total, locked, available].map(Number);
  };
  const pay = async (amount: string) => {
    const payment = { payment_id: randomUUID(), amount, payer_name: 'María Pérez' };
    return (await fake.call('POST', '/spei/v1/payments', payment)).payload;
  };
  const withdraw = (originId: string, amount = '100.00', change: object = {}) =>
    fake.call('POST', '/v3/withdrawals', {
      ...{ currency: 'mxn', protocol: 'clabe', amount, clabe: PAYER, beneficiary: 'María' },
      ...{ origin_id: originId, ...change },
    });
  const statusOf = async (wid: string) =>
    (await fake.call('GET', `/v3/withdrawals/${wid}`)).payload[0].status;
  const settled = async (wid: string) => {
    fake.control.advance({ ms: 10_000 });
    return statusOf(wid);
  };

  it('completes a payment by its exact amount, and sends any other back', async () => {
    const { payment_id: id, clabe } = await pay('150.75');
    for (const amount of ['150.74', '150.76']) {
      expect(fake.control.pay({ receiver_clabe: clabe, amount })).to.include({ credited: false });
    }
    expect(fake.control.pay({ receiver_clabe: clabe, amount: '150.75' })).to.include({ credited: true });
    expect(fake.control.pay({ receiver_clabe: clabe, amount: '150.75' })).to.include({ credited: false });
    const { payload } = await fake.call('GET', `/spei/v1/payments/${id}`);
    expect(payload).to.include({ status: 'COMPLETED', amount: '150.75' });
    const funding = await fake.call('GET', `/v3/fundings/${payload.details.fid}`);
    expect(funding.payload[0]).to.include({ status: 'complete', amount: '150.75' });
    expect(await mxn()).to.deep.equal([10_150.75, 0, 10_150.75]);
  });

  it('lets a payment expire at its date, and sends what comes later back', async () => {
    const { payment_id: id, clabe } = await pay('9.00');
    fake.control.advance({ ms: 5 * 24 * 3_600_000 });
    expect(fake.control.pay({ receiver_clabe: clabe, amount: '9.00' })).to.include({ credited: false });
    expect((await fake.call('GET', `/spei/v1/payments/${id}`)).payload.status).to.equal('EXPIRED');
  });

  it('holds what a withdrawal needs until it is out', async () => {
    const { payload } = await withdraw('w1', '9999.99');
    expect(await mxn()).to.deep.equal([10_000, 9_999.99, 0.01]);
    expect((await withdraw('w2', '0.02')).code).to.equal('0379');
    expect(await settled(payload.wid)).to.equal('complete');
    expect(await mxn()).to.deep.equal([0.01, 0, 0.01]);
  });

  it('gives back what a failed withdrawal held, and keeps what is stuck', async () => {
    fake.control.withdrawalFates({ fates: [{ end: 'fail' }, { end: 'stuck' }] });
    const [failed, stuck] = [(await withdraw('w1')).payload.wid, (await withdraw('w2')).payload.wid];
    expect(await settled(failed)).to.equal('failed');
    expect(await settled(stuck)).to.equal('processing');
    expect(await mxn()).to.deep.equal([10_000, 100, 9_900]);
    fake.control.settleWithdrawal({ wid: stuck, status: 'complete' });
    expect(await mxn()).to.deep.equal([9_900, 0, 9_900]);
  });

  it('brings a completed withdrawal back by a deposit that names it', async () => {
    fake.control.withdrawalFates({
      fates: [{ end: 'reverse', type: 'REFUND_CREDITED_WITHDRAWAL', says: true }],
    });
    const { wid } = (await withdraw('w1')).payload;
    await settled(wid);
    const [withdrawal] = (await fake.call('GET', `/v3/withdrawals/${wid}`)).payload;
    expect(withdrawal.status).to.equal('complete');
    expect(withdrawal.details.fail_reason).to.include('Cancelled Account');
    const [{ details }] = (await fake.call('GET', '/v3/fundings?limit=1')).payload;
    expect(details).to.include({
      deposit_type: 'REFUND_CREDITED_WITHDRAWAL',
      origin_wid: wid,
      origin_client_id: 'w1',
    });
    expect(details.clave_rastreo).to.equal(withdrawal.details.clave_de_rastreo);
    expect(await mxn()).to.deep.equal([10_000, 0, 10_000]);
  });

  it('takes an origin_id once, also when its withdrawal failed', async () => {
    fake.control.withdrawalFates({ fates: [{ end: 'fail' }] });
    const { wid } = (await withdraw('w1')).payload;
    await settled(wid);
    expect((await withdraw('w1')).code).to.equal('0356');
    expect((await fake.call('GET', '/v3/withdrawals?origin_ids=w1,w2')).payload).to.have.length(1);
  });

  it('charges a fee as an entry of its own', async () => {
    fake.control.set({ withdrawalFee: '1.00' });
    const { wid } = (await withdraw('w1')).payload;
    await settled(wid);
    const { payload } = await fake.call('GET', '/v3/ledger?limit=2');
    expect(
      payload.map((entry: any) => [entry.operation, entry.balance_updates[0].amount, entry.details.wid]),
    ).to.have.deep.members([
      ['fee', '-1', wid],
      ['withdrawal', '-100', wid],
    ]);
  });

  it('converts at its quote, once, and not after it expired', async () => {
    const quote = async () =>
      (await fake.call('POST', '/rfq/v1/quotes', { source: 'MXN', target: 'USDT', target_amount: '100.00' }))
        .body;
    const convert = (id: string) => fake.call('POST', '/rfq/v1/conversions', { quote_id: id });
    const [used, late] = [await quote(), await quote()];
    const { body } = await convert(used.id);
    expect(body).to.include({ status: 'INITIATED', quote_id: used.id, target_amount: '100' });
    expect((await convert(used.id)).code).to.equal('quote_not_found');
    fake.control.advance({ ms: 9_000 });
    expect((await convert(late.id)).code).to.equal('quote_not_found');
    const { conversions } = (await fake.call('GET', '/rfq/v1/conversions?status=COMPLETED')).body;
    expect(conversions.map(({ id }: any) => id)).to.deep.equal([body.id]);
    expect((await mxn())[0]).to.be.closeTo(10_000 - Number(used.source_amount), 1e-6);
  });

  it('issues MXNB for what reaches its CLABE, and redeems it into pesos', async () => {
    const juno = (path: string, body: object, key: string) =>
      fake.call('POST', `/mint_platform/v1${path}`, body, {
        as: 'juno',
        headers: { 'X-Idempotency-Key': key },
      });
    const { clabe } = (await fake.call('POST', '/mint_platform/v1/clabes', undefined, { as: 'juno' }))
      .payload;
    const nvio = {
      asset: 'mxn',
      method: 'bt',
      network: 'bt',
      protocol: 'nvio-clabe',
      clabe,
      beneficiary: undefined,
    };
    await withdraw('mint', '500.00', nvio);
    fake.control.advance({ ms: 10_000 });
    expect(fake.control.state()).to.include({ mxnb: '500' });
    const key = '9f6d53e3-cc6d-1ce9-8761-da6591d7bd45';
    const first = await juno('/redemptions', { amount: 200, asset: 'MXN' }, key);
    const again = await juno('/redemptions', { amount: 200, asset: 'MXN' }, key);
    expect(again.payload.id).to.equal(first.payload.id);
    fake.control.advance({ ms: 10_000 });
    expect(fake.control.state()).to.include({ mxnb: '300' });
    expect((await mxn())[0]).to.equal(9_700);
  });

  it('lists everything once over the pages of its statement', async () => {
    for (let count = 0; count < 60; count++) fake.control.credit({ amount: '1.00' });
    for (const path of ['/v3/ledger', '/v3/fundings']) {
      const seen: string[] = [];
      for (let marker = ''; ;) {
        const { payload } = await fake.call('GET', `${path}?limit=25${marker && `&marker=${marker}`}`);
        if (payload.length === 0) break;
        seen.push(...payload.map(({ eid, fid }: any) => eid ?? fid));
        marker = seen.at(-1)!;
      }
      expect(new Set(seen).size, path).to.equal(61);
      expect(seen, path).to.have.length(61);
    }
  });

  it('agrees with itself after many movements with faults by chance', async () => {
    const chance = createChance(7);
    const { control } = fake;
    control.weather({
      share: 0.3,
      faults: [{ kind: 'lost', acts: true }, { kind: 'unknown' }, { kind: 'lost' }],
    });
    const fates: Fate[] = [{ end: 'fail' }, { end: 'stuck' }, { end: 'reverse', afterMs: 10 }];
    control.withdrawalWeather({ share: 0.6, fates });
    control.set({ pendingMs: 1, processingMs: 1, conversionMs: 1, reusesClabes: true });
    for (let count = 0; count < 100; count++) {
      const payment = await pay('25.00').catch(() => undefined);
      if (payment) control.pay({ receiver_clabe: payment.clabe, amount: chance.pick(['25.00', '24.00']) });
      await withdraw(`w${count}`, '10.00').catch(() => undefined);
      if (count % 10 === 0) expect(control.state().faults).to.deep.equal([]);
    }
    control.clearFaults();
    // All that is under way happens now, and not between the two readings below.
    control.advance({ ms: 60_000 });
    expect(control.state().withdrawals.filter(({ status }) => status === 'pending')).to.deep.equal([]);
    expect(control.state().faults).to.deep.equal([]);
    // As a client sees it, too: all pages of the ledger sum up to the balance.
    let sum = 0;
    for (let marker = ''; ;) {
      const { payload } = await fake.call('GET', `/v3/ledger?limit=100&sort=asc${marker}`);
      if (payload.length === 0) break;
      for (const { balance_updates: updates } of payload) sum += Math.round(Number(updates[0].amount) * 100);
      marker = `&marker=${payload.at(-1).eid}`;
    }
    expect(sum / 100).to.equal((await mxn())[0]);
  });
});
