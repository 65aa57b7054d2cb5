import { check, type Check } from './checks.ts';

/** Events are kept for 30 days (D19); older changes cannot be checked. */
const RECENT = `service_now() - interval '29 days'`;

/** Selects the facts that have no event. Its id is built from these parts, as the recorder does (D8). */
const missing = (facts: string) =>
  `select f.account_id, format('%s of %s has no event for "%s"', f.type, f.subject, f.transition) as detail
     from (${facts}) f (account_id, type, subject, transition)
    where not exists (
      select from events e
       where e.account_id = f.account_id
         and e.id = 'evt_' || left(encode(sha256(convert_to(
               format('["%s","%s","%s","%s"]', f.account_id, f.type, f.subject, f.transition), 'UTF8')), 'hex'), 32))`;

/** Checks that every change of state has its event, because receivers learn of it only by that (D8). */
export const EVENT_CHECKS: Record<string, Check> = {
  'every paid link has its event': check(
    'events_of_links',
    missing(`select account_id, 'payment_link.paid', code, 'paid' from payment_links
              where status = 'paid' and paid_at > ${RECENT}`),
  ),

  'every deposit has its event': check(
    'events_of_deposits',
    missing(`select account_id, 'deposit.completed', id::text, 'completed' from deposits
              where status in ('credited', 'accepted') and coalesce(resolved_at, created_at) > ${RECENT}
             union all
             select account_id,
                    case when unmatched_reason = 'UNDERPAID' then 'payment_link.partial_deposit' else 'deposit.failed' end,
                    id::text, unmatched_reason
               from deposits where unmatched_reason is not null and created_at > ${RECENT}`),
  ),

  'every transfer has its event': check(
    'events_of_transfers',
    missing(`select account_id, case kind when 'payment_conversion' then 'conversion' else kind end || '.completed',
                    id::text, 'completed'
               from transfers where (status = 'settled' or status = 'returned' and kind in ('withdrawal', 'refund'))
                                -- The deployment's own are nobody's to hear of.
                                and kind <> 'rebalancing'
                                and finished_at > ${RECENT}
             union all
             select account_id, kind || '.failed', id::text, status
               from transfers where status in ('failed', 'returned') and kind in ('withdrawal', 'refund')
                                and coalesce(returned_at, finished_at) > ${RECENT}`),
  ),

  'every movement has its event': check(
    'events_of_movements',
    missing(`select p.account_id, 'balance.updated', e.source_id, e.type
               from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
              where p.book = 'available' and e.type <> 'account_moved' and p.created_at > ${RECENT}`),
  ),
};
