import type { Trx } from '../db/index.ts';
import type { EventData, EventRecorder, Transition } from '../events/index.ts';
import type { Money } from '../lib/money.ts';
import { conversionsOf } from './books.ts';
import { postReturning, type Entry, type Posted, type Posting } from './post.ts';

/**
 * Posts an entry that changes an available balance, and records its event (D8). The event's reason is the movement's
 * type; each cause gets one event per entry type.
 */
export function postMovement(
  trx: Trx,
  events: EventRecorder,
  entry: Entry & { type: Transition<'balance.updated'> },
): Promise<void> {
  return events.record(trx, {
    accountId: entry.accountId,
    type: 'balance.updated',
    subject: entry.source.id,
    transition: entry.type,
    requestId: entry.requestId,
    data: changeOf(entry, postReturning(trx, entry)),
  });
}

async function changeOf(
  { type, movement: reason }: Entry,
  posted: Promise<Posted[]>,
): Promise<EventData['balance.updated']> {
  const movement = (await posted).find(({ book }) => book === 'available');
  if (!movement) throw new Error(`an entry of type ${type} left the balance as it was`);
  return {
    asset: movement.asset,
    new_balance: movement.balanceAfter,
    change: movement.amount,
    reason: reason ?? type,
  };
}

/**
 * The postings that turn one asset into another, one per side; none within one asset. `by` is the provider that
 * exchanged it; undefined if one asset is only counted as the other, at par.
 */
export function exchange(from: string, given: Money, to: string, received: Money, by?: string): Posting[] {
  if (from === to) return [];
  const book = by === undefined ? 'conversion' : conversionsOf(by);
  return [
    { asset: from, book, amount: given },
    { asset: to, book, amount: received.negated() },
  ];
}
