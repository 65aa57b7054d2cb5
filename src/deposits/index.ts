export { reviewOf, UNCLAIMED_ACCOUNT_ID } from './deposit-state.ts';
export { sumOf } from './booking.ts';
export { createConfirmationWorker } from './confirmation.ts';
export {
  type ConflictRecord,
  type ConflictRow,
  type DepositFilters,
  type DepositRecord,
  findDepositAccount,
  findDepositEvents,
  getDepositRecord,
  type LinkPayment,
  listConflicts,
  listConflictsOf,
  listDepositRecords,
  listPayments,
  listSetbacks,
  type Setback,
  sumDepositRecords,
} from './records-repository.ts';
export { type Deposit } from './repository.ts';
export { createScreeningWorker } from './screening.ts';
export { createDepositService, type DepositService } from './service.ts';
export { type Scenario, SCENARIOS } from './scenarios.ts';
export { planDeposit, simulateDeposit } from './simulation.ts';
export { createPaymentConversion } from './conversion.ts';
export { departureOf, directionOf, getPaidLink, leftOf, requireRefundable } from './refundable.ts';
export { createRefundQuotes, type QuotedRefund, type RefundQuotes } from './refund-quotes.ts';
export { createApiRefundService } from './api-refunds.ts';
export { createRefunds, type LinkRefundRequest, type Refunds } from './refunds.ts';
export { DEPOSIT_STATUSES, type DepositStatus } from './transitions.ts';
export { type HoldingParts } from './hold.ts';
export { type Acceptance } from './acceptance.ts';
export { createInbox, type Inbox } from './inbox.ts';
export {
  createAutomaticRefunds,
  createOverdueRefundWorker,
  createPartRefundWorker,
  refundDueAt,
  type AutomaticRefunds,
  type RefundRule,
} from './automatic-refunds.ts';
export { createTolerances, type Tolerances } from './tolerance.ts';
export { listTolerances, type ToleranceRow } from './rules-repository.ts';
export { askToWriteOff, WRITE_OFF_KINDS } from './taken-back.ts';
export { createDebtWorker, withDebts } from './debts.ts';
export { foreseeSettlement } from './taken-back.ts';
export { findTakenBack, listOwed, listTakenBack, type TakenBackDeposit } from './taken-back-repository.ts';
export { depositHandlers, refundHandlers, viewDeposit } from './handlers.ts';
