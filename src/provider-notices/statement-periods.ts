import type { ClaimedStatement, StatementProgress } from './statement-repository.ts';

/** Clocks differ, and the newest lines may still be on their way. */
const OVERLAP_MS = 15_000;
/** Older lines are not added any more, because a provider may add one at most an hour late. */
const LATE_MS = 65 * 60_000;
/** A period is read a second time when it is this long, so that this costs little. */
const SECOND_PERIOD_MS = 10 * 60_000;
/** An outage of days is caught up in steps of this length. */
const SLICE_MS = 6 * 60 * 60_000;
/** The number of times a period is read again for lines that failed. */
const MAX_RETRIES = 4;

/** A period of a statement that is read as a whole. */
export interface Reading {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  /** The end of the completely read part afterwards; no earlier line is read again. */
  completeTo: Date;
  /** Whether it is the first reading of its newest lines. */
  isNew: boolean;
}

/**
 * The periods to read now. They are the new lines, from the last position on, and periods of ten minutes a second time,
 * for lines that the provider added late, once it can add no more to them. A gap of that length, because of an outage,
 * is read only once. When the clock has been set back, lines that were read by the wrong time, perhaps too early, are
 * read again.
 */
export function readingsOf({ since, readTo, nextFrom, completeTo, now }: ClaimedStatement): Reading[] {
  const settled = before(now, LATE_MS);
  const isSetBack = now < readTo;
  const begin = latest(since, earliest(completeTo, isSetBack ? before(settled, SLICE_MS) : settled));
  const from = latest(since, nextFrom);
  if (isSetBack || from <= settled) {
    const to = earliest(before(begin, -SLICE_MS), now);
    return begin < to
      ? [{ from: begin, to, completeTo: latest(begin, earliest(to, settled)), isNew: true }]
      : [];
  }
  const readings = from < now ? [{ from, to: now, completeTo: begin, isNew: true }] : [];
  if (before(settled, SECOND_PERIOD_MS) >= begin) {
    const to = earliest(before(begin, -SLICE_MS), settled);
    readings.push({ from: begin, to, completeTo: to, isNew: false });
  }
  return readings;
}

/** Whether a line of this time that fails is not retried. */
export function isGivenUp({ retries }: StatementProgress, { completeTo }: Reading, at: Date): boolean {
  return at < completeTo && retries >= MAX_RETRIES;
}

/**
 * The progress after a reading, of which lines of the given times failed. New lines are read again from the first of
 * them; where no later reading would find them, the same period is read again.
 */
export function progressAfter(
  progress: StatementProgress,
  reading: Reading,
  failed: readonly Date[],
): StatementProgress {
  const { to, completeTo, isNew } = reading;
  const isRepeated = failed.some((at) => at < completeTo && !isGivenUp(progress, reading, at));
  if (isRepeated) return { ...progress, retries: progress.retries + 1 };
  const again = failed.filter((at) => at >= completeTo);
  return {
    readTo: isNew ? to : progress.readTo,
    nextFrom: isNew ? earliest(before(to, OVERLAP_MS), ...again) : progress.nextFrom,
    completeTo,
    retries: completeTo > progress.completeTo ? 0 : progress.retries,
  };
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

function earliest(...times: Date[]): Date {
  return new Date(Math.min(...times.map(Number)));
}

function latest(...times: Date[]): Date {
  return new Date(Math.max(...times.map(Number)));
}
