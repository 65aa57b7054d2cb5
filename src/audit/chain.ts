import { CHAIN_WATCHER } from '../rails/index.ts';
import { check, isBroughtAlong, type Check } from './checks.ts';

/** The provider that reports deposits on chains. */
const WATCHER = `'${CHAIN_WATCHER}'`;

/** The account for deposits without an owner; findings about a chain itself are reported under it. */
const UNCLAIMED = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** The reference of a transfer `t` (see `referenceOf` of the follower). */
const REFERENCE = `format('%s:%s:%s', t.network, t.transaction_hash, t.position)
                   || case when t.first_recipient <> t.recipient then ':' || t.recipient else '' end`.trim();

/** Whether followed on-chain transfers and deposits agree (D28). */
export const CHAIN_CHECKS: Record<string, Check> = {
  // Or it was handed on to the cell where its account is now (D74).
  'every final transfer on chain is a deposit': check(
    'lost_transfers',
    `select coalesce(d.account_id, ${UNCLAIMED}) as account_id,
            format('transfer %s brought %s %s from %s to %s, its deposit is %s', t.reference, t.amount, t.asset, t.sender,
                   t.recipient,
                   coalesce(format('%s %s from %s to %s, %s', coalesce(d.exact_amount, d.amount), d.asset,
                                   d.payer ->> 'source_address', lower(d.destination), d.status), 'missing')) as detail
       from (select *, ${REFERENCE} as reference
               from evm_transfers t where status = 'final' and report_at is null) t
       left join deposits d on d.provider = ${WATCHER} and d.provider_reference = t.reference
       left join handed_on_deposits h on h.provider = ${WATCHER} and h.provider_reference = t.reference
                                     and (h.asset, h.network, h.amount, lower(h.report ->> 'destination'))
                                         = (t.asset, t.network, t.amount, t.recipient)
      where h.id is null and (d.id is null or d.asset <> t.asset or coalesce(d.exact_amount, d.amount) <> t.amount
         or d.network is distinct from t.network or lower(d.destination) <> t.recipient
         or d.payer ->> 'source_address' is distinct from t.sender
         or d.payer ->> 'transaction_hash' is distinct from t.transaction_hash or d.status = 'failed'
         or d.status = 'pending' and d.confirmation_due_at is not null)`,
  ),

  'every deposit from a chain is a final transfer': check(
    'invented_transfers',
    `select d.account_id, format('deposit %s is %s, but transfer %s is %s', d.id, d.status, d.provider_reference,
                                 coalesce(t.status, 'missing')) as detail
       from deposits d
       left join evm_transfers t on d.provider_reference = ${REFERENCE}
      where d.provider = ${WATCHER} and d.status <> 'failed' and d.confirmation_due_at is null
        and t.status is distinct from 'final' and not ${isBroughtAlong('d.account_id', 'd.created_at')}`,
  ),

  'every address that a link shows is ours': check(
    'foreign_addresses',
    `select m.account_id, format('link %s shows %s, which nobody follows', m.link_code, m.destination) as detail
       from payment_link_methods m
       left join evm_addresses a on a.address = lower(m.destination)
      where m.provider = ${WATCHER} and m.destination is not null and a.address is null
        and not ${isBroughtAlong('m.account_id', 'm.instructions_issued_at')}`,
  ),
};
