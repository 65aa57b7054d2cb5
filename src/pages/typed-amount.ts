import { AMOUNT_DECIMALS, money } from '../lib/money.ts';
import type { Locale } from './language.ts';

/** An amount as the API writes it, or why what somebody typed is none. */
export type TypedAmount = { amount: string } | { problem: AmountProblem };

/** `ambiguous`: 1.234 is a thousand and more to some, and a little over one to others. */
export type AmountProblem = 'missing' | 'unreadable' | 'ambiguous';

/** What each locale separates thousands by. */
const GROUPED_BY: Readonly<Record<Locale, ',' | '.'>> = { es: ',', en: ',', 'es-CO': '.' };
/** Digits that are whole or grouped by one separator or spaces, and at most one part of decimals. */
const PARTS = /^(\d+|\d{1,3}(?:([., ])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
/** A single separator before exactly three digits, which may be thousands or decimals. */
const TWO_READINGS = /^(?!0[.,])\d{1,3}([.,])\d{3}$/;

/**
 * Reads an amount as people type it: 12.50 and 12,50, 1,234.50, 1.234,50 and 1 234,50, with or without a dollar sign. What
 * can be read in two ways is read as thousands if the page itself writes thousands so, and otherwise not at all: nobody's
 * money is guessed. Without a locale, it is never read.
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

/** A stored amount for an input, so that it is read as the same in every locale: exact, without grouping. */
export function typedAmountOf(amount: string): string {
  const exact = money(amount);
  const decimals = exact.decimalPlaces() ?? 0;
  // With three, 1.234 could be read as thousands.
  return exact.toFixed(decimals === 3 ? 4 : Math.min(Math.max(decimals, 2), AMOUNT_DECIMALS));
}
