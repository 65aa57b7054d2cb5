import { AMOUNT_DECIMALS, money } from '../lib/money.ts';
import type { Locale } from './language.ts';

/** An amount in the API's form, or the reason why the typed text is none. */
export type TypedAmount = { amount: string } | { problem: AmountProblem };

/** `ambiguous`: 1.234 means more than a thousand to some, and a little over one to others. */
export type AmountProblem = 'missing' | 'unreadable' | 'ambiguous';

/** The thousands separator of each locale. */
const GROUPED_BY: Readonly<Record<Locale, ',' | '.'>> = { es: ',', en: ',', 'es-CO': '.' };
/** Digits that are whole or grouped by one separator or spaces, and at most one part of decimals. */
const PARTS = /^(\d+|\d{1,3}(?:([., ])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
/** A single separator before exactly three digits, which may be thousands or decimals. */
const TWO_READINGS = /^(?!0[.,])\d{1,3}([.,])\d{3}$/;

/**
 * Reads an amount as people type it: 12.50 and 12,50, 1,234.50, 1.234,50 and 1 234,50, with or without a dollar sign.
 * Text with two readings is read as thousands if the page itself writes thousands that way, and refused otherwise,
 * because amounts are never guessed. Without a locale, it is always refused.
 */
export function readTypedAmount(typed: string, locale: Locale | undefined): TypedAmount {
  const text = typed.replaceAll(/\s+/gu, ' ').trim().replace(/^\$ ?/, '');
  if (text === '') return { problem: 'missing' };
  const [, separator] = TWO_READINGS.exec(text) ?? [];
  if (separator !== undefined) {
    if (locale === undefined || GROUPED_BY[locale] !== separator) return { problem: 'ambiguous' };
    return { amount: text.replace(separator, '') };
  }
  const [, whole, grouping, point, decimals] = PARTS.exec(text) ?? [];
  if (whole === undefined || (grouping !== undefined && grouping === point)) return { problem: 'unreadable' };
  const digits = whole.replaceAll(/\D/g, '');
  return { amount: decimals === undefined ? digits : `${digits}.${decimals}` };
}

/** A stored amount for an input, in a form that every locale reads the same: exact, without grouping. */
export function typedAmountOf(amount: string): string {
  const exact = money(amount);
  const decimals = exact.decimalPlaces() ?? 0;
  // With three, 1.234 could be read as thousands.
  return exact.toFixed(decimals === 3 ? 4 : Math.min(Math.max(decimals, 2), AMOUNT_DECIMALS));
}
