import { named, statement, type Trx } from '../../../db/index.ts';
import { readByIndex, type Columns, type LeaseKey } from './repository.ts';

export interface AttemptRecord extends LeaseKey {
  status: 'pending' | 'delivered' | 'failed';
  /** Until the next attempt, counted from the end of this one; null when there is none. */
  retryAfterMs: number | null;
  httpStatus: number | null;
  error: string | null;
  durationMs: number;
  /** The signature header as it was sent. */
  signature: string;
  /** The beginning of the response's body. */
  responseBody: string;
  /** How long ago the attempt ended. */
  agoMs: number;
}

/** A delivery whose attempt was recorded. */
export interface RecordedDelivery {
  account_id: string;
  endpoint_id: string;
  status: 'pending' | 'delivered' | 'failed';
  redeliveries: number;
  /** Of its endpoint, before this outcome is counted. */
  consecutive_failures: number;
}

// Locked in key order, so that two processes that record the same deliveries cannot deadlock.
const recordStatement = statement<Columns<AttemptRecord>, RecordedDelivery>(
  'webhook_deliveries.record',
  (p) =>
    named(
      `with outcomes as (
         select * from unnest(:accountId::uuid[], :id::uuid[], :leaseToken::uuid[], :status::text[], :retryAfterMs::bigint[], :httpStatus::smallint[], :error::text[],
                              :durationMs::integer[], :signature::text[], :responseBody::text[], :agoMs::integer[]) with ordinality
                as o (account_id, id, lease_token, status, retry_after_ms, http_status, error, duration_ms, signature, response_body, ago_ms, place)
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
                   d.last_error, h.ended_at, h.duration_ms, h.signature, h.response_body, h.place
       ), listed as (
         insert into webhook_delivery_attempts
           (account_id, delivery_id, number, ended_at, duration_ms, http_status, error, signature, response_body)
         select account_id, id, attempts, ended_at, duration_ms, last_http_status, last_error, signature, response_body
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
 * Records the outcomes of attempts, and returns the deliveries in the same order. Those whose lease was lost to
 * another worker meanwhile are left out: that worker's outcome counts instead.
 */
export function recordAttempts(trx: Trx, records: readonly AttemptRecord[]): Promise<RecordedDelivery[]> {
  readByIndex(trx);
  const column = <K extends keyof AttemptRecord>(key: K) => records.map((record) => record[key]);
  return recordStatement.all(trx, {
    accountId: column('accountId'),
    id: column('id'),
    leaseToken: column('leaseToken'),
    status: column('status'),
    retryAfterMs: column('retryAfterMs'),
    httpStatus: column('httpStatus'),
    error: column('error'),
    durationMs: column('durationMs'),
    signature: column('signature'),
    responseBody: column('responseBody'),
    agoMs: column('agoMs'),
  });
}
