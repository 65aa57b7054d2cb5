import type { Reader } from './reader.ts';

/** The allowed difference between a rail's clock and ours. */
const LEEWAY_MS = 10 * 60_000;

/** One page of a list. `next` is where the following page begins, undefined on the last one. */
export interface Page<One> {
  items: One[];
  next: string | undefined;
}

/**
 * Pages of a list, newest first, back to a given time or until the caller stops reading. It ends early only where the
 * rest is certainly older, since rails do not promise an order. Throws Unreadable for a page that links to itself.
 */
export async function* pagesBack<One>(
  { Unreadable }: Reader,
  read: (after: string | undefined) => Promise<Page<One>>,
  { since, timeOf }: { since: Date; timeOf: (one: One) => Date },
): AsyncGenerator<One[]> {
  const oldest = since.getTime() - LEEWAY_MS;
  let after: string | undefined;
  do {
    const { items, next } = await read(after);
    yield items;
    if (next !== undefined && next === after) throw new Unreadable('a page that repeats itself');
    after = endsBefore(items.map(timeOf), oldest) ? undefined : next;
  } while (after !== undefined);
}

/** Whether times are in descending order and end before one. */
function endsBefore(times: readonly Date[], time: number): boolean {
  const [first, last] = [times[0], times.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    first > last &&
    last.getTime() < time &&
    times.every((one, at) => at === 0 || one <= (times[at - 1] ?? one))
  );
}
