import { AMOUNT_DECIMALS, money } from '../lib/money.ts';
import { memoize } from '../lib/memoize.ts';
import type { Language } from './language.ts';

const LOCALES: Record<Language, string> = { es: 'es-MX', en: 'en-US' };
const LEAST_DECIMALS = 2;

/** By the least number of decimals. */
const numbers = byLanguage((locale) =>
  memoize(
    (minimumFractionDigits: number) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: AMOUNT_DECIMALS }),
    { maxKnown: AMOUNT_DECIMALS },
  ),
);
const counts = new Intl.NumberFormat(LOCALES.es);
const moments = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

const days = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const months = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** A stored amount for display: exact, grouped, with at least two decimals, or more so that a column is aligned. */
export function formatNumber(language: Language, amount: string, leastDecimals = LEAST_DECIMALS): string {
  // As text it is exact; as a number it would not be.
  return numbers[language](leastDecimals).format(plainNumber(amount) as Intl.StringNumericLiteral);
}

/** How many decimals are needed to show all of these amounts. */
export function decimalsOf(amounts: readonly string[]): number {
  return Math.max(LEAST_DECIMALS, ...amounts.map((amount) => money(amount).decimalPlaces() ?? 0));
}

/** How many there are of something; grouped as in Mexico in both languages. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** An amount followed by its asset, because Intl does not know most assets as currencies. */
export function formatMoney(language: Language, amount: string, asset: string): string {
  return `${formatNumber(language, amount)} ${asset}`;
}

/** A stored amount for a banking app's or wallet's input: no grouping, a decimal point. */
export function plainNumber(amount: string): string {
  const exact = money(amount);
  return exact.toFixed(Math.max(LEAST_DECIMALS, exact.decimalPlaces() ?? 0));
}

/** In UTC, because the payer's time zone is not known here; the page's script shows it in the payer's own time. */
export function formatMoment(language: Language, moment: Date): string {
  return `${moments[language].format(moment)} UTC`;
}

/** A day like 2026-11-20. */
export function formatDay(language: Language, day: string): string {
  return days[language].format(new Date(day));
}

/** A month like 2026-11. */
export function formatMonth(language: Language, month: string): string {
  return months[language].format(new Date(month));
}

function byLanguage<T>(make: (locale: string) => T): Record<Language, T> {
  return { es: make(LOCALES.es), en: make(LOCALES.en) };
}
