import { pagesBack } from '../../http-rail/index.ts';
import type { BridgeClient } from './client.ts';
import { listOf, reader, textOf, timeOf, type Fields } from './fields.ts';

export const PAGE_SIZE = 100;

/** Pages of a list, newest first, as far back as a time and for as long as the caller reads on. */
export function pagesSince(
  client: BridgeClient,
  { path, since, isBackground = false }: { path: string; since: Date; isBackground?: boolean },
  signal: AbortSignal,
): AsyncGenerator<Fields[]> {
  return pagesBack(
    reader,
    async (after) => {
      const cursor = after === undefined ? '' : `&starting_after=${encodeURIComponent(after)}`;
      const join = path.includes('?') ? '&' : '?';
      const call = {
        method: 'GET',
        path: `${path}${join}limit=${PAGE_SIZE}${cursor}`,
        isBackground,
      } as const;
      const items = listOf(await client.call(call, signal), path);
      const last = items.length < PAGE_SIZE ? undefined : items.at(-1);
      return { items, next: last && textOf(last, 'id') };
    },
    { since, timeOf: (one) => timeOf(one, 'created_at') },
  );
}
