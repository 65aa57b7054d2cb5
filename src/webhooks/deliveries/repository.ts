import {
  command,
  named,
  newestFirst,
  type Placeholders,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  narrow,
} from '../../db/index.ts';
import { eventInsertion, type InsertEvents } from '../../events/index.ts';
import type { DeliveryStatus } from './status.ts';

export interface Attempt {
  number: number;
  /** As Postgres writes a time in JSON. */
  endedAt: string;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
}

export interface Delivery extends Pick<
  Tables['webhook_deliveries'],
  'accountId' | 'id' | 'endpointId' | 'eventId' | 'status' | 'redeliveries' | 'nextAttemptAt' | 'createdAt'
> {
  eventType: string;
  /** First to last. */
  attemptList: Attempt[];
}

/** The deliveries `d` of events `e` with their attempts. */
function deliveries() {
  return sql('webhook_deliveries as d')
    .join('events as e', (on) => on.on('e.account_id', 'd.account_id').andOn('e.id', 'd.event_id'))
    .select(
      'd.account_id',
      'd.id',
      'd.endpoint_id',
      'd.event_id',
      'e.type as event_type',
      'd.status',
      'd.redeliveries',
      'd.next_attempt_at',
      'd.created_at',
      sql.raw(
        `coalesce((select json_agg(a order by a.number) from (
            select number, ended_at as "endedAt", duration_ms as "durationMs", http_status as "httpStatus", error from webhook_delivery_attempts
             where account_id = d.account_id and delivery_id = d.id) a), '[]') as attempt_list`,
      ),
    );
}

export interface DeliveryQuery {
  accountId: string;
  endpointId: string | undefined;
  eventType: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

/** For one status, or for all. The status is a literal, so that Postgres can use the index on that status. */
const listOf = (status?: DeliveryStatus) =>
  query.filtered<DeliveryQuery, Delivery>(`webhook_deliveries.list_${status ?? 'all'}`, (p, given) => {
    const query = deliveries().where('d.account_id', p.accountId);
    narrow(query, p, given, {
      endpointId: 'd.endpoint_id',
    });
    if (status) query.whereRaw(`d.status = '${status}'`);
    narrow(query, p, given, {
      eventType: 'e.type',
    });
    // Both are the same time; the index on event types has the event's.
    const time = given.has('eventType') ? 'e.created_at' : 'd.created_at';
    narrow(query, p, given, {
      createdAfter: [time, '>='],
      createdBefore: [time, '<='],
    });
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time, id: 'd.id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  });

const listQueries = {
  all: listOf(),
  pending: listOf('pending'),
  delivered: listOf('delivered'),
  failed: listOf('failed'),
};

/** Newest first. */
export function listDeliveries(
  on: Queryable,
  query: DeliveryQuery,
  status: DeliveryStatus | undefined,
): Promise<Delivery[]> {
  return listQueries[status ?? 'all'](on, query);
}

export interface DeliveryKey {
  accountId: string;
  endpointId: string;
  id: string;
}

const whereKey = (p: Placeholders<DeliveryKey>) => ({
  'd.account_id': p.accountId,
  'd.endpoint_id': p.endpointId,
  'd.id': p.id,
});

export const lockDelivery = command.first<DeliveryKey, Delivery>('webhook_deliveries.lock', (p) =>
  deliveries().where(whereKey(p)).forUpdate('d'),
);

/** A delivery with its content. */
export interface DeliveryDetail extends Delivery {
  /** The event's sequence number in its account. */
  sequence: string;
  /** The bytes that are sent. */
  body: string;
}

export const findDelivery = query.first<DeliveryKey, DeliveryDetail>('webhook_deliveries.find', (p) =>
  deliveries().where(whereKey(p)).select('e.sequence', 'e.body'),
);

/** The request and response of an attempt; null for attempts before this was stored. */
export type AttemptContent = Pick<
  Tables['webhook_delivery_attempts'],
  'number' | 'signature' | 'standardSignature' | 'responseBody'
>;

/** First to last. */
export const listAttemptContents = query.all<{ accountId: string; deliveryId: string }, AttemptContent>(
  'webhook_delivery_attempts.contents',
  (p) =>
    sql('webhook_delivery_attempts')
      .where({ account_id: p.accountId, delivery_id: p.deliveryId })
      .select('number', 'signature', 'standard_signature', 'response_body')
      .orderBy('number'),
);

/** An event's deliveries, which are at most one to each endpoint. */
export const listDeliveriesOfEvent = query.all<{ accountId: string; eventId: string }, Delivery>(
  'webhook_deliveries.of_event',
  (p) =>
    deliveries().where({ 'd.account_id': p.accountId, 'd.event_id': p.eventId }).orderBy('d.endpoint_id'),
);

const redeliver = command.run<DeliveryKey & { redeliveries: number; now: Date }>(
  'webhook_deliveries.redeliver',
  (p) =>
    sql('webhook_deliveries as d')
      .where(whereKey(p))
      .update({ status: 'pending', redeliveries: p.redeliveries, next_attempt_at: p.now }),
);

/** Makes a delivery due now. */
export async function makeDue(trx: Trx, key: DeliveryKey, redeliveries: number, now: Date): Promise<void> {
  await redeliver(trx, { ...key, redeliveries, now });
  trx.leave('deliveries');
}

const findKey = query.first<{ id: string }, Pick<Tables['webhook_deliveries'], 'accountId' | 'endpointId'>>(
  'webhook_deliveries.find_key',
  // Account by account, because keys begin with the account, and an index for the operator alone would slow every
  // delivery.
  (p) =>
    named(
      `select d.account_id, d.endpoint_id from accounts a cross join lateral (
         select account_id, endpoint_id from webhook_deliveries
          where account_id = a.id and id = :id limit 1) d`,
      p,
    ),
);

/** The full key of a delivery, for the operator, who knows only its id. */
export async function findDeliveryKey(on: Queryable, id: string): Promise<DeliveryKey | undefined> {
  const found = await findKey(on, { id });
  return found && { accountId: found.accountId, endpointId: found.endpointId, id };
}

/** No exact count is needed above this, and a full count would slow down as deliveries accumulate. */
const MOST_COUNTED = 10_000;

const countPendingQuery = query.first<Record<string, never>, { count: number }>(
  'webhook_deliveries.pending',
  () =>
    sql
      .from(
        sql('webhook_deliveries')
          .where('status', sql.raw("'pending'"))
          .select(sql.raw('1'))
          .limit(MOST_COUNTED)
          .as('some'),
      )
      .select(sql.raw('count(*)::integer as count')),
);

/** The number of deliveries that wait for an attempt, up to 10,000. */
export async function countPending(on: Queryable): Promise<number> {
  return (await countPendingQuery(on))?.count ?? 0;
}

/** The outcomes of an endpoint's newest 1,000 deliveries of the last day. */
export interface RecentOutcomes {
  endpointId: string;
  delivered: number;
  failed: number;
  pending: number;
}

/** The outcomes of each endpoint of the account. */
export const listRecentOutcomes = query.all<{ accountId: string }, RecentOutcomes>(
  'webhook_deliveries.outcomes',
  (p) =>
    named(
      `select w.id as endpoint_id, (count(*) filter (where d.status = 'delivered'))::integer as delivered,
              (count(*) filter (where d.status = 'failed'))::integer as failed,
              (count(*) filter (where d.status = 'pending'))::integer as pending
         from webhook_endpoints w
         left join lateral (
           select status from webhook_deliveries
            where account_id = w.account_id and endpoint_id = w.id and created_at > service_now() - interval '1 day'
            order by created_at desc, id desc limit 1000) d on true
        where w.account_id = :accountId group by w.id`,
      p,
    ),
);

/** How long events are still collected for an endpoint that the service disabled (D19). */
const COLLECTED_FOR = "interval '30 days'";

const insertion = eventInsertion((recording) =>
  recording
    .from(sql.raw('webhook_deliveries (account_id, id, endpoint_id, event_id, next_attempt_at, created_at)'))
    .insert(
      sql('recorded as r')
        .join('webhook_endpoints as w', 'w.account_id', 'r.account_id')
        .where('w.enabled', true)
        .whereRaw(`(w.disabled_at is null or w.disabled_at > service_now() - ${COLLECTED_FOR})`)
        .whereRaw('r.type = any (w.enabled_events)')
        .select('w.account_id', sql.raw('new_id()'), 'w.id', 'r.id', 'r.created_at', 'r.created_at') as never,
    ),
);

/** Writes events, and a delivery of each for every endpoint that subscribes to it. Returns how many deliveries there are. */
export const insertEventsWithDeliveries: InsertEvents = async (trx, events) => {
  const deliveries = await insertion(trx, events);
  if (deliveries > 0) trx.leave('deliveries');
  return deliveries;
};
