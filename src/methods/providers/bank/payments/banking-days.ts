import { momentOf, parseTimeZone, UTC } from '../../../../lib/time-zone.ts';
import type { BankingDays } from '../../../index.ts';
import { refuse, textAt } from './profile-fields.ts';

export const BANKING_DAYS_FIELDS = ['time_zone', 'cut_off', 'holidays'] as const;

const MOST_HOLIDAYS = 500;

/** Reads these fields of a profile. Throws ProfileInvalid. */
export function parseBankingDays(fields: Record<string, unknown>, path: string): BankingDays {
  const { time_zone: zone = UTC, cut_off: cutOff, holidays = [] } = fields;
  const isZone = (text: string): boolean => parseTimeZone(text) !== undefined;
  const isTime = (text: string): boolean => /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(text);
  const isDay = (text: string): boolean => text.length === 10 && momentOf(UTC, text) !== undefined;
  if (!Array.isArray(holidays) || holidays.length > MOST_HOLIDAYS) {
    refuse(`${path}.holidays`, `must be a list of at most ${MOST_HOLIDAYS} days`);
  }
  return {
    timeZone: textAt(zone, `${path}.time_zone`, isZone, 'a time zone like America/New_York'),
    cutOff: cutOff === undefined ? undefined : textAt(cutOff, `${path}.cut_off`, isTime, 'a time like 16:30'),
    holidays: new Set(
      holidays.map((day, at) => textAt(day, `${path}.holidays[${at}]`, isDay, 'a day like 2026-12-25')),
    ),
  };
}
