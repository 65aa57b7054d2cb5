import { expect } from 'chai';
import fc from 'fast-check';
import { money, type Money } from '../../src/lib/money.ts';
import type { LinkCurrency, Method } from '../../src/methods/catalogue.ts';
import {
  broughtAt,
  convertedAmountDue,
  feeFor,
  nativeAmountDue,
  owedFor,
  rateWithSpread,
  smallestAmountCoveringFee,
} from '../../src/methods/pricing.ts';
import { assessMethod, type Circumstances, type Viability } from '../../src/methods/viability.ts';

const UNIT = money('0.00000001');

/** Any method that the catalogue can hold, with a link's amount. */
const cases = fc.record({
  amount: decimal(1, 10n ** 20n - 1n),
  feeRate: decimal(0, 10n ** 8n - 1n),
  feeFixed: decimal(0, 10n ** 20n - 1n),
  decimals: fc.integer({ min: 0, max: 8 }),
});

describe('a price', () => {
  it('is never less than what is owed, and exceeds it by less than one unit of the rail', () => {
    fc.assert(
      fc.property(cases, ({ amount, ...fields }) => {
        const method = methodWith(fields);
        for (const bearer of ['merchant', 'payer'] as const) {
          const fee = feeFor(method, amount);
          const owed = owedFor(amount, fee, bearer);
          const amountDue = nativeAmountDue(owed, method.decimals);
          expect(owed.minus(amount).toFixed()).to.equal(bearer === 'payer' ? fee.toFixed() : '0');
          const railUnit = money('1').shiftedBy(-method.decimals);
          expect(amountDue.decimalPlaces()).to.be.at.most(method.decimals);
          expect(amountDue.gte(owed)).to.be.true;
          expect(amountDue.minus(owed).lt(railUnit)).to.be.true;
        }
      }),
    );
  });

  it('at a rate brings what is owed, with the smallest amount that the rail carries', () => {
    const rates = fc.record({
      owed: decimal(1, 10n ** 20n - 1n),
      rate: decimal(1, 10n ** 14n),
      spread: decimal(0, 10n ** 8n - 1n),
      decimals: fc.integer({ min: 0, max: 8 }),
    });
    fc.assert(
      fc.property(rates, ({ owed, rate: asked, spread, decimals }) => {
        const rate = rateWithSpread(asked, spread);
        expect(rate.decimalPlaces()).to.be.at.most(8);
        expect(rate.lte(asked)).to.be.true;
        if (rate.isZero()) return;
        const due = convertedAmountDue(owed, rate, decimals);
        expect(due.decimalPlaces()).to.be.at.most(decimals);
        expect(broughtAt(due, rate).gte(owed)).to.be.true;
        expect(due.minus(money('1').shiftedBy(-decimals)).times(rate).lt(owed)).to.be.true;
      }),
    );
  });

  it('has a fee that is exact to half a unit of the ledger', () => {
    fc.assert(
      fc.property(cases, ({ amount, ...fields }) => {
        const method = methodWith(fields);
        const fee = feeFor(method, amount);
        const exact = amount.times(method.feeRate).plus(method.feeFixed);
        expect(fee.decimalPlaces()).to.be.at.most(8);
        expect(fee.minus(exact).abs().lte(UNIT.div(2))).to.be.true;
      }),
    );
  });

  it('is covered by the smallest amount and above, but not by two units less', () => {
    fc.assert(
      fc.property(cases, (fields) => {
        const method = methodWith(fields);
        const smallest = smallestAmountCoveringFee(method);
        expect(feeFor(method, smallest).lte(smallest)).to.be.true;
        // Rounding may let one unit less pass, but never more when the fee rate is small.
        const less = smallest.minus(UNIT.times(2));
        if (less.gt(0) && method.feeRate.lt('0.5')) expect(feeFor(method, less).gt(less)).to.be.true;
      }),
    );
  });
});

describe('a method', () => {
  const currency: LinkCurrency = {
    currency: 'MXNB',
    family: 'MXN',
    minAmount: money('10'),
    maxAmount: money('1000000'),
    conversionMinAmount: money('20000'),
    asOf: new Date(),
  };

  it('accepts amounts from its own minimum, within its family', () => {
    const spei = methodWith({ minAmount: money('100') });
    expect(assess(spei, currency, money('100'))).to.deep.equal({
      available: true,
      requiresConversion: false,
    });
    const below = assess(spei, currency, money('99.99999999'));
    expect(below).to.include({ available: false, requiresConversion: false, reason: 'BELOW_FIAT_MINIMUM' });
    expect(minimumOf(below)).to.equal('100');
  });

  it("needs at least the link currency's minimum", () => {
    expect(minimumOf(assess(methodWith({}), currency, money('9')))).to.equal('10');
  });

  it('needs an amount worth converting when it is of another family, whatever its own minimum', () => {
    const wire = methodWith({ asset: 'USD', family: 'USD', minAmount: money('30000') });
    const below = assess(wire, currency, money('19999.99999999'));
    expect(below).to.include({
      available: false,
      requiresConversion: true,
      reason: 'BELOW_CONVERSION_THRESHOLD',
    });
    expect(minimumOf(below)).to.equal('20000');
    expect(assess(wire, currency, money('20000'))).to.deep.equal({
      available: true,
      requiresConversion: true,
    });
  });

  it("accepts no more than the link currency's maximum", () => {
    const above = assess(methodWith({}), currency, money('1000000.00000001'));
    expect(above).to.include({ available: false, reason: 'ABOVE_MAXIMUM' });
    expect(minimumOf(above)).to.equal('10');
    expect(assess(methodWith({}), currency, money('1000000')).available).to.be.true;
  });

  it('names an amount that it accepts, whichever of its minimums is missed', () => {
    const dear = methodWith({ family: 'USD', feeFixed: money('30000') });
    for (const amount of ['19999', '29999']) {
      const minimum = minimumOf(assess(dear, currency, money(amount)));
      expect(minimum).to.equal('30000');
      expect(assess(dear, currency, money(minimum!)).available).to.be.true;
    }
  });

  it('needs an amount that covers its fee', () => {
    const dear = methodWith({ feeRate: money('0.25'), feeFixed: money('150') });
    expect(minimumOf(assess(dear, currency, money('199.99999999')))).to.equal('200');
    expect(assess(dear, currency, money('200')).available).to.be.true;
  });

  describe('with a maximum of its own', () => {
    const pesos: LinkCurrency = {
      ...currency,
      currency: 'COP',
      family: 'COP',
      maxAmount: money('200000000'),
    };
    const breb = (fields: Partial<Method> = {}) =>
      methodWith({ name: 'BREB', asset: 'COP', family: 'COP', maxAmount: money('11552000'), ...fields });
    const maximumOf = (viability: Viability) =>
      viability.available ? undefined : [viability.reason, viability.maximumAccepted.toFixed()];

    it('accepts amounts up to it', () => {
      expect(assess(breb(), pesos, money('11552000')).available).to.be.true;
      expect(maximumOf(assess(breb(), pesos, money('11552000.01')))).to.deep.equal([
        ...['ABOVE_MAXIMUM', '11552000'],
      ]);
    });

    it('leaves room for a fee that the payer bears', () => {
      const dear = breb({ feeRate: money('0.01'), feeFixed: money('12000') });
      const accepted = money('11425742.57425742');
      expect(assess(dear, pesos, accepted, { feeBearer: 'payer' }).available).to.be.true;
      expect(maximumOf(assess(dear, pesos, money('11552000'), { feeBearer: 'payer' }))).to.deep.equal([
        ...['ABOVE_MAXIMUM', accepted.toFixed()],
      ]);
      expect(assess(dear, pesos, money('11552000')).available).to.be.true;
    });

    it('compares what a payment yields, when it is converted and its price is known', () => {
      const converted = breb({ spread: money('0.005') });
      const at = { price: money('0.004') };
      expect(maximumOf(assess(converted, currency, money('50000'), at))).to.deep.equal([
        ...['ABOVE_MAXIMUM', '45976.96'],
      ]);
      expect(assess(converted, currency, money('45976.96'), at).available).to.be.true;
      expect(assess(converted, currency, money('50000')).available).to.be.true;
    });

    it('still has the maximum of the currency', () => {
      expect(maximumOf(assess(breb(), { ...pesos, maxAmount: money('5000') }, money('5001')))).to.deep.equal([
        ...['ABOVE_MAXIMUM', '5000'],
      ]);
    });
  });
});

/** By default, nothing hinders the exchange and its price is not known. */
function assess(
  method: Method,
  currency: LinkCurrency,
  amount: Money,
  circumstances: Partial<Circumstances> = {},
): Viability {
  return assessMethod(method, currency, amount, {
    feeBearer: 'merchant',
    canExchange: true,
    price: undefined,
    ...circumstances,
  });
}

function methodWith(fields: Partial<Method>): Method {
  return {
    name: 'SPEI',
    asset: 'MXN',
    family: 'MXN',
    decimals: 2,
    kind: 'clabe',
    network: null,
    provider: 'simulator',
    exchangeProvider: null,
    minAmount: money('0'),
    maxAmount: null,
    feeRate: money('0'),
    feeFixed: money('0'),
    quoteLifeMs: 900_000,
    spread: money('0'),
    maxSlippage: money('0'),
    enabled: true,
    isPaused: false,
    position: 1,
    ...fields,
  };
}

function minimumOf(viability: ReturnType<typeof assessMethod>): string | undefined {
  return viability.available ? undefined : viability.minimumRequired.toFixed();
}

/** Amounts in the ledger's smallest unit, as money. */
function decimal(leastUnits: number, mostUnits: bigint) {
  return fc.bigInt(BigInt(leastUnits), mostUnits).map((units) => money(units.toString()).shiftedBy(-8));
}
