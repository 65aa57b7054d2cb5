import type { BitsoClient } from './client.ts';
import { listOf, type Fields } from './fields.ts';

/** How many are asked for in one call. */
const AT_ONCE = 25;

/** Those of a list that Bitso has, in any order; asked for in the background. */
export async function listByIds(
  client: BitsoClient,
  { list, by, ids }: { list: 'fundings' | 'withdrawals'; by: 'fids' | 'wids'; ids: readonly string[] },
  signal: AbortSignal,
): Promise<Fields[]> {
  const found: Fields[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE).map(encodeURIComponent);
    const path = `/v3/${list}?${by}=${some.join(',')}`;
    found.push(...listOf(await client.call({ method: 'GET', path, isBackground: true }, signal), list));
  }
  return found;
}

/** Whether a page is in descending order and ends before a time: only then is the rest certainly older. */
export function endsBefore(page: readonly { createdAt: Date }[], time: number): boolean {
  const times = page.map(({ createdAt }) => createdAt.getTime());
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return first > last && last < time && times.every((one, at) => at === 0 || one <= (times[at - 1] ?? 0));
}
