import type { Database } from '../../../../db/index.ts';
import { roundDownToLedger, roundUpTo, type Money } from '../../../../lib/money.ts';
import {
  type ConversionRequest,
  type Executed,
  type LockedQuote,
  type Outcome,
  ProviderFailure,
  type QuoteRequest,
  type Waiting,
  waitsForPrice,
} from '../../../index.ts';
import { findKeptQuote, keepQuote } from './quotes.ts';
import { placeOnce, requireNotPlaced } from '../orders/place-once.ts';
import { findOrder } from '../orders/repository.ts';
import { findTakenQuote, listTakenQuotes, replaceQuote, takeQuote, type TakenQuote } from './repository.ts';
import type { Rfq, RfqConversion, RfqQuote } from './rfq.ts';

/** Bitso exchanges pesos for these, and back. Which pairs it currently has is known only from a quote. */
const EXCHANGED_FOR_PESOS: readonly string[] = ['USD', 'USDC', 'USDT', 'COP'];
/** Rounds, each of which takes a quote and uses it in the next one. */
const MAX_QUOTES = 3;

type Converted = Outcome<Executed & { toAmount: Money }>;

export interface BitsoConversions {
  /**
   * An indicative price: Bitso's quotes last 9 to 30 seconds, so prices of links are locked by the service (D28). The
   * rate is computed from the amounts, because Bitso's own is rounded.
   */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /**
   * Exchanges once for each key, at the given quote or at a fresh one. Bitso accepts no key of ours, but each of its quotes
   * can be used only once: so the quote is stored before it is used, and found again among the conversions.
   */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** The reference of a key's conversion, which Bitso has accepted; undefined for none. */
  findReference(idempotencyKey: string): Promise<string | undefined>;
  /** Throws a ProviderFailure of kind `unavailable` while the conversion of a key may be made, or when it was. */
  requireNotConverted(idempotencyKey: string, signal: AbortSignal): Promise<void>;
  /** Of these keys, those whose conversion Bitso has executed. */
  listConverted(keys: readonly string[], signal: AbortSignal): Promise<string[]>;
}

/** Whether Bitso exchanges one asset for another by RFQ. */
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
  const orderOf = ({ quoteId, takenAt }: TakenQuote, signal: AbortSignal) => ({
    id: orderIdOf({ quoteId }),
    find(known: { reference: string | null } | undefined) {
      const reference = known?.reference ?? null;
      return reference === null ? rfq.find(quoteId, takenAt, signal) : rfq.conversion(reference, signal);
    },
    async requireAbsent() {
      if ((await rfq.quoteStatus(quoteId, signal)) !== 'ACCEPTED') return;
      throw new ProviderFailure('unavailable', 'Bitso has used the quote, but shows no conversion.');
    },
  });

  /** Uses a quote once, also if it was used before; `ended`: it was not, and never will be. */
  const use = async (
    idempotencyKey: string,
    taken: TakenQuote,
    signal: AbortSignal,
  ): Promise<Converted | 'ended'> => {
    try {
      const placed = await placeOnce(db, {
        ...orderOf(taken, signal),
        idempotencyKey,
        request: () => rfq.convert(taken.quoteId, signal),
        referenceOf: ({ id }) => id,
      });
      return 'made' in placed
        ? toOutcome(placed.made)
        : { status: 'pending', providerReference: placed.unlisted };
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind === 'refused' && error.reason === 'QUOTE_EXPIRED') {
        return 'ended';
      }
      throw error;
    }
  };

  const freshQuote = async (
    { fromAsset, toAsset, fromAmount }: ConversionRequest,
    signal: AbortSignal,
  ): Promise<RfqQuote> => {
    const { fromDecimals } = await rfq.pair(fromAsset, toAsset, signal);
    requirePrecision(fromAmount, fromDecimals, fromAsset);
    const amount = { source_amount: fromAmount.toFixed() };
    return rfq.quote(fromAsset, toAsset, amount, signal);
  };

  const convertAtQuote = async (
    request: ConversionRequest & { quoteReference: string },
    signal: AbortSignal,
  ): Promise<Converted> => {
    const { idempotencyKey, quoteReference: quoteId } = request;
    await db.transaction((trx) => takeQuote(trx, idempotencyKey, quoteId));
    const taken = await findTakenQuote(db.read, { key: idempotencyKey });
    if (taken?.quoteId !== quoteId) {
      throw new ProviderFailure('refused', 'The key was used for another quote.');
    }
    const outcome = await use(idempotencyKey, taken, signal);
    if (outcome !== 'ended') return outcome;
    throw new ProviderFailure('refused', 'The quote has expired, or is not known.', {
      reason: 'QUOTE_EXPIRED',
    });
  };

  const convertNow = async (request: ConversionRequest, signal: AbortSignal): Promise<Converted> => {
    const { idempotencyKey: key } = request;
    for (let tries = 0; tries < MAX_QUOTES; tries++) {
      const taken = await findTakenQuote(db.read, { key });
      const outcome = taken ? await use(key, taken, signal).catch(endedForFunds) : 'ended';
      if (outcome !== 'ended') return outcome;
      const quote = await freshQuote(request, signal).catch(toWaiting);
      if ('reason' in quote) return { status: 'pending', providerReference: null, waits: quote };
      const { id: quoteId, toAmount } = quote;
      const waits = waitsForPrice(request, toAmount);
      if (waits) return { status: 'pending', providerReference: null, waits };
      // Another call with the same key may have taken one meanwhile: then that one counts.
      await db.transaction((trx) =>
        taken ? replaceQuote(trx, key, taken.quoteId, quoteId) : takeQuote(trx, key, quoteId),
      );
    }
    throw new ProviderFailure('unavailable', 'The quotes ended before they could be used.');
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

    async findReference(idempotencyKey) {
      const taken = await findTakenQuote(db.read, { key: idempotencyKey });
      const order = taken && (await findOrder(db.read, { id: orderIdOf(taken) }));
      return order?.reference ?? undefined;
    },

    async requireNotConverted(idempotencyKey, signal) {
      const taken = await findTakenQuote(db.read, { key: idempotencyKey });
      if (taken) await requireNotPlaced(db, orderOf(taken, signal), standingOf);
    },

    async listConverted(keys, signal) {
      const taken = await listTakenQuotes(db.read, { keys });
      const [oldest] = taken;
      if (!oldest) return [];
      const made = await rfq.listSince(oldest.takenAt, signal);
      const quotes = new Set(made.filter(({ status }) => status === 'done').map(({ quoteId }) => quoteId));
      return taken.filter(({ quoteId }) => quotes.has(quoteId)).map(({ key }) => key);
    },
  };
}

/** A quote that Bitso refused to use for lack of funds is over: nothing was exchanged, and another may be. */
function endedForFunds(error: unknown): 'ended' {
  const isRefused = error instanceof ProviderFailure && error.kind === 'refused';
  if (isRefused && error.reason === 'INSUFFICIENT_PROVIDER_FUNDS') return 'ended';
  throw error;
}

/** What a payer was promised waits until there is enough to exchange. */
function toWaiting(error: unknown): Waiting {
  if (!(error instanceof ProviderFailure) || error.reason !== 'INSUFFICIENT_PROVIDER_FUNDS') throw error;
  return { reason: 'HOT_WALLET_EMPTY', words: error.message };
}

/**
 * Bitso quotes costs with more decimals than the rail supports: then the next amount that the rail supports is quoted,
 * which yields a little more.
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

function orderIdOf({ quoteId }: Pick<TakenQuote, 'quoteId'>): string {
  return `quote ${quoteId}`;
}

/** Why a conversion may still move money, or has. */
function standingOf({ id, status, toAsset }: RfqConversion): string | undefined {
  switch (status) {
    case 'failed':
      return undefined;
    case 'done':
      return toAsset === 'MXN'
        ? `It was done: resolve it with --settled ${id}, but if MXNB was to be bought with these pesos, only once that was issued for them.`
        : `It was done: resolve it with --settled ${id}.`;
    case 'pending':
      return `It is under way at Bitso as ${id}: resolve it with --retry to go on asking.`;
    case 'terminated':
      return terminated(id);
  }
}

/** It is not documented whether anything was exchanged, so no money may be released. */
function terminated(id: string): string {
  return `Bitso says that conversion ${id} was terminated, and not whether anything was exchanged: ask Bitso. If it was, resolve it with --settled ${id}.`;
}

function toOutcome({ id: providerReference, status, toAmount }: RfqConversion): Converted {
  switch (status) {
    case 'done':
      return { status, providerReference, toAmount: roundDownToLedger(toAmount) };
    case 'pending':
      return { status, providerReference };
    case 'failed':
      throw new ProviderFailure('refused', `Conversion ${providerReference} failed.`);
    case 'terminated':
      throw new ProviderFailure('unavailable', terminated(providerReference));
  }
}
