import {
  command,
  named,
  query,
  type Queryable,
  sql,
  statement,
  type Tables,
  type Trx,
} from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';

export type Purpose = 'pay_out' | 'refund';

export interface OrderRow extends Pick<
  Tables['bridge_orders'],
  | 'id'
  | 'purpose'
  | 'fingerprint'
  | 'amount'
  | 'requests'
  | 'openRequests'
  | 'reference'
  | 'message'
  | 'isRefused'
  | 'requestedAt'
  | 'doneAt'
> {
  reason: FailureReason | null;
}

const ORDER = [
  ...[
    'id',
    'purpose',
    'fingerprint',
    'amount',
    'requests',
    'open_requests',
    'reference',
    'reason',
    'message',
  ],
  ...['is_refused', 'requested_at', 'done_at'],
] as const;

export const findOrder = query.first<{ id: string }, OrderRow>('bridge_orders.find', (p) =>
  sql('bridge_orders').where({ id: p.id }).select(ORDER),
);

const byReferenceStatement = statement<{ references: readonly string[] }, OrderRow>(
  'bridge_orders.by_reference',
  (p) => sql('bridge_orders').whereRaw('reference = any(?::text[])', [p.references]).select(ORDER),
);

/** Those of some transfers that the service requested. */
export async function listOrders(on: Queryable, references: readonly string[]): Promise<OrderRow[]> {
  return references.length === 0 ? [] : byReferenceStatement.all(on, { references });
}

export interface NewRequest {
  id: string;
  purpose: Purpose;
  fingerprint: string;
  amount: string;
  body: string;
}

/**
 * Notes a request that is about to be sent, and returns the body to send, which is that of the first one; undefined when
 * none may be sent: the order was accepted, refused or ruled out meanwhile.
 */
export const openRequest = command.first<NewRequest, { body: string }>('bridge_orders.request', (p) =>
  named(
    `insert into bridge_orders as o (id, purpose, fingerprint, amount, body, requests, open_requests, requested_at)
     values (:id, :purpose, :fingerprint, :amount, :body, 1, 1, clock_timestamp())
     on conflict (id) do update
       set requests = o.requests + 1, open_requests = o.open_requests + 1, absent_since = null
      where o.reference is null and o.reason is null and o.fingerprint = excluded.fingerprint
     returning o.body`,
    p,
  ),
);

/** Notes that a request was turned away unprocessed: it will never be carried out. */
export const closeRequest = command.run<{ id: string }>('bridge_orders.close', (p) =>
  named('update bridge_orders set open_requests = open_requests - 1 where id = :id', p),
);

/** Notes which transfer the order is. */
export const markAccepted = command.run<{ id: string; reference: string }>('bridge_orders.accept', (p) =>
  named(
    `update bridge_orders set reference = :reference, open_requests = 0, reason = null, message = null
      where id = :id and reference is null and not is_refused`,
    p,
  ),
);

export interface Refusal {
  reason: FailureReason;
  message: string;
}

const refuseStatement = statement<Refusal & { id: string }, { isRefused: boolean }>(
  'bridge_orders.refuse',
  (p) =>
    named(
      `update bridge_orders
          set open_requests = greatest(open_requests - 1, 0), reason = coalesce(reason, :reason),
              message = coalesce(message, :message), is_refused = is_refused or open_requests <= 1
        where id = :id and reference is null
       returning is_refused`,
      p,
    ),
);

/** Notes that a request was refused. True if no other one is open: then the refusal of the order is final. */
export async function markRefused(trx: Trx, id: string, refusal: Refusal): Promise<boolean> {
  return (await refuseStatement.first(trx, { ...refusal, id }))?.isRefused ?? false;
}

/** Notes that the order's transfer has ended without moving anything, unless it was done before. */
export const markEnded = command.run<Refusal & { id: string }>('bridge_orders.end', (p) =>
  named(
    `update bridge_orders set is_refused = true, reason = coalesce(reason, :reason), message = coalesce(message, :message)
      where id = :id and done_at is null`,
    p,
  ),
);

const doneStatement = statement<{ id: string; watchMs: number }>('bridge_orders.done', (p) =>
  named(
    `update bridge_orders
        set done_at = coalesce(done_at, clock_timestamp()),
            watch_at = case when done_at is null then clock_timestamp() + :watchMs * interval '1 millisecond'
                            else watch_at end
      where id = :id and not is_refused`,
    p,
  ),
);

/** Notes that the money is at the payee's bank; false when the order was refused before. */
export async function markDone(trx: Trx, id: string, watchMs: number): Promise<boolean> {
  return (await doneStatement.run(trx, { id, watchMs })) === 1;
}

const absenceStatement = statement<{ id: string; forMs: number }, { isGone: boolean }>(
  'bridge_orders.absent',
  (p) =>
    named(
      `update bridge_orders o
          set absent_since = coalesce(o.absent_since, clock_timestamp()),
              is_refused = o.is_refused or o.reason is not null and seen.is_gone
         from (select id, coalesce(absent_since <= clock_timestamp() - :forMs * interval '1 millisecond', false) as is_gone
                 from bridge_orders where id = :id for update) as seen
        where o.id = seen.id and o.reference is null
       returning seen.is_gone`,
      p,
    ),
);

/**
 * Notes that a look-up found nothing. True once look-ups have found nothing for long enough: the refusal of an order is then
 * final.
 */
export async function noteAbsence(trx: Trx, id: string, forMs: number): Promise<boolean> {
  return (await absenceStatement.first(trx, { id, forMs }))?.isGone ?? false;
}

interface RuledOut extends Refusal {
  id: string;
  purpose: Purpose;
  /** How many requests were sent before it was looked up. */
  requests: number;
}

const ruleOutStatement = statement<RuledOut>('bridge_orders.rule_out', (p) =>
  named(
    `insert into bridge_orders as o (id, purpose, requests, open_requests, is_refused, reason, message, requested_at)
     values (:id, :purpose, 0, 0, true, :reason, :message, clock_timestamp())
     on conflict (id) do update
       set is_refused = true, reason = coalesce(o.reason, :reason), message = coalesce(o.message, :message)
      where o.is_refused or o.requests = :requests and o.done_at is null`,
    p,
  ),
);

/** Refuses an order for ever; false when another request was sent since it was looked up, or it is done. */
export async function ruleOut(trx: Trx, ruledOut: RuledOut): Promise<boolean> {
  return (await ruleOutStatement.run(trx, ruledOut)) === 1;
}

export interface WatchedOrder extends Pick<OrderRow, 'id' | 'purpose'> {
  reference: string;
  amount: string;
  watched: number;
  /** Whether it may still come back, as far as is known. */
  isRecent: boolean;
}

/** Orders of which it is to be asked now whether their money came back. */
// By the real time, at which Bridge is asked.
export const claimWatched = command.all<{ limit: number; leaseMs: number; forMs: number }, WatchedOrder>(
  'bridge_orders.claim_watched',
  (p) =>
    named(
      `with due as (
         select id from bridge_orders where watch_at <= now() order by watch_at limit :limit for update skip locked
       )
       update bridge_orders o
          set watched = o.watched + 1, watch_at = clock_timestamp() + :leaseMs * interval '1 millisecond'
         from due where o.id = due.id
       returning o.id, o.purpose, o.reference, o.amount, o.watched,
                 o.done_at + :forMs * interval '1 millisecond' > now() as is_recent`,
      p,
    ),
);

/** Asks again later; null: not any more. */
export const watchLater = command.run<{ id: string; watched: number; waitMs: number | null }>(
  'bridge_orders.watch_later',
  (p) =>
    named(
      `update bridge_orders set watch_at = clock_timestamp() + :waitMs * interval '1 millisecond'
        where id = :id and watched = :watched and watch_at is not null`,
      p,
    ),
);

/** Bridge's id of a bank account; null while it was not told. */
export const findPayee = query.first<
  { fingerprint: string },
  Pick<Tables['bridge_payees'], 'reference' | 'requestedAt'>
>('bridge_payees.find', (p) =>
  sql('bridge_payees').where({ fingerprint: p.fingerprint }).select('reference', 'requested_at'),
);

export const openPayee = command.run<{ fingerprint: string }>('bridge_payees.insert', (p) =>
  sql('bridge_payees')
    .insert({ fingerprint: p.fingerprint, requested_at: sql.raw('clock_timestamp()') })
    .onConflict('fingerprint')
    .ignore(),
);

export const keepPayee = command.run<{ fingerprint: string; reference: string }>('bridge_payees.keep', (p) =>
  sql('bridge_payees')
    .where({ fingerprint: p.fingerprint, reference: null })
    .update({ reference: p.reference }),
);
