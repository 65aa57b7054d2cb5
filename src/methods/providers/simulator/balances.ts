import { money } from '../../../lib/money.ts';
import type { Balances, BalancesRequest } from '../../index.ts';
import type { Parts } from './parts.ts';
import { listBalances, listDone, listPresent } from './repository.ts';

export function readBalances(
  { db, faults }: Parts,
  { sent, seen }: BalancesRequest,
  signal: AbortSignal,
): Promise<Balances> {
  return faults.respond(signal, async () => {
    const [balances, left, present] = await Promise.all([
      listBalances(db.read),
      listDone(
        db.read,
        sent.map(({ idempotencyKey }) => idempotencyKey),
      ),
      listPresent(db.read, seen),
    ]);
    return {
      holdings: balances.map(({ asset, amount, now }) => ({
        place: 'simulator',
        asset,
        amount: money(amount),
        asOf: now.toISOString(),
      })),
      unread: [],
      left,
      absent: seen.filter((reference) => !present.includes(reference)),
    };
  });
}
