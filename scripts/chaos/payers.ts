import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { money } from '../../src/lib/money.ts';
import type { ReportedDeposit } from '../../src/methods/providers/provider.ts';
import type { TestRail } from '../../test/support/outside/rail.ts';
import { writeNotice } from '../../test/support/outside/rail/notices.ts';
import type { Chance } from './chance.ts';
import type { Teller } from './notices.ts';

/** How long a rail takes to make final what it has seen, and a little more. */
const FINAL_AFTER_MS = 3_500;

/** What a link tells its payer about one method. */
export interface Offer {
  provider: string;
  method: string;
  asset: string;
  network: string | null;
  amount_due: string;
  destination: string;
  reference: string | null;
}

/**
 * Pays through a rail: mostly exactly, sometimes less, twice, or not final yet, from one account. Returns how many payments
 * arrived.
 */
export async function payThrough(
  rail: TestRail,
  { method, asset, network, amount_due, destination, reference }: Offer,
  teller: Teller,
  chance: Chance,
  account: string = randomUUID(),
): Promise<number> {
  const due = money(amount_due);
  const payment = (final: boolean): ReportedDeposit => ({
    providerReference: randomUUID(),
    ...{ method, asset, network, destination, reference, final },
    amount: chance.happens(0.1) ? due.minus('0.01') : due,
    payer: { name: 'Chaos', account },
  });
  const payments = [payment(!chance.happens(0.2)), ...(chance.happens(0.05) ? [payment(true)] : [])];
  await Promise.all(
    payments.map(async (deposit) => {
      await teller.tell(rail, await rail.payIn(deposit));
      if (deposit.final || chance.happens(0.5)) return;
      await delay(FINAL_AFTER_MS);
      const report = { type: 'deposit', deposit: { ...deposit, final: true } } as const;
      await teller.tell(rail, writeNotice(rail.access.secret, report));
    }),
  );
  return payments.length;
}
