import type { Trx } from '../../db/connect.ts';
import { money, type Money } from '../../lib/money.ts';
import type { FailureReason, WaitReason } from '../../lib/reasons.ts';
import type { Worker } from '../../lib/work/claim-worker.ts';
import type { MethodKind } from '../catalogue.ts';
import type { DepositProgress, PaymentUriRequest } from './on-chain.ts';
import type { LockedQuote, QuoteRequest } from './quotes.ts';

export type { LockedQuote, QuoteRequest };

/**
 * The port to the payment rails (D1, D4, D10, D27). Every call that asks for something carries an idempotency key: the
 * same key has the same effect, however often it is sent and whatever was lost on the way. So a repeated key returns
 * the original quote with its original expiry, even when that has passed (see `lockLiveQuote`), and tells how money
 * that it set in motion stands by now. Every call ends when its signal aborts, and every failure is a ProviderFailure.
 */
export interface Provider {
  readonly name: string;
  /** Whether `convert` exchanges one asset for another. What it does not exchange, it does not take in for such a link. */
  exchanges(fromAsset: string, toAsset: string): boolean;
  /**
   * Whether it holds one asset of a family as if it were the other (D1): then what arrives in the one is credited in the
   * other, and paid out of it, without being exchanged. If not, what arrives for a link in the other is exchanged first,
   * unit for unit and at nobody's risk, where `exchanges` says that it can be.
   */
  holdsAtPar(asset: string, other: string): boolean;
  /** Whether it takes money in by a method: what arrives by one that it does not carry would never be seen. */
  carries(method: { asset: string; network: string | null }): boolean;
  /**
   * Makes sure, before anything is served, that the rail is what the configuration says. Throws StartupError for a
   * contradiction, and only warns about what cannot be reached; undefined when there is nothing to check.
   */
  readonly requireReady: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Fixes how much of one asset an amount of another buys or costs. What arrives before it ends is converted at it. */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /** Opens a place for the payer to send money to. */
  issueInstructions(request: InstructionsRequest, signal: AbortSignal): Promise<IssuedInstructions>;
  /**
   * A place that takes any amount, without an external call; undefined when the provider must be asked (D26). All methods
   * of a link ask with one key.
   */
  issueAtOnce(request: PlaceRequest): Promise<IssuedInstructions | undefined>;
  /**
   * A link that opens the payer's wallet with a payment on chain filled in, without an external call; undefined when
   * there is none.
   */
  paymentUri(request: PaymentUriRequest): Promise<string | undefined>;
  /** Returns the current state of a deposit that was seen before it was final. */
  confirmDeposit(request: ConfirmationRequest, signal: AbortSignal): Promise<Confirmation>;
  /** What a payer can watch of a deposit, by its reference and without an external call; undefined for nothing. */
  progressOf(providerReference: string): Promise<DepositProgress | undefined>;
  /** Exchanges an amount, at a locked quote if it has one, and never for less than the request allows. */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Outcome<Executed & { toAmount: Money }>>;
  /** Sends money out. */
  payOut(request: PayOutRequest, signal: AbortSignal): Promise<Outcome>;
  /** Sends a deposit, or a part of it, back. */
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>;
  /**
   * Rules out that what was asked for under a key still happens, so that its money can be given back: resolves only when
   * it was not done and never will be. An attempt that is still under way, and every later one with the same key, is
   * refused. Throws a ProviderFailure of kind `unavailable` while it may still be done or when it was; its message, one
   * line, says what an operator can do. The caller may ask again at any time.
   */
  ruleOut(request: RuleOutRequest, signal: AbortSignal): Promise<void>;
  /** Where a deposit can safely be sent back to: `sender` where the rail knows by itself; undefined when it must be named. */
  wayBack(deposit: Pick<ReportedDeposit, 'method' | 'network' | 'payer'>): RefundDestination | undefined;
  /** What the provider tells without being asked; undefined when it never does, and only its statement is read. */
  readonly notices: NoticeReader | undefined;
  /** Whether this process can send money by it; transfers wait for a process that can. */
  readonly sends: boolean;
  /** What has to run in the background for this provider; undefined for nothing. `takeIn` takes in what it reports. */
  readonly background: ((takeIn: (trx: Trx, report: Report) => Promise<void>) => Worker[]) | undefined;
  /** Everything that the provider moved within a period, oldest first, in pages. */
  listStatement(request: StatementRequest, signal: AbortSignal): Promise<StatementPage>;
  /**
   * The same, read from the rail itself, for providers whose `listStatement` reads what this service keeps of the rail;
   * undefined for the others. Slower, and in no certain order: for reconciling.
   */
  readonly readHistory:
    ((request: StatementRequest, signal: AbortSignal) => Promise<StatementPage>) | undefined;
  /**
   * What it holds for this deployment, read from the rail and never from the service's books (D39). All amounts of one
   * place are as of one moment, and money on its way between two of its own places is in one of them. A place that
   * cannot be read is in `unread`, never a zero. Throws a ProviderFailure when the provider cannot be asked at all.
   */
  readBalances(request: BalancesRequest, signal: AbortSignal): Promise<Balances>;
}

/** How long the service waits for a response. `balances`: with thousands of addresses to ask about. `offer`: for a quote and the instructions that follow it, together (D4). */
export const PROVIDER_TIMEOUTS_MS = { offer: 2_000, money: 10_000, balances: 30_000 } as const;

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

/** What became of money that the provider was asked to move. */
export type Outcome<Result extends Executed = Executed> =
  | ({ status: 'done' } & Result)
  /**
   * Neither done nor refused, for seconds or for days: the same key tells later. The reference is null if not known.
   * `waits`: what it waits for, when that is not just the rail's usual time.
   */
  | { status: 'pending'; providerReference: string | null; waits?: Waiting };

/** What money waits for: a reason for the account's people, and the rail's own words for the operator (1 to 500). */
export interface Waiting {
  reason: WaitReason;
  words: string;
}

/** What was done, by the provider's own reference. */
export interface Executed {
  providerReference: string;
  /** What an operator should know all the same, in the provider's own words: that it may come back, for one. */
  remark?: string;
}

interface Keyed {
  idempotencyKey: string;
}

export interface PlaceRequest extends Keyed {
  method: string;
  kind: MethodKind;
  network: string | null;
}

export interface InstructionsRequest extends PlaceRequest {
  asset: string;
  /** Exactly what the payer is to send, in `asset`. */
  amount: Money;
  /** Until when the payer can pay, on the deployment's clock. */
  expiresAt: Date;
  payerName: string | null;
}

/** Where and how the payer sends the money, with the contract's field names (D1). */
export interface Instructions {
  clabe?: string;
  address?: string;
  network?: string;
  /** From `paymentUri`, for the amount that is due now. */
  payment_uri?: string;
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
  /**
   * When the place closes, on the deployment's clock, for one that takes only the amount asked for; a new quote then
   * needs a new place. Null: it stays open as long as the link and takes any amount.
   */
  expiresAt: Date | null;
  /** Writes what the provider must know about the place, in the transaction that stores it; undefined for nothing. */
  record?: ((trx: Trx) => void) | undefined;
}

/** Money that arrived, as the provider reports it (D7). */
export interface ReportedDeposit extends FinalDeposit {
  /**
   * The provider's own reference for the deposit: a repeated report is recognized by it. What is final at another
   * destination than it was seen at has another reference, and the one that was seen is dropped.
   */
  providerReference: string;
  method: string;
  reference: string | null;
  /** False for a deposit that was only seen: it may still vanish or turn out to be something else. */
  final: boolean;
}

export interface ConfirmationRequest extends Keyed {
  /** The provider's own reference for the deposit. */
  providerReference: string;
}

/**
 * What came in, once nothing about it can change (D27). All of it counts as it is told here, whatever was told when the
 * deposit was only seen.
 */
export interface FinalDeposit {
  asset: string;
  network: string | null;
  /** Decimal, in `asset`: more than zero and below `MOST_DEPOSITED`, with at most 18 decimals. */
  amount: Money;
  /** Where it was sent to: a CLABE, an account number, a key or an address. */
  destination: string;
  /** Who sent it, in the contract's field names. */
  payer: Record<string, string>;
  /**
   * That it may be the late money of somebody whom the place was given out to before: unless one link alone ever had the
   * place, it pays none. Undefined where no place is given out twice, or where the payer was recognized.
   */
  mayBeAnothers?: boolean;
}

/** A deposit is below this, whatever its asset: the database refuses more. */
export const MOST_DEPOSITED = money('1000000000000');

/** `dropped`: it will never become final, and its money never arrived. */
export type Confirmation = { status: 'seen' | 'dropped' } | ({ status: 'confirmed' } & FinalDeposit);

export interface ConversionRequest extends Keyed {
  /** The quote to exchange at; null: at the provider's current rate, because the service locked the price (D28). */
  quoteReference: string | null;
  fromAsset: string;
  fromAmount: Money;
  toAsset: string;
  /**
   * What it must bring at least: while it would bring less, nothing is exchanged, and it is pending and waits for
   * PRICE_MOVED, in words that name both amounts. A later request with the same key may ask for less. Null: at a quote.
   */
  leastToAmount: Money | null;
}

export interface PayOutRequest extends Keyed {
  method: string;
  asset: string;
  amount: Money;
  destination: Destination;
}

/** Where money is sent to: a CLABE with its holder's name, if that is known, an address on a network, or a bank account. */
export type Destination =
  | { clabe: string; beneficiary?: string }
  | { address: string; network: string }
  | { bank: { account_number: string; routing_number: string; account_name: string } };

export interface RefundRequest extends Keyed {
  /** The provider's reference for the deposit that is sent back. */
  depositReference: string;
  asset: string;
  amount: Money;
  to: RefundDestination;
}

/** A destination that somebody named, or `sender`: the rail itself returns money to whoever sent it. */
export type RefundDestination = Destination | 'sender';

/** What may have been asked for under the key: `convert`, `payOut` or `refund`. */
export interface RuleOutRequest extends Keyed {
  operation: 'convert' | 'pay_out' | 'refund';
}

/**
 * Money that was sent out and came back after it was `done`, as banks return transfers days later, or that was sent to be
 * exchanged and came back while the conversion was pending.
 */
export interface ReturnedTransfer {
  /** Of the payout, refund or conversion that came back. */
  providerReference: string;
  /** Of the return itself: a repeated report is recognized by it. */
  returnReference: string;
  asset: string;
  /** All of what was sent, in `asset`. */
  amount: Money;
  reason: FailureReason;
  /** In the provider's own words. */
  message: string;
}

/** What the provider charged the deployment itself, apart from any payment: gas, for one. */
export interface ProviderCost {
  /** The provider's own reference for it: a repeated report is recognized by it. */
  reference: string;
  asset: string;
  /** Decimal, in `asset`: more than zero, with at most 18 decimals. */
  amount: Money;
}

/** What a provider tells (D27). `transfer`: a pending one has moved on, so it is worth asking about it now. */
export type Report =
  | { type: 'deposit'; deposit: ReportedDeposit }
  | { type: 'return'; returned: ReturnedTransfer }
  | { type: 'transfer'; providerReference: string }
  | { type: 'cost'; cost: ProviderCost }
  | { type: 'nothing' };

/** A notice as it was received. */
export interface RawNotice {
  /** With lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

export interface NoticeReader {
  /**
   * Checks the signature over the body's own bytes, and that the notice is fresh. Returns the notice's own id, 1 to 200
   * characters. Throws NoticeRefused for one that the provider did not send; after any other error it is sent again.
   */
  authenticate(notice: RawNotice, signal: AbortSignal): Promise<string>;
  /** What an authentic notice says. Throws a ProviderFailure, or another error for what it cannot read. */
  read(body: Buffer, signal: AbortSignal): Promise<Report>;
}

/** A notice that was not sent by the provider, or is too old. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
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
export type StatementLine = {
  reference: string;
  asset: string;
  /** Positive: it came in. Negative: it went out. */
  amount: Money;
  /** When it was booked. It may appear up to an hour later: what appears later still is found by reconciling only. */
  at: Date;
} &
  /** `cost`: what the provider charged the deployment itself. */
  (
    | { kind: 'convert' | 'pay_out' | 'refund' | 'cost' }
    /** Undefined when the line alone does not tell enough to take the deposit in. */
    | { kind: 'deposit'; deposit: ReportedDeposit | undefined }
    | { kind: 'return'; returned: ReturnedTransfer }
  );

/** What the service's books count as not moved yet, although the provider may have moved it. */
export interface BalancesRequest {
  /** Transfers under way. */
  sent: readonly SentTransfer[];
  /** Deposits that were seen and are not final, by the provider's references. */
  seen: readonly string[];
}

export interface SentTransfer extends Keyed {
  move: 'pay_out' | 'refund' | 'convert';
}

export interface Balances {
  holdings: Holding[];
  /** Places that could not be read this time. */
  unread: UnreadPlace[];
  /** Of `sent`, by key: what is no longer in the holdings. */
  left: string[];
  /** Of `seen`: what is not in the holdings yet. */
  absent: string[];
}

/** What one place holds of one asset. */
export interface Holding {
  /** Where, in words for the operator. */
  place: string;
  asset: string;
  /** Decimal, in `asset`, with what is set aside there for withdrawals under way. */
  amount: Money;
  /** The block, or the time, as of which it was read. */
  asOf: string;
}

export interface UnreadPlace {
  place: string;
  /** What it may hold. */
  assets: readonly string[];
  /** Why, in words for the operator. */
  error: string;
}
