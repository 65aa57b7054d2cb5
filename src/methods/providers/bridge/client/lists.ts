import type { BridgeClient } from './client.ts';
import { listOf, textOf, timeOf, Unreadable, type Fields } from './fields.ts';

export const PAGE_SIZE = 100;

/** The allowed difference between Bridge's clock and ours. */
export const LEEWAY_MS = 10 * 60_000;

/**
 * Pages of a list, newest first, as far back as a time and for as long as the caller reads on. Ends early only where the
 * rest is older for certain: the order is documented, but not promised.
 */
export async function* pagesSince(
  client: BridgeClient,
  { path, since, isBackground = false }: { path: string; since: Date; isBackground?: boolean },
  signal: AbortSignal,
): AsyncGenerator<Fields[]> {
  const oldest = since.getTime() - LEEWAY_MS;
  let after: string | undefined;
  for (;;) {
    const cursor: string = after === undefined ? '' : `&starting_after=${encodeURIComponent(after)}`;
    const join = path.includes('?') ? '&' : '?';
    const call = { method: 'GET', path: `${path}${join}limit=${PAGE_SIZE}${cursor}`, isBackground } as const;
    const page = listOf(await client.call(call, signal), path);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE || endsBefore(page, oldest)) return;
    const next = textOf(last, 'id');
    if (next === after) throw new Unreadable('a page that repeats itself');
    after = next;
  }
}

function endsBefore(page: readonly Fields[], time: number): boolean {
  const times = page.map((one) => timeOf(one, 'created_at').getTime());
  return (
    (times.at(-1) ?? 0) < time && times.every((one, place) => place === 0 || one <= (times[place - 1] ?? 0))
  );
}
