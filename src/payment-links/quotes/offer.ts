import { deterministicHex } from '../../lib/ids.ts';
import { money, type Money } from '../../lib/money.ts';
import type { MethodKind } from '../../methods/catalogue.ts';
import { nativeAmountDue } from '../../methods/pricing.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type IssuedInstructions,
  type Provider,
} from '../../methods/providers/provider.ts';
import { nextQuoteStatus, type QuoteStatus } from '../transitions.ts';
import type { OfferColumns } from './repository.ts';

/** When the worker asks for the first time for what the provider did not tell at once. */
const FIRST_RETRY_MS = 1_000;
const NATIVE_RATE = money('1');
const DAY_MS = 24 * 3600 * 1000;

/** What a method of a link asks of the payer is worked out from this. */
export interface OfferTerms {
  method: string;
  kind: MethodKind;
  network: string | null;
  /** What the payer sends. */
  asset: string;
  /** How many decimals the rail carries. */
  decimals: number;
  requiresConversion: boolean;
  /** The link's currency, and what must come in, in it. */
  currency: string;
  owed: Money;
}

interface Quote {
  amountDue: Money;
  rate: Money;
  reference: string | null;
  /** Null: as long as the link. */
  lifeMs: number | null;
}

/** What is known of a method: how much to send, and where. Undefined is what the provider did not tell in time. */
export interface Offer {
  terms: OfferTerms;
  quote: Quote | undefined;
  issued: IssuedInstructions | undefined;
}

/**
 * Asks the provider what a method needs, outside any transaction. A provider that is slow, down or unwilling makes no
 * failure of it: what is missing is asked for again later (D4).
 */
export async function requestOffer(
  provider: Provider,
  terms: OfferTerms,
  idempotencyKey: string,
  known?: IssuedInstructions,
): Promise<Offer> {
  // A link asks for all of its methods at once, and each is another request to the provider.
  const key = deterministicHex(idempotencyKey, terms.method);
  const [quote, issued] = await Promise.all([
    terms.requiresConversion ? orNothing(lockQuote(provider, terms, key)) : nativeQuote(terms),
    known ?? orNothing(issueInstructions(provider, terms, key)),
  ]);
  return { terms, quote, issued };
}

/**
 * An offer as it is written, on a quote that stands at `from`. Incomplete, it is `calculating`: a converted amount
 * counts only together with the place to send it to. Undefined when the quote may not change, because it still holds.
 */
export function toOfferColumns(
  { terms, quote, issued }: Offer,
  from: QuoteStatus,
  now: Date,
  linkExpiresAt: Date,
): OfferColumns | undefined {
  const complete = quote !== undefined && issued !== undefined;
  const status = nextQuoteStatus(from, !complete ? 'postpone' : terms.requiresConversion ? 'lock' : 'issue');
  if (!status) return undefined;
  const told = complete || !terms.requiresConversion ? quote : undefined;
  return {
    quote_status: status,
    amount_due: told?.amountDue.toFixed(terms.decimals) ?? null,
    exchange_rate: told?.rate.toFixed(8) ?? null,
    amount_due_expires_at: told ? quoteEnd(told, now, linkExpiresAt) : null,
    quote_reference: told?.reference ?? null,
    quote_due_at: complete ? null : new Date(now.getTime() + FIRST_RETRY_MS),
    instructions: issued?.instructions ?? {},
    destination: issued ? destinationKey(issued.destination) : null,
    reference: issued?.reference ?? null,
  };
}

/**
 * The provider's key for what a client asks for. A client's key is forgotten after a day and may then be used anew: that
 * call is quoted anew and paid elsewhere (D16).
 */
export function onThisDay(idempotencyKey: string, now: Date): string {
  return deterministicHex(idempotencyKey, String(Math.floor(now.getTime() / DAY_MS)));
}

/** How destinations are compared: the case of an on-chain address is only a checksum (EIP-55). */
export function destinationKey(destination: string): string {
  return /^0x[0-9a-f]{40}$/i.test(destination) ? destination.toLowerCase() : destination;
}

function nativeQuote({ owed, decimals }: OfferTerms): Quote {
  return { amountDue: nativeAmountDue(owed, decimals), rate: NATIVE_RATE, reference: null, lifeMs: null };
}

async function lockQuote(provider: Provider, terms: OfferTerms, idempotencyKey: string): Promise<Quote> {
  const locked = await provider.lockQuote(
    {
      idempotencyKey,
      fromAsset: terms.asset,
      fromDecimals: terms.decimals,
      toAsset: terms.currency,
      toAmount: terms.owed,
    },
    AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.quote),
  );
  // What is shown is what is converted: a quote that would not bring what is owed must not be shown.
  if (locked.fromAmount.times(locked.rate).lt(terms.owed)) {
    throw new ProviderFailure('refused', `quote ${locked.reference} does not cover what is owed`);
  }
  return {
    amountDue: locked.fromAmount,
    rate: locked.rate,
    reference: locked.reference,
    lifeMs: locked.lifeMs,
  };
}

function issueInstructions(
  provider: Provider,
  { method, kind, network }: OfferTerms,
  idempotencyKey: string,
): Promise<IssuedInstructions> {
  return provider.issueInstructions(
    { idempotencyKey, method, kind, network },
    AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.instructions),
  );
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

function quoteEnd({ lifeMs }: Quote, now: Date, linkExpiresAt: Date): Date {
  if (lifeMs === null) return linkExpiresAt;
  return new Date(Math.min(now.getTime() + lifeMs, linkExpiresAt.getTime()));
}
