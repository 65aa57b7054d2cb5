import { startOf } from '../ledger/index.ts';
import { dayOf, plusMonths, type TimeZone } from '../lib/time-zone.ts';

/** What was begun before midnight is in the ledger by then. */
const MARGIN_MS = 3600_000;

/** The month of a moment, like 2026-11. */
export function monthOf(timeZone: TimeZone, at: Date): string {
  return dayOf(timeZone, at).slice(0, 7);
}

/** When a month's statement is sent at the earliest. */
export function dueAfter(timeZone: TimeZone, month: string): Date {
  return new Date(startOf(timeZone, `${plusMonths(month, 1)}-01`).getTime() + MARGIN_MS);
}
