import { AMOUNT_DECIMALS, money, type Money } from '../lib/money.ts';
import { memoize } from '../lib/memoize.ts';
import { dayOf, localTime, type TimeZone, UTC } from '../lib/time-zone.ts';
import { hasCents, localeOfCurrency } from './currency-style.ts';
import type { Language, Locale } from './language.ts';

/** As Intl and browsers know them. */
export const LOCALE_TAGS: Readonly<Record<Locale, string>> = { es: 'es-MX', 'es-CO': 'es-CO', en: 'en-US' };
/** Days are written in the same order in both languages. */
const DAY_FIRST: Record<Language, string> = { es: 'es-MX', en: 'en-GB' };
const TODAY: Record<Language, string> = { es: 'Hoy', en: 'Today' };
const LEAST_DECIMALS = 2;
/** The digits of a rate. More are useless to payers. */
const RATE_DIGITS = 6;
/** Currencies written with a sign. All three use $, so the code always follows. */
const WITH_SIGN: readonly string[] = ['MXN', 'USD', 'COP'];

/** By the least number of decimals. */
const numbers = byLocale((locale) =>
  memoize(
    (minimumFractionDigits: number) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: AMOUNT_DECIMALS }),
    { maxKnown: AMOUNT_DECIMALS },
  ),
);
const counts = new Intl.NumberFormat(LOCALE_TAGS.es);
/** By an asset, and the least number of decimals. */
const sums = byLocale((locale) =>
  memoize(
    (key: `${string} ${number}`) => {
      const [asset = '', decimals] = key.split(' ');
      const digits = { minimumFractionDigits: Number(decimals), maximumFractionDigits: AMOUNT_DECIMALS };
      return new Intl.NumberFormat(locale, { ...signOf(asset), ...digits });
    },
    { maxKnown: 100 },
  ),
);
const rates = byLocale((locale) =>
  memoize(
    (asset: string) =>
      new Intl.NumberFormat(locale, { ...signOf(asset), maximumSignificantDigits: RATE_DIGITS }),
    { maxKnown: 100 },
  ),
);
/** By the zone. */
const moments = byLocale((locale) =>
  memoize(
    (timeZone: TimeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    { maxKnown: 100 },
  ),
);
const days = daysWith({ day: 'numeric', month: 'short', year: 'numeric' });
const daysOfYear = daysWith({ day: 'numeric', month: 'short' });
const months = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const SECOND = ['second', 1_000] as const;
/** From the largest on. */
const UNITS = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000], SECOND] as const;
const durations = byLanguage((locale) =>
  memoize(
    (unit: (typeof UNITS)[number][0]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
    { maxKnown: UNITS.length },
  ),
);

const shortDays = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const shortMonths = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
);
const shortNumbers = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const shares = byLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** An amount whose asset is named beside it. It is exact, and grouped as in the currency's country. */
export function formatQuantity(locale: Locale, amount: string, asset: string): string {
  return quantityWith(locale, asset, leastDecimals([amount], asset))(amount);
}

/** Formats amounts of an asset that stand in a column, all with as many decimals as the longest has. */
export function columnFormat(
  locale: Locale,
  asset: string,
  amounts: readonly string[],
): (amount: string) => string {
  return quantityWith(locale, asset, decimalsOf(amounts, asset));
}

function quantityWith(locale: Locale, asset: string, least: number): (amount: string) => string {
  const format = numbers[localeOfCurrency(locale, asset)](least);
  // As text it is exact, which a number would not be.
  return (amount) => withMinus(format.format(money(amount).toFixed() as Intl.StringNumericLiteral));
}

/** How many decimals are needed to show all of these amounts of an asset. */
function decimalsOf(amounts: readonly string[], asset: string): number {
  return Math.max(
    leastDecimals(amounts, asset),
    ...amounts.map((amount) => money(amount).decimalPlaces() ?? 0),
  );
}

export function formatCount(count: number): string {
  return counts.format(count);
}

/** An amount followed by its asset, because Intl does not know most assets as currencies. */
export function formatMoney(language: Language, amount: string, asset: string): string {
  return `${formatQuantity(language, amount, asset)} ${asset}`;
}

/**
 * The least number of decimals that amounts of an asset are shown with. Whole amounts of a currency without cents have
 * none.
 */
function leastDecimals(amounts: readonly string[], asset: string): number {
  return !hasCents(asset) && amounts.every((amount) => money(amount).isInteger()) ? 0 : LEAST_DECIMALS;
}

/**
 * An amount for payers without its asset's code, such as $25,000.50. It is exact, formatted as in the currency's
 * country, and has the currency's sign if there is one.
 */
export function formatSum(locale: Locale, amount: string, asset: string): string {
  const plain = money(amount).toFixed() as Intl.StringNumericLiteral;
  return sums[localeOfCurrency(locale, asset)](`${asset} ${leastDecimals([amount], asset)}`).format(plain);
}

/** An amount for payers: $25,000.50 MXN, or 1,095.790507 USDC. */
export function formatPrice(locale: Locale, amount: string, asset: string): string {
  return `${formatSum(locale, amount, asset)} ${asset}`;
}

/** An exchange rate in significant digits, in the direction in which it is at least one. */
export function formatRate(
  locale: Locale,
  { asset, currency, rate }: { asset: string; currency: string; rate: string },
): { from: string; to: string } {
  const exact = money(rate);
  const [one, other, price] = exact.gte(1)
    ? [asset, currency, exact]
    : [currency, asset, money('1').div(exact).decimalPlaces(AMOUNT_DECIMALS)];
  const plain = price.toFixed() as Intl.StringNumericLiteral;
  const inOther = rates[localeOfCurrency(locale, other)](other);
  return { from: `1 ${one}`, to: `${inOther.format(plain)} ${other}` };
}

/**
 * A stored amount for the input of a banking app or wallet, without grouping and with a decimal point only before
 * cents.
 */
export function plainNumber(amount: string, asset: string): string {
  return money(amount).toFixed(decimalsOf([amount], asset));
}

/** In UTC, because the payer's time zone is not known here; the page's script shows it in the payer's own time. */
export function formatMoment(locale: Locale, moment: Date): string {
  return formatZoned(locale, moment, UTC);
}

/** A time in an account's zone, for pages that name the zone once: Nov 27, 2026, 10:56 AM. */
export function formatLocal(locale: Locale, moment: Date, timeZone: TimeZone): string {
  return moments[locale](timeZone).format(moment);
}

/** Like `formatLocal`, with the zone, for a text with a single time: Nov 27, 2026, 10:56 AM (America/Mexico_City). */
export function formatZoned(locale: Locale, moment: Date, timeZone: TimeZone): string {
  return `${formatLocal(locale, moment, timeZone)} ${timeZone === UTC ? UTC : `(${timeZone})`}`;
}

/**
 * A time as people say it, without its zone: Today 10:56, or 30 Dec, 10:56, with the year if it is another. Within a
 * sentence, today has its date as well.
 */
export function formatRecent(
  language: Language,
  moment: Date,
  { timeZone, now, inSentence = false }: { timeZone: TimeZone; now: Date; inSentence?: boolean | undefined },
): string {
  const [day = '', clock = ''] = localTime(timeZone, moment).split(' ');
  const time = clock.slice(0, '10:56'.length);
  const today = dayOf(timeZone, now);
  if (day === today && !inSentence) return `${TODAY[language]} ${time}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `${(isThisYear ? daysOfYear : days)[language](day)}, ${time}`;
}

/** A time to the second, without its zone: 30 Dec 2026, 10:56:07. */
export function formatExact(language: Language, moment: Date, timeZone: TimeZone): string {
  const [day = '', time = ''] = localTime(timeZone, moment).split(' ');
  return `${formatDay(language, day)}, ${time}`;
}

/** A time to the minute, without its zone, as statements show it: 30 Dec 2026, 10:56. */
export function formatMinute(language: Language, moment: Date, timeZone: TimeZone): string {
  return formatExact(language, moment, timeZone).slice(0, -':00'.length);
}

/** A duration, in the largest unit that states it exactly: 15 minutes, or 3 days. */
export function formatDuration(language: Language, ms: number): string {
  const [unit, unitMs] = UNITS.find(([, unitMs]) => ms % unitMs === 0) ?? SECOND;
  return durations[language](unit).format(ms / unitMs);
}

/** A day like 2026-11-20. */
export function formatDay(language: Language, day: string): string {
  return days[language](day);
}

/** A month like 2026-11. */
export function formatMonth(language: Language, month: string): string {
  return months[language].format(new Date(month));
}

/** A day like 2026-11-20, without its year, for an axis. */
export function formatShortDay(language: Language, day: string): string {
  return shortDays[language].format(new Date(day));
}

/** A month like 2026-11 in a few letters, for an axis. */
export function formatShortMonth(language: Language, month: string): string {
  return shortMonths[language].format(new Date(month));
}

/** An amount in a few letters, rounded: 12.5K. Only where the exact one is shown as well. */
export function formatShort(language: Language, amount: string): string {
  return withMinus(shortNumbers[language].format(amount as Intl.StringNumericLiteral));
}

/** A share as whole percent: 0.125 is 13%. */
export function formatShare(language: Language, share: Money): string {
  return shares[language].format(share.toFixed() as Intl.StringNumericLiteral);
}

/** Intl writes the hyphen of a keyboard, which is narrower than the figures. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212');
}

function signOf(asset: string): Intl.NumberFormatOptions {
  if (!WITH_SIGN.includes(asset)) return {};
  return { style: 'currency', currency: asset, currencyDisplay: 'narrowSymbol' };
}

/** Writes days like 2026-11-20. The rows of a list share a few days, and Intl takes microseconds for each. */
function daysWith(parts: Intl.DateTimeFormatOptions): Record<Language, (day: string) => string> {
  return byLanguage((locale) => {
    const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
    return memoize((day: string) => format.format(new Date(day)), { maxKnown: 1_000 });
  }, DAY_FIRST);
}

function byLocale<T>(make: (locale: string) => T): Record<Locale, T> {
  return { ...byLanguage(make), 'es-CO': make(LOCALE_TAGS['es-CO']) };
}

function byLanguage<T>(
  make: (locale: string) => T,
  locales: Record<Language, string> = LOCALE_TAGS,
): Record<Language, T> {
  return { es: make(locales.es), en: make(locales.en) };
}
