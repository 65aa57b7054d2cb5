import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { formatOptionalTimestamp } from '../lib/timestamp.ts';
import { OWNERS } from '../people/index.ts';
import { changeRules, lockRules, requireRate } from './approval-rules.ts';
import { nameOf, tellMembers } from './members.ts';
import { ONE_PERSON } from './needs.ts';
import { type ApprovalRule, listRules } from './rule-repository.ts';

interface Limit {
  /** The currency family, which is MXN, USD or COP. */
  currency: string;
  /** Decimal; null is no limit. */
  amount: Money | null;
}

export interface Limits {
  /**
   * Sets the total that one person may move out of the account alone within 24 hours, by withdrawals, refunds to a
   * named destination and conversions together, valued at the catalogue's rates (D44). It is the approval rule for all
   * kinds with one approval by anyone who may move money (D80), and replaces rules of this shape. A lower limit applies
   * immediately, a higher one after 24 hours unless the operator sets it. Notifies the owners. Throws `forbidden`,
   * `account_not_found`, and `invalid_request` for an unknown currency.
   */
  set(trx: Trx, accountId: string, actor: Actor, limit: Limit): Promise<void>;
}

export function createLimits({ panelUrl }: { panelUrl: () => string }): Limits {
  return {
    async set(trx, accountId, actor, { currency, amount }) {
      await lockRules(trx, accountId, actor);
      await requireRate(trx, currency);
      const current = await findLimit(trx, { accountId });
      const add = amount === null ? undefined : { ...ALL_ALONE, currency, amount };
      const { endsAt } = await changeRules(trx, accountId, actor, { add, drop: isLimit });
      const from = current ? describeLimit(current) : null;
      const to = amount === null ? null : describeLimit({ currency, amount: formatAmount(amount) });
      await recordAction(trx, accountId, actor, {
        action: 'limit.set',
        subject: to ?? 'no limit',
        details: { from, to, applies_at: formatOptionalTimestamp(endsAt) },
      });
      const panel = `${panelUrl()}/accounts/${accountId}/withdrawals/limits`;
      await tellMembers(trx, accountId, OWNERS, (words, timeOf) =>
        words.limitChanged({
          from,
          to,
          at: endsAt === null ? undefined : timeOf(endsAt),
          by: nameOf(actor, words),
          panel,
        }),
      );
    },
  };
}

/** The shape of the rule that is the limit. */
const ALL_ALONE = { ...ONE_PERSON, kind: null } as const;

export function isLimit({ kind, approvals, owners }: ApprovalRule): boolean {
  return kind === null && approvals === 1 && owners === 0;
}

/** The limit that holds now, and the one after it while a higher one waits. */
export interface AccountLimit extends Pick<ApprovalRule, 'currency' | 'amount'> {
  /** Null if there will be no limit, or no change is pending. */
  nextCurrency: string | null;
  nextAmount: string | null;
  nextAt: Date | null;
}

/** Undefined if there is none. */
export async function findLimit(
  on: Queryable,
  { accountId }: { accountId: string },
): Promise<AccountLimit | undefined> {
  const [now, ...later] = (await listRules(on, { accountId })).filter(isLimit);
  if (!now) return undefined;
  const { currency, amount, endsAt: nextAt } = now;
  const next = nextAt && later.find(({ endsAt }) => endsAt === null || endsAt > nextAt);
  return { currency, amount, nextCurrency: next?.currency ?? null, nextAmount: next?.amount ?? null, nextAt };
}

/** Like `50000 MXN`. */
function describeLimit({ currency, amount }: Pick<ApprovalRule, 'currency' | 'amount'>): string {
  return `${money(amount).toFixed()} ${currency}`;
}
