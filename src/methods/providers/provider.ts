import type { Trx } from '../../db/index.ts';
import { money, type Money } from '../../lib/money.ts';
import type { FailureReason, WaitReason } from '../../lib/reasons.ts';
import type { Worker } from '../../lib/work/claim-worker.ts';
import type { MethodKind } from '../catalogue.ts';
import type { BankingDays } from './banking-days.ts';
import type { HandIns } from './hand-ins.ts';
import type { DepositProgress, PaymentUriRequest } from './on-chain.ts';
import type { LockedQuote, QuoteRequest } from './quotes.ts';

export type { LockedQuote, QuoteRequest };

/**
 * The port to the payment rails (D1, D4, D10, D27). Every call that requests something has an idempotency key. The same
 * key has the same effect, however often it is sent and whatever was lost in transit. So a repeated key returns the
 * original quote with its original expiry, even when that has passed (see `lockLiveQuote`), and the current state of
 * the money that it moved. Every call ends when its signal aborts, and every failure is a ProviderFailure. Texts may
 * contain anything that a payer or a bank wrote; `createProviders` makes them storable.
 */
export type TakeInReports = (trx: Trx, reports: readonly Report[]) => Promise<void>;

export interface Provider {
  readonly name: string;
  /** Whether `convert` exchanges one asset for another. Not offered for links that need an exchange it does not make. */
  exchanges(fromAsset: string, toAsset: string): boolean;
  /**
   * Whether it holds the assets of a family at par (D1), so that money received in one is credited in the other, and
   * paid out of it, without an exchange. If not, it is exchanged first, one for one and without exchange risk, if
   * `exchanges` allows it.
   */
  holdsAtPar(asset: string, other: string): boolean;
  /** Whether it handles payments in by a method; payments by any other would never be seen. */
  carries(method: { asset: string; network: string | null }): boolean;
  /**
   * Ensures, before anything is served, that the rail is as configured. Throws StartupError for a contradiction, and
   * only warns if it cannot be reached; undefined if there is nothing to check.
   */
  readonly requireReady: ((signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * Locks the amount of one asset that an amount of another buys or costs. Money that arrives before it expires is
   * converted at it.
   */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /** Issues payment instructions for the payer. */
  issueInstructions(request: InstructionsRequest, signal: AbortSignal): Promise<IssuedInstructions>;
  /**
   * Instructions that accept any amount, without an external call; undefined if the provider must be called (D26). All
   * methods of a link use the same key.
   */
  issueAtOnce(request: AnyAmountRequest): Promise<IssuedInstructions | undefined>;
  /**
   * A link that opens the payer's wallet with a payment on chain filled in, without an external call; undefined when
   * there is none.
   */
  paymentUri(request: PaymentUriRequest): Promise<string | undefined>;
  /** The current state of a deposit that was seen before it was final. */
  confirmDeposit(request: ConfirmationRequest, signal: AbortSignal): Promise<Confirmation>;
  /** A deposit's progress for the payer, by its reference and without an external call; undefined for none. */
  progressOf(providerReference: string): Promise<DepositProgress | undefined>;
  /** Exchanges an amount, at a locked quote if given, and never for less than the request allows. */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** Sends money out. */
  payOut(request: PayOutRequest, signal: AbortSignal): Promise<Outcome>;
  /** Sends a deposit, or a part of it, back. */
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>;
  /**
   * Rules out that a key's request is still carried out, so that its money can be released. Resolves only if it was not
   * done and never will be. An attempt in progress, and every later one with the same key, is refused. Throws a
   * ProviderFailure of kind `unavailable` while it may still be done or if it was; its message, one line, says what an
   * operator can do. The caller may try again at any time.
   */
  ruleOut(request: RuleOutRequest, signal: AbortSignal): Promise<void>;
  /**
   * The destination for returning a deposit safely, which is `sender` if the rail knows it itself; undefined if it must
   * be named.
   */
  refundDestination(
    deposit: Pick<ReportedDeposit, 'method' | 'network' | 'payer'>,
  ): RefundDestination | undefined;
  /** The provider's notices; undefined if it sends none, so that only its statement is read. */
  readonly notices: NoticeReader | undefined;
  /** Whether this process can send money by it; transfers wait for a process that can. */
  readonly sends: boolean;
  /** The provider's background workers; undefined for none. `takeIn` processes their reports, in this order. */
  readonly background: ((takeIn: TakeInReports) => Worker[]) | undefined;
  /** Everything that the provider moved within a period, oldest first, in pages. */
  listStatement(request: StatementRequest, signal: AbortSignal): Promise<StatementPage>;
  /**
   * Like `listStatement`, but read from the rail itself, for providers whose `listStatement` reads this service's own
   * tables; undefined for the others. Slower, and in no particular order; used for reconciling.
   */
  readonly readHistory:
    ((request: StatementRequest, signal: AbortSignal) => Promise<StatementPage>) | undefined;
  /**
   * Its holdings for this deployment, read from the rail and never from the service's books (D39). All amounts of one
   * place are as of one moment, and money in transit between two of its own places is in one of them. A place that
   * cannot be read is in `unread`, never a zero. Throws a ProviderFailure if the provider cannot be reached at all.
   */
  readBalances(request: BalancesRequest, signal: AbortSignal): Promise<Balances>;
  /**
   * Whether money that the deployment sent to its own place at this provider has arrived, looked up at the rail by the
   * sending rail's name of the transfer (D39). Every look-up returns the same reference for an arrival. Undefined if
   * nothing of the deployment's own can be sent to it.
   */
  readonly findArrival: ((request: ArrivalRequest, signal: AbortSignal) => Promise<Arrival>) | undefined;

  // Optional parts that few rails have.

  /** When banks carry out its payments by a method; undefined for one that is paid at any time. */
  bankingDays?(payment: Pick<PayOutRequest, 'method' | 'asset'>): BankingDays | undefined;
  /** The networks on which it follows payments. */
  readonly networks?: readonly string[];
  /** Compares its holdings with the books, place by place. */
  audit?(): Promise<{ ok: boolean }[]>;
  /** Transfers that left its own places without an order. */
  unexplained?(): Promise<object[]>;
  /** Statement files that users of accounts upload. */
  readonly handIns?: HandIns;
  /** Another cell, to which deposits can be reported. */
  readonly otherCell?: OtherCell;
  /** Simulates a payer. Writes the payment into the provider's own books once, however often it is announced. */
  announceDeposit?(trx: Trx, deposit: ReportedDeposit): Promise<void>;
}

/** A provider whose payers are simulated. */
export type SimulatedProvider = Provider & Required<Pick<Provider, 'announceDeposit'>>;

/** Another cell, in which accounts work whose deposits may still arrive here (D74). */
export interface OtherCell {
  number: number;
  /** Opens the channel to it. Throws StartupError for a cell that may not be reached like that. */
  openTelling(): TellDeposit;
}

/** A provider's report of a final deposit, as JSON in notices between cells, and in the tables of both. */
export interface WrittenReport extends Omit<ReportedDeposit, 'amount' | 'providerReference' | 'final'> {
  /** With all its decimals. */
  amount: string;
}

/**
 * Reports a deposit to another cell. Throws with a code for the operator unless that cell confirms that it has stored
 * it.
 */
export type TellDeposit = (deposit: {
  /** The notice's own id, which stays the same however often it is sent. */
  id: string;
  accountId: string;
  /** The provider that reported it here, and its reference. */
  provider: string;
  reference: string;
  report: WrittenReport;
}) => Promise<void>;

/** Timeouts. `balances`: for thousands of addresses. `offer`: for a quote and its instructions together (D4). */
export const PROVIDER_TIMEOUTS_MS = { offer: 2_000, money: 10_000, balances: 30_000 } as const;

/**
 * `refused`: it was not done and never will be. `unavailable` and `timeout`: the outcome is unknown; the same call with
 * the same key determines it.
 */
type FailureKind = 'refused' | 'unavailable' | 'timeout';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  /** The reason for a refusal, as in events and responses; the message has the provider's own text (D27). */
  readonly reason: FailureReason;

  constructor(kind: FailureKind, message: string, options: { cause?: unknown; reason?: FailureReason } = {}) {
    super(message, options);
    this.kind = kind;
    this.reason = options.reason ?? 'PROVIDER_REFUSED';
  }
}

/** The outcome of a request to move money. */
export type Outcome<Result extends Executed = Executed> =
  | ({ status: 'done' } & Result)
  /**
   * Neither done nor refused, for seconds or for days; the same key returns the outcome later. The reference is null if
   * unknown. `waits` is the reason for waiting, if it is not just the rail's usual time.
   */
  | { status: 'pending'; providerReference: string | null; waits?: Waiting };

/**
 * The reason why a transfer waits, with one for the account's users and the rail's own text for the operator (1 to 500
 * characters).
 */
export interface Waiting {
  reason: WaitReason;
  words: string;
}

/** The outcome of an exchange, with its proceeds. */
export type Converted = Outcome<Executed & { toAmount: Money }>;

/** A completed request, by the provider's own reference. */
export interface Executed {
  providerReference: string;
  /**
   * The rail's name of the transfer by which the receiver's bank finds it, such as SPEI's tracking key; undefined while,
   * and where, the rail gives none.
   */
  trackingKey?: string;
  /** A remark for the operator in the provider's own words, for example that it may be returned. */
  remark?: string;
}

interface Keyed {
  idempotencyKey: string;
}

export interface AnyAmountRequest extends Keyed {
  method: string;
  kind: MethodKind;
  network: string | null;
}

export interface InstructionsRequest extends AnyAmountRequest {
  asset: string;
  /** The exact amount to send, in `asset`. */
  amount: Money;
  /** The end of the time in which the payer can pay, on the deployment's clock. */
  expiresAt: Date;
  payerName: string | null;
}

/** The payer's instructions, with the contract's field names (D1). */
export interface Instructions {
  clabe?: string;
  address?: string;
  network?: string;
  /** From `paymentUri`, for the current amount due. */
  payment_uri?: string;
  reference?: string;
  /** The same reference as a creditor reference of ISO 11649 (`RF18…`), for banks that have a field for one. */
  creditor_reference?: string;
  /** The same for a field that takes digits only, SPEI's numeric reference. */
  numeric_reference?: string;
  /** The content of a QR code that fills in the payment in the payer's app. */
  qr?: string;
  /** The party that must pay all charges, so that the whole amount arrives: `sender` is OUR. */
  charges?: 'sender';
  /** The only parties that may pay; the rail returns payments by others. */
  payers?: 'us_businesses';
  /** The earliest confirmation of a payment, where the bank reports it only with its statement of the day. */
  confirmed?: 'next_banking_day';
  bank?: {
    name: string;
    account_number?: string;
    routing_number?: string;
    iban?: string;
    bic?: string;
    account_name?: string;
    /** The account holder's, which senders' banks require. */
    account_address?: string;
    /** The bank's. */
    address?: string;
  };
}

export interface IssuedInstructions {
  instructions: Instructions;
  /**
   * The destination in an incoming deposit, which is a CLABE, an account number, a key or an address. If many pay into
   * one account and only the reference distinguishes them, it is account and reference together, so that no payment is
   * found by its amount.
   */
  destination: string;
  reference: string | null;
  /**
   * When the instructions expire, on the deployment's clock, if they accept only the requested amount; a new quote then
   * needs new ones. Null if they are valid as long as the link and accept any amount.
   */
  expiresAt: Date | null;
  /** Writes the provider's own record of them, in the transaction that stores them; undefined for none. */
  record?: ((trx: Trx) => void) | undefined;
}

/** Money that arrived, as the provider reports it (D7). */
export interface ReportedDeposit extends FinalDeposit {
  /**
   * The provider's own reference for the deposit, by which repeated reports are recognised. If it becomes final at
   * another destination than first seen, it has another reference, and the seen one is dropped.
   */
  providerReference: string;
  method: string;
  reference: string | null;
  /** False for a deposit that was only seen, which may still vanish or prove to be different. */
  final: boolean;
}

interface ConfirmationRequest extends Keyed {
  /** The provider's own reference for the deposit. */
  providerReference: string;
}

/**
 * The final data of a deposit (D27). It replaces everything reported when the deposit was only seen.
 */
export interface FinalDeposit {
  asset: string;
  network: string | null;
  /** Decimal, in `asset`: more than zero and below `MOST_DEPOSITED`, with at most 18 decimals. */
  amount: Money;
  /** Its destination, which is a CLABE, an account number, a key or an address. */
  destination: string;
  /** The sender, in the contract's field names. */
  payer: Record<string, string>;
  /**
   * Whether it may be a late payment by an earlier payer with the same destination; if so, it pays no link unless only
   * one ever had the destination. Undefined if destinations are never reused, or the payer was recognised.
   */
  mayBeAnothers?: boolean;
  /**
   * Whether the destination was only inferred from something that is not unique, such as seven digits. The deposit is
   * then the link's only if exactly what is due arrived while the link is active, and otherwise unassigned.
   */
  isSurmised?: boolean;
}

/** A deposit is below this, in any asset; the database refuses more. */
export const MOST_DEPOSITED = money('1000000000000');

/** `dropped`: it will never become final; no money arrived. */
export type Confirmation = { status: 'seen' | 'dropped' } | ({ status: 'confirmed' } & FinalDeposit);

export interface ConversionRequest extends Keyed {
  /**
   * The quote to exchange at. Null for the provider's current rate, because the service then locked the price (D28).
   */
  quoteReference: string | null;
  fromAsset: string;
  fromAmount: Money;
  toAsset: string;
  /**
   * The minimum proceeds. While they would be lower, nothing is exchanged, and it is pending and waits for PRICE_MOVED,
   * with both amounts in its text. A later request with the same key may accept less. Null for an exchange at a quote.
   */
  leastToAmount: Money | null;
}

export interface PayOutRequest extends Keyed {
  method: string;
  asset: string;
  amount: Money;
  destination: Destination;
}

/**
 * A destination for money. It is a CLABE with its holder's name, if known, an address on a network, a bank account, or
 * a Bre-B key with its holder's document, if known. With the document, a key that has passed to another holder is
 * refused.
 */
export type Destination =
  | { clabe: string; beneficiary?: string }
  | { address: string; network: string }
  | { bank: BankAccount }
  | { key: string; holder?: { document_type: string; document_number: string } };

/** A bank account, which is an IBAN or a number with its bank's routing number in the US or BIC elsewhere. */
export type BankAccount = {
  /** The holder. */
  account_name: string;
  /** Whether the holder is a person or a company; undefined if unknown. */
  holder_type?: 'individual' | 'business';
  /** The holder's address. */
  address?: PostalAddress;
  bank_name?: string;
} & (
  | { account_number: string; routing_number: string; account_type?: 'checking' | 'savings' }
  | { iban: string; bic?: string }
  | { account_number: string; bic: string }
);

export interface PostalAddress {
  street: string;
  city: string;
  /** A state or province, as its country abbreviates it. */
  state?: string;
  postal_code?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface RefundRequest extends Keyed {
  /** The provider's reference for the deposit that is sent back. */
  depositReference: string;
  asset: string;
  amount: Money;
  to: RefundDestination;
}

/** A named destination, or `sender` if the rail itself returns the money to its sender. */
export type RefundDestination = Destination | 'sender';

/** The kind of the request under the key: `convert`, `payOut` or `refund`. */
export interface RuleOutRequest extends Keyed {
  operation: 'convert' | 'pay_out' | 'refund';
}

/**
 * Money that was returned after it was `done`, as banks return transfers days later, or that was sent to be exchanged and
 * was returned while the conversion was pending.
 */
export interface ReturnedTransfer {
  /** The reference of the payout, refund or conversion that was returned. */
  providerReference: string;
  /** The reference of the return itself, by which repeated reports are recognised. */
  returnReference: string;
  asset: string;
  /** The whole amount that was sent, in `asset`. */
  amount: Money;
  /**
   * The deduction on its way back; undefined for none. It is booked as a cost of the deployment, named like the return
   * with `:fee`.
   */
  fee?: Money;
  reason: FailureReason;
  /** In the provider's own words. */
  message: string;
}

/**
 * A final deposit, or a part of it, that the rail took back from the account, as a reversal, a recall or a bounced
 * cheque.
 */
export interface TakenBack {
  /** The provider's reference for the deposit. */
  depositReference: string;
  /** The reference of the debit itself, by which repeated reports are recognised. */
  reference: string;
  asset: string;
  /** Decimal, in `asset`: more than zero and at most the deposit. */
  amount: Money;
  /** In the provider's own words. */
  message: string;
}

/**
 * The deployment's own money that moved at the provider, apart from any payment, such as money put in, taken out, or
 * interest. Only movements that the operator has declared as its own are reported, never merely unrecognised ones.
 */
export interface OwnMovement {
  /** The provider's own reference, by which repeated reports are recognised. */
  reference: string;
  asset: string;
  /** Decimal, in `asset`, with at most 18 decimals. Positive for money in, negative for money out. */
  amount: Money;
}

/** A provider's charge to the deployment itself, apart from any payment, such as gas. */
export interface ProviderCost {
  /** The provider's own reference for it, by which repeated reports are recognised. */
  reference: string;
  asset: string;
  /** Decimal, in `asset`: more than zero, with at most 18 decimals. */
  amount: Money;
}

/** A provider's report (D27). `transfer`: a pending one has progressed, so it is worth polling now. */
export type Report =
  | { type: 'deposit'; deposit: ReportedDeposit }
  | { type: 'return'; returned: ReturnedTransfer }
  | { type: 'taken_back'; takenBack: TakenBack }
  | { type: 'transfer'; providerReference: string }
  | { type: 'cost'; cost: ProviderCost }
  | { type: 'other'; movement: OwnMovement }
  | { type: 'nothing' };

/** A notice as it was received. */
export interface RawNotice {
  /** With lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

export interface NoticeReader {
  /**
   * Checks the signature over the body's own bytes, and that the notice is recent. Returns the notice's own id, 1 to
   * 200 characters. Throws NoticeRefused for a notice that the provider did not send; after any other error it is sent
   * again.
   */
  authenticate(notice: RawNotice, signal: AbortSignal): Promise<string>;
  /**
   * Reads authentic notices together, at most `MOST_READ_TOGETHER`, so that the rail can be queried about many with one
   * call. Returns one promise for each, in order. Each settles independently. It rejects with a ProviderFailure, or
   * with another error if that notice is unreadable. The reports are the same as for notices read alone.
   */
  read(bodies: readonly Buffer[], signal: AbortSignal): Promise<Report>[];
}

/** The number of notices that a provider reads at once. */
export const MOST_READ_TOGETHER = 64;

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
  /** Positive for money in, negative for money out. */
  amount: Money;
  /**
   * The booking time or, if the rail reports the line only days later, the time at which this service learned of it. It
   * may appear up to an hour later; lines that appear even later are found only by reconciling.
   */
  at: Date;
} &
  /** `cost`: the provider's charge to the deployment itself. `other`: the deployment's own movement (`OwnMovement`). */
  (
    | { kind: 'pay_out' | 'refund' | 'cost' | 'other' }
    /** The proceeds; undefined if the rail's line does not state them. */
    | { kind: 'convert'; brought?: { asset: string; amount: Money } }
    /** Undefined if the line alone is not enough to record the deposit. */
    | { kind: 'deposit'; deposit: ReportedDeposit | undefined }
    /** Its amount is the whole sent amount; a fee is a line of its own, a `cost` named like the return with `:fee`. */
    | { kind: 'return'; returned: ReturnedTransfer }
    | { kind: 'taken_back'; takenBack: TakenBack }
  );

/** The movements that the service's books count as not done yet, although the provider may have done them. */
export interface BalancesRequest {
  /** Transfers in progress. */
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
  /** The keys of those transfers in `sent` that have left the holdings. */
  left: string[];
  /** The deposits in `seen` that are not in the holdings yet. */
  absent: string[];
}

/** Money of the deployment's own on its way to this provider. */
export interface ArrivalRequest {
  /** The sender's reference for the payout. For a chain, it is the transaction's hash with its network. */
  sentReference: string;
  asset: string;
  /** Its destination. */
  destination: Destination;
  /** The time of sending, in real time; it cannot have arrived before. */
  sentAt: Date;
}

/**
 * `absent`: the provider does not show it (yet). `seen`: it is not final. `refused`: it arrived and was not credited as
 * sent, at its destination. `arrived`: it was; the amount is the rail's credit, which may differ from the sent amount.
 */
export type Arrival =
  | { status: 'absent' | 'seen' }
  | { status: 'refused'; reference: string; message: string }
  | { status: 'arrived'; reference: string; asset: string; amount: Money };

/** The holdings of one asset in one place. */
export interface Holding {
  /** The place, in words for the operator. */
  place: string;
  asset: string;
  /** Decimal, in `asset`, including amounts reserved there for pending withdrawals. */
  amount: Money;
  /** The block, or the time, as of which it was read. */
  asOf: string;
}

interface UnreadPlace {
  place: string;
  /** The assets that it may hold. */
  assets: readonly string[];
  /** The reason, in words for the operator. */
  error: string;
}
