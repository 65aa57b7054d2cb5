import { lockAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import { findMethod, type Method } from '../methods/index.ts';
import { OWNERS } from '../people/index.ts';
import { nameOf, requireRole, tellMembers } from '../treasury/index.ts';
import { coversFee, isExchangeable, worthOf } from './acceptance.ts';
import type { Payment } from './deposit-state.ts';
import { deleteTolerance, findTolerance, putTolerance } from './rules-repository.ts';

/** A larger deviation would not be a tolerance, but another price. */
const MAX_SHARE = money('0.1');

/** The allowed deviation of a payment, short or over; both bounds hold (D40). */
export interface Tolerance {
  /** A fraction of the amount due. */
  share: Money;
  /** An amount in the sent asset. */
  max: Money;
}

/**
 * Whether a payment that differs only in its amount still pays its link, because the account tolerates the difference
 * (D40). An excess does only if it could be exchanged like one that a person accepts. Only the amount that arrived pays the
 * link, and compared with all that is due, so that no part is tolerated by itself.
 */
export async function isTolerated(
  on: Queryable,
  mismatch: UnmatchedReason,
  { link, method }: Pick<Payment, 'link' | 'method'>,
  arrived: Money,
): Promise<boolean> {
  const { accountId, method: name, amountDue } = method;
  if ((mismatch !== 'UNDERPAID' && mismatch !== 'OVERPAID') || amountDue === null) return false;
  const tolerance = await findTolerance(on, { accountId, method: name });
  if (!tolerance) return false;
  const due = money(amountDue);
  const gap = arrived.minus(due).abs();
  const isWithin = gap.lte(due.times(money(tolerance.share))) && gap.lte(money(tolerance.max));
  if (!isWithin || !coversFee(method, worthOf(method, arrived))) return false;
  return isExchangeable(on, { link, method }, arrived);
}

export interface Tolerances {
  /**
   * Sets an account's tolerance for a method, from the next payment on; null removes it. Notifies the owners. Throws
   * `forbidden`, `account_not_found`, and `invalid_request` for an unknown method and for bounds that are out of range.
   */
  set(trx: Trx, accountId: string, actor: Actor, method: string, tolerance: Tolerance | null): Promise<void>;
}

export function createTolerances({ panelUrl }: { panelUrl: string }): Tolerances {
  return {
    async set(trx, accountId, actor, name, tolerance) {
      const { userId } = actor;
      if (userId !== null) await requireRole(trx, accountId, { userId }, OWNERS);
      if (!(await lockAccount(trx, { id: accountId }))) throw new DomainError('account_not_found');
      const method = await findMethod(trx, name);
      if (!method) throw invalidParam('method', `There is no method ${name}.`);
      if (tolerance) requireBounds(tolerance);
      const key = { accountId, method: name };
      const current = await findTolerance(trx, key);
      const from = current
        ? describe({ share: money(current.share), max: money(current.max) }, method)
        : null;
      const to = tolerance && describe(tolerance, method);
      if (from?.percent === to?.percent && from?.max === to?.max) return;
      trx.defer(
        tolerance
          ? putTolerance(trx, { ...key, share: tolerance.share.toFixed(), max: formatAmount(tolerance.max) })
          : deleteTolerance(trx, key),
      );
      await recordAction(trx, accountId, actor, {
        action: to ? 'tolerance.set' : 'tolerance.removed',
        subject: name,
        details: to ?? {},
      });
      const panel = `${panelUrl}/accounts/${accountId}/settings`;
      await tellMembers(trx, accountId, OWNERS, (words) =>
        words.toleranceChanged({ method: name, from, to, by: nameOf(actor, words), panel }),
      );
    },
  };
}

/** Throws `invalid_request`. */
function requireBounds({ share, max }: Tolerance): void {
  if (!share.gt(0) || share.gt(MAX_SHARE))
    throw invalidParam('share', 'It must be above 0 and at most 10 %.');
  if (!max.gt(0)) throw invalidParam('max', 'It must be above zero.');
}

function describe({ share, max }: Tolerance, { asset }: Method): { percent: string; max: string } {
  return { percent: share.shiftedBy(2).toFixed(), max: `${max.toFixed()} ${asset}` };
}
