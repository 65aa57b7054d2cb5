import { lockAccount } from '../accounts/index.ts';
import { type Actor, recordDeed } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import { findMethod } from '../methods/index.ts';
import type { LinkMethod } from '../payment-links/index.ts';
import { coversFee, worthOf } from './acceptance.ts';
import { deleteTolerance, findTolerance, putTolerance } from './tolerance-repository.ts';

/** More would not be a tolerance, but another price. */
const MAX_SHARE = money('0.1');

/** How far a payment may be from what is due, short or over; both bounds hold (D40). */
export interface Tolerance {
  /** Of the amount due, as a fraction. */
  share: Money;
  /** In the asset that is sent. */
  max: Money;
}

/**
 * Whether a payment that does not match only by its amount pays its link all the same, because the account tolerates the
 * difference (D40). One deposit pays a link, so it is compared with all that is due: parts are never added up.
 */
export async function isTolerated(
  on: Queryable,
  mismatch: UnmatchedReason,
  method: LinkMethod,
  arrived: Money,
): Promise<boolean> {
  const { accountId, method: name, amountDue } = method;
  if ((mismatch !== 'UNDERPAID' && mismatch !== 'OVERPAID') || amountDue === null) return false;
  const tolerance = await findTolerance(on, { accountId, method: name });
  if (!tolerance) return false;
  const due = money(amountDue);
  const gap = arrived.minus(due).abs();
  const isWithin = gap.lte(due.times(money(tolerance.share))) && gap.lte(money(tolerance.max));
  return isWithin && coversFee(method, worthOf(method, arrived));
}

/**
 * Sets what an account tolerates with a method, from the next payment on; undefined: nothing. Throws `account_not_found`,
 * and `invalid_request` for an unknown method and for bounds that are out of range.
 */
export async function setTolerance(
  trx: Trx,
  actor: Actor,
  { accountId, method: name }: { accountId: string; method: string },
  tolerance: Tolerance | undefined,
): Promise<void> {
  if (!(await lockAccount(trx, { id: accountId }))) throw new DomainError('account_not_found');
  const method = await findMethod(trx, name);
  if (!method) throw invalidParam('method', `There is no method ${name}.`);
  const key = { accountId, method: name };
  if (tolerance) {
    const { share, max } = tolerance;
    if (!share.gt(0) || share.gt(MAX_SHARE))
      throw invalidParam('share', 'It must be above 0 and at most 10 %.');
    if (!max.gt(0)) throw invalidParam('max', 'It must be above zero.');
    trx.defer(putTolerance(trx, { ...key, share: share.toFixed(), max: formatAmount(max) }));
  } else {
    trx.defer(deleteTolerance(trx, key));
  }
  await recordDeed(trx, accountId, actor, {
    action: tolerance ? 'tolerance.set' : 'tolerance.removed',
    subject: name,
    details: tolerance
      ? { percent: tolerance.share.shiftedBy(2).toFixed(), max: `${tolerance.max.toFixed()} ${method.asset}` }
      : {},
  });
}
