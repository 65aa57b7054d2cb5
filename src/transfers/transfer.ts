import { money, type Money } from '../lib/money.ts';
import type { FailureReason, WaitReason } from '../lib/reasons.ts';
import type { Destination } from '../methods/index.ts';
import type { TransferStatus } from './transitions.ts';

/**
 * The fields of every transfer: an account's money that a provider is asked to send or convert (D10). Those of each kind
 * are enforced by the table's constraints `transfers_whole` and `transfers_of_deposit`.
 */
interface Common {
  account_id: string;
  id: string;
  status: TransferStatus;
  asset: string;
  /** What leaves the account, in `asset`, including the fee. */
  amount: string;
  fee: string;
  provider: string;
  provider_reference: string | null;
  failure_reason: FailureReason | null;
  /** The provider's or operator's message; may name accounts, so it is never in events. */
  failure_message: string | null;
  /** Of the return, for money that was sent and returned. */
  return_reference: string | null;
  returned_at: Date | null;
  /** Each claim increments it, and only the claim with the current number may record its result. */
  attempts: number;
  /** Since the provider last responded. */
  unanswered_attempts: number;
  /** Since when the provider has reported it as pending. */
  pending_since: Date | null;
  /** When it is to be sent or, once claimed, when the claim counts as lost. */
  due_at: Date | null;
  stuck_at: Date | null;
  /** Why it is held up, and since when; null while it takes no longer than usual. */
  waits_for: WaitReason | null;
  waits_since: Date | null;
  /** The rail's own message about that, for operators only. */
  last_error: string | null;
  request_id: string | null;
  /** The span in which it was created. */
  traceparent: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export interface Withdrawal extends Common {
  kind: 'withdrawal';
  method: string;
  destination: Destination;
  /** What arrives, in the method's asset. */
  to_asset: string;
  to_amount: string;
  payment_link_code: null;
}

interface Exchange extends Common {
  to_asset: string;
  to_amount: string;
  /** Once settled, the actual one; it differs from the expected one if the service had locked the price itself. */
  exchange_rate: string;
  /** Null: at the provider's current rate, because the service locked the price itself (D28). */
  quote_reference: string | null;
  quote_expires_at: Date | null;
}

/** A conversion out of the account's balance. */
export interface Conversion extends Exchange {
  kind: 'conversion';
  quote_reference: string;
  /** The refunded deposit, for a conversion that buys what a refund sends; null for the account's own conversions. */
  deposit_id: string | null;
  payment_link_code: string | null;
}

/** Converts a link's payment in another family's asset into the link's currency. */
export interface PaymentConversion extends Exchange {
  kind: 'payment_conversion';
  method: string;
  deposit_id: string;
  payment_link_code: string;
  /** The fraction by which it may fall short of the promise, once an operator has accepted one. */
  accepted_slippage: string | null;
}

/** Why an account refunds a payment; the values are Stripe's. */
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export interface Refund extends Common {
  kind: 'refund';
  method: string;
  /** Null: the rail itself returns it to the sender. */
  destination: Destination | null;
  deposit_id: string;
  /** Null if the deposit was for no link. */
  payment_link_code: string | null;
  /** The conversion that buys it at a current quote, for a converted payment; null for others. */
  conversion_id: string | null;
  /** Null if none was given, and for automatic refunds. */
  refund_reason: RefundReason | null;
  /** What the payer gets; null if that is `amount` in `asset`. */
  to_asset: string | null;
  to_amount: string | null;
}

export type AnyConversion = Conversion | PaymentConversion;
export type Transfer = Withdrawal | Conversion | PaymentConversion | Refund;
export type TransferKindName = Transfer['kind'];

/** What arrives at the destination of a withdrawal or a refund. */
export function sentBy(transfer: Withdrawal | Refund): { asset: string; amount: Money } {
  return { asset: transfer.to_asset ?? transfer.asset, amount: money(transfer.to_amount ?? transfer.amount) };
}

/** Fields set when a transfer is stored, or later. */
type Course =
  | 'provider_reference'
  | 'failure_reason'
  | 'failure_message'
  | 'attempts'
  | 'unanswered_attempts'
  | 'pending_since'
  | 'return_reference'
  | 'returned_at'
  | 'stuck_at'
  | 'waits_for'
  | 'waits_since'
  | 'last_error'
  | 'finished_at'
  | 'traceparent';

export type New<T extends Transfer> = Omit<T, Course>;

const NOT_YET: Pick<Common, Course> = {
  provider_reference: null,
  failure_reason: null,
  failure_message: null,
  attempts: 0,
  unanswered_attempts: 0,
  pending_since: null,
  return_reference: null,
  returned_at: null,
  stuck_at: null,
  waits_for: null,
  waits_since: null,
  last_error: null,
  finished_at: null,
  traceparent: null,
};

/** The transfer as it will be stored. */
export function newTransfer<T extends Transfer>(transfer: New<T>): T {
  return { ...NOT_YET, ...transfer } as unknown as T;
}
