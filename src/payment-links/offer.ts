import { PriceRefused } from '../fx/index.ts';
import { deterministicHex } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import { reservedShare } from '../liquidity/index.ts';
import {
  destinationKey,
  type IssuedInstructions,
  type MethodKind,
  nativeAmountDue,
  type Provider,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
} from '../methods/index.ts';
import { nextQuoteStatus, type QuoteStatus } from './transitions.ts';
import { lockQuote, type PriceTerms, type Quote } from './quote-lock.ts';
import type { OfferColumns } from './quote-repository.ts';

/** The delay before the worker's first retry for an offer that the provider did not return in time. */
const FIRST_RETRY_MS = 1_000;
const NATIVE_RATE = money('1');

/** The inputs of a method's offer. */
export interface OfferTerms extends PriceTerms {
  method: string;
  /** The provider that receives the money. */
  provider: string;
  /** The other provider that quotes and exchanges (D38). Null if that is `provider`, or nothing is exchanged. */
  exchangeProvider: string | null;
  kind: MethodKind;
  network: string | null;
  requiresConversion: boolean;
  /** Null if the link does not name a payer. */
  payerName: string | null;
}

/** The payer's instructions. */
export type OfferedInstructions = IssuedInstructions & {
  /** On the deployment's clock; null for instructions from an earlier version. */
  issuedAt: Date | null;
};

/** A method's amount and payment instructions. Undefined if the provider has not returned them (yet). */
export interface Offer {
  terms: OfferTerms;
  /** When the terms were read, on the deployment's clock. */
  asOf: Date;
  quote: Quote | undefined;
  issued: OfferedInstructions | undefined;
  /** Opens the payer's wallet with the quote's amount and this address; undefined while either is missing. */
  paymentUri: string | undefined;
}

/**
 * The part of an offer that needs no external call. `known` are the payer's earlier payment instructions; otherwise new
 * ones are issued under `placeKey`, which all methods of a link share.
 */
export async function offerAtOnce(
  providers: Providers,
  terms: OfferTerms,
  asOf: Date,
  placeKey: string,
  known?: OfferedInstructions,
): Promise<Offer> {
  const provider = providers.find(terms.provider);
  const quote = terms.requiresConversion ? undefined : nativeQuote(terms);
  if (known) return withPaymentUri(provider, { terms, asOf, quote, issued: known });
  const issued = await provider?.issueAtOnce({ idempotencyKey: placeKey, ...placeOf(terms) });
  return withPaymentUri(provider, { terms, asOf, quote, issued: issued && { issuedAt: asOf, ...issued } });
}

/** Whether the offer is complete. */
export function isComplete({ quote, issued }: Offer): boolean {
  return quote !== undefined && issued !== undefined;
}

/**
 * Requests the missing parts of an offer from its providers, outside any transaction, first the quote and then, because
 * they may be for exactly this amount, the payment instructions. Takes at most 2 s. A provider that is slow, down or
 * refuses does not fail it; missing parts are requested again later (D4).
 */
export async function completeOffer(
  { providers, logger }: { providers: Providers; logger: Logger },
  offer: Offer,
  providerKey: string,
): Promise<Offer> {
  const { terms, asOf } = offer;
  const provider = providers.find(terms.provider);
  const exchange = providers.find(terms.exchangeProvider ?? terms.provider);
  // This deployment may no longer have a provider whose links are still open.
  if (!provider || !exchange) return offer;
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.offer);
  // A link's methods share `providerKey`, but each is a separate request to the provider.
  const idempotencyKey = deterministicHex(providerKey, terms.method);
  const quote =
    offer.quote ?? (await orNothing(lockQuote(exchange, terms, asOf, idempotencyKey, signal), logger));
  if (!quote || offer.issued) return withPaymentUri(provider, { ...offer, quote });
  const issued = await orNothing(issueInstructions(provider, terms, quote, idempotencyKey, signal), logger);
  return withPaymentUri(provider, { ...offer, quote, issued: issued && { issuedAt: asOf, ...issued } });
}

async function withPaymentUri(
  provider: Provider | undefined,
  offer: Omit<Offer, 'paymentUri'>,
): Promise<Offer> {
  const { terms, asOf, quote, issued } = offer;
  const { asset, network } = terms;
  const amount = quote?.amountDue;
  const address = issued?.instructions.address;
  const paymentUri =
    amount && network !== null && address !== undefined
      ? await provider?.paymentUri({ asset, network, address, amount })
      : undefined;
  return { terms, asOf, quote, issued, paymentUri };
}

/**
 * The columns to write for an offer, if the quote's status is `from`. An incomplete offer is `calculating`, because a
 * converted amount counts only together with its instructions, and expiring instructions only with their amount.
 * Undefined if the quote may not change because it is still valid.
 */
export function toOfferColumns(
  { terms, quote: locked, issued: everIssued, paymentUri }: Offer,
  from: QuoteStatus,
  now: Date,
  linkExpiresAt: Date,
): OfferColumns | undefined {
  // An expired quote or instruction does not count.
  const quote = hasEnded(locked, now) ? undefined : locked;
  const issued = hasEnded(everIssued, now) ? undefined : everIssued;
  const complete = quote !== undefined && issued !== undefined;
  const status = nextQuoteStatus(from, !complete ? 'postpone' : terms.requiresConversion ? 'lock' : 'issue');
  if (!status) return undefined;
  const shownQuote = complete || !terms.requiresConversion ? quote : undefined;
  const shown = complete || issued?.expiresAt === null ? issued : undefined;
  const endsAt = shownQuote ? endOf(shownQuote, shown, linkExpiresAt) : null;
  return {
    quoteStatus: status,
    amountDue: shownQuote?.amountDue.toFixed(terms.decimals) ?? null,
    exchangeRate: shownQuote?.rate.toFixed(8) ?? null,
    amountDueExpiresAt: endsAt,
    reservedShare:
      endsAt && terms.exchangeProvider !== null
        ? reservedShare(endsAt.getTime() - now.getTime()).toFixed(8)
        : null,
    quoteReference: shownQuote?.reference ?? null,
    quoteExpiresAt: shownQuote?.expiresAt ?? null,
    quoteDueAt: complete ? null : new Date(now.getTime() + FIRST_RETRY_MS),
    instructions: Object.assign(
      {},
      shown?.instructions,
      complete && paymentUri !== undefined && { payment_uri: paymentUri },
    ),
    destination: shown ? destinationKey(shown.destination) : null,
    reference: shown?.reference ?? null,
    instructionsIssuedAt: shown?.issuedAt ?? null,
    instructionsExpireAt: shown?.expiresAt ?? null,
  };
}

function nativeQuote({ owed, decimals }: OfferTerms): Quote {
  return { amountDue: nativeAmountDue(owed, decimals), rate: NATIVE_RATE, reference: null, expiresAt: null };
}

function issueInstructions(
  provider: Provider,
  terms: OfferTerms,
  { amountDue, expiresAt }: Quote,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<IssuedInstructions> {
  return provider.issueInstructions(
    {
      // A repeated request whose quote has changed meanwhile needs instructions for the new amount.
      idempotencyKey: deterministicHex(idempotencyKey, amountDue.toFixed()),
      ...placeOf(terms),
      asset: terms.asset,
      amount: amountDue,
      expiresAt: earliest(terms.linkExpiresAt, expiresAt),
      payerName: terms.payerName,
    },
    signal,
  );
}

function placeOf({ method, kind, network }: OfferTerms) {
  return { method, kind, network };
}

async function orNothing<T>(answer: Promise<T>, logger: Logger): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PriceRefused)
      logger.warn('quote rejected; method not offered', { error: error.message });
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

function hasEnded(part: { expiresAt: Date | null } | undefined, now: Date): boolean {
  return part !== undefined && part.expiresAt !== null && part.expiresAt <= now;
}

/**
 * The end of an amount's validity, which is when its quote, its instructions or the link expires, whichever is first
 * (D4).
 */
export function endOf(quote: Quote, issued: OfferedInstructions | undefined, linkExpiresAt: Date): Date {
  return earliest(linkExpiresAt, quote.expiresAt, issued?.expiresAt);
}

/** Null or undefined for no expiry of its own. */
function earliest(end: Date, ...others: (Date | null | undefined)[]): Date {
  return others.reduce<Date>((first, other) => (other && other < first ? other : first), end);
}
