import type { Trx } from '../../../db/index.ts';
import { newId } from '../../../lib/ids.ts';
import { formatAmount, money, type Money } from '../../../lib/money.ts';
import { type ConversionRequest, type LockedQuote, ProviderFailure, type QuoteRequest } from '../../index.ts';
import { type Parts, REFUSED, refuseIf } from './parts.ts';
import { amountBrought, amountNeeded, exchangeRate, valueAt } from './rates.ts';
import { findQuote, listRates, recordOperation, type QuoteDetails } from './repository.ts';

/** The life of quotes of an earlier version, which did not state it. */
const FORMER_QUOTE_LIFE_MS = 15 * 60 * 1000;

export function lockQuote(
  { db, faults }: Parts,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<LockedQuote> {
  return faults.carryOut('quote', signal, ({ isRefused }) => {
    refuseIf(isRefused, REFUSED);
    return db.transaction((trx) => recordQuote(trx, request));
  });
}

async function recordQuote(trx: Trx, request: QuoteRequest): Promise<LockedQuote> {
  const { idempotencyKey, fromAsset, fromDecimals, toAsset } = request;
  const rate = await currentRate(trx, fromAsset, toAsset);
  const fromAmount =
    'fromAmount' in request ? request.fromAmount : amountNeeded(request.toAmount, rate, fromDecimals);
  const toAmount = amountBrought(fromAmount, rate);
  refuseIf(toAmount.isZero(), `${fromAmount.toFixed()} ${fromAsset} would bring nothing.`);
  const quote = await recordOperation<QuoteDetails>(trx, {
    operation: 'quote',
    idempotencyKey,
    reference: newId(),
    asset: fromAsset,
    amount: formatAmount(fromAmount),
    details: { rate: rate.toFixed(), toAsset, toAmount: toAmount.toFixed(), lifeMs: request.lifeMs },
    refusal: null,
  });
  refuseIf(
    quote.asset !== fromAsset || quote.details.toAsset !== toAsset,
    'The idempotency key was used for another quote.',
  );
  return {
    reference: quote.reference,
    rate: money(quote.details.rate),
    fromAmount: money(quote.amount),
    toAmount: money(quote.details.toAmount),
    expiresAt: new Date(quote.createdAt.getTime() + (quote.details.lifeMs ?? FORMER_QUOTE_LIFE_MS)),
  };
}

/**
 * The proceeds of a conversion. A quote is honored even after it expired, because money that arrived before may be
 * exchanged later.
 */
export async function proceedsOf(trx: Trx, request: ConversionRequest): Promise<Money> {
  const { quoteReference, fromAsset, fromAmount, toAsset } = request;
  const rate =
    quoteReference === null
      ? await currentRate(trx, fromAsset, toAsset)
      : await quotedRate(trx, { ...request, quoteReference });
  const toAmount = amountBrought(fromAmount, rate);
  refuseIf(toAmount.isZero(), `${fromAmount.toFixed()} ${fromAsset} would bring nothing.`);
  return toAmount;
}

async function currentRate(trx: Trx, fromAsset: string, toAsset: string): Promise<Money> {
  const [rates, now] = await Promise.all([listRates(trx), trx.now]);
  const from = rates.find(({ asset }) => asset === fromAsset);
  const to = rates.find(({ asset }) => asset === toAsset);
  if (!from || !to) throw new ProviderFailure('refused', `${fromAsset} is not exchanged for ${toAsset}.`);
  const rate = exchangeRate(valueAt(from, now), valueAt(to, now));
  refuseIf(rate.isZero(), `${fromAsset} is worth too little to be exchanged for ${toAsset}.`);
  return rate;
}

async function quotedRate(trx: Trx, request: ConversionRequest & { quoteReference: string }): Promise<Money> {
  const { quoteReference, fromAsset, fromAmount, toAsset } = request;
  const quote = await findQuote(trx, { reference: quoteReference });
  if (!quote) throw new ProviderFailure('refused', `There is no quote ${quoteReference}.`);
  refuseIf(
    quote.asset !== fromAsset || quote.details.toAsset !== toAsset,
    `The quote exchanges ${quote.asset} for ${quote.details.toAsset}.`,
  );
  refuseIf(!fromAmount.eq(quote.amount), `The quote is for ${quote.amount} ${quote.asset}.`);
  return money(quote.details.rate);
}
