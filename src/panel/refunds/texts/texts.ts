import type { RefundReason } from '../../../transfers/index.ts';
import type { ApprovalTexts } from '../../approvals/texts.ts';

export type RefundStatus = 'quoted' | 'quote_expired' | 'processing' | 'completed' | 'failed' | 'returned';

type Problem =
  | 'payment_link_not_refundable'
  | 'refund_destination_required'
  | 'refund_needs_quote'
  | 'refund_already_confirmed'
  | 'conversion_already_confirmed'
  | 'quote_unavailable'
  | 'quote_expired'
  | 'insufficient_funds'
  | 'deposit_not_unmatched'
  | 'deposit_too_small'
  | 'invalid_request.amount'
  | 'invalid_request.reason'
  | 'invalid_request.clabe'
  | 'invalid_request.beneficiary'
  | 'invalid_request.address'
  | 'invalid_request.network'
  | 'invalid_request.bank_account_number'
  | 'invalid_request.bank_routing_number'
  | 'invalid_request.bank_account_name'
  | 'invalid_request.method';

export interface RefundTexts {
  title: string;
  all: string;
  none: string;
  noMatch: string;
  when: string;
  amount: string;
  payerGets: string;
  status: string;
  statuses: Readonly<Record<RefundStatus, string>>;
  reason: string;
  reasons: Readonly<Record<RefundReason, string>>;
  link: string;
  deposit: string;
  any: string;
  show: string;
  open: string;
  openWhich: (amount: string) => string;
  titleOf: (amount: string) => string;
  to: string;
  toSender: string;
  method: string;
  failure: string;
  providerReference: string;
  request: string;
  history: string;
  steps: Readonly<
    Record<
      'started' | 'quoted' | 'confirmed' | 'bought' | 'notBought' | 'done' | 'failed' | 'returned',
      string
    >
  >;

  /** The form on the page of a link or a deposit. */
  form: {
    title: string;
    /** Of a payment that was not converted. */
    hint: (left: string) => string;
    /** Of a converted payment. */
    convertedHint: (left: string) => string;
    /** Of a deposit that paid no link. */
    unmatchedHint: string;
    amount: string;
    amountHint: (left: string) => string;
    chooseReason: string;
    backToSender: string;
    backTo: (destination: string) => string;
    askPayer: string;
    elsewhere: string;
    elsewhereHint: string;
    clabe: string;
    beneficiary: string;
    beneficiaryHint: string;
    address: (network: string) => string;
    bankAccountNumber: string;
    bankRoutingNumber: string;
    bankAccountName: string;
    review: string;
    askQuote: string;
  };

  review: {
    title: string;
    leaves: string;
    balanceAfter: string;
    submit: (amount: string) => string;
    backToLink: string;
    backToDeposit: string;
  };

  quote: {
    title: string;
    cost: string;
    rate: string;
    rateIs: (from: string, to: string) => string;
    rateHint: string;
    confirm: (amount: string) => string;
    whoMayConfirm: string;
    expired: string;
    expiredHint: string;
    askAgain: string;
  };
  /** What was bought for a refund that was not sent. */
  bought: (amount: string) => string;

  notices: ApprovalTexts['notices'] & Readonly<Record<'sent', string>>;
  problems: ApprovalTexts['problems'] & Readonly<Record<Problem, string>>;
}
