import { money, type Money } from '../lib/money.ts';
import type { LinkMethodRow, LinkRow } from '../payment-links/repository.ts';

export type UnmatchedReason =
  | 'UNDERPAID'
  | 'OVERPAID'
  | 'LINK_EXPIRED'
  | 'LINK_CANCELLED'
  | 'LINK_ALREADY_PAID'
  | 'WRONG_ASSET'
  | 'WRONG_NETWORK';

interface Arrived {
  asset: string;
  network: string | null;
  amount: Money;
}

/**
 * Why what arrived does not pay the link, or undefined when it does: exactly the amount due, in the asset and
 * over the network asked for, on an active link (D7).
 */
export function findMismatch(
  arrived: Arrived,
  link: Pick<LinkRow, 'status'>,
  method: Pick<LinkMethodRow, 'asset' | 'network' | 'amount_due'>,
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
    case 'active': {
      const due = money(method.amount_due);
      if (arrived.amount.lt(due)) return 'UNDERPAID';
      return arrived.amount.gt(due) ? 'OVERPAID' : undefined;
    }
  }
}
