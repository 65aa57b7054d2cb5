import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Answer } from '../../../test/support/client.ts';
import { median } from '../../bench/load.ts';
import { createLink, payLink, type Calls, type Shop } from './shop.ts';

const ROUNDS = 12;
const ROUND_MS = 700;
const CALLERS = 16;
/** What two cells must carry of what one does, on the same machine: a cell is there for more machines. */
const LEAST_SHARE = 0.9;

/** Makes one thing of a shop's; whether it was made. */
type Make = (url: string, shop: Shop, calls: Calls) => Promise<boolean>;

const MADE: Record<string, Make> = {
  links: async (url, shop, { agent }) => (await makeLink(url, shop, agent)).status === 201,
  // Each with the link that it pays.
  deposits: async (url, shop, { agent }) => {
    const { body } = await makeLink(url, shop, agent);
    return (await payLink(url, shop, agent, { code: String(body.code) })).status === 201;
  },
};

function makeLink(url: string, shop: Shop, agent: Agent): Promise<Answer> {
  const reference = randomUUID();
  return createLink(url, shop, agent, { key: reference, reference });
}

/** How much two cells do together, as a share of what one does alone: of each kind, the median of some rounds. */
export async function compareCapacity(
  shops: readonly [Shop, Shop],
  calls: Calls,
): Promise<{ report: object; faults: string[] }> {
  const faults: string[] = [];
  const capacity: Record<string, object> = {};
  for (const [kind, make] of Object.entries(MADE)) {
    const rounds = await compareRates(shops, calls, make);
    const share = median(rounds.map(({ one, two }) => two / one));
    capacity[kind] = {
      one_cell_per_second: Math.round(median(rounds.map(({ one }) => one))),
      two_cells_per_second: Math.round(median(rounds.map(({ two }) => two))),
      share: Number(share.toFixed(2)),
    };
    if (share < LEAST_SHARE) faults.push(`two cells carry ${share.toFixed(2)} of the ${kind} that one does`);
  }
  return { report: { capacity }, faults };
}

async function compareRates(
  shops: readonly [Shop, Shop],
  calls: Calls,
  make: Make,
): Promise<{ one: number; two: number }[]> {
  const rounds: { one: number; two: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = [shops[round % 2] as Shop];
    // Side by side and in turns, so that whatever else the machine does slows both.
    const isFirst = round % 4 < 2;
    const before = await measureRate(isFirst ? alone : shops, calls, make);
    const after = await measureRate(isFirst ? shops : alone, calls, make);
    rounds.push(isFirst ? { one: before, two: after } : { one: after, two: before });
  }
  return rounds;
}

async function measureRate(shops: readonly Shop[], calls: Calls, make: Make): Promise<number> {
  const [url = ''] = calls.urls;
  const startMs = performance.now();
  let made = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const shop = shops[index % shops.length] as Shop;
      while (performance.now() - startMs < ROUND_MS) if (await make(url, shop, calls)) made += 1;
    }),
  );
  return (made * 1_000) / (performance.now() - startMs);
}
