import { expect } from 'chai';
import { readPayerAmount } from '../../src/checkout/typed-amount.ts';
import { money } from '../../src/lib/money.ts';
import type { LinkCurrency } from '../../src/methods/catalogue.ts';
import { formatPrice, formatRate, plainNumber } from '../../src/pages/format.ts';

/** CLDR separates a sign with a space that does not break. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('amounts for payers', () => {
  it("are written as in their currency's country, exactly, whatever the language", () => {
    const cases: [amount: string, asset: string, written: string][] = [
      ['25000.50000000', 'MXN', '$25,000.50 MXN'],
      ['4523045.00000000', 'COP', '$ 4.523.045 COP'],
      ['1095.04', 'USD', '$1,095.04 USD'],
      ['999999.12345678', 'MXNB', '999,999.12345678 MXNB'],
      ['1095.790507', 'USDC', '1,095.790507 USDC'],
    ];
    for (const [amount, asset, written] of cases) {
      for (const locale of ['es', 'es-CO', 'en'] as const)
        expect(plain(formatPrice(locale, amount, asset))).to.equal(written);
    }
  });

  it('are copied with a point before cents only, so that no bank app reads them as thousands', () => {
    expect(plainNumber('4523045.00000000', 'COP')).to.equal('4523045');
    expect(plainNumber('25000.50000000', 'MXN')).to.equal('25000.50');
  });

  it('are converted at a rate with the digits that matter, from the dearer asset', () => {
    const rate = (asset: string, currency: string, rate: string) =>
      Object.values(formatRate('en', { asset, currency, rate })).join(' = ');
    expect(rate('USDC', 'MXNB', '18.25165036')).to.equal('1 USDC = 18.2517 MXNB');
    expect(rate('MXN', 'MXNB', '1.00000000')).to.equal('1 MXN = 1 MXNB');
    expect(rate('COP', 'MXNB', '0.00442180')).to.equal('1 MXNB = $\u00a0226,152 COP');
  });

  it('are read as people type them, and otherwise refused with what is wrong', () => {
    const limits = { minAmount: money('10'), maxAmount: money('1000000') };
    const readIn = (currency: string) => (typed: string) => {
      const read = readPayerAmount(typed, { ...limits, currency } as LinkCurrency);
      return 'amount' in read ? read.amount : read.why;
    };
    const read = readIn('MXNB');
    expect(['250', '$250.50', '1,250.50', '1.250,50', '12,5', '1 250'].map(read)).to.deep.equal([
      ...['250', '250.50', '1250.50', '1250.50', '12.5', '1250'],
    ]);
    expect(['', '  ', 'abc', '1e3', '-5', '1,25,0'].map(read)).to.deep.equal([
      ...['missing', 'missing', 'unreadable', 'unreadable', 'unreadable', 'unreadable'],
    ]);
    expect(['125.000', '9.99', '1000000.01', '9'.repeat(20)].map(read)).to.deep.equal([
      ...['too_precise', 'too_small', 'too_large', 'too_large'],
    ]);
    expect(['185.000', '185000', '185.5', '185,000', '1.250,50', '9'].map(readIn('COP'))).to.deep.equal([
      ...['185000', '185000', 'fraction', 'fraction', 'fraction', 'too_small'],
    ]);
  });
});
