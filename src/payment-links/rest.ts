import { money, type Money, ZERO } from '../lib/money.ts';
import type { LinkMethod } from './quote-repository.ts';
import type { PaymentLink } from './repository.ts';

/**
 * Whether a link can be paid by this method in parts (D7). It cannot by instructions that expire, because their rail takes
 * exactly one amount.
 */
export function takesParts({ instructionsExpireAt }: Pick<LinkMethod, 'instructionsExpireAt'>): boolean {
  return instructionsExpireAt === null;
}

/**
 * The part of a method's amount that is missing after what has arrived in its asset, and zero if nothing is. Null while
 * its quote is not valid, because what arrived is worth what the next quote says; undefined if no rest is asked for (D7).
 */
export function missingOf(
  { status }: Pick<PaymentLink, 'status'>,
  method: LinkMethod,
): Money | null | undefined {
  const { arrived, amountDue, quoteStatus } = method;
  if (arrived === null || status !== 'active' || !takesParts(method)) return undefined;
  if (amountDue === null || (quoteStatus !== 'native' && quoteStatus !== 'locked')) return null;
  const missing = money(amountDue).minus(money(arrived));
  return missing.gt(0) ? missing : ZERO;
}
