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

/** A transfer that Mono was asked for, or was ruled out before. */
export interface TransferRow extends Pick<
  Tables['mono_transfers'],
  'id' | 'isOpen' | 'isAccepted' | 'refusedAt' | 'doneAt' | 'returnedAt' | 'returnedWords' | 'alertedAt'
> {
  body: string | null;
  reference: string | null;
  reason: FailureReason | null;
  message: string | null;
}

const COLUMNS = [
  'id',
  'body',
  'is_open',
  'is_accepted',
  'reference',
  'reason',
  'message',
  'refused_at',
  'done_at',
  'returned_at',
  'returned_words',
  'alerted_at',
] as const;

export const findTransfer = query.first<{ id: string }, TransferRow>('mono_transfers.find', (p) =>
  sql('mono_transfers').where({ id: p.id }).select(COLUMNS),
);

const byReferencesStatement = statement<{ references: string[] }, TransferRow>(
  'mono_transfers.by_references',
  (p) => sql('mono_transfers').whereRaw('reference = any(?::text[])', [p.references]).select(COLUMNS),
);

/** Those of some of Mono's ids that this service has asked for. */
export async function listByReferences(on: Queryable, references: string[]): Promise<TransferRow[]> {
  return byReferencesStatement.all(on, { references });
}

/** Until the transaction ends, no other can request anything for this key or rule it out. */
export const lockKey = command.run<{ key: string }>('mono_transfers.lock_key', (p) =>
  named(`select pg_advisory_xact_lock(hashtextextended('mono_transfers ' || :key, 0))`, p),
);

interface NewRequest {
  id: string;
  key: string;
  body: string;
  absentForMs: number;
}

// A repetition is the first request to the byte, whatever the caller's is now.
const requestStatement = statement<NewRequest, { body: string }>('mono_transfers.request', (p) =>
  named(
    `insert into mono_transfers as t (id, idempotency_key, body, requests, is_open)
     values (:id, :key, :body, 1, true)
     on conflict (id) do update
       set requests = t.requests + 1, is_open = true, absent_since = null
      where not t.is_accepted and t.reason is null and t.done_at is null
        and (not t.is_open or t.absent_since <= clock_timestamp() - :absentForMs * interval '1 millisecond')
     returning body`,
    p,
  ),
);

/**
 * Notes a request that is about to be sent, and returns its body. Undefined when none may be: another is under way or was
 * not answered less than `absentForMs` ago, or Mono has accepted or refused it.
 */
export async function openRequest(trx: Trx, request: NewRequest): Promise<string | undefined> {
  return (await requestStatement.first(trx, request))?.body;
}

/** Notes that a request was turned away unread: it will never be carried out, but an earlier one may be. */
export const closeRequest = command.run<{ id: string }>('mono_transfers.close', (p) =>
  named('update mono_transfers set is_open = requests > 1 where id = :id', p),
);

/** Notes that Mono has the transfer, and its id where it said so. */
export const markAccepted = command.run<{ id: string; reference: string | null }>(
  'mono_transfers.accept',
  (p) =>
    named(
      `update mono_transfers set is_accepted = true, is_open = false, reference = coalesce(reference, :reference)
      where id = :id and refused_at is null`,
      p,
    ),
);

interface Refusal {
  id: string;
  reason: FailureReason;
  message: string;
}

const rejectStatement = statement<Refusal, TransferRow>('mono_transfers.reject', (p) =>
  named(
    `update mono_transfers
        set reason = coalesce(reason, :reason), message = coalesce(message, :message), is_open = false,
            refused_at = case when requests = 1 then clock_timestamp() end
      where id = :id and not is_accepted and refused_at is null and done_at is null
     returning id, body, is_open, is_accepted, reference, reason, message, refused_at, done_at, returned_at,
               returned_words, alerted_at`,
    p,
  ),
);

/** Notes that a request was rejected: finally, if it was the only one. */
export async function markRejected(trx: Trx, refusal: Refusal): Promise<TransferRow | undefined> {
  return rejectStatement.first(trx, refusal);
}

const absenceStatement = statement<{ id: string; forMs: number }, TransferRow>('mono_transfers.absent', (p) =>
  named(
    `update mono_transfers t
        set absent_since = coalesce(t.absent_since, clock_timestamp()),
            refused_at = case when t.reason is not null
                               and t.absent_since <= clock_timestamp() - :forMs * interval '1 millisecond'
                              then clock_timestamp() end
      where t.id = :id and not t.is_accepted and t.refused_at is null
     returning t.id, t.body, t.is_open, t.is_accepted, t.reference, t.reason, t.message, t.refused_at, t.done_at,
               t.returned_at, t.returned_words, t.alerted_at`,
    p,
  ),
);

/** Notes that a look-up found nothing. What was rejected is refused for good once none has found it for `forMs`. */
export async function noteAbsence(trx: Trx, id: string, forMs: number): Promise<TransferRow | undefined> {
  return absenceStatement.first(trx, { id, forMs });
}

interface Watched {
  id: string;
  /** Until then, Mono is asked again whether it still stands; 0: it is not. */
  watchForMs: number;
  everyMs: number;
}

// What was told first stays: done is not refused afterwards, nor the other way round.
const doneStatement = statement<Watched & { reference: string }>('mono_transfers.done', (p) =>
  named(
    `update mono_transfers
        set done_at = clock_timestamp(), is_accepted = true, is_open = false, reference = coalesce(reference, :reference),
            reason = null, message = null,
            watch_due_at = clock_timestamp() + :everyMs * interval '1 millisecond',
            watch_until = clock_timestamp() + :watchForMs * interval '1 millisecond'
      where id = :id and done_at is null and refused_at is null`,
    p,
  ),
);

export async function markDone(trx: Trx, done: Watched & { reference: string }): Promise<void> {
  await doneStatement.run(trx, done);
}

const failedStatement = statement<Refusal & Watched & { reference: string }>('mono_transfers.failed', (p) =>
  named(
    `update mono_transfers
        set refused_at = clock_timestamp(), reason = :reason, message = :message, is_accepted = true, is_open = false,
            reference = coalesce(reference, :reference),
            watch_due_at = case when :watchForMs::bigint > 0
                                then clock_timestamp() + :everyMs * interval '1 millisecond' end,
            watch_until = clock_timestamp() + :watchForMs * interval '1 millisecond'
      where id = :id and done_at is null and refused_at is null`,
    p,
  ),
);

/** Notes that Mono accepted the transfer and then failed it. */
export async function markFailed(trx: Trx, failed: Refusal & Watched & { reference: string }): Promise<void> {
  await failedStatement.run(trx, failed);
}

const ruleOutStatement = statement<Refusal & { key: string }, { refusedAt: Date | null }>(
  'mono_transfers.rule_out',
  (p) =>
    named(
      `insert into mono_transfers as t (id, idempotency_key, reason, message, refused_at)
       values (:id, :key, :reason, :message, clock_timestamp())
       on conflict (id) do update
         set reason = excluded.reason, message = excluded.message, refused_at = excluded.refused_at
        where not t.is_accepted and not t.is_open and t.reason is null
       returning refused_at`,
      p,
    ),
);

/** Refuses a key for good; false if a request of it may still be carried out. */
export async function markRuledOut(trx: Trx, refusal: Refusal & { key: string }): Promise<boolean> {
  return (await ruleOutStatement.first(trx, refusal)) !== undefined;
}

/** A request that look-ups have not found for `forMs` was never carried out. */
export const closeAbsent = command.run<{ id: string; forMs: number }>('mono_transfers.close_absent', (p) =>
  named(
    `update mono_transfers set is_open = false
      where id = :id and not is_accepted and absent_since <= clock_timestamp() - :forMs * interval '1 millisecond'`,
    p,
  ),
);

const returnStatement = statement<{ id: string; words: string }, TransferRow>('mono_transfers.return', (p) =>
  named(
    `update mono_transfers
        set returned_at = coalesce(returned_at, date_trunc('milliseconds', clock_timestamp())),
            returned_words = coalesce(returned_words, :words), watch_due_at = null
      where id = :id and done_at is not null
     returning id, body, is_open, is_accepted, reference, reason, message, refused_at, done_at, returned_at,
               returned_words, alerted_at`,
    p,
  ),
);

/** Notes that a transfer was taken back after it was done. Undefined for one that was not. */
export async function markReturned(trx: Trx, id: string, words: string): Promise<TransferRow | undefined> {
  return returnStatement.first(trx, { id, words });
}

/** What was learned to have been returned within a period, oldest first. */
export const listReturned = query.all<{ from: Date; to: Date }, TransferRow>('mono_transfers.returned', (p) =>
  sql('mono_transfers')
    .where('returned_at', '>=', p.from)
    .where('returned_at', '<', p.to)
    .orderBy('returned_at')
    .select(COLUMNS),
);

export type WatchedTransfer = TransferRow & { isLast: boolean };

/** The transfers of which Mono is to be asked now whether they still stand. */
export const claimWatched = command.all<{ limit: number; leaseMs: number }, WatchedTransfer>(
  'mono_transfers.claim_watched',
  (p) =>
    named(
      `with due as (
         select id from mono_transfers where watch_due_at <= now()
          order by watch_due_at limit :limit for update skip locked
       )
       update mono_transfers t set watch_due_at = clock_timestamp() + :leaseMs * interval '1 millisecond'
         from due where t.id = due.id
       returning t.id, t.body, t.is_open, t.is_accepted, t.reference, t.reason, t.message, t.refused_at, t.done_at,
                 t.returned_at, t.returned_words, t.alerted_at, coalesce(t.watch_until <= now(), true) as is_last`,
      p,
    ),
);

const watchStatement = statement<{ id: string; everyMs: number; isLast: boolean; isAlerted: boolean }>(
  'mono_transfers.watch',
  (p) =>
    named(
      `update mono_transfers
          set watch_due_at = case when :isLast::boolean then null
                                  else clock_timestamp() + :everyMs * interval '1 millisecond' end,
              alerted_at = case when :isAlerted::boolean then coalesce(alerted_at, clock_timestamp()) else alerted_at end
        where id = :id and watch_due_at is not null`,
      p,
    ),
);

export async function watchOn(
  trx: Trx,
  watch: { id: string; everyMs: number; isLast: boolean; isAlerted: boolean },
): Promise<void> {
  await watchStatement.run(trx, watch);
}
