import { invalidParam } from './errors/errors.ts';
import { memoize } from './memoize.ts';

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

const DAY_MS = 24 * 3600 * 1000;
/** Days to memoize. Almost three years are enough, since most times fall on few days. */
export const MAX_DAYS_KNOWN = 1_000;

/**
 * Reads a timestamp that passed the contract's `date-time` format. That format still allows times that a database
 * cannot store (year 999999) or JavaScript cannot read (a leap second); for these it throws `invalid_request` with the
 * parameter.
 */
export function parseTimestamp(param: string, text: string): Date {
  const time = Date.parse(text);
  if (!(time >= EARLIEST && time < LATEST)) {
    throw invalidParam(
      param,
      `${param} must be a time between the years 2000 and 2200, like 2026-11-20T15:04:05.000Z.`,
    );
  }
  return new Date(time);
}

/** Like `parseTimestamp`, for an optional parameter. */
export function parseOptionalTimestamp(param: string, text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseTimestamp(param, text);
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const dateOfDay = memoize((day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10), {
  maxKnown: MAX_DAYS_KNOWN,
});

/**
 * A time in the API's form: ISO 8601 in UTC, with milliseconds. Equal to `toISOString`, in a tenth of the time, because
 * a list has fifty of them.
 */
export function formatTimestamp(time: Date): string {
  const timeMs = time.getTime();
  const day = Math.floor(timeMs / DAY_MS);
  const ofDayMs = timeMs - day * DAY_MS;
  const second = Math.floor(ofDayMs / 1000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  const ms = String(ofDayMs - second * 1000).padStart(3, '0');
  return `${dateOfDay(day)}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minute % 60]}:${TWO_DIGITS[second % 60]}.${ms}Z`;
}

export function formatOptionalTimestamp(time: Date | null | undefined): string | null {
  return time ? formatTimestamp(time) : null;
}
