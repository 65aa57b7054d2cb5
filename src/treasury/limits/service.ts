import { recordDeed, type Actor } from '../../audit-log/record.ts';
import type { Trx } from '../../db/connect.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { findAccount } from '../../accounts/repository.ts';
import { findAsset } from '../../methods/catalogue.ts';
import { OWNERS, requireRole, tellMembers } from '../members.ts';
import * as repository from './repository.ts';

/** A higher limit does not help whoever has just taken over an owner's session. */
const RAISE_WAIT_MS = 24 * 3600_000;

export interface Limits {
  /**
   * Sets how much of an asset (decimal) one person may withdraw alone within 24 hours; null is as much as there is. A
   * lower limit applies at once, a higher one after 24 hours unless the operator sets it. Tells the owners. Throws
   * `forbidden`, `account_not_found`, and `invalid_request` for an unknown asset.
   */
  set(trx: Trx, accountId: string, actor: Actor, asset: string, amount: Money | null): Promise<void>;
}

export function createLimits({ panelUrl }: { panelUrl: () => string }): Limits {
  return {
    async set(trx, accountId, actor, asset, amount) {
      const { userId } = actor;
      const isOperator = userId === null;
      if (!isOperator) await requireRole(trx, accountId, { userId }, OWNERS);
      else if (!(await findAccount(trx, accountId))) throw new DomainError('account_not_found');
      if (!(await findAsset(trx, asset))) throw invalidParam('asset', `There is no asset ${asset}.`);
      const current = (await repository.lockLimit(trx, accountId, asset))?.amount ?? null;
      const isHigher = current !== null && (amount === null || amount.gt(money(current)));
      const next = amount && formatAmount(amount);
      const appliesAt =
        isHigher && !isOperator ? new Date((await trx.now).getTime() + RAISE_WAIT_MS) : undefined;
      trx.defer(
        repository.putLimit(
          trx,
          accountId,
          appliesAt
            ? { asset, amount: current, next_amount: next, next_at: appliesAt }
            : { asset, amount: next, next_amount: null, next_at: null },
        ),
      );
      const at = appliesAt && formatTimestamp(appliesAt);
      await recordDeed(trx, accountId, actor, {
        action: 'withdrawal_limit.set',
        subject: asset,
        details: { from: current, to: next, applies_at: at ?? null },
      });
      const panel = `${panelUrl()}/accounts/${accountId}/withdrawals/limits`;
      await tellMembers(trx, accountId, OWNERS, (words) =>
        words.limitChanged({
          asset,
          from: current && money(current).toFixed(),
          to: amount && amount.toFixed(),
          at,
          by: actor.email ?? words.operator,
          panel,
        }),
      );
    },
  };
}
