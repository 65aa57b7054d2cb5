import { openKilledSender, payThroughKills } from '../../../test-system/methods/evm/sending/killed-sender.ts';
import { withdrawalsUnderChaos } from './withdrawals.ts';

const COUNT = 100;
/** Each kind of request is a place to die at, before and after it: at its third time and at its seventeenth. */
const NTHS = [3, 17];

/** Makes 100 payouts by a sender that is killed at every step, then 120 by the whole service. */
export async function payoutsUnderChaos(seed: number): Promise<{ report: object; faults: string[] }> {
  const killed = await payoutsThroughKills();
  const served = await withdrawalsUnderChaos(seed);
  return {
    report: { ...killed.report, withdrawals: served.report },
    faults: [...killed.faults, ...served.faults],
  };
}

/**
 * Makes 100 payouts on a real node while the sender is killed at every step, pools are wiped, blocks taken back and fees
 * raised. Returns what it did, and each payout that was not made exactly once.
 */
async function payoutsThroughKills(): Promise<{ report: object; faults: string[] }> {
  const startedAt = Date.now();
  const sender = await openKilledSender();
  try {
    const { units, ...did } = await payThroughKills(sender, { count: COUNT, nths: NTHS });
    const paid = await sender.paid();
    const faults = units
      .map((one) => ({ one, times: paid.filter((other) => other === one).length }))
      .filter(({ times }) => times !== 1)
      .map(({ one, times }) => `the payout of ${one} units was made ${times} times`);
    const orders = await sender.rig.orders();
    if (orders.length !== COUNT) faults.push(`there are ${orders.length} orders`);
    if (paid.length !== COUNT) faults.push(`there are ${paid.length} transfers`);
    if (did.kills < 2 * NTHS.length || did.wiped === 0)
      faults.push('there was too little trouble to prove anything');
    return {
      report: { payouts: paid.length, ...did, took_s: Math.round((Date.now() - startedAt) / 1_000) },
      faults,
    };
  } finally {
    await sender.close();
  }
}
