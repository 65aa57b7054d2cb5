import type { Outcome } from '../../index.ts';
import { type Access, type Order, type OrderRow, pending, type OrderStatus } from './order.ts';
import { findSame, placeKnown } from './place-once.ts';
import { refusalOf } from './refusals.ts';
import * as repository from './repository.ts';
import { waitMsAfter } from './watch.ts';

/**
 * Places an order once, and returns its outcome. The first outcome stays, so a completed order is not refused
 * afterwards, nor vice versa, whatever the provider reports later. Throws a ProviderFailure, as `placeOnce` does.
 */
export async function carryOut<Made>(
  access: Access,
  order: Order<Made> & { statusOf(made: Made): OrderStatus },
  signal: AbortSignal,
): Promise<Outcome> {
  const known = await findSame(access, order);
  const outcome = outcomeOf(known);
  if (outcome) return outcome;
  const placed = await placeKnown(access, order, known, signal);
  return 'made' in placed ? settle(access, placed.order, order.statusOf(placed.made)) : placed;
}

/** The outcome of an order that its provider has. Throws a ProviderFailure of kind `refused`. */
export async function settle(
  { db }: Pick<Access, 'db'>,
  { id, reference }: OrderRow,
  status: OrderStatus,
): Promise<Outcome> {
  const waitMs = waitMsAfter(0);
  if (status.is === 'pending') return pending(reference, status.waits);
  await db.transaction((trx) =>
    status.is === 'done'
      ? repository.markDone(trx, { id, waitMs, watchForMs: status.watchForMs })
      : repository.markEnded(trx, { ...status, id, waitMs }),
  );
  const outcome = outcomeOf(await repository.findOrder(db.read, { id }));
  if (!outcome) throw new Error('an outcome was not written');
  return outcome;
}

/** The outcome that callers got, or will get; throws if it is a refusal. Undefined while it is open. */
function outcomeOf(order: OrderRow | undefined): Outcome | undefined {
  if (order?.isRefused) throw refusalOf(order);
  if (!order?.doneAt || order.reference === null) return undefined;
  return { status: 'done', providerReference: order.reference };
}
