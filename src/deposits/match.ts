import { money, type Money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { FinalDeposit } from '../methods/providers/provider.ts';
import type { LinkMethodRow, PlaceRow } from '../payment-links/quotes/repository.ts';
import type { LinkRow } from '../payment-links/repository.ts';

/**
 * Finds the link method that a deposit is for, among all places with its destination; undefined when no single link
 * remains. The reference decides when links share a destination, and may be missing or wrong when they do not: a payer
 * who forgot it still sent the money to the right place. Among one link's methods, the asset decides, then the network.
 */
export function choosePlace<P extends Omit<PlaceRow, 'account_id' | 'method'>>(
  places: readonly P[],
  arrived: Pick<FinalDeposit, 'asset' | 'network'> & { reference: string | null },
): P | undefined {
  const candidates = places.filter((place) => !isSuperseded(place, places));
  const referred = candidates.filter(({ reference }) => reference === arrived.reference);
  const eligible = referred.length > 0 ? referred : candidates;
  if (new Set(eligible.map(({ link_code }) => link_code)).size !== 1) return undefined;
  const sameAsset = eligible.filter(({ asset }) => asset === arrived.asset);
  return sameAsset.find(({ network }) => network === arrived.network) ?? sameAsset[0] ?? eligible[0];
}

type IssuedPlace = Pick<PlaceRow, 'reference' | 'instructions_issued_at' | 'instructions_expire_at'>;

/**
 * A place that closes is for one payment. Its provider reuses the destination and reference only after it has closed, so
 * what arrives is for the one that was issued last, unless its payer may be an earlier one's (`mayBeAnothers`).
 */
function isSuperseded(place: IssuedPlace, places: readonly IssuedPlace[]): boolean {
  const closes = ({ instructions_expire_at: end }: IssuedPlace): boolean => end !== null;
  const issuedAt = ({ instructions_issued_at: at }: IssuedPlace): number => at?.getTime() ?? 0;
  return (
    closes(place) &&
    places.some(
      (other) => closes(other) && other.reference === place.reference && issuedAt(other) > issuedAt(place),
    )
  );
}

/**
 * Why a deposit does not pay the link, or undefined when it does: it must be exactly the amount due, in the asset and
 * over the network asked for, on an active link with a live quote, and no earlier payer's (D7).
 */
export function findMismatch(
  arrived: Pick<FinalDeposit, 'asset' | 'network' | 'amount' | 'mayBeAnothers'>,
  link: Pick<LinkRow, 'status'>,
  method: Pick<LinkMethodRow, 'asset' | 'network' | 'decimals' | 'amount_due' | 'quote_status'>,
): UnmatchedReason | undefined {
  if (arrived.mayBeAnothers) return 'PAYER_MISMATCH';
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
  { decimals, amount_due, quote_status }: Pick<LinkMethodRow, 'decimals' | 'amount_due' | 'quote_status'>,
): UnmatchedReason | undefined {
  // The rail cannot carry it, so it is not the payer's mistake: somebody should look at what the provider reported.
  if ((amount.decimalPlaces() ?? 0) > decimals) return 'WRONG_PRECISION';
  // No quote holds while a new one is being calculated: whatever amount the payer saw before has expired.
  if (quote_status === 'expired' || amount_due === null) return 'QUOTE_EXPIRED';
  const due = money(amount_due);
  if (amount.lt(due)) return 'UNDERPAID';
  return amount.gt(due) ? 'OVERPAID' : undefined;
}
