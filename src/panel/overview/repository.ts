import { named, type Queryable, sql, statement, type Trx } from '../../db/index.ts';
import type { Asked } from '../../treasury/index.ts';

/** Higher counts need not be exact. */
export const MOST_COUNTED = 100;

/** What needs attention, each counted up to `MOST_COUNTED`. */
export interface WaitingRow {
  unmatchedDeposits: number;
  /** What a second person must approve. */
  withdrawals: number;
  refunds: number;
  conversions: number;
  /** Endpoints that were disabled for failing, or whose last delivery failed after all attempts. */
  failingEndpoints: number;
  /** Links that expire unpaid within a day. */
  expiringLinks: number;
}

const approvalsOf = (kind: Asked): string =>
  `(select count(*)::integer
      from (select from transfer_requests r
              join transfers t on t.account_id = r.account_id and t.id = r.transfer_id
             where r.account_id = :accountId and r.waits_for = 'second_person' and r.decision is null
               and t.kind = '${kind}' limit :most) w)`;

const waitingStatement = statement<{ accountId: string; most: number }, WaitingRow>('overview.waiting', (p) =>
  named(
    `select (select count(*)::integer
               from (select from deposits where account_id = :accountId and status = 'unmatched' limit :most) d
            ) as unmatched_deposits,
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

export async function countWaiting(on: Queryable, accountId: string): Promise<WaitingRow> {
  const row = await waitingStatement.first(on, { accountId, most: MOST_COUNTED });
  if (!row) throw new Error('a select without a row');
  return row;
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

const firstStepsStatement = statement<{ accountId: string }, FirstStepsRow>('overview.first_steps', (p) =>
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
  const row = await firstStepsStatement.first(on, { accountId });
  if (!row) throw new Error(`account ${accountId} is missing`);
  return row;
}

const dismissStatement = statement<{ accountId: string; at: Date }>('overview.dismiss_first_steps', (p) =>
  sql('accounts')
    .where({ id: p.accountId })
    .whereNull('first_steps_dismissed_at')
    .update({ first_steps_dismissed_at: p.at }),
);

/** False if they were already dismissed. */
export async function dismissFirstSteps(trx: Trx, accountId: string): Promise<boolean> {
  return (await dismissStatement.run(trx, { accountId, at: await trx.now })) === 1;
}
