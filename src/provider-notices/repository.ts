import {
  command,
  limited,
  named,
  query,
  sql,
  type Trx,
  type Tables,
  narrow,
  type ColumnTypes,
  UNFINISHED_TRANSFERS,
  leaving,
} from '../db/index.ts';
import { currentTraceparent } from '../lib/telemetry/tracing.ts';

/** A notice without its body, which names payers. */
export interface NoticeRecord extends Pick<
  Tables['provider_notices'],
  'id' | 'provider' | 'status' | 'attempts' | 'receivedAt'
> {
  /** The provider's own id of the notice. */
  noticeId: string;
  /** May name accounts, so it is shown to the operator, never logged. */
  lastError: string | null;
  /** The operator's reason for settling it. */
  settledBecause: string | null;
}

/** A notice that a worker may process until its claim lapses or another is made. */
export interface ClaimedNotice extends Pick<
  Tables['provider_notices'],
  'id' | 'provider' | 'body' | 'attempts'
> {
  /** The span in which it was received. */
  traceparent: string | null;
}

const RECORD = [
  'id',
  'provider',
  'notice_id',
  'status',
  'attempts',
  'last_error',
  'settled_because',
  'received_at',
] as const;

interface NewNotice {
  id: string;
  provider: string;
  noticeId: string;
  body: Buffer;
}

const insert = command.run<NewNotice & { traceparent: string | null }>('provider_notices.insert', (p) =>
  named(
    `insert into provider_notices (id, provider, notice_id, body, traceparent, status, due_at, received_at)
     values (:id, :provider, :noticeId, :body, :traceparent, 'waiting', service_now(), service_now())
     on conflict (provider, notice_id) do nothing`,
    p,
  ),
);

/** Stores a notice for the workers; once, however often it is received. */
export async function insertNotice(trx: Trx, notice: NewNotice): Promise<void> {
  await insert(trx, { ...notice, traceparent: currentTraceparent() });
  trx.leave('notices');
}

interface ClaimParams {
  /** The providers whose notices this process can read, by name. */
  providers: readonly string[];
  limit: number;
  leaseMs: number;
}

/** Due notices that this process can read; those of other providers wait for a process that has them. */
// One command finds what is due, locks it (skipping what other workers hold), and marks it as claimed.
export const claimNotices = command.all<ClaimParams, ClaimedNotice>('provider_notices.claim', (p) =>
  named(
    `with due as (
       select id from provider_notices
        where due_at <= service_now() and provider = any(:providers::text[])
        order by due_at limit :limit
        for update skip locked
     )
     update provider_notices n
        set attempts = n.attempts + 1, due_at = service_now() + :leaseMs * interval '1 millisecond'
       from due where n.id = due.id
     returning n.id, n.provider, n.body, n.traceparent, n.attempts`,
    p,
  ),
);

export type NoticeClaim = Pick<ClaimedNotice, 'id' | 'attempts'>;

const ownClaim = (p: { [K in keyof NoticeClaim]-?: unknown }) =>
  sql('provider_notices').where({
    id: p.id as never,
    attempts: p.attempts as never,
    status: sql.raw("'waiting'") as never,
  });

const CLAIM: ColumnTypes<NoticeClaim> = { id: 'uuid', attempts: 'integer' };

const process = command.all<{ claims: readonly NoticeClaim[] }, { id: string }>(
  'provider_notices.process',
  (p) =>
    sql.raw(
      `update provider_notices n
          set status = 'processed', due_at = null, last_error = null, finished_at = service_now()
         from ? where n.id = g.id and n.attempts = g.attempts and n.status = 'waiting'
       returning n.id`,
      [p.claims],
    ),
  { claims: CLAIM },
);

/** Returns the ids of those without a newer claim; for the others, only the newer claim's result counts. */
export async function markProcessed(trx: Trx, claims: readonly NoticeClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  return new Set((await process(trx, { claims })).map(({ id }) => id));
}

const postpone = command.run<NoticeClaim & { waitMs: number; error: string }>(
  'provider_notices.postpone',
  (p) =>
    ownClaim(p).update({
      due_at: named("service_now() + :waitMs * interval '1 millisecond'", p),
      last_error: p.error,
    }),
);

/** Schedules the next attempt. False when another claim was made since. */
export async function postponeNotice(
  trx: Trx,
  { id, attempts }: NoticeClaim,
  waitMs: number,
  error: string,
): Promise<boolean> {
  return (await postpone(trx, { id, attempts, waitMs, error })) === 1;
}

const fail = command.run<NoticeClaim & { error: string }>('provider_notices.fail', (p) =>
  ownClaim(p).update({ status: sql.raw("'failed'"), due_at: null, last_error: p.error }),
);

/** Leaves the notice to an operator. False when another claim was made since. */
export async function markFailed(trx: Trx, { id, attempts }: NoticeClaim, error: string): Promise<boolean> {
  return (await fail(trx, { id, attempts, error })) === 1;
}

/** Schedules one more attempt of a failed notice; undefined when there is no such failed notice. */
export const retryNotice = leaving(
  'notices',
  command.first<{ id: string }, NoticeRecord>('provider_notices.retry', (p) =>
    sql('provider_notices')
      .where({ id: p.id, status: sql.raw("'failed'") })
      .update({ status: sql.raw("'waiting'"), due_at: sql.raw('service_now()') })
      .returning(RECORD),
  ),
);

/** Records why a failed notice needs no further action; undefined if there is no such failed notice. */
export const settleNotice = command.first<{ id: string; reason: string }, NoticeRecord>(
  'provider_notices.settle',
  (p) =>
    sql('provider_notices')
      .where({ id: p.id, status: sql.raw("'failed'") })
      .update({
        status: sql.raw("'settled'"),
        settled_because: p.reason,
        finished_at: sql.raw('service_now()'),
      })
      .returning(RECORD),
);

export const findNotice = query.first<{ id: string }, NoticeRecord>('provider_notices.find', (p) =>
  sql('provider_notices').where({ id: p.id }).select(RECORD),
);

interface ListParams {
  provider: string | undefined;
  failed: true | undefined;
  limit: number;
}

/** Newest first. */
export const listNotices = query.filtered<ListParams, NoticeRecord>('provider_notices.list', (p, given) => {
  const query = sql('provider_notices').select(RECORD);
  narrow(query, p, given, {
    provider: 'provider',
    failed: sql.raw("status = 'failed'"),
  });
  // By id, because ids grow with time, and an index on times would slow down every notice.
  return limited(query.orderBy('id', 'desc'), p.limit);
});

/** Deletes processed and settled notices, 30 days after they were received. Returns how many, at most the limit. */
export const purgeNotices = command.run<{ limit: number }>('provider_notices.purge', (p) =>
  named(
    `delete from provider_notices where id in (
       select id from provider_notices
        where finished_at is not null and received_at <= service_now() - interval '30 days'
        order by received_at limit :limit for update skip locked)`,
    p,
  ),
);

/** Unfinished work at a provider. */
interface OpenWork {
  provider: string;
  /** Including those sent without a response yet. */
  transfersWaiting: number;
  transfersPending: number;
  /** The pending time of the oldest, in seconds. */
  oldestPendingS: number | null;
  transfersStuck: number;
  depositsNotFinal: number;
  noticesWaiting: number;
  noticesFailed: number;
  statementReadTo: Date | null;
  /** The reason why its statement could not be read the last time. */
  statementError: string | null;
}

/** For every provider with unfinished work, whether or not this deployment has it. */
export const listOpenWork = query.all<Record<string, never>, OpenWork>('provider_notices.open_work', () =>
  sql.raw(
    `select provider,
            count(*) filter (where what = 'transfer' and since is null)::integer as transfers_waiting,
            count(*) filter (where what = 'transfer' and since is not null)::integer as transfers_pending,
            extract(epoch from service_now() - min(since))::integer as oldest_pending_s,
            count(*) filter (where what = 'stuck')::integer as transfers_stuck,
            count(*) filter (where what = 'deposit')::integer as deposits_not_final,
            count(*) filter (where what = 'notice')::integer as notices_waiting,
            count(*) filter (where what = 'failed')::integer as notices_failed,
            max(read_to) as statement_read_to,
            max(error) as statement_error
       from (
         -- What waits for its price is stuck, and polled too.
         select provider, case when stuck_at is null then 'transfer' else 'stuck' end as what,
                case when due_at is not null then pending_since end as since, null::timestamptz as read_to, null as error
           from ${UNFINISHED_TRANSFERS} as t
         union all
         select provider, 'deposit', null, null, null from deposits where confirmation_due_at is not null
         union all
         select provider, 'notice', null, null, null from provider_notices where due_at is not null
         union all
         select provider, 'failed', null, null, null from provider_notices where status = 'failed'
         union all
         select provider, 'statement', null, read_to, last_error from provider_statements
       ) as open
      group by provider order by provider`,
  ),
);
