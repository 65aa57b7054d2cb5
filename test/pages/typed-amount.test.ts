import { expect } from 'chai';
import fc from 'fast-check';
import { money } from '../../src/lib/money.ts';
import { formatQuantity } from '../../src/pages/format.ts';
import { readTypedAmount, typedAmountOf } from '../../src/pages/typed-amount.ts';

const WITH_CENTS = ['MXNB', 'USD', undefined] as const;
const CURRENCIES = [...WITH_CENTS, 'COP'] as const;

/** The amount, or why there is none. */
function read(typed: string, currency: string | undefined): string {
  const result = readTypedAmount(typed, currency);
  return 'amount' in result ? result.amount : result.problem;
}

/** Digits grouped by threes, and decimals, as somebody writes who separates them so. */
function write(whole: bigint, decimals: string, grouping: string, point: string): string {
  const grouped = whole.toString().replaceAll(/\B(?=(\d{3})+(?!\d))/g, grouping);
  return decimals === '' ? grouped : `${grouped}${point}${decimals}`;
}

describe('an amount as somebody types it', () => {
  it('is read wherever there is only one way to', () => {
    const cases: [typed: string, amount: string][] = [
      ['250', '250'],
      [' 250 ', '250'],
      ['$250.50', '250.50'],
      ['$ 250,50', '250.50'],
      ['12,5', '12.5'],
      ['12.50', '12.50'],
      ['1234,50', '1234.50'],
      ['1,234.50', '1234.50'],
      ['1.234,50', '1234.50'],
      ['1 234,50', '1234.50'],
      ['1\u00a0234.50', '1234.50'],
      ['1\u202f234\u202f567,5', '1234567.5'],
      ['1,234,567', '1234567'],
      ['1.234.567', '1234567'],
      ['0.125', '0.125'],
      ['0,12345678', '0.12345678'],
      ['1234.567', '1234.567'],
      ['1.234,567', '1234.567'],
      ['000', '000'],
    ];
    for (const currency of WITH_CENTS) {
      for (const [typed, amount] of cases) expect(read(typed, currency), typed).to.equal(amount);
    }
  });

  it('is read as thousands only where the country of its currency writes thousands so', () => {
    for (const currency of WITH_CENTS) {
      expect(['1,234', '1.234'].map((typed) => read(typed, currency))).to.deep.equal(['1234', 'ambiguous']);
    }
    expect(
      ['185.000', '$ 1.850.000', '185000', '1,850,000'].map((typed) => read(typed, 'COP')),
    ).to.deep.equal([...['185000', '1850000', '185000', '1850000']]);
  });

  it('has no fraction in a currency without cents', () => {
    const fractions = ['185.5', '185,5', '185.50', '185,000', '1.850,5', '1,234.56', '0.5'];
    for (const typed of fractions) expect(read(typed, 'COP'), typed).to.equal('fraction');
    expect(['185,00', '1.850.00', '1,850.00'].map((typed) => read(typed, 'COP'))).to.deep.equal([
      ...['185.00', 'unreadable', '1850.00'],
    ]);
  });

  it('is nothing else', () => {
    const odd = [
      'abc',
      '-5',
      '+5',
      '1e3',
      '0x10',
      '1_000',
      '1,2,3',
      '12 50',
      '1,234,50',
      '1.23.4',
      '١٢',
      '.5',
    ];
    const more = ['5.', '1.234.5.6', '1 234 56', '$$5', '5 MXN', 'NaN', 'Infinity', '1,,234'];
    for (const currency of CURRENCIES) {
      for (const typed of [...odd, ...more]) expect(read(typed, currency), typed).to.equal('unreadable');
      for (const typed of ['', '  ', '$', '\u00a0']) expect(read(typed, currency)).to.equal('missing');
    }
  });

  const amounts = fc.record({
    whole: fc.bigInt({ min: 0n, max: 999_999_999_999n }),
    decimals: fc.stringMatching(/^\d{0,8}$/),
  });
  const styles = fc.constantFrom([',', '.'], ['.', ','], [' ', ','], [' ', '.'], ['', '.'], ['', ',']);

  it('is never read as another amount than was meant, in any style and currency', () => {
    fc.assert(
      fc.property(amounts, styles, fc.constantFrom(...CURRENCIES), ({ whole, decimals }, style, currency) => {
        const [grouping = '', point = ''] = style;
        const typed = write(whole, decimals, grouping, point);
        const meant = money(decimals === '' ? whole.toString() : `${whole}.${decimals}`);
        const result = readTypedAmount(typed, currency);
        if ('amount' in result) {
          // Only what the currency's country writes so may be taken at its word.
          const isOwn = /^\d{1,3}[.,]\d{3}$/.test(typed);
          if (!isOwn) expect(result.amount, typed).to.satisfy((read: string) => money(read).eq(meant));
        } else expect(result.problem, typed).to.equal(currency === 'COP' ? 'fraction' : 'ambiguous');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read back from what the page writes, and from what an input is filled with', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('MXNB', 'USD', 'COP'), ({ whole, decimals }, currency) => {
        const amount = decimals === '' ? whole.toString() : `${whole}.${decimals}`;
        const typed = typedAmountOf(amount, currency);
        expect(money(read(typed, currency)).eq(money(amount)), typed).to.be.true;
        const shown = formatQuantity('es', amount, currency);
        const back = read(shown, currency);
        // Three decimals are the one thing that a page writes and nobody can be sure of.
        if (/^\d{1,3}\.\d{3}$/.test(shown) && !shown.startsWith('0.') && currency !== 'COP')
          expect(back).to.equal('ambiguous');
        else if (back !== 'fraction') expect(money(back).eq(money(amount)), shown).to.be.true;
      }),
      { numRuns: 2_000 },
    );
  });
});
