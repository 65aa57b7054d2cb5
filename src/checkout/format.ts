import { money } from '../lib/money.ts';
import type { Language } from './language.ts';

const LOCALES: Record<Language, string> = { es: 'es-MX', en: 'en-US' };
const LEAST_DECIMALS = 2;

const numbers = byLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: LEAST_DECIMALS, maximumFractionDigits: 8 }),
);
const moments = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** A stored amount for display: exact, grouped, with at least two decimals. */
export function formatNumber(language: Language, amount: string): string {
  // As text it is exact; as a number it would not be.
  return numbers[language].format(plainNumber(amount) as Intl.StringNumericLiteral);
}

/** The same followed by its asset, because Intl does not know most assets as currencies. */
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

function byLanguage<T>(make: (locale: string) => T): Record<Language, T> {
  return { es: make(LOCALES.es), en: make(LOCALES.en) };
}
