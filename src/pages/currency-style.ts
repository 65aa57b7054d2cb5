import type { Locale } from './language.ts';

/** Its amounts are written as in Colombia, like 185.000, and without centavos, which are no longer used. */
const COLOMBIAN = 'COP';

/** Amounts of a currency are written as in its country, so that 185.000 is the same on every page and in every field. */
export function localeOfCurrency(language: Locale, currency: string): Locale {
  if (currency === COLOMBIAN) return 'es-CO';
  return language === 'es-CO' ? 'es' : language;
}

/** The separator of thousands. Without a currency, as most are written. */
export function groupingOf(currency: string | undefined): ',' | '.' {
  return currency === COLOMBIAN ? '.' : ',';
}

export function hasCents(currency: string | undefined): boolean {
  return currency !== COLOMBIAN;
}
