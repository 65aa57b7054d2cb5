import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import type { ConversionRequest, Outcome } from '../../../../src/methods/providers/provider.ts';
import { until } from '../../../support/poll.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { openMoneyRig, type MoneyRig } from './money-rig.ts';
import type { MoneySide } from './money-side.ts';

describe('USDC for MXNB, by pesos at Bitso and MXNB for them at Juno', () => {
  let rig: MoneyRig;
  let dollars = 500;

  before(async () => {
    rig = await openMoneyRig({ settings: { mintMs: 20, conversionMs: 20 } });
    rig.fake.control.credit({ currency: 'usdc', amount: '1000000' });
  });
  after(() => rig.close());
  afterEach(() => {
    rig.fake.control.clearFaults();
    rig.fake.control.set({ mintMs: 20, mintFails: false, mintReturn: 'return', rates: { USDC: '18.49' } });
  });

  const order = (change: Partial<ConversionRequest> = {}): ConversionRequest => ({
    ...{ idempotencyKey: `account:${randomUUID()}`, quoteReference: null, leastToAmount: null },
    ...{ fromAsset: 'USDC', toAsset: 'MXNB', fromAmount: money(String(++dollars)).plus('0.123456') },
    ...change,
  });
  const convert = (asked: ConversionRequest, by: MoneySide = rig.money) => by.convert(asked, patience());
  const done = async (asked: ConversionRequest, by?: MoneySide): Promise<any> => {
    let outcome: Outcome | undefined;
    await until(async () => (outcome = await convert(asked, by).catch(() => undefined))?.status === 'done', {
      what: 'it is done',
    });
    return outcome;
  };
  const waitingFor = async (asked: ConversionRequest, words: string): Promise<any> => {
    let outcome: any;
    await until(
      async () =>
        (outcome = (await convert(asked, rig.reopen()).catch(() => undefined)) as any)?.waits?.words.includes(
          words,
        ) === true,
      { what: words },
    );
    return outcome;
  };
  const state = () => rig.fake.control.state();
  const soldFor = ({ fromAmount }: ConversionRequest): any[] =>
    state().conversions.filter((one: any) => fromAmount.eq(one.source_amount as string));
  const issuedFor = (pesos: string): any[] =>
    state().mints.filter(
      (one: any) => one.transaction_type === 'ISSUANCE' && money(pesos).eq(String(one.amount)),
    );
  const pesosOf = (asked: ConversionRequest): string =>
    money(soldFor(asked)[0].target_amount as string)
      .decimalPlaces(2, 1)
      .toFixed();

  it('is exchanged where Juno is configured, at Bitso’s price in whole centavos', async () => {
    expect(rig.money.exchanges('USDC', 'MXNB')).to.equal(true);
    expect(rig.money.exchanges('MXNB', 'USDC')).to.equal(false);
    expect(rig.reopen({ juno: false }).exchanges('USDC', 'MXNB')).to.equal(false);
    const quote = { fromAsset: 'USDC', toAsset: 'MXNB', fromDecimals: 6, lifeMs: 9_000 };
    const bought = await rig.money.lockQuote(
      { ...quote, idempotencyKey: randomUUID(), toAmount: money('20000.005') },
      patience(),
    );
    expect(bought.toAmount.gte('20000.01')).to.equal(true);
    expect(bought.toAmount.decimalPlaces()).to.be.at.most(2);
    const sold = await rig.money.lockQuote(
      { ...quote, idempotencyKey: randomUUID(), fromAmount: money('100.000001') },
      patience(),
    );
    expect(sold.rate.toFixed()).to.equal(sold.toAmount.div('100.000001').decimalPlaces(8, 1).toFixed());
    const little = { ...quote, idempotencyKey: randomUUID(), fromAmount: money('5') };
    expect((await failureOf(rig.money.lockQuote(little, patience()))).message).to.include('at least 100');
  });

  it('is done once Juno has issued what Bitso bought, by the reference of the purchase', async () => {
    rig.fake.control.set({ mintMs: 300 });
    const asked = order();
    const waiting = await waitingFor(asked, 'Juno has not issued');
    expect(waiting).to.deep.include({ status: 'pending', providerReference: soldFor(asked)[0].id });
    expect(waiting.waits.reason).to.equal('NOT_ISSUED');
    const { providerReference, toAmount } = await done(asked, rig.reopen());
    expect(providerReference).to.equal(soldFor(asked)[0].id);
    expect(toAmount.toFixed()).to.equal(pesosOf(asked));
    expect(issuedFor(pesosOf(asked))).to.have.length(1);
  });

  it('is sold once and issued once, whatever answer is lost and however many ask', async () => {
    for (const on of [
      'POST /rfq/v1/conversions',
      'POST /v3/withdrawals',
      'GET /mint_platform/v1/transactions',
    ]) {
      rig.fake.control.fault({ on, kind: 'lost', acts: true });
      const asked = order();
      await Promise.allSettled([convert(asked), convert(asked, rig.reopen())]);
      await done(asked, rig.reopen());
      expect(soldFor(asked), on).to.have.length(1);
      expect(issuedFor(pesosOf(asked)), on).to.have.length(1);
    }
  });

  it('is not sold for less than the minimum, in centavos', async () => {
    rig.fake.control.set({ rates: { USDC: '17' } });
    const asked = order({ leastToAmount: money('9200') });
    expect(await convert(asked)).to.deep.include({ status: 'pending', providerReference: null });
    expect(soldFor(asked)).to.deep.equal([]);
    rig.fake.control.set({ rates: { USDC: '18.49' } });
    const { toAmount } = await done(asked);
    expect(toAmount.gte('9200')).to.equal(true);
  });

  it('that was sold is never given back, but waits for the operator', async () => {
    const asked = order();
    rig.fake.control.fault({ on: 'POST /v3/withdrawals', kind: 'refused', code: '0343' });
    const waiting = await waitingFor(asked, 'Have it issued');
    const [{ id }] = soldFor(asked);
    expect(waiting).to.deep.include({ status: 'pending', providerReference: id });
    expect(waiting.waits).to.deep.include({ reason: 'OPERATOR' });
    expect(waiting.waits.words).to.include(`--settled ${id}`);
    // However often it is asked.
    expect((await convert(asked)).status).to.equal('pending');
    expect(
      (
        await failureOf(
          rig.money.ruleOut({ operation: 'convert', idempotencyKey: asked.idempotencyKey }, patience()),
        )
      ).kind,
    ).to.equal('unavailable');
  });

  it('that was sold stays sold, whatever Bitso says of it once its pesos are on their way', async () => {
    rig.fake.control.set({ mintMs: 600_000 });
    const asked = order();
    await waitingFor(asked, 'Juno has not issued');
    const [{ id }] = soldFor(asked);
    rig.fake.control.fault({ on: 'GET /rfq/v1/conversions/:id', kind: 'refused', code: '1401', times: 0 });
    expect(await convert(asked, rig.reopen())).to.deep.include({ status: 'pending', providerReference: id });
    rig.fake.control.clearFaults();
    const ruled = await failureOf(
      rig.money.ruleOut({ operation: 'convert', idempotencyKey: asked.idempotencyKey }, patience()),
    );
    expect(ruled.message).to.include('only once that was issued');
  });

  it('that Bitso refuses to buy is refused, and nothing is issued', async () => {
    rig.fake.control.failConversions({ count: 1 });
    const asked = order();
    let failure: any;
    await until(
      async () => {
        const outcome = await convert(asked).catch((error: unknown) => error as any);
        failure = outcome;
        return outcome.kind === 'refused';
      },
      { what: 'it is refused' },
    );
    expect(failure.kind).to.equal('refused');
    expect((await failureOf(convert(asked))).kind).to.equal('refused');
    expect(state().withdrawals.filter(({ created_at }: any) => created_at === undefined)).to.deep.equal([]);
  });

  it('that was never asked for can be ruled out, and is then refused', async () => {
    const asked = order();
    await rig.money.ruleOut({ operation: 'convert', idempotencyKey: asked.idempotencyKey }, patience());
    expect((await failureOf(convert(asked))).kind).to.equal('refused');
    expect(soldFor(asked)).to.deep.equal([]);
  });

  it('leaves the books of both whole', () => {
    expect(state().faults).to.deep.equal([]);
  });
});
