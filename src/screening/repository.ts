import {
  columns,
  command,
  limited,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  mayChange,
  leaving,
} from '../db/index.ts';

export type Decision = 'allow' | 'hold' | 'refuse';

/** The subject of screening, which is a transfer out or a deposit. */
export type Screened = Pick<Tables['screenings'], (typeof KEY)[number]>;

export interface ScreeningRecord
  extends Screened, Pick<Tables['screenings'], 'decision' | 'code' | 'attempts' | 'dueAt' | 'createdAt'> {}

const KEY = ['accountId', 'subject', 'subjectId'] as const;

const open = command.run<Screened>('screenings.open', (p) =>
  named(
    `insert into screenings (account_id, subject, subject_id, due_at, created_at)
     select :accountId, :subject, :subjectId, case when :subject::text = 'deposit' then service_now() end, service_now()
       from deployment where screening_since is not null
     on conflict do nothing`,
    p,
  ),
);

/**
 * Has a payment screened, so that it cannot continue until it is allowed. False if payments are not screened, or this
 * one already is.
 */
export async function openScreening(trx: Trx, screened: Screened): Promise<boolean> {
  const isNew = (await open(trx, screened)) === 1;
  if (isNew && screened.subject === 'deposit') trx.leave('screenings');
  return isNew;
}

/** Has all deposits screened that may still be accepted. */
export const openUnmatchedScreenings = command.run<Record<string, never>>('screenings.open_unmatched', () =>
  sql.raw(
    `insert into screenings (account_id, subject, subject_id, due_at, created_at)
     select account_id, 'deposit', id, service_now(), service_now() from deposits where status in ('unmatched', 'refunding')
     on conflict do nothing`,
  ),
);

/** Undefined if it was never to be screened. */
export const findScreening = query.first<Screened, ScreeningRecord>('screenings.find', (p) =>
  sql('screenings').where(columns(p, KEY)).select('*'),
);

/** By the id alone, for the operator, who acts for no account. */
export const lockScreeningById = command.first<{ id: string }, ScreeningRecord>(
  'screenings.lock_by_subject',
  (p) => sql('screenings').where({ subject_id: p.id }).forUpdate().select('*').limit(1),
);

const answerCommand = command.run<Screened & { decision: Decision; code: string | null }>(
  'screenings.answer',
  (p) =>
    sql('screenings')
      .where({ ...columns(p, KEY), decision: sql.raw("'hold'") })
      .update({
        ...columns(p, ['decision', 'code']),
        attempts: sql.raw('attempts + 1'),
        decided_at: sql.raw('service_now()'),
      }),
);

/** Records the answer; an earlier decision stays. */
export async function recordAnswer(
  trx: Trx,
  screened: Screened,
  answer: { decision: 'allow' | 'refuse'; code: string | null },
): Promise<void> {
  await answerCommand(trx, { ...keyOf(screened), ...answer });
}

const postpone = command.run<Screened & { code: string | null }>('screenings.postpone', (p) =>
  sql('screenings')
    .where({ ...columns(p, KEY), decision: sql.raw("'hold'") })
    .update({
      code: named('coalesce(:code::text, code)', p),
      attempts: sql.raw('attempts + 1'),
      // A tenth of the time that it has been held, as for transfers that wait.
      due_at: sql.raw(
        `case when subject = 'deposit' then service_now()
           + least(greatest(service_now() - created_at, interval '20 seconds') / 10, interval '15 minutes') end`,
      ),
    }),
);

/** Records that it is still held, with the answer's code, or without one if there was no answer. */
export async function postponeScreening(trx: Trx, screened: Screened, code: string | null): Promise<void> {
  await postpone(trx, { ...keyOf(screened), code });
}

const decide = leaving(
  'screenings',
  command.run<Screened & { decision: 'allow' | 'refuse'; request: string; at: Date }>(
    'screenings.decide',
    (p) =>
      sql('screenings')
        .where(columns(p, KEY))
        .update({
          decision: p.decision,
          request_id: p.request,
          decided_at: p.at,
          due_at: named(`case when subject = 'deposit' then :at::timestamptz end`, p),
        }),
  ),
);

/** Records what two operators decided about a locked screening. */
export async function decideScreening(
  trx: Trx,
  screened: Screened,
  decision: 'allow' | 'refuse',
  request: string,
): Promise<void> {
  await decide(trx, { ...keyOf(screened), decision, request, at: await trx.now });
}

/** Due deposits; held ones only if the hook is configured. */
export const claimScreenings = command.all<
  { limit: number; leaseMs: number; asks: boolean },
  ScreeningRecord
>('screenings.claim', (p) =>
  named(
    `with due as (
         select account_id, subject, subject_id from screenings
          where due_at <= service_now() and (:asks::boolean or decision <> 'hold') and ${mayChange('account_id')}
          order by due_at limit :limit
          for update skip locked
       )
       update screenings s set due_at = service_now() + :leaseMs * interval '1 millisecond'
         from due
        where s.account_id = due.account_id and s.subject = due.subject and s.subject_id = due.subject_id
       returning s.*`,
    p,
  ),
);

const finish = command.run<Screened>('screenings.finish', (p) =>
  sql('screenings')
    .where(columns(p, KEY))
    .whereNotNull('due_at')
    .whereRaw("decision <> 'hold'")
    .update({ due_at: null }),
);

/** Marks the decision on a deposit as carried out. False when it was before. */
export async function finishScreening(trx: Trx, screened: Screened): Promise<boolean> {
  return (await finish(trx, keyOf(screened))) === 1;
}

export interface HeldPayment
  extends Screened, Pick<Tables['transfers'], 'asset' | 'amount' | 'attempts' | 'createdAt'> {
  kind: 'deposit' | 'withdrawal' | 'refund';
  code: string | null;
}

/** Held and still open, because a transfer may have failed, or a deposit been refunded, for other reasons meanwhile. */
const held = () =>
  sql('screenings as s')
    .leftJoin('transfers as t', function () {
      this.on('t.account_id', 's.account_id').andOn('t.id', 's.subject_id');
    })
    .leftJoin('deposits as d', function () {
      this.on('d.account_id', 's.account_id').andOn('d.id', 's.subject_id');
    })
    .whereRaw("s.decision = 'hold'")
    .whereRaw("(t.status in ('held', 'sent') or d.status in ('pending', 'unmatched', 'refunding'))");
const SHOWN = [
  ...['s.account_id', 's.subject', 's.subject_id', 's.code', 's.attempts', 's.created_at'],
  sql.raw("coalesce(t.kind, 'deposit') as kind"),
  sql.raw('coalesce(t.asset, d.asset) as asset'),
  sql.raw('coalesce(t.amount, d.amount) as amount'),
] as const;

/** The held payments of all accounts, the longest held first. */
export const listHeld = query.all<{ limit: number }, HeldPayment>('screenings.list_held', (p) =>
  limited(held().orderBy(['s.created_at', 's.subject_id']).select(SHOWN), p.limit),
);

/** The held payments of one account, newest first. */
export const listHeldOf = query.all<{ accountId: string; limit: number }, HeldPayment>(
  'screenings.list_held_of',
  (p) =>
    limited(
      held()
        .where({ 's.account_id': p.accountId })
        .orderBy([
          { column: 's.created_at', order: 'desc' },
          { column: 's.subject_id', order: 'asc' },
        ])
        .select(SHOWN),
      p.limit,
    ),
);

const measure = query.first<Record<string, never>, { held: number; seconds: number }>(
  'screenings.measure',
  () =>
    held().select(
      sql.raw('count(*)::int as held'),
      sql.raw('coalesce(extract(epoch from service_now() - min(s.created_at)), 0)::float8 as seconds'),
    ),
);

/** The number of held payments, and the age of the oldest. */
export async function measureHeld(on: Queryable): Promise<{ held: number; seconds: number }> {
  return (await measure(on)) ?? { held: 0, seconds: 0 };
}

/** Waits for screenings and decisions in progress, and blocks new ones until the transaction ends. */
export const lockScreenings = command.run<Record<string, never>>('screenings.lock_table', () =>
  sql.raw('select lock_screenings()'),
);

const undecided = query.first<Record<string, never>, { any: boolean }>('screenings.undecided', () =>
  sql.raw(
    `select exists (select from (${held().whereNotNull('s.code').select('s.subject_id').toQuery()}) as answered)
         or exists (select from screenings where due_at is not null and decision = 'refuse')
         or exists (select from transfers t join screenings s
                       on s.account_id = t.account_id and s.subject = 'transfer' and s.subject_id = t.id
                    where (t.due_at is not null or t.stuck_at is not null) and s.decision = 'refuse') as any`,
  ),
);

/** Whether any screening is held, or refused without that being carried out yet. */
export async function hasUndecided(trx: Trx): Promise<boolean> {
  return (await undecided(trx))?.any === true;
}

const release = command.run<{ request: string; at: Date }>('screenings.release', (p) =>
  named(
    `with released as (
       update screenings set decision = 'allow', request_id = :request, decided_at = :at,
              due_at = case when subject = 'deposit' then :at::timestamptz end
        where decision = 'hold' returning account_id, subject_id)
     update transfers t set due_at = least(t.due_at, :at::timestamptz)
       from released r
      where t.account_id = r.account_id and t.id = r.subject_id and t.due_at is not null`,
    p,
  ),
);

/** Releases all held payments. */
export async function releaseAll(trx: Trx, request: string): Promise<void> {
  await release(trx, { request, at: await trx.now });
}

function keyOf({ accountId, subject, subjectId }: Screened): Screened {
  return { accountId, subject, subjectId };
}
