import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import type { ConversionRequest, Outcome, QuoteRequest } from '../../../../src/methods/providers/provider.ts';
import { until } from '../../../support/poll.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { openMoneyRig, type MoneyRig } from './money-rig.ts';
import type { MoneySide } from './money-side.ts';

const CONVERT = 'POST /rfq/v1/conversions';
const QUOTE = 'POST /rfq/v1/quotes';

describe('a conversion by Bitso', () => {
  let rig: MoneyRig;

  before(async () => {
    rig = await openMoneyRig({ settings: { conversionMs: 20 } });
    rig.fake.control.credit({ currency: 'usdc', amount: '100000' });
  });
  after(() => rig.close());
  afterEach(() => {
    rig.fake.control.clearFaults();
    lag(0);
  });
  /** Lists show how things were so long ago. */
  const lag = (conversions: number) => {
    const { lagMs } = rig.fake.control.set({});
    rig.fake.control.set({ lagMs: { ...lagMs, conversions } });
  };

  let cents = 0;
  const request = (change: Partial<ConversionRequest> = {}): ConversionRequest => ({
    ...{ idempotencyKey: `account:${randomUUID()}`, quoteReference: null, leastToAmount: null },
    ...{ fromAsset: 'MXN', toAsset: 'USDC', fromAmount: money('1000').plus(money(String(++cents)).div(100)) },
    ...change,
  });
  const convert = (asked: ConversionRequest, by: MoneySide = rig.money) => by.convert(asked, patience());
  const done = async (asked: ConversionRequest, by?: MoneySide): Promise<any> => {
    let outcome: Outcome | undefined;
    await until(
      async () => {
        if (outcome !== undefined) rig.fake.control.advance({ ms: 100 });
        return (outcome = await convert(asked, by)).status === 'done';
      },
      { what: 'it is done' },
    );
    return outcome;
  };
  const madeFor = ({ fromAmount }: ConversionRequest): any[] =>
    rig.fake.control.state().conversions.filter(({ source_amount }) => fromAmount.eq(source_amount));
  const quote = (change: object = {}): QuoteRequest => ({
    ...{ idempotencyKey: randomUUID(), fromAsset: 'MXN', fromDecimals: 2, toAsset: 'USDC' },
    ...{ lifeMs: 900_000, toAmount: money('100') },
    ...change,
  });
  const lock = (asked: QuoteRequest) => rig.money.lockQuote(asked, patience());
  /** As if the look-ups had found nothing for a while. */
  const age = (minutes: number) =>
    rig.database.query(
      `update rail_orders set absent_since = absent_since - $1 * interval '1 minute' where absent_since is not null`,
      [minutes],
    );

  it('at no quote takes a fresh one, and brings what Bitso says, by the id of the conversion', async () => {
    const asked = request();
    const outcome = await done(asked);
    const [made, ...others] = madeFor(asked);
    expect(others).to.deep.equal([]);
    expect(outcome).to.include({ status: 'done', providerReference: made.id });
    expect(outcome.toAmount.toFixed()).to.equal(made.target_amount);
    const before = rig.asked(CONVERT);
    expect(await convert(asked, rig.reopen())).to.deep.equal(outcome);
    expect(rig.asked(CONVERT)).to.equal(before);
  });

  for (const acts of [true, false]) {
    it(`is made once when the answer is lost and Bitso ${acts ? 'has' : 'has not'} acted`, async () => {
      rig.fake.control.fault({ on: CONVERT, kind: 'lost', acts });
      const asked = request();
      expect((await failureOf(convert(asked))).kind).to.equal('unavailable');
      await done(asked, rig.reopen());
      expect(madeFor(asked)).to.have.length(1);
    });

    it(`is made once when besides the quote has ended, and lists lag (acted: ${acts})`, async () => {
      rig.fake.control.fault({ on: CONVERT, kind: 'lost', acts });
      const asked = request();
      await failureOf(convert(asked));
      rig.fake.control.expireQuotes();
      const quotes = rig.asked(QUOTE);
      lag(3_600_000);
      for (const by of [rig.money, rig.reopen(), rig.money]) {
        expect((await failureOf(convert(asked, by))).kind).to.equal('unavailable');
      }
      // Bitso says of the quote itself that it was used.
      await age(acts ? 60 : 4);
      expect((await failureOf(convert(asked, rig.reopen()))).kind).to.equal('unavailable');
      expect(rig.asked(QUOTE), 'no other quote is asked for').to.equal(quotes);
      rig.fake.control.clearFaults();
      lag(0);
      if (!acts) {
        expect((await failureOf(convert(asked, rig.reopen()))).kind).to.equal('unavailable');
        await age(6);
      }
      await done(asked, rig.reopen());
      expect(madeFor(asked)).to.have.length(1);
    });
  }

  it('is pending, and not made again, while the list does not show what Bitso has accepted', async () => {
    const asked = request();
    rig.fake.control.set({ conversionMs: 3_600_000 });
    const { providerReference } = await convert(asked);
    lag(3_600_000);
    rig.fake.control.expireQuotes();
    expect(await convert(asked, rig.reopen())).to.deep.equal({ status: 'pending', providerReference });
    rig.fake.control.settleConversions({ status: 'complete' });
    rig.fake.control.set({ conversionMs: 20 });
    expect(await done(asked)).to.include({ providerReference });
    expect(madeFor(asked)).to.have.length(1);
  });

  it('is made once by 20 calls at once', async () => {
    const asked = request();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        convert(asked, at % 2 ? rig.money : rig.reopen()).catch((error: unknown) => error),
      ),
    );
    for (const outcome of outcomes) expect(outcome).to.have.property('status');
    await done(asked);
    expect(madeFor(asked)).to.have.length(1);
  });

  it('takes another quote when the one that it was to use has ended', async () => {
    const asked = request();
    rig.fake.control.fault({ on: CONVERT, kind: 'refused', code: 'quote_not_found' });
    await done(asked);
    expect(madeFor(asked)).to.have.length(1);
  });

  it('that was terminated is neither done nor refused: an operator has to look', async () => {
    const asked = request();
    rig.fake.control.conversionEnds({ ends: ['terminate'] });
    const failure = await failureOf(done(asked, rig.reopen()));
    expect(failure.kind).to.equal('unavailable');
    expect(failure.message).to.include('terminated');
    expect(failure.message).to.include(madeFor(asked)[0].id);
    await age(60);
    expect((await failureOf(convert(asked))).kind).to.equal('unavailable');
    const { idempotencyKey } = asked;
    const ruled = await failureOf(rig.money.ruleOut({ operation: 'convert', idempotencyKey }, patience()));
    expect(ruled.message).to.include(`--settled ${madeFor(asked)[0].id}`);
  });

  it('that fails at Bitso is refused, and stays refused', async () => {
    rig.fake.control.failConversions({});
    const asked = request();
    expect((await failureOf(done(asked))).kind).to.equal('refused');
    expect((await failureOf(convert(asked, rig.reopen()))).kind).to.equal('refused');
    expect(madeFor(asked)).to.have.length(1);
  });

  it('waits while Bitso has too little to exchange, and is then made once', async () => {
    const asked = request({ fromAmount: money('50000000') });
    const waiting: any = await convert(asked);
    expect(waiting).to.deep.include({ status: 'pending', providerReference: null });
    expect(waiting.waits.reason).to.equal('HOT_WALLET_EMPTY');
    rig.fake.control.credit({ amount: '60000000' });
    await done(asked, rig.reopen());
    expect(madeFor(asked)).to.have.length(1);
  });

  it('at a quote brings what was quoted', async () => {
    const locked = await lock(quote({ toAsset: 'USDC', toAmount: money('12.5') }));
    expect(locked.fromAmount.decimalPlaces()).to.be.at.most(2);
    expect(locked.toAmount.gte('12.5')).to.equal(true);
    const outcome = await done(
      request({ quoteReference: locked.reference, fromAmount: locked.fromAmount }),
      rig.reopen(),
    );
    expect(outcome.toAmount.toFixed()).to.equal(locked.toAmount.toFixed());
  });

  it('at a quote that has ended is refused as QUOTE_EXPIRED, unless it was made before', async () => {
    const locked = await lock(quote({ toAmount: money('13.5') }));
    const made = request({ quoteReference: locked.reference, fromAmount: locked.fromAmount });
    await convert(made);
    const late = await lock(quote({ toAmount: money('14.5') }));
    rig.fake.control.expireQuotes();
    const tooLate = request({ quoteReference: late.reference, fromAmount: late.fromAmount });
    const expected = { kind: 'refused', reason: 'QUOTE_EXPIRED' };
    expect(await failureOf(convert(tooLate))).to.include(expected);
    expect(await failureOf(convert(tooLate, rig.reopen()))).to.include(expected);
    expect((await done(made, rig.reopen())).status).to.equal('done');
  });

  describe('is quoted', () => {
    it("with Bitso's own end, and a rate from the amounts", async () => {
      const locked = await lock(quote());
      const [row] = await rig.database.query('select service_now() as now');
      const leftMs = locked.expiresAt.getTime() - (row!['now'] as Date).getTime();
      expect(leftMs).to.be.within(5_000, 9_000);
      expect(locked.rate.toFixed()).to.equal(locked.toAmount.div(locked.fromAmount).toFixed(8, 1));
    });

    it('the same again for its key, also after it has ended', async () => {
      const asked = { ...quote(), lifeMs: 1 };
      const locked = await lock(asked);
      rig.fake.control.expireQuotes();
      expect(await rig.reopen().lockQuote(asked, patience())).to.deep.equal(locked);
    });

    it('for pesos and what Bitso exchanges them for only', async () => {
      expect(rig.money.exchanges('MXN', 'USDC')).to.equal(true);
      expect(rig.money.exchanges('USDC', 'MXN')).to.equal(true);
      expect(rig.money.exchanges('USDC', 'USDT')).to.equal(false);
      expect(rig.money.exchanges('MXNB', 'USDC')).to.equal(false);
      expect(rig.money.holdsAtPar('MXN', 'MXNB')).to.equal(false);
      expect((await failureOf(lock(quote({ toAsset: 'BTC' })))).kind).to.equal('refused');
    });
  });

  it('of all keys leaves the books of Bitso whole', () => {
    expect(rig.fake.control.state().faults).to.deep.equal([]);
  });
});
