import { localTime, plusDays, type TimeZone } from '../../lib/time-zone.ts';

/** The days and hours on which a bank carries out payments, by its own clock and calendar. */
export interface BankingDays {
  timeZone: TimeZone;
  /** HH:MM up to which it pays on the same day. If undefined, it pays on the next banking day at the earliest. */
  cutOff: string | undefined;
  /** YYYY-MM-DD; none if they are not known. Saturdays and Sundays are no banking days anyway. */
  holidays: ReadonlySet<string>;
}

/** The first banking day on which the bank pays what it is asked to pay at a moment (YYYY-MM-DD). */
export function executionDateOf({ timeZone, cutOff, holidays }: BankingDays, at: Date): string {
  const [today = '', time = ''] = localTime(timeZone, at).split(' ');
  const isFree = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay()) || holidays.has(day);
  let day = cutOff !== undefined && time < cutOff ? today : plusDays(today, 1);
  while (isFree(day)) day = plusDays(day, 1);
  return day;
}
