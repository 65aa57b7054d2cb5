import { expect } from 'chai';
import fc from 'fast-check';
import { money } from '../../src/lib/money.ts';
import { formatNumber } from '../../src/pages/format.ts';
import type { Locale } from '../../src/pages/language.ts';
import { readTypedAmount, typedAmountOf } from '../../src/pages/typed-amount.ts';

const LOCALES = ['en', 'es', 'es-CO', undefined] as const;

/** The amount, or why there is none. */
function read(typed: string, locale: Locale | undefined): string {
  const result = readTypedAmount(typed, locale);
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
    for (const locale of LOCALES) {
      for (const [typed, amount] of cases) expect(read(typed, locale), typed).to.equal(amount);
    }
  });

  it('is read as thousands only where the page writes thousands so', () => {
    expect(LOCALES.map((locale) => read('1,234', locale))).to.deep.equal([
      ...['1234', '1234', 'ambiguous', 'ambiguous'],
    ]);
    expect(LOCALES.map((locale) => read('1.234', locale))).to.deep.equal([
      ...['ambiguous', 'ambiguous', '1234', 'ambiguous'],
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
    for (const locale of LOCALES) {
      for (const typed of [...odd, ...more]) expect(read(typed, locale), typed).to.equal('unreadable');
      for (const typed of ['', '  ', '$', '\u00a0']) expect(read(typed, locale)).to.equal('missing');
    }
  });

  const amounts = fc.record({
    whole: fc.bigInt({ min: 0n, max: 999_999_999_999n }),
    decimals: fc.stringMatching(/^\d{0,8}$/),
  });
  const styles = fc.constantFrom([',', '.'], ['.', ','], [' ', ','], [' ', '.'], ['', '.'], ['', ',']);

  it('is never read as another amount than was meant, in any style and locale', () => {
    fc.assert(
      fc.property(amounts, styles, fc.constantFrom(...LOCALES), ({ whole, decimals }, style, locale) => {
        const [grouping = '', point = ''] = style;
        const typed = write(whole, decimals, grouping, point);
        const meant = money(decimals === '' ? whole.toString() : `${whole}.${decimals}`);
        const result = readTypedAmount(typed, locale);
        if ('amount' in result) {
          // Only what the page itself writes so may be taken at its word.
          const isOwn = locale !== undefined && /^\d{1,3}[.,]\d{3}$/.test(typed);
          if (!isOwn) expect(result.amount, typed).to.satisfy((read: string) => money(read).eq(meant));
        } else expect(result.problem, typed).to.equal('ambiguous');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read back from what the page writes, and from what an input is filled with', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LOCALES), ({ whole, decimals }, locale) => {
        const amount = decimals === '' ? whole.toString() : `${whole}.${decimals}`;
        const filled = read(typedAmountOf(amount), locale);
        expect(money(filled).eq(money(amount)), typedAmountOf(amount)).to.be.true;
        const shown = formatNumber('es', amount);
        const back = read(shown, 'es');
        // Three decimals are the one thing that a page writes and nobody can be sure of.
        if (/^\d{1,3}\.\d{3}$/.test(shown) && !shown.startsWith('0.')) expect(back).to.equal('ambiguous');
        else expect(money(back).eq(money(amount)), shown).to.be.true;
      }),
      { numRuns: 2_000 },
    );
  });
});
