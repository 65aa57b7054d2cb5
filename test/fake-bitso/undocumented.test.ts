import { expect } from 'chai';
import { openFake } from './caller.ts';

type Fake = Awaited<ReturnType<typeof openFake>>;

const WITHDRAWAL = {
  ...{ currency: 'mxn', protocol: 'clabe', amount: '6000.00', clabe: '012180015123456780' },
  beneficiary: 'María',
};

describe('the stand-in for Bitso can do either where the documentation is silent', () => {
  let fake: Fake;
  beforeEach(async () => void (fake = await openFake()));
  afterEach(() => fake.fake.close());

  const withdraw = (originId: string, change: object = {}) =>
    fake.call('POST', '/v3/withdrawals', { ...WITHDRAWAL, origin_id: originId, ...change });
  const list = async (path: string) => (await fake.call('GET', path)).payload;
  const total = async () => Number((await list('/v3/balance?currency=mxn')).balances[0].total);

  it('lists lag behind, while what is asked for by its id does not', async () => {
    fake.control.set({ pendingMs: 5_000, lagMs: { withdrawals: 60_000, fundings: 60_000, ledger: 60_000 } });
    const { wid } = (await withdraw('w1')).payload;
    fake.control.credit({ amount: '1.00' });
    fake.control.advance({ ms: 10_000 });
    for (const path of ['/v3/withdrawals?origin_ids=w1', `/v3/withdrawals?wids=${wid}`, '/v3/fundings']) {
      expect(await list(path), path).to.deep.equal([]);
    }
    expect(await list('/v3/ledger')).to.deep.equal([]);
    expect((await list(`/v3/withdrawals/${wid}`))[0].status).to.equal('complete');
    fake.control.advance({ ms: 50_050 });
    // Not only what there is, but also how it stood then.
    expect((await list('/v3/withdrawals?origin_ids=w1'))[0].status).to.equal('pending');
    fake.control.advance({ ms: 10_000 });
    expect((await list('/v3/withdrawals?origin_ids=w1'))[0].status).to.equal('complete');
    expect(await list('/v3/ledger')).to.have.length(3);
  });

  it('lists deposits by their ids in either order, without one that is not there or not at all, or with others', async () => {
    const fids = ['1.00', '2.00', '3.00'].map((amount) => {
      fake.control.advance({ ms: 1_000 });
      return fake.control.credit({ amount }).fid;
    });
    const listed = async (...asked: string[]) =>
      (await list(`/v3/fundings?fids=${asked.join(',')}`)).map(({ fid }: { fid: string }) => fid);
    const [first, second, third] = fids as [string, string, string];
    expect(await listed(first, third, 'nothing')).to.deep.equal([third, first]);
    fake.control.set({ listedOrder: 'asked', listsOthers: true });
    expect(await listed(first, third)).to.deep.equal([second, first, third]);
    fake.control.set({ unknownFid: 'refused' });
    expect((await fake.call('GET', `/v3/fundings?fids=${first},nothing`)).code).to.equal('0311');
  });

  it('checks a repeated withdrawal for its origin_id or for the balance first', async () => {
    await withdraw('w1');
    expect((await withdraw('w1')).code).to.equal('0356');
    fake.control.set({ checkedFirst: 'balance' });
    expect((await withdraw('w1')).code).to.equal('0379');
    expect(fake.control.state().withdrawals).to.have.length(1);
  });

  it('has a withdrawal in the ledger before it is out, or long after', async () => {
    const entries = async () => (await list('/v3/ledger/withdrawals')).length;
    fake.control.set({ withdrawalEntry: 'requested' });
    const before = await total();
    fake.control.withdrawalFates({ fates: [{ end: 'fail' }] });
    await withdraw('w1');
    expect([await entries(), await total()]).to.deep.equal([1, before - 6_000]);
    fake.control.advance({ ms: 10_000 });
    expect([await entries(), await total()]).to.deep.equal([2, before]);

    fake.control.set({ withdrawalEntry: 'late', lateEntryMs: 60_000 });
    const { wid } = (await withdraw('w2')).payload;
    fake.control.advance({ ms: 10_000 });
    expect((await list(`/v3/withdrawals/${wid}`))[0].status).to.equal('complete');
    expect(await entries()).to.equal(2);
    fake.control.advance({ ms: 60_000 });
    expect([await entries(), await total()]).to.deep.equal([3, before - 6_000]);
    expect(fake.control.state().faults).to.deep.equal([]);
  });

  it('brings money back with a deposit that does not say so in its type', async () => {
    fake.control.set({ returnsHaveType: false });
    const { wid } = (await withdraw('w1')).payload;
    fake.control.advance({ ms: 10_000 });
    fake.control.reverseWithdrawal({ wid });
    const [{ details }] = await list('/v3/fundings?limit=1');
    expect(details).to.include({ origin_wid: wid }).and.not.to.have.property('deposit_type');
  });

  it('answers a repeated payment_id with an error of some code, or with the payment', async () => {
    const create = () =>
      fake.call('POST', '/spei/v1/payments', { payment_id: 'p1', amount: '9.00', payer_name: 'María' });
    const { clabe } = (await create()).payload;
    expect((await create()).code).to.equal('0304');
    fake.control.set({ repeatedPayment: '0101' });
    expect((await create()).code).to.equal('0101');
    fake.control.set({ repeatedPayment: 'same' });
    expect((await create()).payload.clabe).to.equal(clabe);
  });

  it('answers a used quote with an error or with its conversion, in both APIs', async () => {
    const wanted = { from_currency: 'mxn', to_currency: 'usdc', spend_amount: '100' };
    const quote = async () => (await fake.call('POST', '/v4/currency_conversions', wanted)).payload;
    const execute = (id: string) => fake.call('PUT', `/api/v4/currency_conversions/${id}`);
    const { id } = await quote();
    const { oid } = (await execute(id)).payload;
    expect((await execute(id)).code).to.equal('0345');
    fake.control.set({ repeatedQuote: 'same' });
    expect((await execute(id)).payload.oid).to.equal(oid);
    const repeated = await fake.call('POST', '/rfq/v1/conversions', { quote_id: id });
    expect(repeated.body.id).to.equal(oid);
    fake.control.advance({ ms: 1_000 });
    expect((await list(`/v4/currency_conversions/${oid}`)).status).to.equal('completed');
  });

  it('terminates a conversion with its money moved, or not', async () => {
    fake.control.conversionEnds({ ends: ['terminate', 'terminate_executed'] });
    const start = await total();
    for (const moved of [0, 100]) {
      const request = { source: 'MXN', target: 'USDC', source_amount: '100' };
      const { id } = (await fake.call('POST', '/rfq/v1/quotes', request)).body;
      const made = (await fake.call('POST', '/rfq/v1/conversions', { quote_id: id })).body;
      fake.control.advance({ ms: 1_000 });
      const { body } = await fake.call('GET', `/rfq/v1/conversions/${made.id}`);
      expect([body.status, await total()]).to.deep.equal(['TERMINATED', start - moved]);
    }
    expect(fake.control.state().faults).to.deep.equal([]);
  });

  it('sends the pesos of a failed issuance back as a return, as money of nobody, or not', async () => {
    const { clabe } = (await fake.call('POST', '/mint_platform/v1/clabes', undefined, { as: 'juno' }))
      .payload;
    const nvio = { asset: 'mxn', method: 'bt', network: 'bt', protocol: 'nvio-clabe', clabe };
    const details: object[] = [];
    for (const mintReturn of ['return', 'deposit', 'none'] as const) {
      fake.control.set({ mintFails: true, mintReturn });
      const before = fake.control.state().fundings.length;
      await withdraw(mintReturn, { ...nvio, amount: '200.00', beneficiary: undefined });
      fake.control.advance({ ms: 10_000 });
      details.push(
        ...fake.control
          .state()
          .fundings.slice(before)
          .map((funding) => funding.details),
      );
    }
    expect(details).to.have.length(2);
    expect(details[0]).to.include({ origin_client_id: 'return' });
    expect(details[1]).to.deep.equal({});
    expect(await total()).to.equal(9_800);
  });

  it('issues MXNB from the balance, as documented, and need not for what is sent by Bitso Transfer', async () => {
    const { clabe } = (await fake.call('POST', '/mint_platform/v1/clabes', undefined, { as: 'juno' }))
      .payload;
    fake.control.set({ bitsoTransferMints: false });
    const nvio = { asset: 'mxn', method: 'bt', network: 'bt', protocol: 'nvio-clabe', clabe };
    await withdraw('w1', { ...nvio, amount: '200.00', beneficiary: undefined });
    fake.control.advance({ ms: 10_000 });
    expect(fake.control.state()).to.include({ mxnb: '0' });
    const wanted = { amount: '300', network: 'ARBITRUM', asset: 'MXNB' };
    const headers = { 'X-Idempotency-Key': '9f6d53e3-cc6d-1ce9-8761-da6591d7bd45' };
    const issue = () => fake.call('POST', '/mint_platform/v1/issuance', wanted, { as: 'juno', headers });
    const first = await issue();
    expect((await issue()).payload.id).to.equal(first.payload.id);
    fake.control.advance({ ms: 10_000 });
    expect(fake.control.state()).to.include({ mxnb: '300' });
    expect(await total()).to.equal(9_500);
  });

  it('masks payers, prints numbers, and spaces out notices over a compact signature', async () => {
    fake.control.set({ senderClabe: 'masked', fundingAmounts: 'number' });
    const { clabe } = (
      await fake.call('POST', '/spei/v1/payments', { payment_id: 'p1', amount: '9.00', payer_name: 'María' })
    ).payload;
    fake.control.pay({ receiver_clabe: clabe, amount: '9.00' });
    const [{ amount, details }] = await list('/v3/fundings?limit=1');
    expect([amount, details.sender_clabe]).to.deep.equal([9, '**************6780']);
    fake.control.noticeWeather({ spaced: 1 });
    const notice = fake.control.notice({ event: 'funding', payload: { fid: 'x', text: 'a, b: c' } });
    expect(notice.body).to.equal('{"event":"funding","payload":{"fid": "x", "text": "a, b: c"}}');
  });
});
