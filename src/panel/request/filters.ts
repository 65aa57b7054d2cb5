import { momentOf, plusDays, type TimeZone } from '../../lib/time-zone.ts';
import type { MemberVisit } from './route.ts';

/** The filters of a list, from the page's query. A value that is none counts as not given. */
export interface Filters {
  /** One of these choices. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** The text without surrounding spaces if it has this form. */
  matching(name: string, form: RegExp): string | undefined;
  /** Free text, cut at a length; empty if not given. */
  words(name: string, maxLength: number): string;
  /** A day like 2026-11-20, as it was given. */
  day(name: string): string | undefined;
  /** The beginning of a day in the account's time zone. */
  dayStart(name: string): Date | undefined;
  /** The end of such a day, which is the beginning of the next one. */
  dayEnd(name: string): Date | undefined;
  /** The last moment of such a day, for a bound that is part of the range. Times are in whole milliseconds. */
  dayLast(name: string): Date | undefined;
  /** A time in the account's time zone, to the minute. */
  minute(name: string): Date | undefined;
}

export function readFilters({ query, timeZone }: Pick<MemberVisit, 'query' | 'timeZone'>): Filters {
  const day = (name: string): string | undefined => {
    const text = query(name) ?? '';
    return startOfDay(timeZone, text) && text;
  };
  const dayEnd = (name: string, lessMs = 0): Date | undefined => {
    const given = day(name);
    const end = given === undefined ? undefined : startOfDay(timeZone, plusDays(given, 1));
    return end && new Date(end.getTime() - lessMs);
  };
  return {
    choice: (name, choices) => choices.find((choice) => choice === query(name)),
    matching: (name, form) => {
      const text = query(name)?.trim() ?? '';
      return form.test(text) ? text : undefined;
    },
    // Postgres cannot store NUL, so nothing that is found contains one.
    words: (name, maxLength) => (query(name) ?? '').replaceAll('\0', '').trim().slice(0, maxLength),
    day,
    dayStart: (name) => startOfDay(timeZone, query(name) ?? ''),
    dayEnd: (name) => dayEnd(name),
    dayLast: (name) => dayEnd(name, 1),
    minute: (name) => readMinute(timeZone, query(name)),
  };
}

/** A time in a zone and to the minute, as the browser's field formats it; undefined if unreadable. */
export function readMinute(timeZone: TimeZone, text: string | undefined): Date | undefined {
  return text?.includes('T') === true ? momentOf(timeZone, text) : undefined;
}

function startOfDay(timeZone: TimeZone, text: string): Date | undefined {
  return text.length === 10 ? momentOf(timeZone, text) : undefined;
}
