import { invalidParam } from './errors.ts';

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/**
 * Reads a timestamp that passed the contract's `date-time` format. That format still lets through what a
 * database cannot hold (year 999999) or JavaScript cannot read (a leap second), which is refused here by name.
 */
export function parseTimestamp(param: string, text: string): Date {
  const time = Date.parse(text);
  if (!(time >= EARLIEST && time < LATEST)) {
    throw invalidParam(
      param,
      `${param} must be a time between the years 2000 and 2200, like 2026-11-20T15:04:05.000Z.`,
    );
  }
  return new Date(time);
}

/** The same for a parameter that need not be given. */
export function parseOptionalTimestamp(param: string, text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseTimestamp(param, text);
}
