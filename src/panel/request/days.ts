const A_DAY_MS = 24 * 3600_000;

/** The beginning of a day in UTC, from a text like 2026-11-20; undefined for anything else. */
export function startOfDay(text: string | undefined): Date | undefined {
  const time = /^2[01]\d\d-\d\d-\d\d$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** The end of the day: the beginning of the next one. */
export function endOfDay(text: string | undefined): Date | undefined {
  const start = startOfDay(text);
  return start && new Date(start.getTime() + A_DAY_MS);
}
