import type { Tables } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';
import type { WaitReason } from '../lib/reasons.ts';
import type { Destination } from '../methods/index.ts';

/**
 * The fields of every transfer, which is an account's money that a provider is asked to send or convert (D10). Those of
 * each kind are enforced by the table's constraints `transfers_whole` and `transfers_of_deposit`.
 */
interface Common extends Pick<
  Tables['transfers'],
  | 'accountId'
  | 'id'
  | 'status'
  | 'asset'
  | 'fee'
  | 'provider'
  | 'providerReference'
  | 'trackingKey'
  | 'failureReason'
  | 'returnedAt'
  | 'stuckAt'
  | 'waitsSince'
  | 'requestId'
  | 'createdAt'
  | 'finishedAt'
> {
  /** The debit of the account, in `asset`, including the fee. */
  amount: string;
  /** The provider's or operator's message; may name accounts, so it is never in events. */
  failureMessage: string | null;
  /** The reference of the return, for money that was sent and returned. */
  returnReference: string | null;
  /** Incremented by each claim; only the claim with the current number may record its result. */
  attempts: number;
  /** The attempts since the provider last responded. */
  unansweredAttempts: number;
  /** The time since which the provider has reported it as pending. */
  pendingSince: Date | null;
  /** The time to send it or, once claimed, the time at which the claim lapses. */
  dueAt: Date | null;
  /** The reason for waiting, and its beginning; null while it takes no longer than usual. */
  waitsFor: WaitReason | null;
  /** The rail's own message about the wait, for operators only. */
  lastError: string | null;
  /** The span in which it was created. */
  traceparent: string | null;
}

export interface Withdrawal extends Common {
  kind: 'withdrawal';
  method: string;
  destination: Destination;
  /** The receipt, in the method's asset. */
  toAsset: string;
  toAmount: string;
  paymentLinkCode: null;
}

interface Exchange extends Common {
  toAsset: string;
  toAmount: string;
  /** Once settled, the actual rate; it differs from the expected one if the service had locked the price itself. */
  exchangeRate: string;
  /** Null for the provider's current rate, because the service then locked the price itself (D28). */
  quoteReference: string | null;
  quoteExpiresAt: Date | null;
  /** The fraction by which it may fall short of the promise, once operators have accepted one (D46). */
  acceptedSlippage: string | null;
}

/** A conversion out of the account's balance. */
export interface Conversion extends Exchange {
  kind: 'conversion';
  quoteReference: string;
  /** The refunded deposit, for a conversion that buys a refund's amount; null for the account's own conversions. */
  depositId: string | null;
  paymentLinkCode: string | null;
}

/** Converts a link's payment in another family's asset into the link's currency. */
export interface PaymentConversion extends Exchange {
  kind: 'payment_conversion';
  method: string;
  depositId: string;
  paymentLinkCode: string;
  /**
   * Set for a payment of another amount than was due; the account is credited its proceeds, at most `toAmount` as
   * expected (D28).
   */
  accountBearsPrice: boolean;
}

/** An account's reason for refunding a payment; the values are Stripe's. */
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
/** In characters. */
export const MAX_REFUND_NOTE_LENGTH = 200;

export interface Refund extends Common {
  kind: 'refund';
  method: string;
  /** Null if the rail itself returns it to the sender. */
  destination: Destination | null;
  depositId: string;
  /** Null if the deposit was for no link. */
  paymentLinkCode: string | null;
  /** The conversion that buys it at a current quote, for a converted payment; null for others. */
  conversionId: string | null;
  /** Null if none was given, and for automatic refunds. */
  refundReason: RefundReason | null;
  /** A person's note about the reason, visible to the account's users only. */
  refundNote: string | null;
  /** The payer's receipt; null if that is `amount` in `asset`. */
  toAsset: string | null;
  toAmount: string | null;
}

/** The deployment's own money on its way from one provider to another, in the house's account (D39). */
export interface Rebalancing extends Common {
  kind: 'rebalancing';
  method: string;
  destination: Destination;
  paymentLinkCode: null;
}

export type AnyConversion = Conversion | PaymentConversion;
export type Transfer = Withdrawal | Conversion | PaymentConversion | Refund | Rebalancing;
export type TransferKindName = Transfer['kind'];

export function isExchange(transfer: Transfer): transfer is AnyConversion {
  return transfer.kind === 'conversion' || transfer.kind === 'payment_conversion';
}

/** The asset and amount that a transfer sends to its destination. */
export function sentBy(transfer: Withdrawal | Refund | Rebalancing): { asset: string; amount: Money } {
  if (transfer.kind === 'rebalancing') return { asset: transfer.asset, amount: money(transfer.amount) };
  return { asset: transfer.toAsset ?? transfer.asset, amount: money(transfer.toAmount ?? transfer.amount) };
}

/** Fields set when a transfer is stored, or later. */
type Progress =
  | 'providerReference'
  | 'trackingKey'
  | 'failureReason'
  | 'failureMessage'
  | 'attempts'
  | 'unansweredAttempts'
  | 'pendingSince'
  | 'returnReference'
  | 'returnedAt'
  | 'stuckAt'
  | 'waitsFor'
  | 'waitsSince'
  | 'lastError'
  | 'finishedAt'
  | 'traceparent';

export type New<T extends Transfer> = Omit<T, Progress>;

const NOT_YET: Pick<Common, Progress> = {
  providerReference: null,
  trackingKey: null,
  failureReason: null,
  failureMessage: null,
  attempts: 0,
  unansweredAttempts: 0,
  pendingSince: null,
  returnReference: null,
  returnedAt: null,
  stuckAt: null,
  waitsFor: null,
  waitsSince: null,
  lastError: null,
  finishedAt: null,
  traceparent: null,
};

/** The transfer as it will be stored. */
export function newTransfer<T extends Transfer>(transfer: New<T>): T {
  return { ...NOT_YET, ...transfer } as unknown as T;
}
