import { randomUUID } from 'node:crypto';
import { command, named, sql, type Trx, type Tables, mayChange } from '../../db/index.ts';

/** A delivery that this worker may attempt until its lease ends. */
export interface ClaimedDelivery extends Pick<
  Tables['webhook_deliveries'],
  'accountId' | 'id' | 'endpointId' | 'eventId' | 'attempts' | 'redeliveries'
> {
  eventType: string;
  /** The event's sequence number in its account. */
  sequence: string;
  body: string;
  /** The span in which the event was recorded. */
  traceparent: string | null;
  leaseToken: string;
  url: string;
  sealedSecret: Buffer;
  /** Null unless it still works beside the other. */
  previousSealedSecret: Buffer | null;
  standardWebhooks: boolean;
  /** How long after its due time it was claimed. */
  lagS: number;
  /** Whether it was claimed without a slot of its own. It may take the slot of a send to its endpoint that ends. */
  isAhead: boolean;
}

interface ClaimLimits {
  /** The most deliveries that this claim may take. */
  limit: number;
  leaseMs: number;
  /** Sends in flight at once, for all processes together. */
  perEndpoint: number;
  perAccount: number;
}

/** The claiming process's state of an endpoint. */
export interface HeldSlots {
  accountId: string;
  endpointId: string;
  /** Its sends in flight, when the claim begins or later. */
  inFlight: number;
  /** The number of deliveries it would claim beyond the endpoint's slots. */
  ahead: number;
}

/** A claiming process and its state, which distinguishes its claims from those of others. */
interface Claimant {
  process: string;
  held: readonly HeldSlots[];
}

// Indexes only, because a queue's tables are full of dead rows, and the planner's statistics are always out of date.
const byIndex = command.run<Record<string, never>>('webhook_deliveries.by_index', () =>
  sql.raw(`select set_config('enable_seqscan', 'off', true)`),
);

/** For the rest of the transaction. */
export function readByIndex(trx: Trx): void {
  trx.defer(byIndex(trx));
}

type HeldColumns = { accountIds: string[]; endpointIds: string[]; inFlight: number[]; ahead: number[] };

// Two numbers, because locks with a single number are those of idempotency keys.
const lock = command.run<Record<string, never>>('webhook_deliveries.claim_lock', () =>
  sql.raw(`select pg_advisory_xact_lock(hashtext('webhook_deliveries.claim'), 0)`),
);

// Skips attempts that are being recorded, which ends their leases. Ordered by key in order to use the index, which soon
// drops deleted rows, while the table keeps them until it is vacuumed.
const endLeases = command.run<Record<string, never>>('webhook_leases.end', () =>
  sql.raw(
    `delete from webhook_leases where ctid = any (array(
       select ctid from webhook_leases where expires_at < now()
        order by account_id, delivery_id for update skip locked))`,
  ),
);

/**
 * Steps through the index from one account with pending deliveries to the next, so that the length of a queue costs
 * nothing; takes the due deliveries with a free slot from the front of each endpoint's queue; and grants slots first to
 * the endpoints with the fewest sends in flight.
 *
 * In flight are the claimant's own count, and every lease of other processes, which is more than they are sending if
 * some of it has ended or waits. `slot` is the number that a delivery would have among its endpoint's sends in flight.
 * Slot 1 is always granted, the others only within the account's `room`, which leaves one slot to each of its other
 * endpoints, so hanging endpoints can never use up a healthy one's slot. A delivery claimed in advance has a number
 * beyond the endpoint's slots. It is granted only while the limits allow the claimant's sends in flight, which may have
 * ended and been recorded since, and their slots granted to another process; and only to accounts that have room for
 * everything they want, so that in others the slots rotate.
 *
 * A plain `order by next_attempt_at limit 64 for update skip locked` would sort all pending deliveries, and give every
 * slot to one endpoint when that has the oldest ones.
 */
const claim = command.all<
  ClaimLimits & HeldColumns & { process: string; token: string },
  Omit<ClaimedDelivery, 'leaseToken'>
>('webhook_deliveries.claim', (p) =>
  named(
    `with recursive waiting as (
       (select account_id from webhook_deliveries where status = 'pending' order by account_id limit 1)
       union all
       select next.account_id from waiting w cross join lateral (
         select d.account_id from webhook_deliveries d
          where d.status = 'pending' and d.account_id > w.account_id order by d.account_id limit 1) next
     ), held as materialized (
       select * from unnest(:accountIds::uuid[], :endpointIds::uuid[], :inFlight::integer[], :ahead::integer[])
                as h (account_id, endpoint_id, in_flight, ahead)
     ), accounts as materialized (
       select w.account_id,
              :perAccount::bigint
              - (select count(*) from webhook_endpoints e where e.account_id = w.account_id)
              - (select coalesce(sum(of_endpoint.count - 1), 0) from (
                   select sum(sending.count) as count from (
                     select endpoint_id, 1 as count from webhook_leases l
                      where l.account_id = w.account_id and l.process <> :process
                     union all
                     select endpoint_id, in_flight from held h where h.account_id = w.account_id and h.in_flight > 0
                   ) sending group by sending.endpoint_id) of_endpoint)
              as room
         from waiting w where ${mayChange('w.account_id')}
     ), due as (
       select d.account_id, d.id, d.next_attempt_at, a.room,
              sending.count + row_number() over (partition by d.endpoint_id order by d.next_attempt_at) as slot
         from accounts a
        cross join lateral (
         -- "offset 0" makes Postgres look it up for each account, and never read it whole for all of them.
         select account_id, id from webhook_endpoints e
          where e.account_id = a.account_id and e.enabled and e.disabled_at is null offset 0) w
         left join held h on h.account_id = w.account_id and h.endpoint_id = w.id
        cross join lateral (
         select count(*) filter (where l.process <> :process) as others,
                count(*) filter (where l.process <> :process) + coalesce(h.in_flight, 0) as count,
                coalesce(array_agg(l.delivery_id), '{}') as delivery_ids from webhook_leases l
          where l.account_id = w.account_id and l.endpoint_id = w.id) sending
        cross join lateral (
         select account_id, endpoint_id, id, next_attempt_at from webhook_deliveries
          where account_id = w.account_id and endpoint_id = w.id and status = 'pending'
            and next_attempt_at <= (select service_now())
            and id <> all (sending.delivery_ids)
          order by next_attempt_at
          limit case when sending.count <= :perEndpoint::bigint and sending.others < :perEndpoint::bigint
                     then :perEndpoint::bigint - sending.count + coalesce(h.ahead, 0) else 0 end) d
     ), ranked as (
       select due.*, slot > :perEndpoint::bigint as is_ahead,
              count(*) filter (where slot between 2 and :perEndpoint::bigint) over (partition by account_id) as wanted,
              row_number() over (partition by account_id, slot > 1 order by slot, next_attempt_at) as nth
         from due
     ), taken as (
       select d.account_id, d.id, d.endpoint_id, d.event_id, d.attempts, d.redeliveries, d.next_attempt_at, g.is_ahead
         from webhook_deliveries d
         join (select account_id, id, is_ahead from ranked
                where slot = 1 or case when is_ahead then wanted <= room else nth <= room end
                order by slot, next_attempt_at limit :limit) g
           on g.account_id = d.account_id and g.id = d.id
          for no key update of d skip locked
     ), leased as (
       insert into webhook_leases (account_id, delivery_id, endpoint_id, process, token, expires_at)
       select account_id, id, endpoint_id, :process::uuid, :token::uuid, now() + :leaseMs * interval '1 millisecond'
         from taken
     )
     select t.account_id, t.id, t.endpoint_id, t.event_id, e.type as event_type, e.sequence, e.body, e.traceparent, t.attempts,
            t.redeliveries, t.is_ahead, w.url, w.sealed_secret,
            case when w.previous_valid_until > (select service_now()) then w.previous_sealed_secret end
              as previous_sealed_secret, w.standard_webhooks,
            extract(epoch from (select service_now()) - t.next_attempt_at)::double precision as lag_s
       from taken t
      -- By its key alone: with statistics from when there were few events, Postgres would read all of an account's for
      -- each row.
      cross join lateral (
       select type, sequence, body, traceparent from events
        where account_id = t.account_id and id = t.event_id offset 0) e
       join webhook_endpoints w on w.account_id = t.account_id and w.id = t.endpoint_id
      order by t.next_attempt_at`,
    p,
  ),
);

/** Claims deliveries that are due, one claim at a time across all processes, so that together they keep the limits. */
export async function claimDeliveries(
  trx: Trx,
  limits: ClaimLimits,
  { process, held }: Claimant,
): Promise<ClaimedDelivery[]> {
  readByIndex(trx);
  // A command of its own, because the next one must see claims from before the lock was acquired.
  trx.defer(lock(trx));
  trx.defer(endLeases(trx));
  const token = randomUUID();
  const claimed = await claim(trx, {
    process,
    token,
    accountIds: held.map(({ accountId }) => accountId),
    endpointIds: held.map(({ endpointId }) => endpointId),
    inFlight: held.map(({ inFlight }) => inFlight),
    ahead: held.map(({ ahead }) => ahead),
    ...limits,
  });
  return claimed.map((delivery) => ({ leaseToken: token, ...delivery }));
}

const release = command.run<Columns<LeaseKey>>('webhook_leases.release', (p) =>
  named(
    `delete from webhook_leases l
      using unnest(:accountId::uuid[], :id::uuid[], :leaseToken::uuid[]) as o (account_id, id, lease_token)
      where l.account_id = o.account_id and l.delivery_id = o.id and l.token = o.lease_token`,
    p,
  ),
);

/** Makes deliveries that were claimed but not sent claimable again. */
export async function releaseLeases(trx: Trx, leases: readonly LeaseKey[]): Promise<void> {
  readByIndex(trx);
  await release(trx, {
    accountId: leases.map(({ accountId }) => accountId),
    id: leases.map(({ id }) => id),
    leaseToken: leases.map(({ leaseToken }) => leaseToken),
  });
}

export interface LeaseKey {
  accountId: string;
  /** The delivery's id. */
  id: string;
  leaseToken: string;
}

/** Parameters of a command that takes many rows, with an array for each column. */
type Columns<T> = { [K in keyof T]: T[K][] };

export interface AttemptRecord extends LeaseKey {
  status: 'pending' | 'delivered' | 'failed';
  /** Until the next attempt, counted from the end of this one; null when there is none. */
  retryAfterMs: number | null;
  httpStatus: number | null;
  error: string | null;
  durationMs: number;
  /** The header Service-Signature as it was sent. */
  signature: string;
  /** The header webhook-signature as it was sent, null if it was not. */
  standardSignature: string | null;
  /** The beginning of the response's body. */
  responseBody: string;
  /** How long ago the attempt ended. */
  agoMs: number;
}

/** A delivery whose attempt was recorded. */
export interface RecordedDelivery extends Pick<
  Tables['webhook_deliveries'],
  'accountId' | 'endpointId' | 'status' | 'redeliveries'
> {
  /** The failures of its endpoint, before this outcome is counted. */
  consecutiveFailures: number;
}

// Locked in key order, so that two processes that record the same deliveries cannot deadlock.
const recordCommand = command.all<Columns<AttemptRecord>, RecordedDelivery>(
  'webhook_deliveries.record',
  (p) =>
    named(
      `with outcomes as (
         select * from unnest(:accountId::uuid[], :id::uuid[], :leaseToken::uuid[], :status::text[], :retryAfterMs::bigint[], :httpStatus::smallint[], :error::text[],
                              :durationMs::integer[], :signature::text[], :standardSignature::text[], :responseBody::text[], :agoMs::integer[]) with ordinality
                as o (account_id, id, lease_token, status, retry_after_ms, http_status, error, duration_ms, signature, standard_signature, response_body, ago_ms, place)
       ), released as (
         delete from webhook_leases l using outcomes o
          where l.account_id = o.account_id and l.delivery_id = o.id and l.token = o.lease_token
         returning o.*
       ), held as materialized (
         select r.*, (select service_now()) - r.ago_ms * interval '1 millisecond' as ended_at
           from released r
           join webhook_deliveries d on d.account_id = r.account_id and d.id = r.id
          order by d.account_id, d.id for no key update of d
       ), ended as (
         update webhook_deliveries d
            set attempts = d.attempts + 1, status = h.status,
                next_attempt_at = h.ended_at + h.retry_after_ms * interval '1 millisecond',
                last_attempt_at = now(), last_http_status = h.http_status, last_error = h.error
           from held h
          where d.account_id = h.account_id and d.id = h.id
         returning d.account_id, d.id, d.endpoint_id, d.status, d.redeliveries, d.attempts, d.last_http_status,
                   d.last_error, h.ended_at, h.duration_ms, h.signature, h.standard_signature, h.response_body, h.place
       ), listed as (
         insert into webhook_delivery_attempts
           (account_id, delivery_id, number, ended_at, duration_ms, http_status, error, signature, standard_signature, response_body)
         select account_id, id, attempts, ended_at, duration_ms, last_http_status, last_error, signature, standard_signature, response_body
           from ended
       )
       select e.account_id, e.endpoint_id, e.status, e.redeliveries, w.consecutive_failures
         from ended e
         join webhook_endpoints w on w.account_id = e.account_id and w.id = e.endpoint_id
        order by e.place`,
      p,
    ),
);

/**
 * Records the outcomes of attempts, and returns the deliveries in the same order. Those whose lease was lost to another
 * worker meanwhile are left out, because that worker's outcome counts instead.
 */
export function recordAttempts(trx: Trx, records: readonly AttemptRecord[]): Promise<RecordedDelivery[]> {
  readByIndex(trx);
  const column = <K extends keyof AttemptRecord>(key: K) => records.map((record) => record[key]);
  return recordCommand(trx, {
    accountId: column('accountId'),
    id: column('id'),
    leaseToken: column('leaseToken'),
    status: column('status'),
    retryAfterMs: column('retryAfterMs'),
    httpStatus: column('httpStatus'),
    error: column('error'),
    durationMs: column('durationMs'),
    signature: column('signature'),
    standardSignature: column('standardSignature'),
    responseBody: column('responseBody'),
    agoMs: column('agoMs'),
  });
}
