import { expect } from 'chai';
import fc from 'fast-check';
import {
  formatAmount,
  formatStored,
  money,
  parseRequestAmount,
  roundToLedger,
  roundUpTo,
  ZERO,
} from '../../src/lib/money.ts';

/** Decimal strings with up to this many digits, as in requests. */
const decimalText = (integerDigits: number, decimals: number) =>
  fc
    .tuple(digits(1, integerDigits), fc.option(digits(1, decimals), { nil: undefined }))
    .map(([whole, fraction]) => (fraction === undefined ? whole : `${whole}.${fraction}`));
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

/** The value in units of 10^-8, by integer arithmetic only. */
function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = BigInt(whole + fraction.padEnd(8, '0'));
  return sign === '-' ? -size : size;
}

describe('money', () => {
  it('parses a request amount of up to 12 integer digits and 8 decimals without loss', () => {
    fc.assert(
      fc.property(decimalText(12, 8), (text) => {
        const amount = parseRequestAmount(text);
        expect(amount).to.not.equal(undefined);
        expect(units(formatAmount(amount!))).to.equal(units(text));
      }),
    );
  });

  it('parses nothing else as a request amount', () => {
    const bad = [
      '',
      '-1',
      '+1',
      '.5',
      '1.',
      '1e3',
      '0x10',
      '1_000',
      '1,000',
      ' 1',
      '1 ',
      '1\n',
      'NaN',
      'Infinity',
      '١',
    ];
    for (const text of [...bad, '1'.repeat(13), '0.123456789', '1.2.3', '--1', '1n', 'null']) {
      expect(parseRequestAmount(text), JSON.stringify(text)).to.equal(undefined);
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isAmount = /^[0-9]{1,12}(\.[0-9]{1,8})?$/.test(text) && !text.endsWith('\n');
        expect(parseRequestAmount(text) !== undefined).to.equal(isAmount);
      }),
    );
  });

  it('formats exactly 8 decimals, never an exponent', () => {
    expect(formatAmount(ZERO)).to.equal('0.00000000');
    expect(formatAmount(money('0.00000001'))).to.equal('0.00000001');
    expect(formatAmount(money('-22.5'))).to.equal('-22.50000000');
    expect(formatAmount(money(`${'9'.repeat(20)}.99999999`))).to.equal(`${'9'.repeat(20)}.99999999`);
    expect(formatStored('1500.500000000000')).to.equal('1500.50000000');
    expect(formatStored('00012')).to.equal('12.00000000');
  });

  it('refuses to format what 8 decimals cannot hold', () => {
    expect(() => formatAmount(money('0.000000001'))).to.throw(/8 decimals/);
    expect(() => formatAmount(money('1').div(3))).to.throw(/8 decimals/);
    expect(() => formatAmount(money('1').div(0))).to.throw(/8 decimals/);
    expect(() => formatAmount(ZERO.div(0))).to.throw(/8 decimals/);
  });

  it('refuses to read anything but a plain decimal from the database', () => {
    for (const text of ['NaN', 'Infinity', '1e5', '', ' ', '0x1', '1,5', 'null']) {
      expect(() => money(text), text).to.throw(/not a decimal amount/);
    }
  });

  it('adds and subtracts without error', () => {
    fc.assert(
      fc.property(decimalText(12, 8), decimalText(12, 8), (a, b) => {
        expect(units(formatAmount(money(a).plus(money(b))))).to.equal(units(a) + units(b));
        expect(units(formatAmount(money(a).minus(money(b))))).to.equal(units(a) - units(b));
      }),
    );
  });

  it("rounds up to a rail's precision, by less than one of its units", () => {
    fc.assert(
      fc.property(decimalText(12, 8), fc.constantFrom(0, 2, 6, 8), (text, decimals) => {
        const rounded = units(formatAmount(roundUpTo(money(text), decimals)));
        const unit = 10n ** BigInt(8 - decimals);
        expect(rounded % unit).to.equal(0n);
        expect(rounded >= units(text) && rounded < units(text) + unit).to.equal(true);
      }),
    );
    expect(roundUpTo(money('100.001'), 2).toFixed(2)).to.equal('100.01');
    expect(roundUpTo(money('100'), 2).toFixed(2)).to.equal('100.00');
  });

  it('rounds a fee half up to 8 decimals', () => {
    expect(formatAmount(roundToLedger(money('0.000000005')))).to.equal('0.00000001');
    expect(formatAmount(roundToLedger(money('0.0000000049')))).to.equal('0.00000000');
    fc.assert(
      fc.property(decimalText(12, 8), decimalText(1, 8), (amount, rate) => {
        const exact = units(amount) * units(rate);
        const fee = units(formatAmount(roundToLedger(money(amount).times(money(rate)))));
        expect(fee).to.equal((exact + 5n * 10n ** 7n) / 10n ** 8n);
      }),
    );
  });
});
