import { invalidParam } from '../lib/errors/errors.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { AMOUNT_DECIMALS, money, type Money, parseRequestAmount, ZERO } from '../lib/money.ts';
import { groupingOf, hasCents } from './currency-style.ts';

/** An amount in the API's form, or the reason why the typed text is none. */
export type TypedAmount = { amount: string } | { problem: AmountProblem };

/**
 * `ambiguous`: 1.234 means more than a thousand to some, and a little over one to others. `fraction`: the currency has
 * no cents.
 */
export type AmountProblem = 'missing' | 'unreadable' | 'ambiguous' | 'fraction';

/** Digits that are whole or grouped by one separator or spaces, and at most one part of decimals. */
const PARTS = /^(\d+|\d{1,3}(?:([., ])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
/** A single separator before exactly three digits, which may be thousands or decimals. */
const TWO_READINGS = /^(?!0[.,])\d{1,3}([.,])\d{3}$/;
/** Decimals that may be cents or incomplete thousands. `typedAmountOf` writes four or more, which no person would type. */
const FRACTION = /^(?!00$)\d{1,3}$/;

/**
 * Reads an amount as people type it: 12.50 and 12,50, 1,234.50, 1.234,50 and 1 234,50, with or without a dollar sign.
 * Text with two readings is read as thousands if the currency's country writes thousands that way, and refused otherwise,
 * because amounts are never guessed. A fraction of a currency without cents is refused: 185.5 pesos of Colombia may be
 * meant as 185.500.
 */
export function readTypedAmount(typed: string, currency: string | undefined): TypedAmount {
  const text = typed.replaceAll(/\s+/gu, ' ').trim().replace(/^\$ ?/, '');
  if (text === '') return { problem: 'missing' };
  const [, separator] = TWO_READINGS.exec(text) ?? [];
  if (separator !== undefined) {
    if (groupingOf(currency) === separator) return { amount: text.replace(separator, '') };
    return { problem: hasCents(currency) ? 'ambiguous' : 'fraction' };
  }
  const [, whole, grouping, point, decimals] = PARTS.exec(text) ?? [];
  if (whole === undefined || (grouping !== undefined && grouping === point)) return { problem: 'unreadable' };
  if (decimals !== undefined && !hasCents(currency) && FRACTION.test(decimals))
    return { problem: 'fraction' };
  const digits = whole.replaceAll(/\D/g, '');
  return { amount: decimals === undefined ? digits : `${digits}.${decimals}` };
}

/** A stored amount for an input, in a form that is read the same in every currency, exact and without grouping. */
export function typedAmountOf(amount: string, currency: string): string {
  const exact = money(amount);
  const decimals = exact.decimalPlaces() ?? 0;
  if (!hasCents(currency)) return exact.toFixed(decimals === 0 ? 0 : Math.max(decimals, 4));
  // With three, 1.234 could be read as thousands.
  return exact.toFixed(decimals === 3 ? 4 : Math.min(Math.max(decimals, 2), AMOUNT_DECIMALS));
}

/** The problems of an amount that have texts of their own. */
const EXPLAINED = {
  ambiguous: 'can be read in two ways.',
  fraction: 'has a fraction, and the currency has no cents.',
} as const;

/**
 * An amount in a form, as people type it in its currency. Throws `invalid_request` naming the field for what is no amount,
 * the field with `.ambiguous` for what can be read in two ways, and with `.fraction` for cents that do not exist.
 */
export function amountTyped(text: string, currency: string | undefined, field = 'amount'): Money {
  const read = readTypedAmount(text, currency);
  if ('problem' in read && isKeyOf(EXPLAINED, read.problem)) {
    throw invalidParam(`${field}.${read.problem}`, `${field} ${EXPLAINED[read.problem]}`);
  }
  const amount = 'amount' in read ? parseRequestAmount(read.amount) : undefined;
  if (!amount) throw invalidParam(field, `${field} must have up to 12 digits and up to 8 decimals.`);
  return amount;
}

/** The same, above zero. */
export function sumTyped(text: string, currency: string | undefined, field = 'amount'): Money {
  const amount = amountTyped(text, currency, field);
  if (!amount.gt(ZERO)) throw invalidParam(field, `${field} must be above zero.`);
  return amount;
}
