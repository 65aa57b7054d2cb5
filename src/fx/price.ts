import { BigNumber } from 'bignumber.js';
import { LEAST_AMOUNT, money, type Money, roundDownToLedger, ZERO } from '../lib/money.ts';
import {
  lockLiveQuote,
  ProviderFailure,
  type LockedQuote,
  type Provider,
  type QuoteRequest,
} from '../methods/index.ts';

/** A second source for a price. */
export interface Reference {
  /** Units of the asset that is bought for one that is sold. */
  price: Money;
  /** As a fraction: how far a quote may be from it, either way. */
  maxDeviation: Money;
  /** In words for the operator. */
  source: string;
  /** A third source, which bounds how far prices can be moved in small steps. */
  beside?: Reference;
}

/** A provider's price that nobody is shown. */
export class PriceRefused extends ProviderFailure {
  constructor(message: string) {
    super('unavailable', message);
  }
}

const ONE = money('1');

/**
 * Locks a quote that still holds at `asOf` (see `lockLiveQuote`), and whose price is near that of a second source: the one
 * way to any quote (D28). Throws PriceRefused for a price that is too far from it, too good or too bad, and for amounts that
 * contradict it or are not what was asked for.
 */
export async function lockPlausibleQuote(
  provider: Provider,
  request: QuoteRequest,
  { asOf, reference }: { asOf: Date; reference: Reference | undefined },
  signal: AbortSignal,
): Promise<LockedQuote> {
  const quote = await lockLiveQuote(provider, request, asOf, signal);
  const problem = problemOf(quote, request) ?? deviationOf(quote, reference);
  if (problem === undefined) return quote;
  const { fromAsset, toAsset } = request;
  throw new PriceRefused(
    `The quote ${quote.reference} of ${provider.name} for ${fromAsset} in ${toAsset} is refused: ${problem}.`,
  );
}

function problemOf({ fromAmount, toAmount, rate }: LockedQuote, request: QuoteRequest): string | undefined {
  if (![fromAmount, toAmount, rate].every((one) => one.isFinite() && one.gt(0)))
    return `it gives ${toAmount.toFixed()} for ${fromAmount.toFixed()} at ${rate.toFixed()}`;
  if (fromAmount.times(rate).minus(toAmount).abs().gt(roundingOf(fromAmount)))
    return `${fromAmount.toFixed()} at ${rate.toFixed()} are not ${toAmount.toFixed()}`;
  if ('fromAmount' in request) {
    if (fromAmount.eq(request.fromAmount)) return undefined;
    return `it is for ${fromAmount.toFixed()} instead of ${request.fromAmount.toFixed()}`;
  }
  if (toAmount.gte(request.toAmount) && toAmount.lte(mostFor(request, rate))) return undefined;
  return `it gives ${toAmount.toFixed()} instead of ${request.toAmount.toFixed()}`;
}

/** How much more than asked a quote may give, as a share: the payer or the account would pay for all of it. */
const MAX_EXCESS = money('0.001');
/** Rails and exchanges carry at least these decimals, unless a rail says that it carries fewer. */
const COARSEST_DECIMALS = 2;

/** The most that a quote may give for an amount that was asked for, where both sides are rounded up to what rails carry. */
function mostFor({ toAmount, fromDecimals }: { toAmount: Money; fromDecimals: number }, rate: Money): Money {
  const oneSent = ONE.shiftedBy(-Math.min(fromDecimals, COARSEST_DECIMALS)).times(rate);
  const oneBrought = ONE.shiftedBy(-COARSEST_DECIMALS);
  return toAmount.times(ONE.plus(MAX_EXCESS)).plus(oneSent).plus(oneBrought);
}

function deviationOf(
  { fromAmount, toAmount }: Pick<LockedQuote, 'fromAmount' | 'toAmount'>,
  reference: Reference | undefined,
): string | undefined {
  if (!reference) return undefined;
  const { price, maxDeviation, source } = reference;
  const quoted = toAmount.div(fromAmount);
  if (!isFar(quoted, reference)) return deviationOf({ fromAmount, toAmount }, reference.beside);
  return `its price ${quoted.toFixed(8)} is more than ${maxDeviation.shiftedBy(2).toFixed()} % from ${price.toFixed(8)}, by ${source}`;
}

/** How far a rate, which is rounded to the ledger's decimals, may be from what an amount brings at it. */
export function roundingOf(fromAmount: Money): Money {
  return fromAmount.times(LEAST_AMOUNT).plus(LEAST_AMOUNT);
}

/** The least that an amount may bring: at a lower price than that, it would be refused as a quote. */
export function leastFor(amount: Money, { price, maxDeviation, beside }: Reference): Money {
  const lowest = maxDeviation.lt(ONE) ? price.times(ONE.minus(maxDeviation)) : ZERO;
  const least = roundDownToLedger(amount.times(lowest));
  return beside ? BigNumber.max(least, leastFor(amount, beside)) : least;
}

/** Whether a price is further from another than it may be. */
export function isFar(
  quoted: Money,
  { price, maxDeviation }: Pick<Reference, 'price' | 'maxDeviation'>,
): boolean {
  return quoted.div(price).minus(1).abs().gt(maxDeviation);
}
