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
  /** Units of the bought asset for one of the sold asset. */
  price: Money;
  /** The allowed deviation of a quote, as a fraction, in either direction. */
  maxDeviation: Money;
  /** In words for the operator. */
  source: string;
  /** A third source, which bounds how far prices can be moved in small steps. */
  beside?: Reference;
}

/** A provider's price that is not shown to payers. */
export class PriceRefused extends ProviderFailure {
  constructor(message: string) {
    super('unavailable', message);
  }
}

const ONE = money('1');

/**
 * Locks a quote that is still valid at `asOf` (see `lockLiveQuote`), and whose price is near that of a second source;
 * the only way to any quote (D28). Throws PriceRefused for a price that is too far from it, too good or too bad, and
 * for amounts that contradict it or differ from the request.
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

/**
 * The share by which a quote may exceed the requested amount, because the payer or the account would pay for all of it.
 */
const MAX_EXCESS = money('0.001');
/** Rails and exchanges carry at least these decimals, unless a rail says that it carries fewer. */
const COARSEST_DECIMALS = 2;

/** The maximum amount of a quote for a requested one, where both sides are rounded up to the rails' decimals. */
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

/**
 * The allowed difference between a rate, which is rounded to the ledger's decimals, and an amount's actual proceeds.
 */
export function roundingOf(fromAmount: Money): Money {
  return fromAmount.times(LEAST_AMOUNT).plus(LEAST_AMOUNT);
}

/** The minimum proceeds of an amount; at a lower price, a quote would be refused. */
export function leastFor(amount: Money, { price, maxDeviation, beside }: Reference): Money {
  const lowest = maxDeviation.lt(ONE) ? price.times(ONE.minus(maxDeviation)) : ZERO;
  const least = roundDownToLedger(amount.times(lowest));
  return beside ? BigNumber.max(least, leastFor(amount, beside)) : least;
}

/** Whether a price deviates from another more than allowed. */
export function isFar(
  quoted: Money,
  { price, maxDeviation }: Pick<Reference, 'price' | 'maxDeviation'>,
): boolean {
  return quoted.div(price).minus(1).abs().gt(maxDeviation);
}
