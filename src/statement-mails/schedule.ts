/** What was begun before midnight is in the ledger by then. */
const MARGIN_MS = 3600_000;

/** The month of a moment, like 2026-11. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

export function monthAfter(month: string): string {
  return monthOf(endOf(month));
}

/** When a month's statement is sent at the earliest. */
export function dueAfter(month: string): Date {
  return new Date(endOf(month).getTime() + MARGIN_MS);
}

function endOf(month: string): Date {
  const end = new Date(`${month}-01`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
