export { createConfirmationWorker } from './notifications/confirmation.ts';
export { UNCLAIMED_ACCOUNT_ID } from './notifications/notification.ts';
export {
  findDepositEvents,
  findPayment,
  getDepositRecord,
  listDepositRecords,
  listSetbacks,
  type DepositFilters,
  type DepositRecord,
  type PaymentRow,
  type SetbackRow,
} from './records.ts';
export { listConflicts, type ConflictRecord } from './references/repository.ts';
export { findDepositAccount, findPayingDeposit, type DepositRow } from './repository.ts';
export { SCENARIOS, type Scenario } from './scenarios.ts';
export { createScreeningWorker } from './screening.ts';
export { createDepositService, type DepositService } from './service.ts';
export { planDeposit, simulateDeposit } from './simulation.ts';
export { createPaymentConversion } from './transfers/conversion.ts';
export { directionOf } from './transfers/refund-destination.ts';
export { createRefundQuotes, type QuotedRefund, type RefundQuotes } from './transfers/refund-quotes.ts';
export { getPaidLink, leftOf, requireRefundable } from './transfers/refundable.ts';
export { createRefunds, departureOf, type LinkRefundRequest, type Refunds } from './transfers/refunds.ts';
export { DEPOSIT_STATUSES, type DepositStatus } from './transitions.ts';
export type { HoldingParts } from './unmatched/hold.ts';
export { createInbox, type Inbox } from './unmatched/inbox.ts';
export { reviewOf } from './unmatched/review.ts';
export { viewDeposit } from './view.ts';
