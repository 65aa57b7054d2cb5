import type { Queryable, Trx } from '../../../../db/index.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { lockLimits, sumSent } from './repository.ts';

/**
 * The amount of an asset that may leave the hot wallet without a release by two operators (D49). Undefined for any
 * amount. Limits are configured beside the keys and apply when a nonce is taken, so that neither a stolen session nor a
 * changed transfer can empty the wallet.
 */
export interface PayoutLimits {
  /** In one payout or refund. */
  perPayout: Money | undefined;
  /** Within 24 hours, on all networks together. */
  perDay: Money | undefined;
  /** In transit to an address that no payout or refund has ever reached on that network. */
  newDestination: Money | undefined;
}

/** Exactly what two operators released. `payment` is its idempotency key, under which it is made only once. */
export interface Release {
  payment: string;
  network: string;
  asset: string;
  amount: string;
  recipient: string;
}

/** The id of the approved request that releases exactly this; undefined when there is none. */
export type FindRelease = (on: Queryable, release: Release) => Promise<string | undefined>;

/**
 * The limit that a payment exceeds; undefined for none. Until the transaction ends, no other payment of the asset is
 * compared with the limits.
 */
export async function findExceeded(
  trx: Trx,
  limits: PayoutLimits,
  { network, asset, amount, recipient }: { network: string; asset: string; amount: Money; recipient: string },
): Promise<string | undefined> {
  await lockLimits(trx, { asset });
  const sent = await sumSent(trx, { network, asset, recipient });
  const { perPayout, perDay, newDestination } = limits;
  if (perPayout?.lt(amount)) return `${perPayout.toFixed()} ${asset} per payout`;
  if (newDestination && !sent.wasReached && newDestination.lt(amount.plus(money(sent.underWay)))) {
    return `${newDestination.toFixed()} ${asset} to an address that was never paid before`;
  }
  if (perDay?.lt(amount.plus(money(sent.withinADay)))) return `${perDay.toFixed()} ${asset} within 24 hours`;
  return undefined;
}
