import { lockAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money, ZERO } from '../lib/money.ts';
import { listCurrencyRates, valueOf } from '../methods/index.ts';
import { OWNERS } from '../people/index.ts';
import {
  type ApiRefundLimit,
  deleteApiRefundLimit,
  findApiRefundLimit,
  putApiRefundLimit,
  sumApiRefunds,
} from './api-refund-repository.ts';
import { nameOf, requireRole, tellMembers } from './members.ts';

/** Whether API keys may refund payments, and up to which limit (D41). */
export interface ApiRefunds {
  /**
   * Sets the limit of refunds by API keys within 24 hours, valued at the catalogue's rates; null switches them off.
   * Applies immediately, and notifies the owners. Throws `forbidden`, `account_not_found`, and `invalid_request` for an
   * unknown currency or an amount of zero.
   */
  set(
    trx: Trx,
    accountId: string,
    actor: Actor,
    limit: { currency: string; amount: Money } | null,
  ): Promise<void>;
}

export function createApiRefunds({ panelUrl }: { panelUrl: () => string }): ApiRefunds {
  return {
    async set(trx, accountId, actor, limit) {
      const { userId } = actor;
      if (userId !== null) await requireRole(trx, accountId, { userId }, OWNERS);
      if (!(await lockAccount(trx, { id: accountId }))) throw new DomainError('account_not_found');
      const current = await findApiRefundLimit(trx, { accountId });
      const next = limit && (await requireLimit(trx, limit));
      const [from, to] = [current ? describe(current) : null, next && describe(next)];
      if (from === to) return;
      trx.defer(
        next ? putApiRefundLimit(trx, { accountId, ...next }) : deleteApiRefundLimit(trx, { accountId }),
      );
      await recordAction(trx, accountId, actor, {
        action: to === null ? 'api_refunds.off' : from === null ? 'api_refunds.on' : 'api_refunds.limit',
        subject: to ?? from ?? '',
        details: { from, to },
      });
      const panel = `${panelUrl()}/accounts/${accountId}/refunds/api`;
      await tellMembers(trx, accountId, OWNERS, (words) =>
        words.apiRefundsChanged({ from, to, by: nameOf(actor, words), panel }),
      );
    },
  };
}

/**
 * Admits an API key's refund of this cost if it stays within the account's limit. The account is locked, so that two
 * concurrent refunds cannot both stay within it. Throws `api_refunds_off` and `api_refund_limit_reached`.
 */
export async function requireApiRefund(
  on: Queryable,
  accountId: string,
  cost: { asset: string; amount: Money },
): Promise<void> {
  const limit = await findApiRefundLimit(on, { accountId });
  if (!limit) throw new DomainError('api_refunds_off');
  const { currency } = limit;
  const value = await valueOf(on, cost, currency);
  const left = money(limit.amount).minus(await sumApiRefunds(on, accountId, currency));
  if (value.lte(left)) return;
  throw new DomainError('api_refund_limit_reached', {
    message: `API keys may refund ${describe(limit)} within 24 hours, of which ${(left.lt(0) ? ZERO : left).toFixed()} is left. Refund this payment in the account panel, try again later, or have an owner raise the limit there.`,
  });
}

async function requireLimit(
  trx: Trx,
  { currency, amount }: { currency: string; amount: Money },
): Promise<ApiRefundLimit> {
  const known = (await listCurrencyRates(trx)).map(({ family }) => family);
  if (!known.includes(currency))
    throw invalidParam('currency', `currency must be one of ${known.join(', ')}.`);
  if (!amount.gt(0)) throw invalidParam('amount', 'amount must be more than zero.');
  return { currency, amount: formatAmount(amount) };
}

/** Like `5000 MXN`. */
function describe({ currency, amount }: ApiRefundLimit): string {
  return `${money(amount).toFixed()} ${currency}`;
}
