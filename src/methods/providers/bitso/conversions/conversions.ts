import { roundDownToLedger, roundUpTo, type Money } from '../../../../lib/money.ts';
import {
  type ConversionRequest,
  type Converted,
  type LockedQuote,
  ProviderFailure,
  type QuoteRequest,
  type Waiting,
  waitsForPrice,
} from '../../../index.ts';
import { requireDecimals } from '../../http-rail/index.ts';
import { findKeptQuote, keepQuote } from './quotes.ts';
import {
  type Access,
  doneAs,
  findOrder,
  type FoundOrder,
  type Look,
  placeOnce,
  underWayAs,
} from '../../orders/index.ts';
import { BITSO } from '../orders/rail.ts';
import { findTakenQuote, listTakenQuotes, replaceQuote, takeQuote, type TakenQuote } from './repository.ts';
import type { Rfq, RfqConversion, RfqQuote } from './rfq.ts';

/** Bitso exchanges pesos for these, and back. Its present pairs are known only from a quote. */
const EXCHANGED_FOR_PESOS: readonly string[] = ['USD', 'USDC', 'USDT', 'COP'];
/** Rounds, each of which takes a quote and uses it in the next one. */
const MAX_QUOTES = 3;

export interface BitsoConversions {
  /**
   * An indicative price, because Bitso's quotes last 9 to 30 seconds. Prices of links are therefore locked by the
   * service (D28). The rate is computed from the amounts, because Bitso's own is rounded.
   */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /**
   * Exchanges once for each key, at the given quote or at a fresh one. Bitso accepts no key of ours, but each of its
   * quotes can be used only once, so the quote is stored before it is used, and found again among the conversions.
   */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** The reference of a key's conversion that Bitso has accepted; undefined for none. */
  findReference(idempotencyKey: string): Promise<string | undefined>;
  /** How the conversion of a key is looked up before it is ruled out; none if no quote was taken for it. */
  looksFor(idempotencyKey: string, signal: AbortSignal): Promise<Look[]>;
  /** The given keys whose conversion Bitso has executed. */
  listConverted(keys: readonly string[], signal: AbortSignal): Promise<string[]>;
}

interface Parts {
  access: Access;
  rfq: Rfq;
}

/** Whether Bitso exchanges one asset for another by RFQ. */
export function isQuoted(fromAsset: string, toAsset: string): boolean {
  return fromAsset === 'MXN'
    ? EXCHANGED_FOR_PESOS.includes(toAsset)
    : toAsset === 'MXN' && EXCHANGED_FOR_PESOS.includes(fromAsset);
}

export function createBitsoConversions(access: Access, rfq: Rfq): BitsoConversions {
  const parts: Parts = { access, rfq };
  return {
    lockQuote: (request, signal) => lockQuote(parts, request, signal),
    convert: (request, signal) =>
      request.quoteReference === null
        ? convertNow(parts, request, signal)
        : convertAtQuote(parts, { ...request, quoteReference: request.quoteReference }, signal),
    findReference: (idempotencyKey) => findReference(parts, idempotencyKey),
    looksFor: (idempotencyKey, signal) => looksFor(parts, idempotencyKey, signal),
    listConverted: (keys, signal) => listConverted(parts, keys, signal),
  };
}

async function lockQuote(
  { access, rfq }: Parts,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<LockedQuote> {
  const { fromAsset, toAsset, lifeMs } = request;
  const known = await findKeptQuote(access.db, request);
  if (known) return known;
  const begun = performance.now();
  const { id, ...quote } = await requestQuote(rfq, request, signal);
  const leftMs = Math.min(lifeMs, Math.max(0, quote.lifeMs - (performance.now() - begun)));
  return keepQuote(access.db, request, {
    ...quote,
    reference: id,
    fromAsset,
    toAsset,
    lifeMs: Math.floor(leftMs),
  });
}

async function findReference({ access }: Parts, idempotencyKey: string): Promise<string | undefined> {
  const taken = await findTakenQuote(access.db.read, { key: idempotencyKey });
  const order = taken && (await findOrder(access.db.read, { id: orderIdOf(taken) }));
  return order?.reference ?? undefined;
}

async function looksFor(parts: Parts, idempotencyKey: string, signal: AbortSignal): Promise<Look[]> {
  const { access } = parts;
  const taken = await findTakenQuote(access.db.read, { key: idempotencyKey });
  if (!taken) return [];
  return [
    {
      id: orderIdOf(taken),
      purpose: 'convert',
      async look(known) {
        const made = await find(parts, taken, known, signal);
        return made ? endOf(made) : 'absent';
      },
      requireAbsent: () => requireUnused(parts, taken, signal),
    },
  ];
}

async function listConverted(
  { access, rfq }: Parts,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const taken = await listTakenQuotes(access.db.read, { keys });
  const [oldest] = taken;
  if (!oldest) return [];
  const made = await rfq.listSince(oldest.takenAt, signal);
  const quotes = new Set(made.filter(({ status }) => status === 'done').map(({ quoteId }) => quoteId));
  return taken.filter(({ quoteId }) => quotes.has(quoteId)).map(({ key }) => key);
}

/** The conversion made at a quote, found by its reference if that is known, otherwise among those made since. */
function find(
  { rfq }: Parts,
  { quoteId, takenAt }: TakenQuote,
  known: FoundOrder,
  signal: AbortSignal,
): Promise<RfqConversion | undefined> {
  return typeof known?.reference === 'string'
    ? rfq.conversion(known.reference, signal)
    : rfq.find(quoteId, takenAt, signal);
}

async function requireUnused({ rfq }: Parts, { quoteId }: TakenQuote, signal: AbortSignal): Promise<void> {
  if ((await rfq.quoteStatus(quoteId, signal)) !== 'ACCEPTED') return;
  throw new ProviderFailure('unavailable', 'Bitso has used the quote, but shows no conversion.');
}

/** Uses a quote once, even if it was used before; `ended`: it was not, and never will be. */
async function use(
  parts: Parts,
  { idempotencyKey, fromAsset, fromAmount, toAsset }: ConversionRequest,
  taken: TakenQuote,
  signal: AbortSignal,
): Promise<Converted | 'ended'> {
  const { access, rfq } = parts;
  try {
    const placed = await placeOnce<RfqConversion>(
      access,
      {
        purpose: 'convert',
        id: orderIdOf(taken),
        idempotencyKey,
        requested: [taken.quoteId, fromAsset, fromAmount.toFixed(), toAsset],
        prepare: () => Promise.resolve({ body: JSON.stringify({ quote_id: taken.quoteId }) }),
        find: (known) => find(parts, taken, known, signal),
        requireAbsent: () => requireUnused(parts, taken, signal),
        request: (body, within) => rfq.convert(JSON.parse(body) as { quote_id: string }, within),
        referenceOf: ({ id }) => id,
      },
      signal,
    );
    return 'made' in placed ? toOutcome(placed.made) : placed;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused' && error.reason === 'QUOTE_EXPIRED') {
      return 'ended';
    }
    throw error;
  }
}

async function freshQuote(
  { rfq }: Parts,
  { fromAsset, toAsset, fromAmount }: ConversionRequest,
  signal: AbortSignal,
): Promise<RfqQuote> {
  const { fromDecimals } = await rfq.pair(fromAsset, toAsset, signal);
  requireDecimals(fromAmount, fromDecimals, `Bitso exchanges ${fromAsset} with`);
  const amount = { source_amount: fromAmount.toFixed() };
  return rfq.quote(fromAsset, toAsset, amount, signal);
}

async function convertAtQuote(
  parts: Parts,
  request: ConversionRequest & { quoteReference: string },
  signal: AbortSignal,
): Promise<Converted> {
  const { access } = parts;
  const { idempotencyKey, quoteReference: quoteId } = request;
  await access.db.transaction((trx) => takeQuote(trx, { key: idempotencyKey, quoteId }));
  const taken = await findTakenQuote(access.db.read, { key: idempotencyKey });
  if (taken?.quoteId !== quoteId) {
    throw new ProviderFailure('refused', 'The key was used for another quote.');
  }
  const outcome = await use(parts, request, taken, signal);
  if (outcome !== 'ended') return outcome;
  throw new ProviderFailure('refused', 'The quote has expired, or is not known.', {
    reason: 'QUOTE_EXPIRED',
  });
}

async function convertNow(parts: Parts, request: ConversionRequest, signal: AbortSignal): Promise<Converted> {
  const { access } = parts;
  const { idempotencyKey: key } = request;
  for (let tries = 0; tries < MAX_QUOTES; tries++) {
    const taken = await findTakenQuote(access.db.read, { key });
    const outcome = taken ? await use(parts, request, taken, signal).catch(endedForFunds) : 'ended';
    if (outcome !== 'ended') return outcome;
    const quote = await freshQuote(parts, request, signal).catch(toWaiting);
    if ('reason' in quote) return { status: 'pending', providerReference: null, waits: quote };
    const { id: quoteId, toAmount } = quote;
    const waits = waitsForPrice(request, toAmount);
    if (waits) return { status: 'pending', providerReference: null, waits };
    // A concurrent call with the same key may have taken one, which then counts.
    await access.db.transaction((trx) =>
      taken ? replaceQuote(trx, { key, ended: taken.quoteId, quoteId }) : takeQuote(trx, { key, quoteId }),
    );
  }
  throw new ProviderFailure('unavailable', 'The quotes ended before they could be used.');
}

/**
 * A quote that Bitso refused to use for lack of funds is over; nothing was exchanged, and another quote may be used.
 */
function endedForFunds(error: unknown): 'ended' {
  const isRefused = error instanceof ProviderFailure && error.kind === 'refused';
  if (isRefused && error.reason === 'INSUFFICIENT_PROVIDER_FUNDS') return 'ended';
  throw error;
}

/** A promised conversion waits until there is enough to exchange. */
function toWaiting(error: unknown): Waiting {
  if (!(error instanceof ProviderFailure) || error.reason !== 'INSUFFICIENT_PROVIDER_FUNDS') throw error;
  return { reason: 'HOT_WALLET_EMPTY', words: error.message };
}

/**
 * Bitso quotes costs with more decimals than the rail supports, so the next amount that the rail supports is quoted,
 * which yields a little more.
 */
async function requestQuote(rfq: Rfq, request: QuoteRequest, signal: AbortSignal) {
  const { fromAsset, toAsset } = request;
  const pair = await rfq.pair(fromAsset, toAsset, signal);
  const decimals = Math.min(request.fromDecimals, pair.fromDecimals);
  const quoteFor = (amount: Money) =>
    rfq.quote(fromAsset, toAsset, { source_amount: amount.toFixed() }, signal);
  if ('fromAmount' in request) {
    requireDecimals(request.fromAmount, decimals, `Bitso exchanges ${fromAsset} with`);
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

function orderIdOf({ quoteId }: Pick<TakenQuote, 'quoteId'>): string {
  return `quote ${quoteId}`;
}

/** The reason why a conversion may still move money, or has. */
function endOf({ id, status, toAsset }: RfqConversion): 'ended' | { why: string } {
  switch (status) {
    case 'failed':
      return 'ended';
    case 'done':
      return {
        why:
          toAsset === 'MXN'
            ? `It was done: resolve it with --settled ${id}, but if MXNB was to be bought with these pesos, only once that was issued for them.`
            : doneAs(id),
      };
    case 'pending':
      return { why: underWayAs(id, BITSO) };
    case 'terminated':
      return { why: terminated(id) };
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
