import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HOUSE_ACCOUNT_ID } from '../../../src/ledger/index.ts';
import { money } from '../../../src/lib/money.ts';
import type { TestRail } from '../../../test/support/outside/rail.ts';
import type { Chance } from '../chance.ts';

const EVERY_MS = 200;
const LATE_MS = 6_000;

/** What became of what was sent between the rails. */
export interface Deliveries {
  arrived: number;
  late: number;
  short: number;
  twice: number;
  /** References of arrivals that are nobody's: the second naming of one, and what is not the deployment's to book. */
  unbooked: string[];
}

/**
 * Carries the deployment's own money from one rail to the other: what north sends to the address arrives at south, some of
 * it late, some of it short, and some of it named twice.
 */
export async function carry(
  { from, to, address }: { from: TestRail; to: TestRail; address: string },
  chance: Chance,
  isOver: () => boolean,
): Promise<Deliveries> {
  const deliveries: Deliveries = { arrived: 0, late: 0, short: 0, twice: 0, unbooked: [] };
  const known = new Set<string>();
  const under: Promise<void>[] = [];
  const deliver = async (sentAs: string, asset: string, sent: string): Promise<void> => {
    // The first, which proves the route, has to arrive.
    const way = known.size === 1 ? 0.5 : chance.share();
    if (way < 0.3) {
      deliveries.late++;
      await delay(LATE_MS * chance.share());
    }
    const isShort = way >= 0.3 && way < 0.45;
    if (isShort) deliveries.short++;
    const amount = isShort ? money(sent).times('0.5').decimalPlaces(6) : money(sent);
    const arrive = (providerReference: string) =>
      to.payIn({
        ...{ providerReference, method: asset, asset, network: 'Ethereum', reference: null, final: true },
        ...{ amount, destination: address, payer: { sent_as: sentAs } },
      });
    await arrive(`a ${sentAs}`);
    deliveries.arrived++;
    if (way < 0.85) return;
    deliveries.twice++;
    const second = `b ${randomUUID()}`;
    await arrive(second);
    deliveries.unbooked.push(second);
  };
  do {
    const rows = await from.database.query(
      `select reference, asset, (-amount)::text as amount from simulator_operations
        where operation = 'pay_out' and refusal is null and starts_with(idempotency_key, $1)`,
      [HOUSE_ACCOUNT_ID],
    );
    for (const { reference, asset, amount } of rows as Record<string, string>[]) {
      if (reference === undefined || asset === undefined || amount === undefined || known.has(reference))
        continue;
      known.add(reference);
      under.push(deliver(reference, asset, amount));
    }
    await delay(EVERY_MS);
  } while (!isOver());
  await Promise.all(under);
  return deliveries;
}
