import { query, command, named, type Queryable, sql, type Trx } from '../../db/index.ts';
import type { MoveKind } from '../../treasury/index.ts';

/** Higher counts need not be exact. */
export const MOST_COUNTED = 100;

/** The counts of items that need attention, each up to `MOST_COUNTED`. */
export interface WaitingRow {
  unmatchedDeposits: number;
  /** Transfers that wait for approval, and that this user neither requested nor has approved; a batch is one. */
  toApprove: number;
  /** Transfers that a second person must approve; a batch is one. */
  withdrawals: number;
  refunds: number;
  conversions: number;
  /** Endpoints that were disabled for failing, or whose last delivery failed after all attempts. */
  failingEndpoints: number;
  /** Links that expire unpaid within a day. */
  expiringLinks: number;
}

const approvalsOf = (kind: MoveKind): string =>
  `(select count(*)::integer
      from (select distinct coalesce(r.batch_id, r.transfer_id) from transfer_requests r
              join transfers t on t.account_id = r.account_id and t.id = r.transfer_id
             where r.account_id = :accountId and r.waits_for = 'second_person' and r.decision is null
               and t.kind = '${kind}' limit :most) w)`;

const waiting = query.first<{ accountId: string; userId: string; most: number }, WaitingRow>(
  'overview.waiting',
  (p) =>
    named(
      `select (select count(*)::integer
               from (select from deposits where account_id = :accountId and status = 'unmatched' limit :most) d
            ) as unmatched_deposits,
            (select count(*)::integer
               from (select distinct coalesce(batch_id, transfer_id) from transfer_requests
                      where account_id = :accountId and waits_for = 'second_person' and decision is null
                        and requested_by is distinct from :userId and first_approved_by is distinct from :userId
                      limit :most) w
            ) as to_approve,
            ${approvalsOf('withdrawal')} as withdrawals,
            ${approvalsOf('refund')} as refunds,
            ${approvalsOf('conversion')} as conversions,
            (select count(*)::integer from webhook_endpoints
              where account_id = :accountId
                and (disabled_reason is not null or (enabled and consecutive_failures > 0))) as failing_endpoints,
            (select count(*)::integer
               from (select from payment_link_states
                      where account_id = :accountId and status = 'active'
                        and expires_at > (select service_now())
                        and expires_at < (select service_now()) + interval '1 day' limit :most) l
            ) as expiring_links`,
      p,
    ),
);

export async function countWaiting(
  on: Queryable,
  who: { accountId: string; userId: string },
): Promise<WaitingRow> {
  const row = await waiting(on, { ...who, most: MOST_COUNTED });
  if (!row) throw new Error('a select without a row');
  return row;
}

/** The states of the links in one currency that were created in a period, and of the payments that arrived in it. */
export interface LinkOutcomes {
  paid: number;
  /** Active, or with a payment that is not confirmed yet. */
  open: number;
  expired: number;
  cancelled: number;
  /** Payments that arrived for such links or without any. */
  payments: number;
  /** The number of payments that failed, or did not fit their link. */
  misfits: number;
  /** Whether only the latest were counted. */
  isCut: boolean;
}

/** More would take longer to count than a page may take. */
const MOST_OUTCOMES = 5_000;

const linksWith = (status: string): string =>
  `(select count(*)::integer
      from (select from payment_link_states
             where account_id = :accountId and currency = :asset and status = '${status}'
               and created_at >= :from::timestamptz and created_at < :until::timestamptz
             order by created_at desc limit :most) s)`;

const lapsed = `(select count(*)::integer
      from (select expires_at from payment_link_states
             where account_id = :accountId and currency = :asset and status = 'active'
               and created_at >= :from::timestamptz and created_at < :until::timestamptz
             order by created_at desc limit :most) s
     where expires_at <= (select service_now()))`;

const outcomes = query.first<
  { accountId: string; asset: string; from: Date; until: Date; most: number },
  Omit<LinkOutcomes, 'open' | 'isCut'> & { active: number; processing: number; lapsed: number }
>('overview.outcomes', (p) =>
  named(
    `select ${linksWith('paid')} as paid, ${linksWith('active')} as active, ${linksWith('processing')} as processing,
            ${linksWith('expired')} as expired, ${linksWith('cancelled')} as cancelled, ${lapsed} as lapsed,
            d.payments, d.misfits
       from (select count(*)::integer as payments,
                    count(*) filter (where status = 'failed' or unmatched_reason is not null)::integer as misfits
               from (select status, unmatched_reason from deposits
                      where account_id = :accountId
                        and created_at >= :from::timestamptz and created_at < :until::timestamptz
                      order by created_at desc limit :most) recent) d`,
    p,
  ),
);

/** A link past its expiry is expired, whether or not it is marked yet (D6). */
export async function countOutcomes(
  on: Queryable,
  period: { accountId: string; asset: string; from: Date; until: Date },
): Promise<LinkOutcomes> {
  const row = await outcomes(on, { ...period, most: MOST_OUTCOMES });
  if (!row) throw new Error('a select without a row');
  const { active, processing, lapsed: overdue, ...counts } = row;
  return {
    ...counts,
    open: active - overdue + processing,
    expired: counts.expired + overdue,
    isCut: Object.values(row).some((count) => count === MOST_OUTCOMES),
  };
}

/** An account's progress with its first steps, derived from its data. */
export interface FirstStepsRow {
  hasKey: boolean;
  hasLink: boolean;
  hasPayment: boolean;
  hasEndpoint: boolean;
  dismissed: boolean;
  /** The newest link that can be paid; null when there is none. */
  payableLink: string | null;
}

const firstSteps = query.first<{ accountId: string }, FirstStepsRow>('overview.first_steps', (p) =>
  named(
    `select first_steps_dismissed_at is not null as dismissed,
            exists (select from credentials where account_id = :accountId and revoked_at is null) as has_key,
            exists (select from payment_links where account_id = :accountId) as has_link,
            exists (select from movement_totals where account_id = :accountId and type = 'payment') as has_payment,
            exists (select from webhook_endpoints where account_id = :accountId) as has_endpoint,
            (select l.checkout_url
               from (select account_id, link_code from payment_link_states
                      where account_id = :accountId and status = 'active' and expires_at > (select service_now())
                      order by expires_at desc limit 1) s
               join payment_links l on l.account_id = s.account_id and l.code = s.link_code) as payable_link
       from accounts where id = :accountId`,
    p,
  ),
);

export async function readFirstSteps(on: Queryable, accountId: string): Promise<FirstStepsRow> {
  const row = await firstSteps(on, { accountId });
  if (!row) throw new Error(`account ${accountId} is missing`);
  return row;
}

const dismiss = command.run<{ accountId: string; at: Date }>('overview.dismiss_first_steps', (p) =>
  sql('accounts')
    .where({ id: p.accountId })
    .whereNull('first_steps_dismissed_at')
    .update({ first_steps_dismissed_at: p.at }),
);

/** False if they were already dismissed. */
export async function dismissFirstSteps(trx: Trx, accountId: string): Promise<boolean> {
  return (await dismiss(trx, { accountId, at: await trx.now })) === 1;
}
