/** Like 2026-11-20 15:04, the same in every language and time zone. */
export function utcMinute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}
