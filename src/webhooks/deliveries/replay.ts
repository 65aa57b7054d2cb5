import type { Trx } from '../../db/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { lockEndpoint } from '../repository.ts';
import { readByIndex } from './queue-repository.ts';
import { MAX_REDELIVERIES } from './redeliver.ts';
import * as repository from './replay-repository.ts';

/**
 * The most deliveries that a replay may queue for an endpoint, so that new events do not wait for hours behind them.
 */
const MAX_WAITING = 10_000;
const BATCH = 1_000;

export interface ReplayRequest {
  /** Both ends are inclusive. */
  from: Date;
  to: Date;
  /** Among the types that the endpoint receives; all of them when undefined. */
  types: readonly string[] | undefined;
  /** Only counts. */
  dryRun: boolean;
}

export interface Replay {
  types: readonly string[];
  /** The number of deliveries that became due, or would become so. */
  count: number;
  /** The number of these that the receiver has accepted before. */
  alreadyDelivered: number;
  /** Whether the window has more than fit at once. */
  hasMore: boolean;
}

/**
 * Sends the events of a window to an endpoint again (D31). Each gets one more attempt, like a redelivery, and those
 * that were never sent to the endpoint get their first delivery. Pending deliveries stay as they are, so that no event
 * waits twice. The oldest come first, until 10,000 wait for the endpoint; a later replay of the same window takes the
 * rest. Throws `webhook_endpoint_not_found`, and `invalid_request` for a window that ends before it begins.
 */
export async function replay(
  trx: Trx,
  { accountId, endpointId }: { accountId: string; endpointId: string },
  { from, to, types, dryRun }: ReplayRequest,
): Promise<Replay> {
  if (to < from) throw invalidParam('to', 'to must not be before from.');
  // Locked, so that two concurrent replays cannot both use the same capacity.
  const endpoint = isId(endpointId) ? await lockEndpoint(trx, { accountId, id: endpointId }) : undefined;
  if (!endpoint) throw new DomainError('webhook_endpoint_not_found');
  const received = endpoint.enabledEvents.filter((type) => types?.includes(type) ?? true);
  const scope = { accountId, endpointId, types: received, from, to, maxRedeliveries: MAX_REDELIVERIES };
  readByIndex(trx);
  const waiting = await repository.countWaiting(trx, { accountId, endpointId, limit: MAX_WAITING });
  const room = MAX_WAITING - waiting;
  const found = await repository.countReplayable(trx, { ...scope, room });
  const toReplay = ({ count, alreadyDelivered }: repository.Replayable): Replay => ({
    types: received,
    count,
    alreadyDelivered,
    hasMore: found.hasMore,
  });
  if (dryRun) return toReplay(found);
  const now = await trx.now;
  const made = { count: 0, alreadyDelivered: 0 };
  for (let start: Date | null = from; start !== null && made.count < room;) {
    const limit = Math.min(BATCH, room - made.count);
    const batch = await repository.replayBatch(trx, {
      ...scope,
      from: start,
      limit,
      now,
      position: made.count,
    });
    made.count += batch.count;
    made.alreadyDelivered += batch.alreadyDelivered;
    // The next batch skips those that this one has made pending.
    start = batch.count === 0 ? null : batch.reached;
  }
  return toReplay(made);
}
