import { randomUUID } from 'node:crypto';
import type { Chance } from '../chance.ts';
import { createLink, get, type Calls, type Shop } from './shop.ts';

const ROUNDS = 40;
const AT_THE_SAME_TIME = 9;

/** Sends the same call several times at once, by all proxies: it must be done once. */
export async function repeatAtOnce(
  shops: readonly Shop[],
  { agent, urls }: Calls,
  chance: Chance,
): Promise<{ report: object; faults: string[] }> {
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const shop = chance.pick(shops);
    const reference = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: AT_THE_SAME_TIME }, (_, index) =>
        createLink(urls[index % urls.length] ?? '', shop, agent, { key: reference, reference }),
      ),
    );
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
    // 409 while another one is in progress.
    const odd = answers.filter(({ status }) => status !== 201 && status !== 409);
    const codes = answers.flatMap(({ status, body }) => (status === 201 ? [String(body.code)] : []));
    const { body } = await get(urls[0] ?? '', `/v1/payment_links?reference=${reference}`, shop, agent);
    const { length } = body.data as unknown[];
    if (new Set(codes).size !== 1 || length !== 1 || odd.length > 0)
      faults.push(
        `of one call, sent ${AT_THE_SAME_TIME} times, there are ${length} links; it got ${answers.map(({ status }) => status).join(' ')}`,
      );
  }
  return { report: { same_key: { rounds: ROUNDS, statuses, doubled: faults.length } }, faults };
}
