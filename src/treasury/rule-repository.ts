import { columns, command, named, query, sql, type Tables } from '../db/index.ts';
import { valueOfTransfers } from './repository.ts';

// The account's approval rules, and what has left since without the approvals that each asks for (D80).

/** Above `amount` within 24 hours, money leaves only with these approvals. */
export interface ApprovalRule extends Pick<
  Tables['approval_rules'],
  'id' | 'kind' | 'currency' | 'amount' | 'approvals' | 'owners' | 'endsAt'
> {
  /** US dollars for one unit of the currency, as the operator set it. */
  rate: string;
}

interface RuleKey {
  accountId: string;
  id: string;
}

const rulesOf = (accountId: unknown) =>
  sql('approval_rules as p')
    .join('currency_rates as c', 'c.family', 'p.currency')
    .where({ 'p.account_id': accountId as string })
    .whereRaw('(p.ends_at is null or p.ends_at > service_now())')
    // The strictest first.
    .orderByRaw('p.approvals desc, p.owners desc, p.amount * c.usd, p.kind nulls first, p.id')
    .select('p.id', 'p.kind', 'p.currency', 'p.amount', 'p.approvals', 'p.owners', 'p.ends_at')
    .select('c.usd as rate');

/** Those that hold now, the strictest first. */
export const listRules = query.all<{ accountId: string }, ApprovalRule>('approval_rules.list', (p) =>
  rulesOf(p.accountId),
);

export interface RuleUse extends ApprovalRule {
  /**
   * The value that has left or may leave the account within 24 hours without the approvals of this rule, by all users
   * together, in its currency. Transfers that still wait for their time count already.
   */
  used: string;
}

// By the time from which it may be sent, not the time of the request, because a transfer that waited for a day leaves
// today.
const USED = valueOfTransfers(
  'transfer_requests',
  'transfer_id',
  `(p.kind is null or t.kind = p.kind) and (r.transfer_id = any(:transferIds::uuid[])
     or r.goes_at > service_now() - interval '24 hours'
        and not (r.decision is not distinct from 'approved'
                 and r.approvals_needed >= p.approvals and r.owners_needed >= p.owners))`,
  'p.currency',
);

/** The same with their use. Transfers that wait and are named count as if they left now. */
export const listRuleUses = query.all<{ accountId: string; transferIds: readonly string[] }, RuleUse>(
  'approval_rules.uses',
  (p) => rulesOf(p.accountId).select(named(`(${USED}) as used`, p)),
);

export const insertRule = command.run<Omit<Tables['approval_rules'], 'endsAt'>>(
  'approval_rules.insert',
  (p) =>
    sql('approval_rules').insert(
      columns(p, ['accountId', 'id', 'kind', 'currency', 'amount', 'approvals', 'owners', 'createdAt']),
    ),
);

/** At the time given; null takes an end back. */
export const setRuleEnd = command.run<RuleKey & { endsAt: Date | null }>('approval_rules.set_end', (p) =>
  sql('approval_rules').where({ account_id: p.accountId, id: p.id }).update({ ends_at: p.endsAt }),
);

export const deleteRule = command.run<RuleKey>('approval_rules.delete', (p) =>
  sql('approval_rules').where({ account_id: p.accountId, id: p.id }).delete(),
);

/** Ended rules mean nothing any more. */
export const deleteEndedRules = command.run<{ accountId: string }>('approval_rules.delete_ended', (p) =>
  sql('approval_rules').where({ account_id: p.accountId }).whereRaw('ends_at <= service_now()').delete(),
);

interface Held extends Pick<ApprovalRule, 'kind' | 'approvals' | 'owners'> {
  accountId: string;
  expiresAt: Date;
}

/** Has what waits for a time only wait for the approvals of a rule instead, of its kind. */
export const holdTimed = command.run<Held>('approval_rules.hold_timed', (p) =>
  named(
    `with held as (
       update transfer_requests r
          set waits_for = 'second_person', goes_at = null, expires_at = :expiresAt::timestamptz,
              approvals_needed = greatest(r.approvals_needed, :approvals::smallint),
              owners_needed = greatest(r.owners_needed, :owners::smallint)
         from transfers t
        where r.account_id = :accountId and t.account_id = r.account_id and t.id = r.transfer_id
          and r.waits_for is not null and r.waits_for <> 'second_person' and r.decision is null
          and r.goes_at > service_now() and (:kind::text is null or t.kind = :kind::text)
       returning r.account_id, r.transfer_id
     )
     update transfers t set due_at = null
       from held where t.account_id = held.account_id and t.id = held.transfer_id and t.status = 'held'`,
    p,
  ),
);
