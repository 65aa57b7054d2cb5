import { localTime, type TimeZone } from '../../lib/time-zone.ts';

/** Like 2026-11-20 15:04, the same in every language. */
export function minuteOf(timeZone: TimeZone, at: Date): string {
  return localTime(timeZone, at).slice(0, 16);
}
