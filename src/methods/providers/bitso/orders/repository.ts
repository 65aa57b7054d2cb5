import {
  command,
  named,
  query,
  type Queryable,
  sql,
  statement,
  type Trx,
  type Tables,
} from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';

export interface OrderRow extends Pick<
  Tables['bitso_orders'],
  'openRequests' | 'isAccepted' | 'reference' | 'message' | 'isRefused'
> {
  reason: FailureReason | null;
  /** By the real time. */
  requestedAt: Date;
}

export const findOrder = query.first<{ id: string }, OrderRow>('bitso_orders.find', (p) =>
  sql('bitso_orders')
    .where({ id: p.id })
    .select('open_requests', 'is_accepted', 'reference', 'reason', 'message', 'is_refused', 'requested_at'),
);

/** Until the transaction ends, no other can request anything for this key or rule it out. */
export const lockKey = command.run<{ key: string }>('bitso_orders.lock_key', (p) =>
  named(`select pg_advisory_xact_lock(hashtextextended('bitso_orders ' || :key, 0))`, p),
);

interface NewRequest {
  id: string;
  key: string;
}

const requestStatement = statement<NewRequest>('bitso_orders.request', (p) =>
  named(
    `insert into bitso_orders as o (id, idempotency_key, open_requests, requested_at)
     values (:id, :key, 1, clock_timestamp())
     on conflict (id) do update
       set requests = o.requests + 1, open_requests = o.open_requests + 1, absent_since = null
      where not o.is_accepted and o.reason is null`,
    p,
  ),
);

/** Notes a request that is about to be sent; false when none may be: the order was accepted or refused meanwhile. */
export async function openRequest(trx: Trx, request: NewRequest): Promise<boolean> {
  return (await requestStatement.run(trx, request)) === 1;
}

const countStatement = statement<{ key: string }, { count: number }>('bitso_orders.count', (p) =>
  named(
    `select coalesce(sum(requests), 0)::integer as count from bitso_orders where idempotency_key = :key`,
    p,
  ),
);

/** A number that grows with every request for a key. */
export async function countRequests(on: Queryable, key: string): Promise<number> {
  return (await countStatement.first(on, { key }))?.count ?? 0;
}

/** Notes that a request was rejected unprocessed: it will never be carried out. */
export const closeRequest = command.run<{ id: string }>('bitso_orders.close', (p) =>
  named('update bitso_orders set open_requests = open_requests - 1 where id = :id', p),
);

/** Notes that Bitso has the order, and its reference where it said so. */
export const markAccepted = command.run<{ id: string; reference: string | null }>(
  'bitso_orders.accept',
  (p) =>
    named(
      `update bitso_orders set is_accepted = true, reference = coalesce(:reference, reference)
      where id = :id and not is_refused`,
      p,
    ),
);

export interface Refusal {
  reason: FailureReason;
  message: string;
}

const refuseStatement = statement<Refusal & { id: string }, { isRefused: boolean }>(
  'bitso_orders.refuse',
  (p) =>
    named(
      `update bitso_orders
        set open_requests = open_requests - 1, reason = coalesce(reason, :reason), message = coalesce(message, :message),
            is_refused = open_requests = 1
      where id = :id and not is_accepted
      returning is_refused`,
      p,
    ),
);

/** Notes that a request was refused. True if no other one is open: then the refusal of the order is final. */
export async function markRefused(trx: Trx, id: string, refusal: Refusal): Promise<boolean> {
  return (await refuseStatement.first(trx, { ...refusal, id }))?.isRefused ?? false;
}

const absenceStatement = statement<{ id: string; forMs: number }, { isGone: boolean }>(
  'bitso_orders.absent',
  (p) =>
    named(
      `update bitso_orders o
          set absent_since = coalesce(o.absent_since, clock_timestamp()),
              is_refused = o.is_refused or o.reason is not null and seen.is_gone
         from (select id, coalesce(absent_since <= clock_timestamp() - :forMs * interval '1 millisecond', false) as is_gone
                 from bitso_orders where id = :id for update) as seen
        where o.id = seen.id and not o.is_accepted
       returning seen.is_gone`,
      p,
    ),
);

/**
 * Notes that a lookup found nothing. True once lookups have found nothing for long enough: the refusal of an order is then
 * final.
 */
export async function noteAbsence(trx: Trx, id: string, forMs: number): Promise<boolean> {
  return (await absenceStatement.first(trx, { id, forMs }))?.isGone ?? false;
}

const referencesStatement = statement<{ references: string[] }, { reference: string }>(
  'bitso_orders.list_references',
  (p) => sql('bitso_orders').whereRaw('reference = any(?::text[])', [p.references]).select('reference'),
);

/** Those of some references that are known to be an order's. */
export async function listKnownReferences(on: Queryable, references: string[]): Promise<string[]> {
  return (await referencesStatement.all(on, { references })).map(({ reference }) => reference);
}
