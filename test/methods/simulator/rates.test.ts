import { expect } from 'chai';
import fc from 'fast-check';
import { money, type Money } from '../../../src/lib/money.ts';
import {
  amountBrought,
  amountNeeded,
  exchangeRate,
  valueAt,
  type BaseRate,
} from '../../../src/methods/providers/simulator/rates.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const ASSETS: BaseRate[] = (
  [
    ['MXN', 'MXN', '0.0545'],
    ['MXNB', 'MXN', '0.0545'],
    ['USD', 'USD', '1'],
    ['USDC', 'USD', '1'],
    ['USDT', 'USD', '1'],
    ['COP', 'COP', '0.000244'],
  ] as const
).map(([asset, family, usd]) => ({ asset, family, usd: money(usd), movedBy: money('0') }));

/** Any day of a century, minute by minute. */
const days = fc.integer({ min: 0, max: 36_500 }).map((day) => {
  const start = Date.UTC(2000, 0, 1) + day * DAY_MINUTES * MINUTE_MS;
  return Array.from({ length: DAY_MINUTES }, (_, minute) => new Date(start + minute * MINUTE_MS));
});

describe('the simulated market', () => {
  it('stays near its base all day, moves all day, and never jumps', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...ASSETS), (minutes, rate) => {
        const shares = minutes.map((at) => valueAt(rate, at).div(rate.usd).minus(1).toNumber());
        const bound = rate.family === 'USD' ? 0.0005 : 0.01;
        expect(Math.max(...shares.map(Math.abs))).to.be.at.most(bound);
        expect(Math.max(...shares) - Math.min(...shares)).to.be.greaterThan(bound / 2);
        const steps = shares.slice(1).map((share, index) => Math.abs(share - shares[index]!));
        expect(Math.max(...steps)).to.be.at.most(bound / 10);
        expect(Math.max(...steps)).to.be.greaterThan(0);
      }),
      { numRuns: 30 },
    );
  });

  it('moves each asset separately, but those of one family together', () => {
    fc.assert(
      fc.property(days, (minutes) => {
        for (const [place, one] of ASSETS.entries()) {
          for (const other of ASSETS.slice(place + 1)) {
            const apart = minutes
              .filter((_, minute) => minute % 60 === 0)
              .map((at) => {
                const shares = [one, other].map((rate) => valueAt(rate, at).div(rate.usd));
                return shares[0]!.minus(shares[1]!).abs().toNumber();
              });
            const what = `${one.asset} and ${other.asset}`;
            expect(Math.max(...apart), what).to.be.greaterThan(0);
            if (one.family === other.family) expect(Math.max(...apart), what).to.be.at.most(0.00101);
          }
        }
      }),
      { numRuns: 5 },
    );
  });

  it('can be moved by hand', () => {
    const at = new Date('2026-11-21T12:00:00Z');
    const peso = ASSETS[0]!;
    const moved = valueAt({ ...peso, movedBy: money('-0.25') }, at);
    expect(moved.toFixed()).to.equal(valueAt(peso, at).times('0.75').toFixed());
  });
});

describe('an exchange', () => {
  /** Any amount of up to 12 integer digits and 8 decimals. */
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }).map((units) => shifted(units, 8));
  const values = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => shifted(units, 12));
  const decimals = fc.integer({ min: 0, max: 8 });

  it('asks for the least that yields the amount, to the unit of the rail', () => {
    fc.assert(
      fc.property(amounts, values, values, decimals, (toAmount, from, to, fromDecimals) => {
        const rate = exchangeRate(from, to);
        fc.pre(rate.gt(0));
        const needed = amountNeeded(toAmount, rate, fromDecimals);
        const railUnit = money('1').shiftedBy(-fromDecimals);
        expect(needed.decimalPlaces()).to.be.at.most(fromDecimals);
        expect(needed.times(rate).gte(toAmount), 'it yields the amount').to.be.true;
        expect(needed.minus(railUnit).times(rate).lt(toAmount), 'less would not suffice').to.be.true;
        const brought = amountBrought(needed, rate);
        expect(brought.gte(toAmount), 'nothing is lost to rounding').to.be.true;
        expect(brought.decimalPlaces()).to.be.at.most(8);
        expect(brought.lte(needed.times(rate)), 'nothing is given away').to.be.true;
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the ratio of the two values less half a percent as its rate, truncated to 8 decimals', () => {
    expect(exchangeRate(money('1'), money('0.0545')).toFixed()).to.equal('18.25688073');
    expect(exchangeRate(money('0.0545'), money('1')).toFixed()).to.equal('0.0542275');
    expect(exchangeRate(money('0.000000001'), money('1')).toFixed()).to.equal('0');
  });

  it('loses money on a round trip', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(exchangeRate(one, other).times(exchangeRate(other, one)).lt(1)).to.be.true;
      }),
    );
  });
});

function shifted(units: bigint, decimals: number): Money {
  return money(units.toString()).shiftedBy(-decimals);
}
