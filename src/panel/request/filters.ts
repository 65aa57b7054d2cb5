import type { Visit } from './route.ts';

const A_DAY_MS = 24 * 3600_000;

/** The filters of a list, from the page's query. A value that is none counts as not given. */
export interface Filters {
  /** One of these choices. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** What has this form, without the spaces around it. */
  matching(name: string, form: RegExp): string | undefined;
  /** Free text, cut at a length; empty if not given. */
  words(name: string, maxLength: number): string;
  /** A day like 2026-11-20, as it was given. */
  day(name: string): string | undefined;
  /** The beginning of a day in UTC. */
  dayStart(name: string): Date | undefined;
  /** The end of a day in UTC: the beginning of the next one. */
  dayEnd(name: string): Date | undefined;
  /** The last moment of a day in UTC, for a bound that is part of the range: times are in whole milliseconds. */
  dayLast(name: string): Date | undefined;
  /** A time in UTC, to the minute. */
  minute(name: string): Date | undefined;
}

export function readFilters({ query }: Pick<Visit, 'query'>): Filters {
  const plusDay = (name: string, less = 0): Date | undefined => {
    const start = startOfDay(query(name));
    return start && new Date(start.getTime() + A_DAY_MS - less);
  };
  return {
    choice: (name, choices) => choices.find((choice) => choice === query(name)),
    matching: (name, form) => {
      const text = query(name)?.trim() ?? '';
      return form.test(text) ? text : undefined;
    },
    // Postgres cannot store NUL, so nothing that is found contains one.
    words: (name, maxLength) => (query(name) ?? '').replaceAll('\0', '').trim().slice(0, maxLength),
    day: (name) => (startOfDay(query(name)) ? query(name) : undefined),
    dayStart: (name) => startOfDay(query(name)),
    dayEnd: (name) => plusDay(name),
    dayLast: (name) => plusDay(name, 1),
    minute: (name) => readMinute(query(name)),
  };
}

/** A time in UTC and to the minute, as the browser's field formats it; undefined if unreadable. */
export function readMinute(text: string | undefined): Date | undefined {
  if (!/^2[01]\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text ?? '')) return undefined;
  const time = new Date(`${text}:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function startOfDay(text: string | undefined): Date | undefined {
  const time = /^2[01]\d\d-\d\d-\d\d$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}
