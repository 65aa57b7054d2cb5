import { money, type Money, ZERO } from '../../lib/money.ts';
import { type LinkMethod, type PaymentLink, receivedOf } from '../../payment-links/index.ts';
import type { AnyConversion } from '../../transfers/index.ts';

/** The credit of a converted payment to its link, in the link's currency, and the rest of its proceeds. */
export interface Credit {
  received: Money;
  /** Zero if the account bore it. */
  payersFee: Money;
  /**
   * Rails have few decimals, so the payer sends a bit more than is credited; the service keeps it, in the account's fee and
   * fx books. Negative where the service added to poor proceeds.
   */
  rounding: Money;
}

/** Undefined for a conversion that has not paid its link. */
export function creditOf(
  { kind, status, toAmount }: Pick<AnyConversion, 'kind' | 'status' | 'toAmount'>,
  link: PaymentLink,
  method: Pick<LinkMethod, 'fee'>,
): Credit | undefined {
  if (kind !== 'payment_conversion' || status !== 'settled' || link.status !== 'paid') return undefined;
  const received = receivedOf(link);
  const payersFee = link.feeBearer === 'payer' ? money(method.fee) : ZERO;
  return { received, payersFee, rounding: money(toAmount).minus(received).minus(payersFee) };
}
