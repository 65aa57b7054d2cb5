import { type Actor, recordAction } from '../audit-log/index.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { type CurrencyRate, listCurrencyRates } from '../methods/index.ts';
import { requireRole, tellMembers } from './members.ts';
import { OWNERS } from '../people/index.ts';
import * as repository from './repository.ts';

/** Keeps an attacker who has just taken over an owner's session from benefiting from a higher limit. */
const RAISE_WAIT_MS = 24 * 3600_000;

export interface Limit {
  /** The currency family, which is MXN, USD or COP. */
  currency: string;
  /** Decimal; null is no limit. */
  amount: Money | null;
}

export interface Limits {
  /**
   * Sets the total that one person may move out of the account alone within 24 hours, by withdrawals, refunds to a
   * named destination and conversions together, valued at the catalogue's rates (D44). A lower limit applies
   * immediately, a higher one after 24 hours unless the operator sets it. Notifies the owners. Throws `forbidden`,
   * `account_not_found`, and `invalid_request` for an unknown currency.
   */
  set(trx: Trx, accountId: string, actor: Actor, limit: Limit): Promise<void>;
}

export function createLimits({ panelUrl }: { panelUrl: () => string }): Limits {
  return {
    async set(trx, accountId, actor, { currency, amount }) {
      const { userId } = actor;
      const isOperator = userId === null;
      if (!isOperator) await requireRole(trx, accountId, { userId }, OWNERS);
      if (!(await lockAccount(trx, { id: accountId }))) throw new DomainError('account_not_found');
      const rates = await listCurrencyRates(trx);
      if (!rates.some(({ family }) => family === currency)) {
        const known = rates.map(({ family }) => family).join(', ');
        throw invalidParam('currency', `currency must be one of ${known}.`);
      }
      const current = await repository.findLimit(trx, { accountId });
      const next = { currency, amount: amount && formatAmount(amount) };
      const waits = !isOperator && isHigher(rates, current, next);
      const appliesAt = waits ? new Date((await trx.now).getTime() + RAISE_WAIT_MS) : undefined;
      const none = { nextCurrency: null, nextAmount: null, nextAt: null };
      trx.defer(
        repository.putLimit(trx, {
          ...(current && appliesAt
            ? { ...current, nextCurrency: currency, nextAmount: next.amount, nextAt: appliesAt }
            : { ...next, ...none }),
          accountId,
        }),
      );
      await recordAction(trx, accountId, actor, {
        action: 'limit.set',
        subject: describeLimit(next) ?? 'no limit',
        details: {
          from: (current && describeLimit(current)) ?? null,
          to: describeLimit(next),
          applies_at: appliesAt ? formatTimestamp(appliesAt) : null,
        },
      });
      const panel = `${panelUrl()}/accounts/${accountId}/withdrawals/limits`;
      await tellMembers(trx, accountId, OWNERS, (words, timeOf) =>
        words.limitChanged({
          from: (current && describeLimit(current)) ?? null,
          to: describeLimit(next),
          at: appliesAt && timeOf(appliesAt),
          by: actor.email ?? words.operator,
          panel,
        }),
      );
    },
  };
}

type StoredLimit = Pick<repository.AccountLimit, 'currency' | 'amount'>;

function isHigher(
  rates: readonly CurrencyRate[],
  current: StoredLimit | undefined,
  next: StoredLimit,
): boolean {
  const inDollars = ({ currency, amount }: StoredLimit): Money | null => {
    const rate = rates.find(({ family }) => family === currency);
    return amount === null || !rate ? null : money(amount).times(money(rate.usd));
  };
  const [before, after] = [current ? inDollars(current) : null, inDollars(next)];
  return before !== null && (after === null || after.gt(before));
}

/** Like `50000 MXN`; null for no limit. */
function describeLimit({ currency, amount }: StoredLimit): string | null {
  return amount === null ? null : `${money(amount).toFixed()} ${currency}`;
}
