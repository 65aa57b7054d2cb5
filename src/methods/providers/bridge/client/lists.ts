import { pagesBack } from '../../http-rail/index.ts';
import type { BridgeClient } from './client.ts';
import { reader, textOf, timeOf, type Fields } from './fields.ts';

export const PAGE_SIZE = 100;

/** Pages of a list, newest first, back to a time or until the caller stops reading. */
export function pagesSince(
  client: BridgeClient,
  { path, since }: { path: string; since: Date },
  signal: AbortSignal,
): AsyncGenerator<Fields[]> {
  return pagesBack(
    reader,
    async (after) => {
      const query = { limit: PAGE_SIZE, starting_after: after };
      const items = await client.list(path, path, signal, { query });
      const last = items.length < PAGE_SIZE ? undefined : items.at(-1);
      return { items, next: last && textOf(last, 'id') };
    },
    { since, timeOf: (one) => timeOf(one, 'created_at') },
  );
}
