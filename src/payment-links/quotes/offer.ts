import { deterministicHex, newId } from '../../lib/ids.ts';
import { money, type Money } from '../../lib/money.ts';
import type { MethodKind } from '../../methods/catalogue.ts';
import { nativeAmountDue } from '../../methods/pricing.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  QUOTE_LIFE_MS,
  type IssuedInstructions,
  type Provider,
} from '../../methods/providers/provider.ts';
import type { Providers } from '../../methods/providers/registry.ts';
import { lockLiveQuote } from '../../methods/providers/live-quote.ts';
import { nextQuoteStatus, type QuoteStatus } from '../transitions.ts';
import type { OfferColumns } from './repository.ts';

/** The delay before the worker first asks for what the provider did not return in time. */
const FIRST_RETRY_MS = 1_000;
const NATIVE_RATE = money('1');

/** What a method's offer is worked out from. */
export interface OfferTerms {
  method: string;
  /** Which provider gives the quote and takes the money. */
  provider: string;
  kind: MethodKind;
  network: string | null;
  /** What the payer sends. */
  asset: string;
  /** How many decimals the rail carries. */
  decimals: number;
  requiresConversion: boolean;
  /** The link's currency; `owed` is what must come in, in this currency. */
  currency: string;
  owed: Money;
}

interface Quote {
  amountDue: Money;
  rate: Money;
  reference: string | null;
  /** Null: holds as long as the link. */
  expiresAt: Date | null;
}

/** What is known of a method: how much to send, and where. Undefined: the provider has not returned it (yet). */
export interface Offer {
  terms: OfferTerms;
  /** When the terms were read, on the deployment's clock. */
  asOf: Date;
  quote: Quote | undefined;
  issued: IssuedInstructions | undefined;
}

/** What can be offered without an external call; `known` is where the payer was told to pay before. */
export async function offerAtOnce(
  providers: Providers,
  terms: OfferTerms,
  asOf: Date,
  known?: IssuedInstructions,
): Promise<Offer> {
  return {
    terms,
    asOf,
    quote: terms.requiresConversion ? undefined : nativeQuote(terms),
    issued:
      known ??
      (await providers.find(terms.provider)?.issueAtOnce({ idempotencyKey: newId(), ...placeOf(terms) })),
  };
}

/** Whether nothing is left to ask for. */
export function isComplete({ quote, issued }: Offer): boolean {
  return quote !== undefined && issued !== undefined;
}

/**
 * Asks the provider for what an offer lacks, outside any transaction. Does not fail when the provider is slow, is down
 * or refuses: what is still missing is asked for again later (D4).
 */
export async function completeOffer(providers: Providers, offer: Offer, providerKey: string): Promise<Offer> {
  const { terms, asOf } = offer;
  const provider = providers.find(terms.provider);
  // This deployment may have lost a provider whose links are still open.
  if (!provider) return offer;
  // A link's methods share `providerKey`, but each is a separate request to the provider.
  const idempotencyKey = deterministicHex(providerKey, terms.method);
  const [quote, issued] = await Promise.all([
    offer.quote ?? orNothing(lockQuote(provider, terms, asOf, idempotencyKey)),
    offer.issued ?? orNothing(issueInstructions(provider, terms, idempotencyKey)),
  ]);
  return { ...offer, quote, issued };
}

/**
 * The columns to write for an offer, where the quote's status is `from`. An incomplete offer is `calculating`: a
 * converted amount counts only together with the place to send it to. Undefined when the quote may not change because
 * it still holds.
 */
export function toOfferColumns(
  { terms, quote: locked, issued }: Offer,
  from: QuoteStatus,
  now: Date,
  linkExpiresAt: Date,
): OfferColumns | undefined {
  // A quote that has expired meanwhile does not count.
  const quote = locked?.expiresAt && locked.expiresAt <= now ? undefined : locked;
  const complete = quote !== undefined && issued !== undefined;
  const status = nextQuoteStatus(from, !complete ? 'postpone' : terms.requiresConversion ? 'lock' : 'issue');
  if (!status) return undefined;
  const told = complete || !terms.requiresConversion ? quote : undefined;
  return {
    quote_status: status,
    amount_due: told?.amountDue.toFixed(terms.decimals) ?? null,
    exchange_rate: told?.rate.toFixed(8) ?? null,
    amount_due_expires_at: told ? quoteEnd(told, linkExpiresAt) : null,
    quote_reference: told?.reference ?? null,
    quote_due_at: complete ? null : new Date(now.getTime() + FIRST_RETRY_MS),
    instructions: issued?.instructions ?? {},
    destination: issued ? destinationKey(issued.destination) : null,
    reference: issued?.reference ?? null,
  };
}

/** How destinations are compared: the case of an on-chain address is only a checksum (EIP-55). */
export function destinationKey(destination: string): string {
  return /^0x[0-9a-f]{40}$/i.test(destination) ? destination.toLowerCase() : destination;
}

function nativeQuote({ owed, decimals }: OfferTerms): Quote {
  return { amountDue: nativeAmountDue(owed, decimals), rate: NATIVE_RATE, reference: null, expiresAt: null };
}

async function lockQuote(
  provider: Provider,
  terms: OfferTerms,
  asOf: Date,
  idempotencyKey: string,
): Promise<Quote> {
  const locked = await lockLiveQuote(
    provider,
    {
      idempotencyKey,
      fromAsset: terms.asset,
      fromDecimals: terms.decimals,
      toAsset: terms.currency,
      lifeMs: QUOTE_LIFE_MS,
      toAmount: terms.owed,
    },
    asOf,
  );
  // The amount shown is the amount converted, so a quote that would not bring what is owed must not be shown.
  if (locked.fromAmount.times(locked.rate).lt(terms.owed)) {
    throw new ProviderFailure('refused', `quote ${locked.reference} does not cover what is owed`);
  }
  return {
    amountDue: locked.fromAmount,
    rate: locked.rate,
    reference: locked.reference,
    expiresAt: locked.expiresAt,
  };
}

function issueInstructions(
  provider: Provider,
  terms: OfferTerms,
  idempotencyKey: string,
): Promise<IssuedInstructions> {
  return provider.issueInstructions(
    {
      idempotencyKey,
      ...placeOf(terms),
      asset: terms.asset,
      amount: terms.owed,
      expiresAt: new Date(),
      payerName: null,
    },
    AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.instructions),
  );
}

function placeOf({ method, kind, network }: OfferTerms) {
  return { method, kind, network };
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

function quoteEnd({ expiresAt }: Quote, linkExpiresAt: Date): Date {
  return expiresAt !== null && expiresAt < linkExpiresAt ? expiresAt : linkExpiresAt;
}
