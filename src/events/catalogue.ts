import { UNMATCHED_REASONS, type Reason } from '../lib/reasons.ts';

/** Every event type with exactly the fields its data has (D8); amounts are decimal strings. */
export interface EventData {
  'payment_link.paid': { link_code: string; amount: string; currency: string; payment_method: string };
  'payment_link.partial_deposit': {
    link_code: string;
    required_amount: string;
    received_amount: string;
    currency: string;
  };
  'deposit.completed': { deposit_id: string; amount: string; asset: string; method: string };
  'deposit.failed': { deposit_id: string; amount: string; reason: Reason };
  'withdrawal.completed': {
    withdrawal_id: string;
    amount: string;
    net_amount: string;
    fee: string;
    asset: string;
    method: string;
  };
  'withdrawal.failed': { withdrawal_id: string; amount: string; reason: Reason };
  'conversion.completed': {
    conversion_id: string;
    from_asset: string;
    to_asset: string;
    from_amount: string;
    to_amount: string;
    exchange_rate: string;
    /** Absent from events that are older than it. */
    price?: 'locked' | 'current';
    fee: string;
  };
  'balance.updated': { asset: string; new_balance: string; change: string; reason: string };
  'refund.completed': { refund_id: string; payment_link_code: string | null; amount: string; asset: string };
  'refund.failed': {
    refund_id: string;
    payment_link_code: string | null;
    amount: string;
    asset: string;
    reason: Reason;
  };
}

export type EventType = keyof EventData;

/**
 * All transitions that have an event, by the event's type. Together with the account and the object's id they make the
 * event's id (D8), so an object's events are found without an index on objects.
 */
export const TRANSITIONS = {
  'payment_link.paid': ['paid'],
  'payment_link.partial_deposit': ['UNDERPAID'],
  'deposit.completed': ['completed'],
  'deposit.failed': UNMATCHED_REASONS,
  'withdrawal.completed': ['completed'],
  'withdrawal.failed': ['failed', 'returned'],
  'conversion.completed': ['completed'],
  // The types of entries that change a balance.
  'balance.updated': [
    'payment',
    'fee',
    'deposit',
    'withdrawal',
    'withdrawal_returned',
    'conversion',
    'conversion_settled',
    'refund',
    'refund_returned',
    'reversal',
    'deposit_taken_back',
    'taken_back_settled',
  ],
  'refund.completed': ['completed'],
  'refund.failed': ['failed', 'returned'],
} as const satisfies Record<EventType, readonly string[]>;

export type Transition<T extends EventType> = (typeof TRANSITIONS)[T][number];
