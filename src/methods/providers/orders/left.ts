import type { Queryable } from '../../../db/index.ts';
import type { SentTransfer } from '../../index.ts';
import type { OrderRow } from './order.ts';
import { findOrder } from './repository.ts';

/**
 * Among payouts and refunds, by key, those whose money has left. These are completed ones, and open ones for which
 * `hasLeft` says so. Exchanges are not among these orders.
 */
export async function listLeft(
  read: Queryable,
  idOf: (purpose: 'pay_out' | 'refund', idempotencyKey: string) => string,
  sent: readonly SentTransfer[],
  hasLeft: (order: OrderRow) => Promise<boolean>,
): Promise<string[]> {
  const left: string[] = [];
  for (const { move, idempotencyKey } of sent) {
    if (move === 'convert') continue;
    const order = await findOrder(read, { id: idOf(move, idempotencyKey) });
    if (!order || order.isRefused) continue;
    if (order.doneAt || (await hasLeft(order))) left.push(idempotencyKey);
  }
  return left;
}
