import type { Queryable, Trx } from '../db/connect.ts';
import { limited, sql, statement, statementByShape } from '../db/statement.ts';

export interface EndpointRow {
  account_id: string;
  id: string;
  url: string;
  description: string;
  enabled_events: string[];
  sealed_secret: Buffer;
  enabled: boolean;
  disabled_at: Date | null;
  disabled_reason: string | null;
  consecutive_failures: number;
  created_at: Date;
}

export type NewEndpoint = Omit<
  EndpointRow,
  'enabled' | 'disabled_at' | 'disabled_reason' | 'consecutive_failures'
>;

const insertStatement = statement<NewEndpoint>('webhook_endpoints.insert', (p) =>
  sql('webhook_endpoints').insert({
    account_id: p.account_id,
    id: p.id,
    url: p.url,
    description: p.description,
    enabled_events: p.enabled_events,
    sealed_secret: p.sealed_secret,
    created_at: p.created_at,
  }),
);

export async function insertEndpoint(trx: Trx, endpoint: NewEndpoint): Promise<void> {
  await insertStatement.run(trx, endpoint);
}

const countStatement = statement<{ accountId: string }, { count: number }>('webhook_endpoints.count', (p) =>
  sql('webhook_endpoints').where({ account_id: p.accountId }).select(sql.raw('count(*)::integer as count')),
);

export async function countEndpoints(trx: Trx, accountId: string): Promise<number> {
  return (await countStatement.first(trx, { accountId }))?.count ?? 0;
}

export interface EndpointQuery {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

const listStatement = statementByShape<EndpointQuery, EndpointRow>('webhook_endpoints.list', (p, given) => {
  const query = sql('webhook_endpoints').where({ account_id: p.accountId }).select('*');
  if (given.has('afterId')) query.whereRaw('(created_at, id) < (?, ?::uuid)', [p.afterTime, p.afterId]);
  return limited(
    query.orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]),
    p.limit,
  );
});

export function listEndpoints(on: Queryable, query: EndpointQuery): Promise<EndpointRow[]> {
  return listStatement(query).all(on, query);
}

const findStatement = statement<{ accountId: string; id: string }, EndpointRow>(
  'webhook_endpoints.find',
  (p) => sql('webhook_endpoints').where({ account_id: p.accountId, id: p.id }).select('*'),
);

export function findEndpoint(on: Queryable, accountId: string, id: string): Promise<EndpointRow | undefined> {
  return findStatement.first(on, { accountId, id });
}

const dropStatement = statement<{ accountId: string; id: string }>('webhook_deliveries.drop', (p) =>
  sql('webhook_deliveries').where({ account_id: p.accountId, endpoint_id: p.id }).delete(),
);

const deleteStatement = statement<{ accountId: string; id: string }>('webhook_endpoints.delete', (p) =>
  sql('webhook_endpoints').where({ account_id: p.accountId, id: p.id }).delete(),
);

/** False when there is no such endpoint. Its deliveries go with it. */
export async function deleteEndpoint(trx: Trx, accountId: string, id: string): Promise<boolean> {
  // First the deliveries, as a worker that records an outcome locks them too: the cascade alone could deadlock with it.
  trx.settleAtCommit(dropStatement.run(trx, { accountId, id }));
  return (await deleteStatement.run(trx, { accountId, id })) === 1;
}

/** A delivery that is ours to attempt until its lease ends. */
export interface ClaimedDelivery {
  account_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  body: string;
  attempts: number;
  lease_token: string;
  url: string;
  sealed_secret: Buffer;
  /** How long after it was due it was claimed. */
  lag_s: number;
}

// One statement finds what is due, locks it past others who look at the same moment, and marks it as ours.
const claimStatement = statement<{ limit: number; leaseMs: number }, ClaimedDelivery>(
  'webhook_deliveries.claim',
  (p) =>
    sql.raw(
      `with due as (
       select d.account_id, d.id, d.next_attempt_at, w.url, w.sealed_secret
         from webhook_deliveries d
         join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
        where d.status = 'pending'
          and d.next_attempt_at <= service_now()
          and (d.lease_expires_at is null or d.lease_expires_at < now())
          and w.enabled and w.disabled_at is null
        order by d.next_attempt_at
        limit ?
        for update of d skip locked
     )
     update webhook_deliveries d
        set lease_token = gen_random_uuid(), lease_expires_at = now() + ? * interval '1 millisecond'
       from due, events e
      where d.account_id = due.account_id and d.id = due.id
        and e.account_id = d.account_id and e.id = d.event_id
     returning d.account_id, d.id, d.endpoint_id, d.event_id, e.type as event_type, e.body, d.attempts,
               d.lease_token, due.url, due.sealed_secret,
               extract(epoch from service_now() - due.next_attempt_at)::double precision as lag_s`,
      [p.limit, p.leaseMs],
    ),
);

export function claimDeliveries(trx: Trx, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> {
  return claimStatement.all(trx, { limit, leaseMs });
}

/** More than anybody needs to know exactly; counting on would cost as much as there is. */
const MOST_COUNTED = 10_000;

const countPendingStatement = statement<Record<string, never>, { count: number }>(
  'webhook_deliveries.pending',
  () =>
    sql
      .from(
        sql('webhook_deliveries')
          .where('status', 'pending')
          .select(sql.raw('1'))
          .limit(MOST_COUNTED)
          .as('some'),
      )
      .select(sql.raw('count(*)::integer as count')),
);

/** How many deliveries wait for an attempt, up to 10,000. */
export async function countPending(on: Queryable): Promise<number> {
  return (await countPendingStatement.first(on, {}))?.count ?? 0;
}

export interface AttemptRecord {
  accountId: string;
  id: string;
  leaseToken: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Until the next attempt; null when there is none. */
  retryAfterMs: number | null;
  httpStatus: number | null;
  error: string | null;
}

const recordStatement = statement<AttemptRecord>('webhook_deliveries.record', (p) =>
  sql('webhook_deliveries')
    .where({ account_id: p.accountId, id: p.id, lease_token: p.leaseToken, status: sql.raw("'pending'") })
    .update({
      attempts: sql.raw('attempts + 1'),
      status: p.status,
      next_attempt_at: sql.raw("service_now() + ?::bigint * interval '1 millisecond'", [p.retryAfterMs]),
      lease_token: null,
      lease_expires_at: null,
      last_attempt_at: sql.raw('now()'),
      last_http_status: p.httpStatus,
      last_error: p.error,
    }),
);

/** False when the lease was lost to another worker meanwhile: then that one's outcome counts, not ours. */
export async function recordAttempt(trx: Trx, record: AttemptRecord): Promise<boolean> {
  return (await recordStatement.run(trx, record)) === 1;
}

interface EndpointKey {
  accountId: string;
  endpointId: string;
}

const resetStatement = statement<EndpointKey>('webhook_endpoints.reset_failures', (p) =>
  sql('webhook_endpoints')
    .where({ account_id: p.accountId, id: p.endpointId })
    .where('consecutive_failures', '>', 0)
    .update({ consecutive_failures: 0 }),
);

export async function resetFailures(trx: Trx, key: EndpointKey): Promise<void> {
  await resetStatement.run(trx, key);
}

interface ExhaustedParams extends EndpointKey {
  limit: number;
  reason: string;
}

const exhaustedStatement = statement<ExhaustedParams>('webhook_endpoints.count_exhausted', (p) =>
  sql('webhook_endpoints')
    .where({ account_id: p.accountId, id: p.endpointId })
    .update({
      consecutive_failures: sql.raw('consecutive_failures + 1'),
      // What is off stays off, whatever ends after a success that was still on its way.
      disabled_at: sql.raw(
        'coalesce(disabled_at, case when consecutive_failures + 1 >= ? then service_now() end)',
        [p.limit],
      ),
      disabled_reason: sql.raw(
        'coalesce(disabled_reason, case when consecutive_failures + 1 >= ? then ? end)',
        [p.limit, p.reason],
      ),
    }),
);

/** Counts an exhausted delivery under the endpoint's row lock, and switches it off when there were too many in a row. */
export async function countExhausted(trx: Trx, params: ExhaustedParams): Promise<void> {
  await exhaustedStatement.run(trx, params);
}
