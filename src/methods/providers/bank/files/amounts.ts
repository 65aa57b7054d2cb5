import { money, type Money } from '../../../../lib/money.ts';
import { FileRefused } from './statement-file.ts';
import { quoted } from './texts.ts';

/** Digits of an amount in ISO 20022; no format has more. */
const MAX_DIGITS = 18;
/** Decimals of an amount in ISO 20022. */
const MAX_DECIMALS = 5;

/** ISO 4217 currencies that do not have two decimals. */
const MINOR_UNITS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((currency) => [currency, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((currency) => [currency, 3] as const),
  ['CLF', 4],
  ['UYW', 4],
]);

/** An amount with a decimal point, without a sign, which XML has in an element of its own. */
export function parsePointAmount(text: string): Money {
  return parse(/^(\d*)(?:\.(\d*))?$/, text);
}

/** An amount of SWIFT, with a decimal comma that may end it. Some banks write a point, before cents or at the end. */
export function parseCommaAmount(text: string): Money {
  return parse(/^(\d+)(?:,(\d*)|\.(\d\d)?)?$/, text);
}

/** Digits alone, of which the currency's decimals are the last. May have a sign. */
export function parseMinorUnits(text: string, currency: string): Money {
  const [, sign, digits] = /^([+-]?)(\d+)$/.exec(text) ?? [];
  if (digits === undefined)
    throw new FileRefused(`${quoted(text)} is not an amount without a decimal point.`);
  const amount = plain(digits, '', text).shiftedBy(-decimalsOf(currency));
  return sign === '-' ? amount.negated() : amount;
}

/** The amount to its last digit, with at least the decimals of its currency. */
export function formatIn(currency: string, amount: Money): string {
  return amount.toFixed(Math.max(amount.decimalPlaces() ?? 0, decimalsOf(currency)));
}

function decimalsOf(currency: string): number {
  return MINOR_UNITS.get(currency) ?? 2;
}

/** A currency's three letters. */
export function parseCurrency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new FileRefused(`${quoted(text)} is not a currency code like USD.`);
  return text;
}

function parse(pattern: RegExp, text: string): Money {
  const [match, whole = '', comma, point] = pattern.exec(text) ?? [];
  const decimals = comma ?? point ?? '';
  if (match === undefined || whole + decimals === '')
    throw new FileRefused(`${quoted(text)} is not an amount as this format writes it.`);
  return plain(whole, decimals, text);
}

/** From digits alone, so that nothing like 1e5 or 0x10 is ever a number. */
export function plain(whole: string, decimals: string, text: string): Money {
  const integer = whole.replace(/^0+/, '');
  const fraction = decimals.replace(/0+$/, '');
  if (integer.length + fraction.length > MAX_DIGITS || fraction.length > MAX_DECIMALS)
    throw new FileRefused(
      `The amount ${quoted(text)} has more than ${MAX_DIGITS} digits or ${MAX_DECIMALS} decimals.`,
    );
  return money(fraction === '' ? integer || '0' : `${integer || '0'}.${fraction}`);
}
