import { columns, command, mayChange, named, query, sql, type Tables } from '../db/index.ts';
import type { Deposit, DepositKey } from './repository.ts';

/** How much a payment may deviate from the amount due and still pay its link (D40). */
export type ToleranceRow = Tables['account_tolerances'];
type ToleranceKey = Pick<ToleranceRow, 'accountId' | 'method'>;

/** None for an account that is not active, because nothing is accepted for it automatically. */
export const findTolerance = query.first<ToleranceKey, Pick<ToleranceRow, 'share' | 'max'>>(
  'account_tolerances.find',
  (p) =>
    sql('account_tolerances as t')
      .join('accounts as a', 'a.id', 't.account_id')
      .where({ 't.account_id': p.accountId, 't.method': p.method, 'a.status': sql.raw("'active'") })
      .select('t.share', 't.max'),
);

export const listTolerances = query.all<Pick<ToleranceKey, 'accountId'>, ToleranceRow>(
  'account_tolerances.list',
  (p) => sql('account_tolerances').where({ account_id: p.accountId }).orderBy('method').select('*'),
);

export const putTolerance = command.run<ToleranceRow>('account_tolerances.put', (p) =>
  sql('account_tolerances')
    .insert(columns(p, ['accountId', 'method', 'share', 'max']))
    .onConflict(['account_id', 'method'])
    .merge(['share', 'max']),
);

export const deleteTolerance = command.run<ToleranceKey>('account_tolerances.delete', (p) =>
  sql('account_tolerances').where({ account_id: p.accountId, method: p.method }).delete(),
);

/** Unmatched deposits whose refund is due by their account's rule, oldest first within an account (D77). */
export const listOverdue = query.all<{ limit: number }, DepositKey>('deposits.list_overdue', (p) =>
  named(
    `select d.account_id, d.id
       from accounts a cross join lateral (
         select account_id, id from deposits
          where account_id = a.id and status = 'unmatched' and refund_tried_at is null
            and unmatched_reason <> 'SCREENING_REFUSED'
            and created_at <= service_now() - a.refund_after_days * interval '1 day'
            and (select true from screenings
                  where account_id = a.id and subject = 'deposit' and subject_id = deposits.id
                    and decision <> 'allow') is null
          order by created_at limit :limit) d
      where a.refund_after_days is not null and a.status = 'active'
        and a.refund_after_since <= service_now() - a.refund_after_days * interval '1 day'
        and ${mayChange('a.id')}
      limit :limit`,
    p,
  ),
);

export const markRefundTried = command.run<DepositKey>('deposits.mark_refund_tried', (p) =>
  sql('deposits')
    .where({ account_id: p.accountId, id: p.id })
    .update({ refund_tried_at: sql.raw('service_now()') }),
);

/** Sets when a deposit is next considered for an automatic refund; null: never. */
export const setAutoRefundDue = command.run<DepositKey & { dueAt: Date | null }>(
  'deposits.set_auto_refund_due',
  (p) => sql('deposits').where({ account_id: p.accountId, id: p.id }).update({ auto_refund_due_at: p.dueAt }),
);

/** Claims deposits whose automatic refund waits, and postpones the next check of each. */
export const claimAutoRefunds = command.all<
  { limit: number; waitMs: number },
  Pick<Deposit, 'accountId' | 'id' | 'paymentLinkCode' | 'method'>
>('deposits.claim_auto_refunds', (p) =>
  named(
    `with due as (
       select account_id, id from deposits
        where auto_refund_due_at <= service_now() and ${mayChange('account_id')}
        order by auto_refund_due_at limit :limit
        for update skip locked
     )
     update deposits d set auto_refund_due_at = service_now() + :waitMs * interval '1 millisecond'
       from due where d.account_id = due.account_id and d.id = due.id
     returning d.account_id, d.id, d.payment_link_code, d.method`,
    p,
  ),
);
