import { expect } from 'chai';
import { payerAmount, refusalOf } from '../../src/checkout/typed-amount.ts';
import { money } from '../../src/lib/money.ts';
import { formatPrice, formatRate } from '../../src/pages/format.ts';

/** CLDR separates a sign with a space that does not break. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('amounts for payers', () => {
  it('are written as in each country, exactly, and pesos of Colombia without cents when there are none', () => {
    const cases: [amount: string, asset: string, es: string, esCo: string, en: string][] = [
      ['25000.50000000', 'MXN', '$25,000.50 MXN', '$ 25.000,50 MXN', '$25,000.50 MXN'],
      ['4523045.00000000', 'COP', '$4,523,045 COP', '$ 4.523.045 COP', '$4,523,045 COP'],
      ['4523044.9', 'COP', '$4,523,044.90 COP', '$ 4.523.044,90 COP', '$4,523,044.90 COP'],
      ['1095.04', 'USD', '$1,095.04 USD', '$ 1.095,04 USD', '$1,095.04 USD'],
      ['999999.12345678', 'MXNB', '999,999.12345678 MXNB', '999.999,12345678 MXNB', '999,999.12345678 MXNB'],
      ['1095.790507', 'USDC', '1,095.790507 USDC', '1.095,790507 USDC', '1,095.790507 USDC'],
    ];
    for (const [amount, asset, es, esCo, en] of cases) {
      expect(plain(formatPrice('es', amount, asset))).to.equal(es);
      expect(plain(formatPrice('es-CO', amount, asset))).to.equal(esCo);
      expect(plain(formatPrice('en', amount, asset))).to.equal(en);
    }
  });

  it('are converted at a rate with the digits that matter, from the dearer asset', () => {
    const rate = (asset: string, currency: string, rate: string) =>
      Object.values(formatRate('en', { asset, currency, rate })).join(' = ');
    expect(rate('USDC', 'MXNB', '18.25165036')).to.equal('1 USDC = 18.2517 MXNB');
    expect(rate('MXN', 'MXNB', '1.00000000')).to.equal('1 MXN = 1 MXNB');
    expect(rate('COP', 'MXNB', '0.00442180')).to.equal('1 MXNB = $226.152 COP');
  });

  it('are read as people type them, and otherwise refused with what is wrong', () => {
    const currency = { minAmount: money('10'), maxAmount: money('1000000') } as Parameters<
      typeof refusalOf
    >[1];
    const readIn = (locale: 'es' | 'es-CO') => (typed: string) => {
      const text = payerAmount(typed, locale);
      return refusalOf(text, currency) ?? text;
    };
    const read = readIn('es');
    expect(['250', '$250.50', '1,250.50', '1.250,50', '12,5', '1 250'].map(read)).to.deep.equal([
      ...['250', '250.50', '1250.50', '1250.50', '12.5', '1250'],
    ]);
    expect(['', '  ', 'abc', '1e3', '-5', '1,25,0'].map(read)).to.deep.equal([
      ...['missing', 'missing', 'unreadable', 'unreadable', 'unreadable', 'unreadable'],
    ]);
    expect(['125.000', '125,000', '1.250,50'].map(readIn('es-CO'))).to.deep.equal([
      ...['125000', 'unreadable', '1250.50'],
    ]);
    expect(['125.000', '9.99', '1000000.01', '9'.repeat(20)].map(read)).to.deep.equal([
      ...['too_precise', 'too_small', 'too_large', 'too_large'],
    ]);
  });
});
