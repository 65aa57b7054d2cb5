import type { Locale } from './language.ts';

/** Written as in Colombia, whatever the reader's language: 185.000, never with centavos, which no longer exist. */
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
