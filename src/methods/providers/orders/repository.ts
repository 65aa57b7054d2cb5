import { command, named, query, type Queryable, sql, type Trx } from '../../../db/index.ts';
import type { OrderRow, Purpose, Refusal } from './order.ts';

const COLUMNS = [
  ...[
    'id',
    'purpose',
    'fingerprint',
    'body',
    'open_requests',
    'is_accepted',
    'reference',
    'reason',
    'message',
  ],
  ...['is_refused', 'requested_at', 'done_at', 'returned_at', 'returned_words', 'alerted_at'],
] as const;

export const findOrder = query.first<{ id: string }, OrderRow>('rail_orders.find', (p) =>
  sql('rail_orders').where({ id: p.id }).select(COLUMNS),
);

interface References {
  provider: string;
  references: readonly string[];
}

/** The orders of this service that have one of the given ids of the provider's. */
export const listOrders = query.all<References, OrderRow>('rail_orders.by_reference', (p) =>
  sql('rail_orders')
    .where({ provider: p.provider })
    .whereRaw('reference = any(?::text[])', [p.references])
    .select(COLUMNS),
);

/** Orders that were found to be returned within a period, oldest first. */
export const listReturned = query.all<{ provider: string; from: Date; to: Date }, OrderRow>(
  'rail_orders.returned',
  (p) =>
    sql('rail_orders')
      .where({ provider: p.provider })
      .where('returned_at', '>=', p.from)
      .where('returned_at', '<', p.to)
      .orderBy('returned_at')
      .select(COLUMNS),
);

/** Until the transaction ends, no other can request anything for this key or rule it out. */
export const lockKey = command.run<{ provider: string; key: string }>('rail_orders.lock_key', (p) =>
  named(`select pg_advisory_xact_lock(hashtextextended(:provider::text || '_orders ' || :key, 0))`, p),
);

export interface NewRequest {
  id: string;
  provider: string;
  purpose: Purpose;
  key: string;
  fingerprint: string;
  body: string;
  repeatAfterMs: number;
}

/**
 * Records a request that is about to be sent, and returns the body to send, which is that of the first one. Undefined
 * when none may be sent, because the order was accepted or refused meanwhile, differs, or must wait for an earlier
 * request.
 */
export const openRequest = command.first<NewRequest, { body: string }>('rail_orders.request', (p) =>
  named(
    `insert into rail_orders as o (id, provider, purpose, idempotency_key, fingerprint, body, requests, open_requests)
     values (:id, :provider, :purpose, :key, :fingerprint, :body, 1, 1)
     on conflict (id) do update
       set requests = o.requests + 1, open_requests = o.open_requests + 1, absent_since = null,
           idempotency_key = excluded.idempotency_key, fingerprint = excluded.fingerprint,
           body = coalesce(o.body, excluded.body)
      where not o.is_accepted and o.reason is null and coalesce(o.fingerprint = excluded.fingerprint, true)
        and (o.open_requests = 0 or :repeatAfterMs::bigint = 0
             or o.absent_since <= clock_timestamp() - :repeatAfterMs::bigint * interval '1 millisecond')
     returning o.body`,
    p,
  ),
);

/** Records that a request was rejected unread, and so will never be carried out. */
export const closeRequest = command.run<{ id: string }>('rail_orders.close', (p) =>
  named('update rail_orders set open_requests = greatest(open_requests - 1, 0) where id = :id', p),
);

/** Records that the provider has the order, with its own id if it gave one. */
export const markAccepted = command.run<{ id: string; reference: string | null }>('rail_orders.accept', (p) =>
  named(
    `update rail_orders
        set is_accepted = true, reference = coalesce(reference, :reference), open_requests = 0, reason = null, message = null
      where id = :id and not is_refused`,
    p,
  ),
);

const refuse = command.first<Refusal & { id: string }, { isRefused: boolean }>('rail_orders.refuse', (p) =>
  named(
    `update rail_orders
          set open_requests = greatest(open_requests - 1, 0), is_refused = is_refused or open_requests <= 1,
              reason = coalesce(reason, :reason), message = coalesce(message, :message)
        where id = :id and not is_accepted
       returning is_refused`,
    p,
  ),
);

/**
 * Records that a request was refused. True if no other one is open, in which case the refusal of the order is final.
 */
export async function markRefused(trx: Trx, id: string, refusal: Refusal): Promise<boolean> {
  return (await refuse(trx, { ...refusal, id }))?.isRefused ?? false;
}

const absence = command.first<{ id: string; forMs: number }, { isGone: boolean }>('rail_orders.absent', (p) =>
  named(
    `update rail_orders o
          set absent_since = coalesce(o.absent_since, clock_timestamp()),
              is_refused = o.is_refused or o.reason is not null and seen.is_gone
         from (select id, coalesce(absent_since <= clock_timestamp() - :forMs * interval '1 millisecond', false) as is_gone
                 from rail_orders where id = :id for update) as seen
        where o.id = seen.id and not o.is_accepted
       returning seen.is_gone`,
    p,
  ),
);

/**
 * Records that a look-up found nothing. True once look-ups have found nothing for long enough; an order that was
 * refused while another request was open is then refused for good.
 */
export async function noteAbsence(trx: Trx, id: string, forMs: number): Promise<boolean> {
  return (await absence(trx, { id, forMs }))?.isGone ?? false;
}

interface Refused extends Refusal {
  id: string;
  provider: string;
  purpose: Purpose;
  key: string;
}

const unsent = command.run<Refused>('rail_orders.refuse_unsent', (p) =>
  named(
    `insert into rail_orders (id, provider, purpose, idempotency_key, is_refused, reason, message)
     values (:id, :provider, :purpose, :key, true, :reason, :message)
     on conflict (id) do nothing`,
    p,
  ),
);

/** Refuses an unknown order; false if it is known. */
export async function refuseUnsent(trx: Trx, refused: Refused): Promise<boolean> {
  return (await unsent(trx, refused)) === 1;
}

const ruleOut = command.run<Refused>('rail_orders.rule_out', (p) =>
  named(
    `insert into rail_orders as o (id, provider, purpose, idempotency_key, is_refused, reason, message)
     values (:id, :provider, :purpose, :key, true, :reason, :message)
     on conflict (id) do update
       set is_refused = true, open_requests = 0,
           reason = case when o.is_refused then o.reason else excluded.reason end,
           message = case when o.is_refused then o.message else excluded.message end
      where o.done_at is null`,
    p,
  ),
);

/** Refuses an order for good; false if it was done. */
export async function markRuledOut(trx: Trx, refused: Refused): Promise<boolean> {
  return (await ruleOut(trx, refused)) === 1;
}

const alert = command.run<{ id: string }>('rail_orders.alert', (p) =>
  named('update rail_orders set alerted_at = clock_timestamp() where id = :id and alerted_at is null', p),
);

/** Records that an operator is alerted; false if one was before. */
export async function markAlerted(trx: Trx, id: string): Promise<boolean> {
  return (await alert(trx, { id })) === 1;
}

interface Counted {
  provider: string;
  key: string;
  ids: readonly string[];
}

const countQuery = query.first<Counted, { count: number }>('rail_orders.count', (p) =>
  named(
    `select coalesce(sum(requests), 0)::integer as count from rail_orders
      where provider = :provider and (idempotency_key = :key or id = any(:ids::text[]))`,
    p,
  ),
);

/** A number that grows with every request of some orders, and of all others of their key. */
export async function countRequests(on: Queryable, counted: Counted): Promise<number> {
  return (await countQuery(on, counted))?.count ?? 0;
}

interface Watch {
  id: string;
  /** The delay before the provider is asked whether the outcome still holds, and the duration of such polling. */
  waitMs: number;
  watchForMs: number;
}

/** Records that the money has arrived, unless another outcome was reported before. */
export const markDone = command.run<Watch>('rail_orders.done', (p) =>
  named(
    `update rail_orders
        set done_at = clock_timestamp(), watch_at = clock_timestamp() + :waitMs * interval '1 millisecond',
            watch_until = clock_timestamp() + :watchForMs::bigint * interval '1 millisecond'
      where id = :id and done_at is null and not is_refused`,
    p,
  ),
);

/** Records that an accepted order has ended without moving anything, unless another outcome was reported before. */
export const markEnded = command.run<Watch & Refusal>('rail_orders.end', (p) =>
  named(
    `update rail_orders
        set is_refused = true, reason = :reason, message = :message,
            watch_at = case when :watchForMs::bigint > 0
                            then clock_timestamp() + :waitMs * interval '1 millisecond' end,
            watch_until = clock_timestamp() + :watchForMs::bigint * interval '1 millisecond'
      where id = :id and done_at is null and not is_refused`,
    p,
  ),
);

/** Records that the money was returned after completion. Undefined for an order that was not completed. */
export const markReturned = command.first<{ id: string; words: string }, OrderRow>(
  'rail_orders.return',
  (p) =>
    named(
      `update rail_orders
        set returned_at = coalesce(returned_at, date_trunc('milliseconds', clock_timestamp())),
            returned_words = coalesce(returned_words, :words), watch_at = null
      where id = :id and done_at is not null
     returning id, purpose, fingerprint, body, open_requests, is_accepted, reference, reason, message, is_refused,
               requested_at, done_at, returned_at, returned_words, alerted_at`,
      p,
    ),
);

export interface WatchedOrder extends OrderRow {
  reference: string;
  /** The number of polls. */
  watched: number;
  /** As far as is known, it no longer changes. */
  isLast: boolean;
}

/** Claims the orders whose outcome is due to be verified. */
export const claimWatched = command.all<{ provider: string; limit: number; leaseMs: number }, WatchedOrder>(
  'rail_orders.claim_watched',
  (p) =>
    named(
      `with due as (
         select id from rail_orders where provider = :provider and watch_at <= now()
          order by watch_at limit :limit for update skip locked
       )
       update rail_orders o
          set watched = o.watched + 1, watch_at = clock_timestamp() + :leaseMs * interval '1 millisecond'
         from due where o.id = due.id
       returning o.id, o.purpose, o.fingerprint, o.body, o.open_requests, o.is_accepted, o.reference, o.reason, o.message,
                 o.is_refused, o.requested_at, o.done_at, o.returned_at, o.returned_words, o.alerted_at, o.watched,
                 coalesce(o.watch_until <= now(), true) as is_last`,
      p,
    ),
);

/** Schedules the next poll. Null for none. */
export const watchLater = command.run<{
  id: string;
  watched: number;
  waitMs: number | null;
  isAlerted: boolean;
}>('rail_orders.watch_later', (p) =>
  named(
    `update rail_orders
        set watch_at = clock_timestamp() + :waitMs * interval '1 millisecond',
            alerted_at = case when :isAlerted::boolean then coalesce(alerted_at, clock_timestamp()) else alerted_at end
      where id = :id and watched = :watched and watch_at is not null`,
    p,
  ),
);
