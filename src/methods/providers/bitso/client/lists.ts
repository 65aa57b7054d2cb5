import { nothingThere } from '../../http-rail/index.ts';
import type { BitsoClient } from './client.ts';
import type { Fields } from './fields.ts';

/** The number requested in one call, which is the default page size of Bitso's lists. */
const AT_ONCE = 25;

/** As many ids at a time as one call may ask for. */
export function inCalls(ids: readonly string[]): string[][] {
  const calls = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: calls }, (_, call) => ids.slice(call * AT_ONCE, (call + 1) * AT_ONCE));
}

/**
 * The records of the given ids that Bitso has, in any order. They are requested in the background, unless a user waits
 * for them.
 */
export async function listByIds(
  client: BitsoClient,
  { list, by, ids }: { list: 'fundings' | 'withdrawals'; by: 'fids' | 'wids'; ids: readonly string[] },
  signal: AbortSignal,
  { isBackground = true } = {},
): Promise<Fields[]> {
  const found: Fields[] = [];
  for (const some of inCalls(ids)) {
    const path = `/v3/${list}?${by}=${some.map(encodeURIComponent).join(',')}`;
    found.push(...(await client.list(path, list, signal, { isBackground })));
  }
  return found;
}

/** Withdrawals by our ids, as many as one call may request. Bitso may respond with an error if there are none. */
export async function listByOriginIds(
  client: BitsoClient,
  ids: readonly string[],
  signal: AbortSignal,
  options?: { isBackground: boolean },
): Promise<Fields[]> {
  const path = `/v3/withdrawals?origin_ids=${ids.join(',')}`;
  return (await client.list(path, 'withdrawals', signal, options).catch(nothingThere)) ?? [];
}
