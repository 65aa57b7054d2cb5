import type { Trx } from '../../../../db/index.ts';
import { markDone } from './repository.ts';

/**
 * Settles payments whose debit is booked. Throws when one of them has been refused or done since they were found, so
 * that no debit covers less than its amount.
 */
export async function settle(
  trx: Trx,
  { orders: ids, entry }: { orders: readonly string[]; entry: string },
): Promise<void> {
  const done = await markDone(trx, { ids, entry });
  if (done !== ids.length)
    throw new Error(`${ids.length - done} payments of the debit ${entry} are not open`);
}
