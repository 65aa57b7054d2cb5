import type { FailureReason } from '../lib/reasons.ts';
import type { Destination } from '../methods/providers/provider.ts';
import type { TransferStatus } from './transitions.ts';

/**
 * What every transfer has: money of an account that a provider is asked to do something with (D10). What each kind has
 * besides, the table's constraints `transfers_whole` and `transfers_of_deposit` see to.
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
  /** What the provider, or the operator, said of it; may name accounts, so it is never in events. */
  failure_message: string | null;
  /** Each claim counts one up, and only the claim that made the number may record what came of it. */
  attempts: number;
  /** When it is to be sent, or the claim counts as lost. */
  due_at: Date | null;
  stuck_at: Date | null;
  last_error: string | null;
  request_id: string | null;
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
  exchange_rate: string;
  quote_reference: string;
  quote_expires_at: Date | null;
}

/** Of the account's own money. */
export interface Conversion extends Exchange {
  kind: 'conversion';
  deposit_id: null;
  payment_link_code: null;
}

/** What was paid for a link in another family's money becomes the link's currency. */
export interface PaymentConversion extends Exchange {
  kind: 'payment_conversion';
  method: string;
  deposit_id: string;
  payment_link_code: string;
}

export interface Refund extends Common {
  kind: 'refund';
  method: string | null;
  deposit_id: string;
  /** None when the deposit was of no link. */
  payment_link_code: string | null;
  /** What the payer gets, where that is another asset. */
  to_asset: string | null;
  to_amount: string | null;
}

export type AnyConversion = Conversion | PaymentConversion;
export type Transfer = Withdrawal | Conversion | PaymentConversion | Refund;
export type TransferKindName = Transfer['kind'];

/** What only happens to a transfer once it is there. */
type Course =
  | 'provider_reference'
  | 'failure_reason'
  | 'failure_message'
  | 'attempts'
  | 'stuck_at'
  | 'last_error'
  | 'finished_at';

export type New<T extends Transfer> = Omit<T, Course>;

const NOT_YET: Pick<Common, Course> = {
  provider_reference: null,
  failure_reason: null,
  failure_message: null,
  attempts: 0,
  stuck_at: null,
  last_error: null,
  finished_at: null,
};

/** As it will stand once it is written. */
export function newTransfer<T extends Transfer>(transfer: New<T>): T {
  return { ...NOT_YET, ...transfer } as unknown as T;
}
