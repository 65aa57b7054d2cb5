import { plusDays, plusMonths } from '../lib/time-zone.ts';

/** The repetition of a batch, every week on its day or every month on a day of the month. */
export type Repeat = { repeats: 'weekly' } | { repeats: 'monthly'; monthDay: number };

/**
 * The first day of the series after a run and not before `today`, so that runs that were missed are not made up for.
 * Days are like 2026-11-20. A month that is too short has its run on its last day.
 */
export function nextRun(repeat: Repeat, ran: string, today: string): string {
  for (let run = 1; ; run++) {
    const day = repeat.repeats === 'weekly' ? plusDays(ran, 7 * run) : dayIn(ran, run, repeat.monthDay);
    if (day >= today) return day;
  }
}

function dayIn(ran: string, months: number, monthDay: number): string {
  const month = plusMonths(ran.slice(0, 7), months);
  const last = plusDays(`${plusMonths(month, 1)}-01`, -1);
  const day = `${month}-${String(monthDay).padStart(2, '0')}`;
  return day < last ? day : last;
}
