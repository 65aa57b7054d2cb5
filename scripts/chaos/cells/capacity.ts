import { randomUUID } from 'node:crypto';
import { createLink, type Calls, type Shop } from './shop.ts';

const ROUNDS = 12;
const ROUND_MS = 700;
const CALLERS = 16;
/** What two cells must carry of what one does, on the same machine: a cell is there for more machines. */
const LEAST_SHARE = 0.9;

/** How many links a second two cells create together, as a share of what one creates alone: the median of some rounds. */
export async function compareCapacity(
  shops: readonly [Shop, Shop],
  calls: Calls,
): Promise<{ report: object; faults: string[] }> {
  const rounds: { one: number; two: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = [shops[round % 2] as Shop];
    // Side by side and in turns, so that whatever else the machine does slows both.
    const isFirst = round % 4 < 2;
    const before = await measureRate(isFirst ? alone : shops, calls);
    const after = await measureRate(isFirst ? shops : alone, calls);
    rounds.push(isFirst ? { one: before, two: after } : { one: after, two: before });
  }
  const share = median(rounds.map(({ one, two }) => two / one));
  return {
    report: {
      capacity: {
        one_cell_per_second: Math.round(median(rounds.map(({ one }) => one))),
        two_cells_per_second: Math.round(median(rounds.map(({ two }) => two))),
        share: Number(share.toFixed(2)),
      },
    },
    faults: share < LEAST_SHARE ? [`two cells carry ${share.toFixed(2)} of what one does`] : [],
  };
}

async function measureRate(shops: readonly Shop[], { agent, urls }: Calls): Promise<number> {
  const startMs = performance.now();
  let created = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const shop = shops[index % shops.length] as Shop;
      while (performance.now() - startMs < ROUND_MS) {
        const reference = randomUUID();
        const { status } = await createLink(urls[0] ?? '', shop, agent, { key: reference, reference });
        if (status === 201) created += 1;
      }
    }),
  );
  return (created * 1_000) / (performance.now() - startMs);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
