import { OPERATOR } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { formatStored, type Money } from '../../lib/money.ts';
import { formatOptionalTimestamp } from '../../lib/timestamp.ts';
import { configuredPanelBaseUrl } from '../../people/index.ts';
import { createLimits, findLimit, isLimit, listRuleUses } from '../../treasury/index.ts';
import { requireAccount, requireAccountHere } from '../accounts/account.ts';

export interface LimitOptions {
  account: string;
  currency: string;
  amount?: Money;
}

export async function setLimit(
  foundation: Foundation,
  { account: accountId, currency, amount }: LimitOptions,
): Promise<object> {
  const { db, config } = foundation;
  await requireAccountHere(db.read, accountId);
  const limits = createLimits({ panelUrl: () => `${configuredPanelBaseUrl(config)}/panel` });
  const limit = { currency, amount: amount ?? null };
  await db.transaction((trx) => limits.set(trx, accountId, OPERATOR, limit));
  return viewLimit(db.read, accountId);
}

export async function showLimit({ db }: Foundation, accountId: string): Promise<object> {
  await requireAccount(db.read, accountId);
  return viewLimit(db.read, accountId);
}

async function viewLimit(on: Queryable, accountId: string): Promise<object> {
  const limit = await findLimit(on, { accountId });
  if (!limit) return { amount: null, currency: null };
  const rules = await listRuleUses(on, { accountId, transferIds: [] });
  const { currency, amount, nextAmount, nextCurrency, nextAt } = limit;
  return {
    amount: formatStored(amount),
    currency,
    moved_alone: formatStored(rules.find(isLimit)?.used ?? '0'),
    next_amount: nextAmount && formatStored(nextAmount),
    next_currency: nextCurrency,
    next_at: formatOptionalTimestamp(nextAt),
  };
}
