import { nothingThere } from '../../http-rail/index.ts';
import type { BitsoClient } from './client.ts';
import type { Fields } from './fields.ts';

/** How many are asked for in one call: what a page of Bitso's lists has by default. */
const AT_ONCE = 25;

/** As many ids at a time as one call may ask for. */
export function inCalls(ids: readonly string[]): string[][] {
  const calls = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: calls }, (_, call) => ids.slice(call * AT_ONCE, (call + 1) * AT_ONCE));
}

/** Those of a list that Bitso has, in any order; asked for in the background, unless somebody waits for them. */
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

/** Withdrawals by ids of ours, as many as one call may ask for. Bitso may answer that there are none with an error. */
export async function listByOriginIds(
  client: BitsoClient,
  ids: readonly string[],
  signal: AbortSignal,
  options?: { isBackground: boolean },
): Promise<Fields[]> {
  const path = `/v3/withdrawals?origin_ids=${ids.join(',')}`;
  return (await client.list(path, 'withdrawals', signal, options).catch(nothingThere)) ?? [];
}
