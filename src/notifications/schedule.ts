import { dayOf, momentOf, plusDays, type TimeZone } from '../lib/time-zone.ts';

/** Entries that were begun before the hour are in the ledger by then. */
export const MARGIN_MS = 5 * 60_000;

/** The last time at or before a moment at which clocks in the zone show this hour. */
export function lastHour(timeZone: TimeZone, hour: number, at: Date): Date {
  const day = dayOf(timeZone, at);
  const today = hourOf(timeZone, hour, day);
  return today <= at ? today : hourOf(timeZone, hour, plusDays(day, -1));
}

/** The first time after a moment at which clocks in the zone show this hour. */
export function nextHour(timeZone: TimeZone, hour: number, at: Date): Date {
  const day = dayOf(timeZone, at);
  const today = hourOf(timeZone, hour, day);
  return today > at ? today : hourOf(timeZone, hour, plusDays(day, 1));
}

/** Where a digest begins that is chosen at a moment, and when it is sent. */
export function firstDigest(timeZone: TimeZone, hour: number, at: Date): { from: Date; dueAt: Date } {
  return { from: lastHour(timeZone, hour, at), dueAt: dueAfter(timeZone, hour, at) };
}

/** When the digest is sent that ends at the first such hour after a moment. */
export function dueAfter(timeZone: TimeZone, hour: number, at: Date): Date {
  return new Date(nextHour(timeZone, hour, at).getTime() + MARGIN_MS);
}

/** An hour that is skipped on a day begins with the next. */
function hourOf(timeZone: TimeZone, hour: number, day: string): Date {
  const moment = momentOf(timeZone, `${day}T${String(hour).padStart(2, '0')}:00`);
  if (!moment) throw new Error(`${day} is no day`);
  return moment;
}
