import { money, type Money, ZERO } from '../lib/money.ts';
import { isAtPar, type Providers } from '../methods/index.ts';
import type { LinkMethod } from './quote-repository.ts';
import type { PaymentLink } from './repository.ts';

/**
 * Whether a link can be paid by this method in parts (D7). It cannot where the payment would be exchanged, because a
 * price is promised for the whole amount only, nor by instructions that are for exactly one amount.
 */
export function takesParts(
  providers: Pick<Providers, 'find'>,
  link: Pick<PaymentLink, 'currency'>,
  method: LinkMethod,
): boolean {
  const { requiresConversion, quoteStatus, instructionsExpireAt } = method;
  return (
    !requiresConversion &&
    isAtPar(method, link.currency, providers) &&
    quoteStatus === 'native' &&
    instructionsExpireAt === null
  );
}

/**
 * The part of a method's amount that is missing after what has arrived in its asset, and zero if nothing is; undefined
 * if no rest is asked for (D7).
 */
export function missingOf(
  providers: Pick<Providers, 'find'>,
  link: Pick<PaymentLink, 'status' | 'currency'>,
  method: LinkMethod,
): Money | undefined {
  const { arrived, amountDue } = method;
  if (arrived === null || amountDue === null || link.status !== 'active') return undefined;
  if (!takesParts(providers, link, method)) return undefined;
  const missing = money(amountDue).minus(money(arrived));
  return missing.gt(0) ? missing : ZERO;
}
