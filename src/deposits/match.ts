import { money, type Money } from '../lib/money.ts';
import type { LinkMethodRow } from '../payment-links/quotes/repository.ts';
import type { LinkRow } from '../payment-links/repository.ts';

/** Why a deposit was not credited to a link (D7). */
export type UnmatchedReason =
  | 'UNDERPAID'
  | 'OVERPAID'
  | 'QUOTE_EXPIRED'
  | 'LINK_EXPIRED'
  | 'LINK_CANCELLED'
  | 'LINK_ALREADY_PAID'
  | 'WRONG_ASSET'
  | 'WRONG_NETWORK'
  | 'UNKNOWN_DESTINATION'
  | 'CONVERSION_FAILED'
  | 'NOT_CONFIRMED';

export interface Arrived {
  reference: string | null;
  asset: string;
  network: string | null;
  amount: Money;
}

/**
 * Whose a deposit is, among all that were told to pay to its destination. The reference decides where a destination is
 * shared, and may be missing or wrong where it is not: a payer who forgot it sent the money to the right place all the
 * same. Of one link's methods that share a destination, the asset and then the network decide.
 */
export function chooseMethod<M extends Pick<LinkMethodRow, 'link_code' | 'reference' | 'asset' | 'network'>>(
  candidates: readonly M[],
  arrived: Arrived,
): M | undefined {
  const referred = candidates.filter(({ reference }) => reference === arrived.reference);
  const eligible = referred.length > 0 ? referred : candidates;
  if (new Set(eligible.map(({ link_code }) => link_code)).size !== 1) return undefined;
  const sameAsset = eligible.filter(({ asset }) => asset === arrived.asset);
  return sameAsset.find(({ network }) => network === arrived.network) ?? sameAsset[0] ?? eligible[0];
}

/**
 * Why what arrived does not pay the link, or undefined when it does: exactly the amount due, in the asset and
 * over the network asked for, on an active link with a live quote (D7).
 */
export function findMismatch(
  arrived: Arrived,
  link: Pick<LinkRow, 'status'>,
  method: Pick<LinkMethodRow, 'asset' | 'network' | 'amount_due' | 'quote_status'>,
): UnmatchedReason | undefined {
  if (arrived.asset !== method.asset) return 'WRONG_ASSET';
  if (arrived.network !== method.network) return 'WRONG_NETWORK';
  switch (link.status) {
    case 'cancelled':
      return 'LINK_CANCELLED';
    case 'expired':
      return 'LINK_EXPIRED';
    case 'paid':
    case 'processing':
      return 'LINK_ALREADY_PAID';
    case 'active':
      return findWrongAmount(arrived.amount, method);
  }
}

function findWrongAmount(
  amount: Money,
  { amount_due, quote_status }: Pick<LinkMethodRow, 'amount_due' | 'quote_status'>,
): UnmatchedReason | undefined {
  // No quote holds while a new one is being calculated: whatever the payer read before has expired.
  if (quote_status === 'expired' || amount_due === null) return 'QUOTE_EXPIRED';
  const due = money(amount_due);
  if (amount.lt(due)) return 'UNDERPAID';
  return amount.gt(due) ? 'OVERPAID' : undefined;
}
