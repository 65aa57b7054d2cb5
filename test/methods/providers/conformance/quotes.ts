import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money, type Money } from '../../../../src/lib/money.ts';
import type { Executed, Provider } from '../../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import type { Bench, Repeatable } from './bench.ts';
import type { Traits } from './rail-under-test.ts';

/** A rate has 8 decimals, so what it says of an amount is right up to this share of it. */
const ROUNDING = money('0.00000001');

export function describeQuotes(bench: Bench, traits: Traits): void {
  const { exchange } = traits;
  if (!exchange) {
    it('is refused: the rail exchanges nothing', async () => {
      const request = { idempotencyKey: randomUUID(), fromAsset: 'MXN', toAsset: 'USDC', lifeMs: 60_000 };
      const quote = { ...request, fromDecimals: 2, toAmount: money('10') };
      expect((await failureOf(bench.rail.provider.lockQuote(quote, patience()))).kind).to.equal('refused');
    });
    return;
  }

  it('covers the amount that must come out, with the smallest that the rail carries', async () => {
    const toAmount = money('250.5');
    const quote = await bench.rail.provider.lockQuote(bench.quote({ toAmount }), patience());
    const leeway = quote.fromAmount.plus(1).times(ROUNDING);
    expect(quote.toAmount.gte(toAmount), 'it is enough').to.equal(true);
    expect(quote.fromAmount.decimalPlaces()).to.be.at.most(exchange.fromDecimals);
    const unit = money('1').shiftedBy(-exchange.fromDecimals);
    expect(quote.fromAmount.minus(unit).times(quote.rate).lt(toAmount.plus(leeway)), 'less is not').to.equal(
      true,
    );
  });

  it('says what a given amount brings, by a rate of at most 8 decimals', async () => {
    const fromAmount = money('1').shiftedBy(-exchange.fromDecimals).plus(3_000);
    const quote = await bench.rail.provider.lockQuote(bench.quote({ fromAmount }), patience());
    expect(quote.fromAmount.toFixed()).to.equal(fromAmount.toFixed());
    expect(quote.rate.decimalPlaces()).to.be.at.most(8);
    expect(quote.toAmount.decimalPlaces()).to.be.at.most(8);
    const byRate = fromAmount.times(quote.rate);
    expect(byRate.minus(quote.toAmount).abs().lte(fromAmount.plus(1).times(ROUNDING))).to.equal(true);
  });

  it('ends when it was asked to at the latest', async () => {
    const asked = (await bench.rail.now()).getTime();
    const request = bench.quote({ toAmount: money('20') });
    const { expiresAt } = await bench.rail.provider.lockQuote(request, patience());
    const now = (await bench.rail.now()).getTime();
    expect(expiresAt.getTime()).to.be.within(asked, now + request.lifeMs);
  });

  it('is the original one for a repeated key, also when it has ended, and for 20 at once', async () => {
    const request = { ...bench.quote({ toAmount: money('30') }), lifeMs: 1 };
    const quotes = await Promise.all(
      Array.from({ length: 20 }, () => bench.rail.provider.lockQuote(request, patience())),
    );
    const [quote] = quotes;
    if (!quote) throw new Error('there is no quote');
    for (const one of quotes) expect(one).to.deep.equal(quote);
    expect(quote.expiresAt.getTime()).to.be.at.most((await bench.rail.now()).getTime());
    expect(await (await bench.rail.reopen()).lockQuote(request, patience())).to.deep.equal(quote);
    const next = { ...request, idempotencyKey: randomUUID() };
    const { reference } = await bench.rail.provider.lockQuote(next, patience());
    expect(reference).to.not.equal(quote.reference);
  });

  it('is what the conversion then brings', async () => {
    const request = bench.quote({ toAmount: money('40.25') });
    const { reference, fromAmount, toAmount } = await bench.rail.provider.lockQuote(request, patience());
    const { fromAsset, toAsset } = exchange;
    const asked = { idempotencyKey: randomUUID(), fromAsset, toAsset, fromAmount, leastToAmount: null };
    const outcome = await bench.done({
      call: (provider, signal) => provider.convert({ ...asked, quoteReference: reference }, signal),
    });
    expect(outcome).to.deep.include({ status: 'done', toAmount });
  });

  it('is not needed to convert at the current rate', async () => {
    const fromAmount = money('1').shiftedBy(-exchange.fromDecimals).plus(2_000);
    const { fromAsset, toAsset } = exchange;
    const request = {
      ...{ idempotencyKey: randomUUID(), quoteReference: null, fromAsset, toAsset, fromAmount },
      leastToAmount: null,
    };
    const convert: Pick<Repeatable, 'call'> = {
      call: (provider, signal) => provider.convert(request, signal),
    };
    const outcome: Executed & { toAmount?: Money } = await bench.done(convert);
    expect(outcome.toAmount?.gt(0)).to.equal(true);
    expect(outcome.toAmount?.decimalPlaces()).to.be.at.most(8);
    expect(await bench.done(convert, await bench.rail.reopen())).to.deep.equal(outcome);
    const lines = (await bench.statement()).filter(
      ({ reference }) => reference === outcome.providerReference,
    );
    expect(lines.map(({ kind, asset, amount }) => [kind, asset, amount.toFixed()])).to.deep.equal([
      ['convert', fromAsset, fromAmount.negated().toFixed()],
    ]);
  });

  it('is exchanged for nothing less than allowed, and the same key may then ask for less', async () => {
    const fromAmount = money('1').shiftedBy(-exchange.fromDecimals).plus(2_500);
    const { fromAsset, toAsset } = exchange;
    const { toAmount: worth } = await bench.rail.provider.lockQuote(bench.quote({ fromAmount }), patience());
    const idempotencyKey = randomUUID();
    const convert = (provider: Provider, leastToAmount: Money) =>
      provider.convert(
        { idempotencyKey, quoteReference: null, fromAsset, toAsset, fromAmount, leastToAmount },
        patience(),
      );
    const moved = async () =>
      (await bench.statement()).filter(({ amount }) => amount.eq(fromAmount.negated()));
    for (const provider of [bench.rail.provider, await bench.rail.reopen()]) {
      const outcome = await convert(provider, worth.times(2));
      expect(outcome.status).to.equal('pending');
      const { reason, words = '' } = (outcome.status === 'pending' && outcome.waits) || {};
      expect(reason).to.equal('PRICE_MOVED');
      expect(words).to.include(worth.times(2).toFixed()).and.include(toAsset);
    }
    expect(await moved()).to.deep.equal([]);

    const done = await bench.done({ call: (provider) => convert(provider, worth.div(2)) });
    expect(await convert(await bench.rail.reopen(), worth.div(2))).to.deep.equal(done);
    // It is done: nothing that is asked for later undoes it.
    expect(await convert(bench.rail.provider, worth.times(2))).to.deep.equal(done);
    expect(await moved()).to.have.length(1);
  });

  it('must exist for a conversion at it', async () => {
    const { fromAsset, toAsset } = exchange;
    const request = { idempotencyKey: randomUUID(), quoteReference: randomUUID(), fromAsset, toAsset };
    const call = bench.rail.provider.convert(
      { ...request, fromAmount: money('3000'), leastToAmount: null },
      patience(),
    );
    expect((await failureOf(call)).kind).to.equal('refused');
  });

  it('is not locked when the signal has aborted', async () => {
    const request = bench.quote({ toAmount: money('20') });
    const failure = await failureOf(bench.rail.provider.lockQuote(request, AbortSignal.abort()));
    expect(failure.kind).to.equal('timeout');
  });
}
