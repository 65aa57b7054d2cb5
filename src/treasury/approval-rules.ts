import { type Actor, recordAction } from '../audit-log/index.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { formatOptionalTimestamp } from '../lib/timestamp.ts';
import { type CurrencyRate, listCurrencyRates } from '../methods/index.ts';
import { OWNERS, TREASURERS } from '../people/index.ts';
import { APPROVAL_WAIT_MS, coverageOf } from './approvals.ts';
import { listActiveMembers, nameOf, requireRole, tellMembers } from './members.ts';
import type { Needs } from './needs.ts';
import type { MoveKind } from './member-emails.ts';
import * as repository from './rule-repository.ts';
import type { ApprovalRule } from './rule-repository.ts';

/** Of one account, including those that still hold until they end. */
export const MAX_RULES = 10;
/** Keeps an attacker who has just taken over an owner's session from benefiting from looser rules. */
const LOOSENING_WAIT_MS = 24 * 3600_000;

export interface NewRule extends Needs {
  /** Null: withdrawals, refunds to a named destination and conversions together. */
  kind: MoveKind | null;
  /** The currency family: MXN, USD or COP. */
  currency: string;
  /** Decimal, in `currency`. */
  amount: Money;
}

/**
 * The rules by which money leaves an account only with others' approval (D80). A rule never changes. One that is added holds
 * immediately, and one that is removed holds for another 24 hours, unless the operator removes it or another rule asks
 * for as much. So whatever becomes stricter does so at once, and whatever becomes looser waits. Each change notifies the
 * owners and is in the audit log. All throw `forbidden` and `account_not_found`.
 */
export interface ApprovalRules {
  /**
   * Throws `invalid_request` for an unknown currency, and naming `needs` if none of the present members' requests could be
   * approved like this, unless the operator adds it; `approval_rule_limit_reached`.
   */
  add(trx: Trx, accountId: string, actor: Actor, rule: NewRule): Promise<void>;
  /** Throws `approval_rule_not_found`. */
  remove(trx: Trx, accountId: string, actor: Actor, id: string): Promise<void>;
  /** Lets a rule hold on that was removed and has not ended. Throws `approval_rule_not_found`. */
  keep(trx: Trx, accountId: string, actor: Actor, id: string): Promise<void>;
}

export function createApprovalRules({ panelUrl }: { panelUrl: () => string }): ApprovalRules {
  return {
    async add(trx, accountId, actor, given) {
      await lockRules(trx, accountId, actor);
      const members = await listActiveMembers(trx, accountId, TREASURERS);
      if (actor.userId !== null && coverageOf(given, members) === 'none') {
        throw invalidParam('needs', 'Too few members have the roles to approve like this.');
      }
      const { rule } = await changeRules(trx, accountId, actor, { add: given });
      await announce(trx, panelUrl, accountId, actor, { change: 'added', rule, endsAt: null });
    },
    async remove(trx, accountId, actor, id) {
      await lockRules(trx, accountId, actor);
      const rule = await requireRule(trx, accountId, id);
      if (rule.endsAt !== null) return;
      const { endsAt } = await changeRules(trx, accountId, actor, { drop: ({ id: one }) => one === id });
      await announce(trx, panelUrl, accountId, actor, { change: 'removed', rule, endsAt });
    },
    async keep(trx, accountId, actor, id) {
      await lockRules(trx, accountId, actor);
      const rule = await requireRule(trx, accountId, id);
      if (rule.endsAt === null) return;
      trx.defer(repository.setRuleEnd(trx, { accountId, id, endsAt: null }));
      await announce(trx, panelUrl, accountId, actor, { change: 'kept', rule, endsAt: null });
    },
  };
}

/** Throws `forbidden` unless an owner or the operator acts, and `account_not_found`. Changes wait for each other. */
export async function lockRules(trx: Trx, accountId: string, { userId }: Actor): Promise<void> {
  if (userId !== null) await requireRole(trx, accountId, { userId }, OWNERS);
  if (!(await lockAccount(trx, { id: accountId }))) throw new DomainError('account_not_found');
}

async function requireRule(trx: Trx, accountId: string, id: string): Promise<ApprovalRule> {
  const rule = (await repository.listRules(trx, { accountId })).find((one) => one.id === id);
  if (!rule) throw new DomainError('approval_rule_not_found');
  return rule;
}

/**
 * Adds a rule and drops others. A dropped rule ends at once where a rule that stays asks for as much, or if the operator
 * drops it, and otherwise after 24 hours. Returns when the last of them ends, null if at once, and the rule that was
 * added or one that is the same.
 */
export async function changeRules<A extends NewRule | undefined>(
  trx: Trx,
  accountId: string,
  { userId }: Actor,
  { add, drop = () => false }: { add?: A; drop?: (rule: ApprovalRule) => boolean },
): Promise<{ rule: A extends NewRule ? ApprovalRule : undefined; endsAt: Date | null }> {
  await repository.deleteEndedRules(trx, { accountId });
  const present = await repository.listRules(trx, { accountId });
  const rule = add && (await putRule(trx, accountId, present, add));
  const others = present.filter(({ id }) => id !== rule?.id);
  const staying = [...others.filter((one) => one.endsAt === null && !drop(one)), ...(rule ? [rule] : [])];
  const later = new Date((await trx.now).getTime() + LOOSENING_WAIT_MS);
  let left = staying.length;
  let endsAt: Date | null = null;
  for (const one of others) {
    if (one.endsAt === null && !drop(one)) continue;
    if ((userId === null && drop(one)) || staying.some((other) => asksAsMuch(other, one))) {
      trx.defer(repository.deleteRule(trx, { accountId, id: one.id }));
      continue;
    }
    left += 1;
    if (drop(one) && (endsAt === null || (one.endsAt ?? later) > endsAt)) endsAt = one.endsAt ?? later;
    if (one.endsAt === null) trx.defer(repository.setRuleEnd(trx, { accountId, id: one.id, endsAt: later }));
  }
  if (left > MAX_RULES) throw new DomainError('approval_rule_limit_reached');
  return { rule: rule as A extends NewRule ? ApprovalRule : undefined, endsAt };
}

/** Writes a rule, or takes back the end of one that is the same. */
async function putRule(
  trx: Trx,
  accountId: string,
  present: readonly ApprovalRule[],
  { kind, currency, amount, approvals, owners }: NewRule,
): Promise<ApprovalRule> {
  const { usd: rate } = await requireRate(trx, currency);
  const same = present.find(
    (one) =>
      one.kind === kind &&
      one.currency === currency &&
      amount.eq(one.amount) &&
      one.approvals === approvals &&
      one.owners === owners,
  );
  if (same) {
    if (same.endsAt) trx.defer(repository.setRuleEnd(trx, { accountId, id: same.id, endsAt: null }));
    return { ...same, endsAt: null };
  }
  const row = { id: newId(), kind, currency, amount: formatAmount(amount), approvals, owners };
  trx.defer(repository.insertRule(trx, { ...row, accountId, createdAt: await trx.now }));
  const rule = { ...row, rate, endsAt: null };
  await holdTimed(trx, accountId, rule);
  return rule;
}

/**
 * Where a new rule is exceeded by what has left and what is about to leave, all of that which waits for a time only needs
 * the rule's approvals from now on, because the owner who adds a rule has often just seen it.
 */
async function holdTimed(trx: Trx, accountId: string, rule: ApprovalRule): Promise<void> {
  const uses = await repository.listRuleUses(trx, { accountId, transferIds: [] });
  const used = uses.find(({ id }) => id === rule.id)?.used ?? '0';
  if (!money(used).gt(rule.amount)) return;
  const { kind, approvals, owners } = rule;
  const expiresAt = new Date((await trx.now).getTime() + APPROVAL_WAIT_MS);
  trx.defer(repository.holdTimed(trx, { accountId, kind, approvals, owners, expiresAt }));
}

/** Throws `invalid_request` for an unknown currency. */
export async function requireRate(trx: Trx, currency: string): Promise<CurrencyRate> {
  const rates = await listCurrencyRates(trx);
  const rate = rates.find(({ family }) => family === currency);
  if (rate) return rate;
  throw invalidParam('currency', `currency must be one of ${rates.map(({ family }) => family).join(', ')}.`);
}

/** Whether a rule asks for at least what another does, whenever that one does. */
function asksAsMuch(rule: ApprovalRule, other: ApprovalRule): boolean {
  return (
    (rule.kind === null || rule.kind === other.kind) &&
    money(rule.amount).times(rule.rate).lte(money(other.amount).times(other.rate)) &&
    rule.approvals >= other.approvals &&
    rule.owners >= other.owners
  );
}

async function announce(
  trx: Trx,
  panelUrl: () => string,
  accountId: string,
  actor: Actor,
  { change, rule, endsAt }: { change: 'added' | 'removed' | 'kept'; rule: ApprovalRule; endsAt: Date | null },
): Promise<void> {
  const { kind, currency, approvals, owners } = rule;
  const amount = `${money(rule.amount).toFixed()} ${currency}`;
  await recordAction(trx, accountId, actor, {
    action: `approval_rule.${change}`,
    subject: amount,
    details: { kind, approvals, owners, ends_at: formatOptionalTimestamp(endsAt) },
  });
  const panel = `${panelUrl()}/accounts/${accountId}/withdrawals/limits`;
  await tellMembers(trx, accountId, OWNERS, (words, timeOf) =>
    words.ruleChanged({
      change,
      kind,
      amount,
      needs: rule,
      at: endsAt === null ? undefined : timeOf(endsAt),
      by: nameOf(actor, words),
      panel,
    }),
  );
}
