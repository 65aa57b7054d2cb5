import { memoize } from './memoize.ts';

/** A name of the IANA time zone database, like America/Mexico_City. */
export type TimeZone = string;

export const UTC: TimeZone = 'UTC';

const QUARTER_MS = 900_000;
const HOUR_MS = 3600_000;
/** More than any clock is moved at once, apart from a zone that crosses the date line. */
const AROUND_MS = 3 * HOUR_MS;
const NAME = /^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}$/;
const MAX_NAME_LENGTH = 50;

const clocks = memoize(
  (zone: TimeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  { maxKnown: 100 },
);

/** By zone and quarter of an hour. Asking `Intl` takes microseconds each time, and a page shows dozens of moments. */
const offsets = memoize(
  (key: `${TimeZone} ${number}`) => {
    const [zone = UTC, quarter] = key.split(' ');
    return offsetDuring(zone, Number(quarter));
  },
  { maxKnown: 10_000 },
);

/**
 * The zone of this name; undefined if there is none. Abbreviations and offsets are not accepted, because they have no
 * daylight saving time.
 */
export function parseTimeZone(text: string): TimeZone | undefined {
  if (text === UTC) return UTC;
  if (!NAME.test(text) || text.length > MAX_NAME_LENGTH) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions();
    // Intl ignores case, and returns an older name for some zones, such as Asia/Katmandu for Asia/Kathmandu.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The local time in the zone, as if it were UTC; whole seconds. */
function clockMs(zone: TimeZone, atMs: number): number {
  const offset = offsets(`${zone} ${Math.floor(atMs / QUARTER_MS)}`);
  return Number.isNaN(offset) ? askClock(zone, atMs) : Math.floor(atMs / 1000) * 1000 + offset;
}

function askClock(zone: TimeZone, atMs: number): number {
  const parts = clocks(zone).formatToParts(atMs);
  const part = (name: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The offset of the zone from UTC during a quarter of an hour; NaN if clocks are changed within it. */
function offsetDuring(zone: TimeZone, quarter: number): number {
  const [first, last] = [quarter * QUARTER_MS, (quarter + 1) * QUARTER_MS - 1000];
  const offset = askClock(zone, first) - first;
  return askClock(zone, last) - last === offset ? offset : NaN;
}

/** The offset of the zone from UTC. */
function offsetMs(zone: TimeZone, atMs: number): number {
  return clockMs(zone, atMs) - Math.floor(atMs / 1000) * 1000;
}

/**
 * The first moment at which a clock in the zone shows a local time: 2026-11-20 for midnight, or 2026-11-20T15:04. A
 * time that is skipped when clocks go forward is moved by the same amount, so a day without a midnight begins then.
 * Undefined if unreadable.
 */
export function momentOf(zone: TimeZone, local: string): Date | undefined {
  if (!/^2[01]\d\d-\d\d-\d\d(T\d\d:\d\d)?$/.test(local)) return undefined;
  const wanted = Date.parse(local.length === 10 ? local : `${local}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // Also refuses a 30 February, which Date.parse takes for a day in March.
  if (!new Date(wanted).toISOString().startsWith(local)) return undefined;
  if (zone === UTC) return new Date(wanted);
  const near = wanted - offsetMs(zone, wanted);
  const candidates = [near - AROUND_MS, near + AROUND_MS].map((atMs) => wanted - offsetMs(zone, atMs));
  const found = candidates.sort((one, other) => one - other).find((atMs) => clockMs(zone, atMs) >= wanted);
  return new Date(found ?? near);
}

/** The day in the zone at a moment, like 2026-11-20. */
export function dayOf(zone: TimeZone, at: Date): string {
  return localTime(zone, at).slice(0, 10);
}

/** The local time in the zone at a moment, like 2026-11-20 15:04:05. */
export function localTime(zone: TimeZone, at: Date): string {
  const atMs = zone === UTC ? at.getTime() : clockMs(zone, at.getTime());
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The day after, or a number of days after, a day like 2026-11-20. */
export function plusDays(day: string, days: number): string {
  const time = new Date(day);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** The month a number of months after, or before, a month like 2026-11. */
export function plusMonths(month: string, months: number): string {
  const time = new Date(`${month}-01`);
  time.setUTCMonth(time.getUTCMonth() + months);
  return time.toISOString().slice(0, 7);
}
