import { startOf } from '../ledger/index.ts';
import { dayOf, plusMonths, type TimeZone } from '../lib/time-zone.ts';

/** Entries begun before midnight are in the ledger by then. */
const MARGIN_MS = 3600_000;

/** The month of a moment, like 2026-11. */
export function monthOf(timeZone: TimeZone, at: Date): string {
  return dayOf(timeZone, at).slice(0, 7);
}

/** The earliest time for sending a month's statement. */
export function dueAfter(timeZone: TimeZone, month: string): Date {
  return new Date(startOf(timeZone, `${plusMonths(month, 1)}-01`).getTime() + MARGIN_MS);
}
