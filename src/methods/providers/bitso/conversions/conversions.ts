import type { Database } from '../../../../db/connect.ts';
import { roundDownToLedger, roundUpTo, type Money } from '../../../../lib/money.ts';
import {
  ProviderFailure,
  type ConversionRequest,
  type Executed,
  type LockedQuote,
  type Outcome,
  type QuoteRequest,
} from '../../provider.ts';
import { findKeptQuote, keepQuote } from './quotes.ts';
import { findTakenQuote, listTakenQuotes, replaceQuote, takeQuote } from './repository.ts';
import type { Rfq, RfqConversion } from './rfq.ts';

/** What Bitso exchanges: pesos for these, and back. Which pairs it has now, it says when it is asked for a quote. */
const EXCHANGED_FOR_PESOS: readonly string[] = ['USD', 'USDC', 'USDT', 'COP'];
/** After this, a request that was sent has arrived or never will: far longer than a quote lasts. */
const OLD_AFTER_MS = 60_000;
const MAX_QUOTES = 3;

type Converted = Outcome<Executed & { toAmount: Money }>;

export interface BitsoConversions {
  /**
   * An indicative price: Bitso's quotes last 9 to 30 seconds, so prices of links are locked by the service (D28). The
   * rate is computed from the amounts, because Bitso's own is rounded.
   */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /**
   * Exchanges once for each key, at the quote that is named or at a fresh one. Bitso takes no key of ours, but each of
   * its quotes is used once: so the quote is written down before it is used, and found again among the conversions.
   */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** Of these keys, those whose conversion Bitso has executed. */
  listConverted(keys: readonly string[], signal: AbortSignal): Promise<string[]>;
}

/** Whether Bitso exchanges one asset for another by a request for a quote. */
export function isQuoted(fromAsset: string, toAsset: string): boolean {
  return fromAsset === 'MXN'
    ? EXCHANGED_FOR_PESOS.includes(toAsset)
    : toAsset === 'MXN' && EXCHANGED_FOR_PESOS.includes(fromAsset);
}

export function createBitsoConversions({
  db,
  rfq,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  rfq: Rfq;
}): BitsoConversions {
  /** How it stands with a quote that may have been used before; `ended`: it was not, and never will be. */
  const resume = async (
    quote: { quote_id: string; taken_at: Date; is_old: boolean },
    signal: AbortSignal,
  ): Promise<RfqConversion | 'ended' | 'unclear'> => {
    const { quote_id: quoteId, taken_at: since, is_old: isOld } = quote;
    const made = (await rfq.find(quoteId, since, signal)) ?? (await rfq.convert(quoteId, signal));
    if (made) return made;
    // It has ended or was used meanwhile, by this key: by another call, or by one whose answer was lost.
    const status = await rfq.quoteStatus(quoteId, signal);
    const other = await rfq.find(quoteId, since, signal);
    if (other) return other;
    if (status === 'EXPIRED' || status === 'REJECTED') return 'ended';
    return isOld && status === undefined ? 'ended' : 'unclear';
  };

  /** Uses a quote that nobody has used before. */
  const use = async (quoteId: string, signal: AbortSignal): Promise<RfqConversion | 'ended'> =>
    (await rfq.convert(quoteId, signal)) ??
    // Another call with the same key may have used it in this moment.
    (await rfq.find(quoteId, new Date(), signal)) ??
    'ended';

  const freshQuote = async (
    { fromAsset, toAsset, fromAmount }: ConversionRequest,
    signal: AbortSignal,
  ): Promise<string> => {
    const { fromDecimals } = await rfq.pair(fromAsset, toAsset, signal);
    requirePrecision(fromAmount, fromDecimals, fromAsset);
    const amount = { source_amount: fromAmount.toFixed() };
    return (await rfq.quote(fromAsset, toAsset, amount, signal)).id;
  };

  const convertAtQuote = async (
    request: ConversionRequest & { quoteReference: string },
    signal: AbortSignal,
  ): Promise<Converted> => {
    const { idempotencyKey, quoteReference: quoteId } = request;
    const isFirst = await db.transaction((trx) => takeQuote(trx, idempotencyKey, quoteId));
    const taken = isFirst ? undefined : await findTakenQuote(db.read, idempotencyKey, OLD_AFTER_MS);
    if (taken && taken.quote_id !== quoteId) {
      throw new ProviderFailure('refused', 'The key was used for another quote.');
    }
    const made = taken ? await resume(taken, signal) : await use(quoteId, signal);
    if (made === 'ended') {
      throw new ProviderFailure('refused', 'The quote has expired, or is not known.', {
        reason: 'QUOTE_EXPIRED',
      });
    }
    return toOutcome(made);
  };

  const convertNow = async (request: ConversionRequest, signal: AbortSignal): Promise<Converted> => {
    const { idempotencyKey: key } = request;
    for (let tries = 0; tries < MAX_QUOTES; tries++) {
      const taken = await findTakenQuote(db.read, key, OLD_AFTER_MS);
      const standing = taken && (await resume(taken, signal));
      if (standing !== undefined && standing !== 'ended') return toOutcome(standing);
      const quoteId = await freshQuote(request, signal);
      const isOurs = await db.transaction((trx) =>
        taken ? replaceQuote(trx, key, taken.quote_id, quoteId) : takeQuote(trx, key, quoteId),
      );
      // Another call with the same key has taken one: that one counts.
      if (!isOurs) continue;
      const made = await use(quoteId, signal);
      if (made !== 'ended') return toOutcome(made);
    }
    return unclear(`${MAX_QUOTES} quotes in a row had ended before they were used.`);
  };

  return {
    async lockQuote(request, signal) {
      const { fromAsset, toAsset, lifeMs } = request;
      const known = await findKeptQuote(db, request);
      if (known) return known;
      const begun = performance.now();
      const { id, ...quote } = await requestQuote(rfq, request, signal);
      const leftMs = Math.min(lifeMs, Math.max(0, quote.lifeMs - (performance.now() - begun)));
      return keepQuote(db, request, {
        ...quote,
        reference: id,
        fromAsset,
        toAsset,
        lifeMs: Math.floor(leftMs),
      });
    },

    convert: (request, signal) =>
      request.quoteReference === null
        ? convertNow(request, signal)
        : convertAtQuote({ ...request, quoteReference: request.quoteReference }, signal),

    async listConverted(keys, signal) {
      const taken = await listTakenQuotes(db.read, keys);
      const [oldest] = taken;
      if (!oldest) return [];
      const made = await rfq.listSince(oldest.taken_at, signal);
      const quotes = new Set(made.filter(({ status }) => status === 'done').map(({ quoteId }) => quoteId));
      return taken.filter(({ quote_id }) => quotes.has(quote_id)).map(({ key }) => key);
    },
  };
}

/**
 * Bitso quotes what an amount costs with more decimals than the rail carries: then the next amount that it does carry is
 * quoted, and that brings a little more.
 */
async function requestQuote(rfq: Rfq, request: QuoteRequest, signal: AbortSignal) {
  const { fromAsset, toAsset } = request;
  const pair = await rfq.pair(fromAsset, toAsset, signal);
  const decimals = Math.min(request.fromDecimals, pair.fromDecimals);
  const quoteFor = (amount: Money) =>
    rfq.quote(fromAsset, toAsset, { source_amount: amount.toFixed() }, signal);
  if ('fromAmount' in request) {
    requirePrecision(request.fromAmount, decimals, fromAsset);
    return quoteFor(request.fromAmount);
  }
  const target = { target_amount: roundUpTo(request.toAmount, pair.toDecimals).toFixed() };
  const exact = await rfq.quote(fromAsset, toAsset, target, signal);
  const carried = roundUpTo(exact.fromAmount, decimals);
  if (carried.eq(exact.fromAmount)) return exact;
  const quote = await quoteFor(carried);
  if (quote.toAmount.gte(request.toAmount)) return quote;
  throw new ProviderFailure('unavailable', 'The price moved while it was asked for.');
}

function requirePrecision(amount: Money, decimals: number, asset: string): void {
  if ((amount.decimalPlaces() ?? 0) <= decimals) return;
  throw new ProviderFailure('refused', `Bitso exchanges ${asset} with at most ${decimals} decimals.`);
}

function toOutcome(made: RfqConversion | 'unclear'): Converted {
  if (made === 'unclear') return unclear('Bitso does not say yet what became of the quote that was used.');
  const { id: providerReference, status, toAmount } = made;
  if (status === 'failed') throw new ProviderFailure('refused', `Conversion ${providerReference} failed.`);
  if (status === 'pending') return { status, providerReference };
  return { status, providerReference, toAmount: roundDownToLedger(toAmount) };
}

function unclear(words: string): Converted {
  return { status: 'pending', providerReference: null, waits: { reason: 'RAIL_UNREACHABLE', words } };
}
