import type { HeldRow } from '../../../screening/index.ts';
import type { DepositStatus } from '../../../deposits/index.ts';
import type { ApprovalTexts } from '../../approvals/texts.ts';
import type { UnmatchedReason } from '../../../lib/reasons.ts';

type Problem = 'deposit_not_unmatched' | 'deposit_under_review' | 'deposit_refused' | 'deposit_too_small';

export interface DepositTexts {
  title: string;
  inbox: string;
  inboxHint: string;
  inboxEmpty: string;
  inboxMore: string;
  inReview: string;
  inReviewHint: string;
  since: string;
  kind: string;
  kinds: Readonly<Record<HeldRow['kind'], string>>;
  payerReads: string;
  payerPage: string;
  decide: string;
  decideWhich: (amount: string) => string;
  open: string;
  openWhich: (amount: string) => string;
  all: string;
  none: string;
  noMatch: string;
  filter: { any: string; from: string; until: string; show: string };
  status: string;
  statuses: Readonly<Record<DepositStatus, string>>;
  /** Why it paid no link, in a word or two; the payer's text says it in a sentence. */
  reasons: Readonly<Record<UnmatchedReason, string>>;
  amount: string;
  due: string;
  fee: string;
  feeBy: Readonly<Record<'merchant' | 'payer', string>>;
  refunded: string;
  method: string;
  network: string;
  arrived: string;
  link: string;
  payer: string;
  payerAccount: string;
  trackingKey: string;
  transaction: string;
  sourceAddress: string;
  destination: string;
  reference: string;
  providerReference: string;
  request: string;
  titleOf: (amount: string) => string;
  known: string;

  decision: string;
  tooSmall: string;
  accept: string;
  acceptAmount: (amount: string) => string;
  acceptHint: string;
  refund: string;
  whoMayDecide: string;

  history: string;
  steps: {
    arrived: string;
    credited: string;
    accepted: string;
    conversionStarted: string;
    conversionDone: string;
    conversionFailed: string;
    refundStarted: string;
    refundDone: string;
    refundFailed: string;
    refundReturned: string;
  };

  autoRefund: string;
  autoRefundHint: string;
  autoRefundIs: Readonly<Record<'on' | 'off', string>>;
  autoRefundTurn: Readonly<Record<'on' | 'off', string>>;
  back: string;

  notices: Readonly<Record<'accepted' | 'auto_refund_on' | 'auto_refund_off', string>>;
  problems: ApprovalTexts['problems'] & Readonly<Record<Problem, string>>;
}
