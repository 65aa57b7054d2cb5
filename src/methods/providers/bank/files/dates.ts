import { FileRefused } from './statement-file.ts';
import { quoted } from './texts.ts';

const DAY_MS = 24 * 3600_000;
/** Two-digit years from here on are of the last century. */
const CENTURY_TURNS_AT = 70;

/** The date of `2026-11-23`, `2026-11-23+01:00` or `2026-11-23T10:00:00`, as the bank's zone has it. */
export function parseIsoDate(text: string): string {
  const [, date, year = '', month = '', day = ''] =
    /^((\d{4})-(\d\d)-(\d\d))(?:T\d\d:\d\d|Z|[+-]\d\d:\d\d|$)/.exec(text) ?? [];
  if (date === undefined || !isDay(Number(year), Number(month), Number(day)))
    throw new FileRefused(`${quoted(text)} is not a date of the calendar.`);
  return date;
}

/**
 * YYMMDD as YYYY-MM-DD, which must only look like a date, because banks close months on day 31 even if they lack it.
 */
export function parseShortDate(text: string): string {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (!(Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31))
    throw new FileRefused(`${quoted(text)} is not a date in the form YYMMDD.`);
  return `${Number(year) < CENTURY_TURNS_AT ? '20' : '19'}${year}-${month}-${day}`;
}

/** The last day of the month for a day that the month lacks, because some banks give 30 February as a value date. */
export function onCalendar(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= last ? date : `${date.slice(0, 8)}${last}`;
}

/** The day MMDD nearest to a date, because MT940's entry dates have no year. */
export function nearestDay(monthAndDay: string, to: string): string {
  const target = Date.parse(to);
  const year = Number(to.slice(0, 4));
  const candidates = [year - 1, year, year + 1].map((near) =>
    onCalendar(`${near}${parseShortDate(`00${monthAndDay}`).slice(4)}`),
  );
  const distance = (date: string) => Math.abs(Date.parse(date) - target) / DAY_MS;
  return candidates.reduce((best, date) => (distance(date) < distance(best) ? date : best));
}

export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1970 || year > 2199 || month < 1 || month > 12) return false;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
