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

/** A stored amount for reading: to the last digit, grouped, with two decimals or more. */
export function formatNumber(language: Language, amount: string): string {
  // As text it is exact; as a number it would not be.
  return numbers[language].format(plainNumber(amount) as Intl.StringNumericLiteral);
}

/** The same with its asset behind it; most assets are none that Intl knows as a currency. */
export function formatMoney(language: Language, amount: string, asset: string): string {
  return `${formatNumber(language, amount)} ${asset}`;
}

/** A stored amount for a banking app's or wallet's input: no grouping, a decimal point. */
export function plainNumber(amount: string): string {
  const exact = money(amount);
  return exact.toFixed(Math.max(LEAST_DECIMALS, exact.decimalPlaces() ?? 0));
}

/** In UTC, as nobody here knows where the payer is; the page's script puts it into the payer's own time. */
export function formatMoment(language: Language, moment: Date): string {
  return `${moments[language].format(moment)} UTC`;
}

function byLanguage<T>(make: (locale: string) => T): Record<Language, T> {
  return { es: make(LOCALES.es), en: make(LOCALES.en) };
}
