import { query, command, named, type Queryable, type Trx } from '../../db/index.ts';

/** Events of an account, and the endpoint that they are sent to again. */
export interface ReplayScope {
  accountId: string;
  endpointId: string;
  types: readonly string[];
  /** Both ends are inclusive. */
  from: Date;
  to: Date;
}

export interface Replayable {
  count: number;
  /** The number of them that the receiver has accepted before. */
  alreadyDelivered: number;
}

/**
 * The events of the window, oldest first, with their deliveries to the endpoint, which are none if it did not receive
 * events at that time. Deliveries that are pending, or have used up their redeliveries, are left out. Type by type,
 * each by the index on types, because otherwise the planner would sort all events of the window.
 *
 * Where its statistics are out of date, the planner would read all deliveries of the account or the endpoint for each
 * event. So the endpoint is compared as a text, an event's one delivery is selected as the first in the order of a
 * range, which only the index on events can provide without sorting, and deliveries are found again by `ctid`.
 */
const WANTED = `
  select picked.* from unnest(:types::text[]) as t (type)
   cross join lateral (
     select e.id as event_id, e.created_at, e.sequence, d.tid, d.status
       from events e
       left join lateral (
         select ctid as tid, status, redeliveries from webhook_deliveries
          where account_id = e.account_id and event_id between e.id and e.id
            and endpoint_id::text = :endpointId::text
          order by event_id limit 1) d on true
      where e.account_id = :accountId and e.type = t.type and e.created_at between :from and :to
        and (d.tid is null or (d.status <> 'pending' and d.redeliveries < :maxRedeliveries::integer))
      order by e.created_at, e.sequence limit :limit::bigint) picked
   order by created_at, sequence limit :limit::bigint`;

interface Limited extends ReplayScope {
  maxRedeliveries: number;
  limit: number;
}

const countQuery = query.first<Limited & { room: number }, Replayable & { hasMore: boolean }>(
  'webhook_deliveries.count_replayable',
  (p) =>
    named(
      `select (count(*) filter (where nth <= :room::bigint))::integer as count,
              (count(*) filter (where nth <= :room::bigint and status = 'delivered'))::integer as already_delivered,
              count(*) > :room::bigint as has_more
         from (select w.*, row_number() over (order by created_at, sequence) as nth from (${WANTED}) w) numbered`,
      p,
    ),
);

/** Counts the first matching ones, and says whether there are more. */
export async function countReplayable(
  on: Queryable,
  query: ReplayScope & { maxRedeliveries: number; room: number },
): Promise<Replayable & { hasMore: boolean }> {
  const counted = await countQuery(on, { ...query, limit: query.room + 1 });
  return counted ?? { count: 0, alreadyDelivered: 0, hasMore: false };
}

export interface Batch extends Replayable {
  /** The time of its last event; null for an empty batch. */
  reached: Date | null;
}

// Never waits for a delivery that another transaction has locked. It is about to change anyway, and waiting for
// several, here in the order of time, could deadlock with transactions that lock them in the order of their keys.
const replay = command.first<Limited & { now: Date; position: number }, Batch>(
  'webhook_deliveries.replay',
  (p) =>
    named(
      `with wanted as materialized (
         select w.*, :now::timestamptz + (:position::integer + row_number() over (order by created_at, sequence))
                                       * interval '1 microsecond' as due_at
           from (${WANTED}) w
       ), locked as materialized (
         select d.ctid as tid, d.status, w.due_at from wanted w
           join webhook_deliveries d on d.ctid = w.tid
          where d.account_id = :accountId and d.status <> 'pending' and d.redeliveries < :maxRedeliveries::integer
            for no key update of d skip locked
       ), repeated as (
         update webhook_deliveries d
            set status = 'pending', redeliveries = d.redeliveries + 1, next_attempt_at = l.due_at
           from locked l
          where d.account_id = :accountId and d.ctid = l.tid
         returning d.id
       ), added as (
         insert into webhook_deliveries (account_id, id, endpoint_id, event_id, next_attempt_at, created_at)
         select :accountId, new_id(), :endpointId, event_id, due_at, created_at
           from wanted where tid is null
         on conflict (account_id, event_id, endpoint_id) do nothing
         returning id
       )
       select ((select count(*) from repeated) + (select count(*) from added))::integer as count,
              (select count(*) from locked where status = 'delivered')::integer as already_delivered,
              (select max(created_at) from wanted) as reached`,
      p,
    ),
);

/**
 * Makes the first `limit` of them due now, in the order of their events; `position` is the number that are due before
 * them.
 */
export async function replayBatch(
  trx: Trx,
  batch: Limited & { now: Date; position: number },
): Promise<Batch> {
  const replayed = await replay(trx, batch);
  trx.leave('deliveries');
  return replayed ?? { count: 0, alreadyDelivered: 0, reached: null };
}

const waiting = query.first<{ accountId: string; endpointId: string; limit: number }, { count: number }>(
  'webhook_deliveries.waiting',
  (p) =>
    named(
      `select count(*)::integer as count from (
       select from webhook_deliveries
        where account_id = :accountId and endpoint_id = :endpointId and status = 'pending' limit :limit) waiting`,
      p,
    ),
);

/** The number of an endpoint's deliveries that wait for an attempt, up to `limit`. */
export async function countWaiting(
  on: Queryable,
  query: { accountId: string; endpointId: string; limit: number },
): Promise<number> {
  return (await waiting(on, query))?.count ?? 0;
}
