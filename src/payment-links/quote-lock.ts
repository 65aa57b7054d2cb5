import { lockPlausibleQuote, type Reference } from '../fx/index.ts';
import type { Money } from '../lib/money.ts';
import {
  convertedAmountDue,
  type LockedQuote,
  type Provider,
  ProviderFailure,
  rateWithSpread,
} from '../methods/index.ts';

/**
 * A quote may last this share of the wanted time, because the provider's clock may differ from ours and a repeated
 * request gets the first one's quote.
 */
const LONG_ENOUGH = 0.9;

/** The parameters of a price lock. */
export interface PriceTerms {
  /** The asset that the payer sends. */
  asset: string;
  /** The decimals that the rail supports. */
  decimals: number;
  /** The link's currency; `owed` is the amount that must be received, in this currency. */
  currency: string;
  owed: Money;
  quoteLifeMs: number;
  /** A share of a rate that the service locks itself. */
  spread: Money;
  /** The pair's price from a second source; undefined without one. */
  reference: Reference | undefined;
  linkExpiresAt: Date;
}

export interface Quote {
  amountDue: Money;
  rate: Money;
  /** The provider's reference; null without conversion, and when the service locked the price itself. */
  reference: string | null;
  /** Null if valid as long as the link. */
  expiresAt: Date | null;
}

/**
 * Locks the price of a method that needs a conversion for the method's quote life, with the provider or, when its quote
 * is shorter, by the service itself, which then bears the exchange risk until the conversion (D28). Throws a
 * ProviderFailure.
 */
export async function lockQuote(
  provider: Provider,
  terms: PriceTerms,
  asOf: Date,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Quote> {
  const { asset, currency, decimals, owed, quoteLifeMs, reference } = terms;
  const locked = await lockPlausibleQuote(
    provider,
    {
      idempotencyKey,
      fromAsset: asset,
      fromDecimals: decimals,
      toAsset: currency,
      lifeMs: quoteLifeMs,
      toAmount: owed,
    },
    { asOf, reference },
    signal,
  );
  const lifeEnd = new Date(asOf.getTime() + quoteLifeMs);
  return lastsLongEnough(locked, terms, asOf)
    ? atQuote(locked, terms, lifeEnd)
    : atOwnRisk(locked, terms, lifeEnd);
}

/** No amount is valid longer than its link, so its quote need not be either. */
function lastsLongEnough(
  locked: LockedQuote,
  { quoteLifeMs, linkExpiresAt }: PriceTerms,
  asOf: Date,
): boolean {
  const wantedMs = Math.min(quoteLifeMs, linkExpiresAt.getTime() - asOf.getTime());
  return locked.expiresAt.getTime() - asOf.getTime() >= wantedMs * LONG_ENOUGH;
}

function atQuote(locked: LockedQuote, { owed }: PriceTerms, lifeEnd: Date): Quote {
  // The payer's amount is converted as it is, so a quote whose proceeds fall short of the owed amount must not be
  // shown.
  if (locked.fromAmount.times(locked.rate).lt(owed)) {
    throw new ProviderFailure('refused', `quote ${locked.reference} does not cover what is owed`);
  }
  return {
    amountDue: locked.fromAmount,
    rate: locked.rate,
    reference: locked.reference,
    expiresAt: locked.expiresAt < lifeEnd ? locked.expiresAt : lifeEnd,
  };
}

function atOwnRisk(locked: LockedQuote, { owed, decimals, spread }: PriceTerms, lifeEnd: Date): Quote {
  const rate = rateWithSpread(locked.rate, spread);
  if (rate.isZero())
    throw new ProviderFailure('refused', `the rate of quote ${locked.reference} is too small`);
  return { amountDue: convertedAmountDue(owed, rate, decimals), rate, reference: null, expiresAt: lifeEnd };
}
