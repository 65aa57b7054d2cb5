export { reviewOf, UNCLAIMED_ACCOUNT_ID } from './deposit-state.ts';
export { sumOf } from './booking.ts';
export { createConfirmationWorker } from './confirmation.ts';
export {
  findDepositEvents,
  getDepositRecord,
  listDepositRecords,
  listPayments,
  listSetbacks,
  sumDepositRecords,
  type DepositFilters,
  type DepositRecord,
  type LinkPayment,
  type Setback,
  listConflicts,
  listConflictsOf,
  type ConflictRecord,
  type ConflictRow,
  findDepositAccount,
  findPayingDeposits,
  type Deposit,
} from './repository.ts';
export { listHandedOn, type HandedOnDeposit } from './handed-on-repository.ts';
export { createHandingOnWorker, watchHandedOn } from './handing-on.ts';
export { SCENARIOS, type Scenario } from './scenarios.ts';
export { createScreeningWorker } from './screening.ts';
export { createDepositService, type DepositService } from './service.ts';
export { planDeposit, simulateDeposit } from './simulation.ts';
export { createPaymentConversion } from './conversion.ts';
export { directionOf, getPaidLink, leftOf, requireRefundable } from './refundable.ts';
export { createRefundQuotes, type QuotedRefund, type RefundQuotes } from './refund-quotes.ts';
export { createApiRefundService, type ApiRefundService } from './api-refunds.ts';
export { createRefunds, departureOf, type LinkRefundRequest, type Refunds } from './refunds.ts';
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
export { listTolerances, type ToleranceRow } from './tolerance-repository.ts';
export { askToWriteOff, WRITE_OFF_KINDS } from './taken-back.ts';
export { createDebtWorker, withDebts } from './debts.ts';
export { foreseeSettlement } from './taken-back.ts';
export { findTakenBack, listOwed, listTakenBack, type TakenBackDeposit } from './taken-back-repository.ts';
export { viewDeposit } from './view.ts';
export { depositHandlers, refundHandlers } from './handlers.ts';
