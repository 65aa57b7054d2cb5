import { money, type Money } from '../lib/money.ts';
import type { FailureReason, WaitReason } from '../lib/reasons.ts';
import type { Destination } from '../methods/providers/provider.ts';
import type { TransferStatus } from './transitions.ts';

/**
 * What every transfer has: an account's money that a provider is asked to send or convert (D10). What each kind has
 * besides is enforced by the table's constraints `transfers_whole` and `transfers_of_deposit`.
 */
interface Common {
  account_id: string;
  id: string;
  status: TransferStatus;
  asset: string;
  /** What leaves the account, in `asset`; the fee is a part of it. */
  amount: string;
  fee: string;
  provider: string;
  provider_reference: string | null;
  failure_reason: FailureReason | null;
  /** What the provider or the operator said about it; may name accounts, so it is never in events. */
  failure_message: string | null;
  /** Of the return, for money that was sent out and came back. */
  return_reference: string | null;
  returned_at: Date | null;
  /** Each claim increments it, and only the claim with the current number may record its result. */
  attempts: number;
  /** Those since the provider last responded. */
  unanswered_attempts: number;
  /** Since when the provider has said that it is under way. */
  pending_since: Date | null;
  /** When it is to be sent or, once claimed, when the claim counts as lost. */
  due_at: Date | null;
  stuck_at: Date | null;
  /** Why it does not go on, and since when it has waited; null while it takes no longer than usual. */
  waits_for: WaitReason | null;
  waits_since: Date | null;
  /** The rail's own words on that, for operators only. */
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
  /** Once settled, the real one: it differs from what was expected when the service had locked the price itself. */
  exchange_rate: string;
  /** Null: at the provider's current rate, because the service locked the price itself (D28). */
  quote_reference: string | null;
  quote_expires_at: Date | null;
}

/** A conversion out of the account's balance. */
export interface Conversion extends Exchange {
  kind: 'conversion';
  quote_reference: string;
  /** What is refunded, for a conversion that buys what a refund sends; null for one of the account's own. */
  deposit_id: string | null;
  payment_link_code: string | null;
}

/** Converts what was paid for a link in another family's asset into the link's currency. */
export interface PaymentConversion extends Exchange {
  kind: 'payment_conversion';
  method: string;
  deposit_id: string;
  payment_link_code: string;
  /** The share by which it may bring less than promised, once an operator has accepted one for it. */
  accepted_slippage: string | null;
}

/** Why an account refunds a payment; the words are Stripe's. */
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export interface Refund extends Common {
  kind: 'refund';
  method: string;
  /** Null: the rail itself returns it to whoever sent it. */
  destination: Destination | null;
  deposit_id: string;
  /** Null when the deposit was for no link. */
  payment_link_code: string | null;
  /** What buys it at today's rate, for a payment that was converted; null for others. */
  conversion_id: string | null;
  /** Null when nobody said, and for what was refunded automatically. */
  refund_reason: RefundReason | null;
  /** What the payer gets; null when that is `amount` in `asset`. */
  to_asset: string | null;
  to_amount: string | null;
}

export type AnyConversion = Conversion | PaymentConversion;
export type Transfer = Withdrawal | Conversion | PaymentConversion | Refund;
export type TransferKindName = Transfer['kind'];

/** What a withdrawal or a refund sends out: what arrives at its destination. */
export function sentBy(transfer: Withdrawal | Refund): { asset: string; amount: Money } {
  return { asset: transfer.to_asset ?? transfer.asset, amount: money(transfer.to_amount ?? transfer.amount) };
}

/** The fields that are set only when a transfer is stored, or later. */
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
