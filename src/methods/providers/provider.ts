import type { Money } from '../../lib/money.ts';
import type { FailureReason } from '../../lib/reasons.ts';
import type { MethodKind } from '../catalogue.ts';

/**
 * The port to the payment rails (D1, D4, D10). Every call but `listStatement` carries an idempotency key: the same key
 * has the same effect and the same result, however often it is sent and whatever was lost on the way. So a repeated key
 * returns the original quote with its original expiry, even when that has passed: see `lockLiveQuote`. Every call ends
 * when its signal aborts, and every failure is a ProviderFailure.
 */
export interface Provider {
  readonly name: string;
  /** Fixes how much of one asset an amount of another buys or costs. What arrives before it ends is converted at it. */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /** Opens a place for the payer to send money to. */
  issueInstructions(request: InstructionsRequest, signal: AbortSignal): Promise<IssuedInstructions>;
  /** The same without an external call; undefined when the provider must be asked (D26). */
  issueAtOnce(request: InstructionsRequest): Promise<IssuedInstructions | undefined>;
  /** Returns the current state of a deposit that was seen before it was final. */
  confirmDeposit(request: ConfirmationRequest, signal: AbortSignal): Promise<Confirmation>;
  /** Exchanges an amount at a locked quote. */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Executed & { toAmount: Money }>;
  /** Sends money out. */
  payOut(request: PayOutRequest, signal: AbortSignal): Promise<Executed>;
  /** Sends a deposit, or a part of it, back to where it came from. */
  refund(request: RefundRequest, signal: AbortSignal): Promise<Executed>;
  /** Everything that the provider moved within a period, oldest first, in pages. */
  listStatement(request: StatementRequest, signal: AbortSignal): Promise<StatementPage>;
}

/** How long the service waits for a response. Creating a link waits for a quote no longer than D4 says. */
export const PROVIDER_TIMEOUTS_MS = { quote: 2_000, instructions: 2_000, money: 10_000 } as const;

/** How long a quote holds (D4). */
export const QUOTE_LIFE_MS = 15 * 60 * 1000;

/**
 * `refused`: it was not done and never will be. `unavailable` and `timeout`: whether it was done is not known; the
 * same call with the same key finds out.
 */
export type FailureKind = 'refused' | 'unavailable' | 'timeout';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  /** Why it was refused, as events and responses state it; the message has the provider's own words (D27). */
  readonly reason: FailureReason;

  constructor(kind: FailureKind, message: string, options: { cause?: unknown; reason?: FailureReason } = {}) {
    super(message, options);
    this.kind = kind;
    this.reason = options.reason ?? 'PROVIDER_REFUSED';
  }
}

interface Keyed {
  idempotencyKey: string;
}

/** Either what must come out is given, in `toAsset`, or what goes in, in `fromAsset`. */
export type QuoteRequest = Keyed & {
  fromAsset: string;
  /** How many decimals of `fromAsset` the rail carries. */
  fromDecimals: number;
  toAsset: string;
} & ({ toAmount: Money } | { fromAmount: Money });

export interface LockedQuote {
  /** The provider's reference for the quote, which `convert` sends back. */
  reference: string;
  /** Units of `toAsset` for one of `fromAsset`, with at most 8 decimals. */
  rate: Money;
  /** What goes in; when the request does not say, the smallest amount that the rail carries and that is enough. */
  fromAmount: Money;
  /** What it brings at this rate, with at most 8 decimals. */
  toAmount: Money;
  /** From when it no longer holds, on the deployment's clock. */
  expiresAt: Date;
}

export interface InstructionsRequest extends Keyed {
  method: string;
  kind: MethodKind;
  network: string | null;
}

/** Where and how the payer sends the money, with the contract's field names (D1). */
export interface Instructions {
  clabe?: string;
  address?: string;
  network?: string;
  reference?: string;
  bank?: {
    name: string;
    account_number?: string;
    routing_number?: string;
    account_name?: string;
    address?: string;
  };
}

export interface IssuedInstructions {
  instructions: Instructions;
  /** What an incoming deposit names: a CLABE, an account number, a key or an address. */
  destination: string;
  reference: string | null;
}

export interface ConfirmationRequest extends Keyed {
  /** The provider's own reference for the deposit. */
  providerReference: string;
}

/** What came in, once nothing about it can change (D27). */
export interface FinalDeposit {
  asset: string;
  network: string | null;
  /** Decimal, in `asset`: more than zero, with at most 18 decimals. */
  amount: Money;
}

/** `dropped`: it will never become final, and its money never arrived. */
export type Confirmation = { status: 'seen' | 'dropped' } | ({ status: 'confirmed' } & FinalDeposit);

export interface ConversionRequest extends Keyed {
  quoteReference: string;
  fromAsset: string;
  fromAmount: Money;
  toAsset: string;
}

export interface PayOutRequest extends Keyed {
  method: string;
  asset: string;
  amount: Money;
  destination: Destination;
}

/** Where money is sent to: a CLABE, an address on a network, or a bank account. */
export type Destination =
  | { clabe: string }
  | { address: string; network: string }
  | { bank: { account_number: string; routing_number: string; account_name: string } };

export interface RefundRequest extends Keyed {
  /** The provider's reference for the deposit that is sent back. */
  depositReference: string;
  asset: string;
  amount: Money;
}

export interface StatementRequest {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  /** `next` of the previous page; undefined for the first. */
  after: string | undefined;
}

export interface StatementPage {
  lines: StatementLine[];
  /** Undefined on the last page. */
  next: string | undefined;
}

/** One movement in the provider's own books. */
export interface StatementLine {
  kind: 'deposit' | 'convert' | 'pay_out' | 'refund';
  reference: string;
  asset: string;
  /** Positive: it came in. Negative: it went out. */
  amount: Money;
  at: Date;
}

/** What was done, by the provider's own reference. */
export interface Executed {
  providerReference: string;
}
