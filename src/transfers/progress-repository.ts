import { command, named, sql, type ColumnTypes, type Trx, mayChange, leaving } from '../db/index.ts';
import type { FailureReason, WaitReason } from '../lib/reasons.ts';
import { isPausedSql, type Waiting } from '../methods/index.ts';
import { HAS_LOST_REQUESTER } from '../treasury/index.ts';
import type { Transfer } from './transfer.ts';

// The engine's records of a transfer in progress, with its claims, attempts and outcomes.

interface ClaimParams {
  /** Names of the providers that this process has. */
  providers: readonly string[];
  limit: number;
  leaseMs: number;
  /** Whether this process screens payments (D53); a process that does not takes none while screening is enabled. */
  screens: boolean;
}

/** Reasons that keep a due transfer from being sent until a person removes them. */
const OBSTACLES = [
  'ACCOUNT_NOT_ACTIVE',
  'REQUESTER_NOT_AUTHORIZED',
  'PAUSED',
] as const satisfies readonly WaitReason[];
const isObstacle = `waits_for in (${OBSTACLES.map((reason) => `'${reason}'`).join(', ')})`;

/**
 * The SQL for the applicable obstacle of a transfer, which is that its account is suspended or blocked, its requester
 * was removed (D44), or its rail is paused (D47). Conversions of a link's payment continue, because the payer has sent
 * the money; so does polling of transfers that the provider has accepted under a reference of its own.
 */
const OBSTACLE = `case
  when t.kind = 'payment_conversion' or t.provider_reference is not null then null
  when exists (select from accounts a where a.id = t.account_id and a.status <> 'active') then 'ACCOUNT_NOT_ACTIVE'
  when ${HAS_LOST_REQUESTER} then 'REQUESTER_NOT_AUTHORIZED'
  when ${isPausedSql('out', {
    provider: 't.provider',
    method: 't.method',
    network: `coalesce(t.destination ->> 'network', (select m.network from payment_methods m where m.method = t.method))`,
  })} then 'PAUSED' end`;

// One statement finds what is due, locks it (skipping what other workers hold), and marks it as being sent.
const claim = command.all<ClaimParams, Transfer>('transfers.claim', (p) =>
  named(
    `with due as (
       select account_id, id from transfers t
        where due_at <= service_now() and provider = any(:providers::text[]) and ${mayChange('t.account_id')}
          and not exists (select from deployment where transfers_held_since is not null
                             or screening_since is not null and not :screens::boolean)
          and ${OBSTACLE} is null
        order by due_at limit :limit
        for update of t skip locked
     )
     update transfers p
        set status = 'sent', attempts = p.attempts + 1, unanswered_attempts = p.unanswered_attempts + 1,
            due_at = service_now() + :leaseMs * interval '1 millisecond',
            waits_for = case when ${isObstacle} then null else waits_for end,
            waits_since = case when ${isObstacle} then null else waits_since end
       from due where p.account_id = due.account_id and p.id = due.id
     returning p.*`,
    p,
  ),
);

// Once each; they stay due, so that they are sent as soon as the obstacle is gone.
const noteObstacles = command.run<Pick<ClaimParams, 'providers' | 'limit'>>('transfers.note_obstacles', (p) =>
  named(
    `with kept as (
       select account_id, id, ${OBSTACLE} as obstacle from transfers t
        where due_at <= service_now() and provider = any(:providers::text[]) and ${mayChange('t.account_id')}
          and waits_for is distinct from ${OBSTACLE} and ${OBSTACLE} is not null
        order by due_at limit :limit
        for update of t skip locked
     )
     update transfers p set waits_for = obstacle, waits_since = coalesce(waits_since, service_now()), last_error = null
       from kept where p.account_id = kept.account_id and p.id = kept.id`,
    p,
  ),
);

/**
 * Claims transfers that are due and can be sent from here. Those of other providers wait for a process that has theirs,
 * and all wait while transfers are on hold. Those of an inactive account or a paused rail wait until that changes.
 */
export async function claimTransfers(trx: Trx, params: ClaimParams): Promise<Transfer[]> {
  trx.defer(noteObstacles(trx, params));
  return claim(trx, params);
}

interface Claim {
  accountId: string;
  id: string;
  attempts: number;
}

const unlessClaimed = (p: { [K in keyof Claim]-?: unknown }) =>
  sql('transfers').where({
    account_id: p.accountId as never,
    id: p.id as never,
    attempts: p.attempts as never,
  });
const ownClaim = (p: { [K in keyof Claim]-?: unknown }) =>
  unlessClaimed(p).where({ status: sql.raw("'sent'") as never });

const WAITS_SINCE = sql.raw('coalesce(waits_since, service_now())');

/** The outcome; null keeps the expected value. */
export interface SettledOutcome {
  providerReference: string;
  /** Null keeps none. */
  trackingKey: string | null;
  /** The proceeds of a conversion, as stated by its provider. */
  brought: string | null;
  toAmount: string | null;
  exchangeRate: string | null;
}

const SETTLED: ColumnTypes<Claim & SettledOutcome> = {
  accountId: 'uuid',
  id: 'uuid',
  attempts: 'integer',
  providerReference: 'text',
  trackingKey: 'text',
  brought: 'numeric',
  toAmount: 'numeric',
  exchangeRate: 'numeric',
};

const settle = command.all<{ settled: readonly (Claim & SettledOutcome)[]; at: Date }, { id: string }>(
  'transfers.settle',
  (p) =>
    sql.raw(
      `update transfers t
          set status = 'settled', provider_reference = g.provider_reference,
              tracking_key = g.tracking_key, brought = g.brought, to_amount = coalesce(g.to_amount, t.to_amount),
              exchange_rate = coalesce(g.exchange_rate, t.exchange_rate),
              finished_at = ?::timestamptz, due_at = null, stuck_at = null,
              waits_for = null, waits_since = null, last_error = null
         from ?
        where t.account_id = g.account_id and t.id = g.id and t.attempts = g.attempts and t.status = 'sent'
       returning t.id`,
      [p.at, p.settled],
    ),
  { settled: SETTLED },
);

/**
 * Returns the ids of those that have not been claimed again since; for the others, only the newer claim's result
 * counts.
 */
export async function markSettled(
  trx: Trx,
  settled: readonly (SettledOutcome & { transfer: Transfer })[],
): Promise<Set<string>> {
  const rows = settled.map(({ transfer, ...done }) => ({ ...claimOf(transfer), ...done }));
  const marked = await settle(trx, { settled: rows, at: await trx.now });
  return new Set(marked.map(({ id }) => id));
}

/** The failure, with the reason for events and responses, and the provider's or operator's message. */
export interface Failure {
  reason: FailureReason;
  words: string;
}

const fail = command.run<Claim & Failure & { at: Date }>('transfers.fail', (p) =>
  // Also before the first claim, with no attempts yet.
  unlessClaimed(p)
    .whereRaw("status in ('requested', 'held', 'sent')")
    .update({
      status: sql.raw("'failed'"),
      failure_reason: p.reason,
      failure_message: p.words,
      finished_at: p.at,
      due_at: null,
      stuck_at: null,
      waits_for: null,
      waits_since: null,
    }),
);

/** False if it has been claimed again since. */
export async function markFailed(trx: Trx, transfer: Transfer, failure: Failure): Promise<boolean> {
  return (await fail(trx, { ...claimOf(transfer), ...failure, at: await trx.now })) === 1;
}

const postpone = command.run<Claim & Waiting & { waitMs: number }>('transfers.postpone', (p) =>
  ownClaim(p).update({
    due_at: named("service_now() + :waitMs * interval '1 millisecond'", p),
    waits_for: p.reason,
    waits_since: WAITS_SINCE,
    last_error: p.words,
  }),
);

/** Schedules the next attempt. False if it has been claimed again since. */
export async function postponeTransfer(
  trx: Trx,
  transfer: Transfer,
  waitMs: number,
  waits: Waiting,
): Promise<boolean> {
  return (await postpone(trx, { ...claimOf(transfer), ...waits, waitMs })) === 1;
}

const wait = command.run<
  Claim & {
    providerReference: string | null;
    reason: string | null;
    words: string | null;
    needsDecision: boolean;
  }
>('transfers.wait', (p) =>
  ownClaim(p).update({
    provider_reference: named('coalesce(:providerReference, provider_reference)', p),
    pending_since: sql.raw('coalesce(pending_since, service_now())'),
    unanswered_attempts: 0,
    waits_for: p.reason,
    waits_since: named(
      'case when :reason::text is not null then coalesce(waits_since, service_now()) end',
      p,
    ),
    last_error: p.words,
    stuck_at: named('case when :needsDecision then coalesce(stuck_at, service_now()) end', p),
    // A tenth of the time it has been pending, so often at first and rarely if it takes days.
    due_at: sql.raw(
      `service_now() + least(greatest(service_now() - pending_since, interval '20 seconds') / 10, interval '15 minutes')`,
    ),
  }),
);

/** Reasons that an operator can resolve; otherwise the transfer continues once the reason is gone. */
const DECIDABLE: ReadonlySet<string | null> = new Set(['PRICE_MOVED', 'OPERATOR']);

/** Schedules the next poll of a transfer that is pending or held up. False if it has been claimed again since. */
export async function markPending(
  trx: Trx,
  transfer: Transfer,
  { providerReference, waits }: { providerReference: string | null; waits?: Waiting },
): Promise<boolean> {
  const { reason = null, words = null } = waits ?? {};
  const needsDecision = DECIDABLE.has(reason);
  const params = { ...claimOf(transfer), providerReference, reason, words, needsDecision };
  return (await wait(trx, params)) === 1;
}

const stick = command.run<Claim & Waiting>('transfers.stick', (p) =>
  ownClaim(p).update({
    due_at: null,
    stuck_at: sql.raw('service_now()'),
    waits_for: p.reason,
    waits_since: WAITS_SINCE,
    last_error: p.words,
  }),
);

/** Ends the polling; the money stays reserved until an operator decides. False if claimed again since. */
export async function markStuck(trx: Trx, transfer: Transfer, words: string): Promise<boolean> {
  return (await stick(trx, { ...claimOf(transfer), reason: 'OPERATOR', words })) === 1;
}

const takeOverCommand = command.run<Claim>('transfers.take_over', (p) =>
  unlessClaimed(p)
    .whereRaw("status in ('held', 'sent')")
    .whereExists(sql('deployment').whereNotNull('transfers_held_since').select(sql.raw('1')))
    .update({ status: sql.raw("'sent'"), due_at: null, stuck_at: sql.raw('service_now()') }),
);

/** Makes a transfer wait for an operator's decision like a stuck one. False unless transfers are on hold. */
export async function takeOver(trx: Trx, transfer: Transfer): Promise<boolean> {
  return (await takeOverCommand(trx, claimOf(transfer))) === 1;
}

function claimOf({ accountId, id, attempts }: Transfer): Claim {
  return { accountId, id, attempts };
}

/** Finds a transfer by its provider's reference, without an account, because providers do not know ours. */
export const lockSentTransfer = command.first<{ provider: string; reference: string }, Transfer>(
  'transfers.lock_sent',
  (p) =>
    sql('transfers')
      .where({ provider: p.provider, provider_reference: p.reference })
      .forUpdate()
      .select('*')
      .limit(1),
);

/** By the reference of its return, because providers do not know our accounts. */
export const findReturnedTransfer = command.first<{ provider: string; returnReference: string }, Transfer>(
  'transfers.find_returned',
  (p) =>
    sql('transfers')
      .where({ provider: p.provider, return_reference: p.returnReference })
      .orderBy('returned_at')
      .select('*')
      .limit(1),
);

const returnCommand = command.run<
  Failure & { accountId: string; id: string; returnReference: string; at: Date }
>('transfers.return', (p) =>
  sql('transfers')
    .where({ account_id: p.accountId, id: p.id })
    .whereRaw("status in ('sent', 'settled')")
    .update({
      status: sql.raw("'returned'"),
      finished_at: named('coalesce(finished_at, :at)', p),
      due_at: null,
      stuck_at: null,
      waits_for: null,
      waits_since: null,
      failure_reason: p.reason,
      failure_message: p.words,
      return_reference: p.returnReference,
      returned_at: p.at,
    }),
);

/** Records that the money of a settled transfer, or of a conversion that was not done, was returned. */
export async function markReturned(
  trx: Trx,
  { accountId, id }: Transfer,
  returned: Failure & { returnReference: string },
): Promise<void> {
  await returnCommand(trx, { ...returned, accountId, id, at: await trx.now });
}

/** Has a pending transfer polled now. */
export const hastenTransfer = leaving(
  'transfers',
  command.run<{ provider: string; reference: string }>('transfers.hasten', (p) =>
    sql('transfers')
      .where({ provider: p.provider, provider_reference: p.reference, status: sql.raw("'sent'") })
      .whereNotNull('pending_since')
      .update({ due_at: sql.raw('least(due_at, service_now())') }),
  ),
);
