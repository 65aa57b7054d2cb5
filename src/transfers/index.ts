export { type GivenApproval, isMove } from './decision-mails.ts';
export {
  convert,
  createConversions,
  holdConversion,
  leastPromised,
  priceOf,
  recordConversion,
  requireConfirmable,
  storeQuote,
  type Conversions,
  type Least,
  type Purchase,
  type QuotedConversion,
} from './conversions.ts';
export { hastenTransfer, markFailed } from './progress-repository.ts';
export { RuledOut, type Resolution } from './decisions.ts';
export { createTransferWorker } from './engine.ts';
export { providerKey, type TransferKind, type TransferKinds } from './kinds.ts';
export { stopTransfer } from './outcomes.ts';
export {
  depart,
  entryOf,
  factOf,
  giveBack,
  hold,
  notEnough,
  requireAvailable,
  setAside,
  type TransferKey,
} from './holding.ts';
export {
  conversions,
  findTransferEvents,
  listTransfersOfDeposit,
  refunds,
  withdrawals,
  type TransferFilters,
  type TransferRecords,
  findTransfer,
  findTransferAccount,
  hastenWaiting,
  insertTransfer,
  listDueTransfers,
  listStuckTransfers,
  listUndecided,
  lockRefundOf,
  lockTransfer,
  lockTransferById,
  lockUnsentRefunds,
  markHeld,
  type WaitingTransfer,
} from './repository.ts';
export { decideTransfer, resolutionKinds } from './resolutions.ts';
export { slippageOf } from './slippage.ts';
export { bookProviderCost, returnTransfer } from './returned.ts';
export {
  createRequestExpiry,
  createRequests,
  MAX_DECISION_REASON,
  type WithdrawalPreview,
  type Requests,
  type WithdrawalOrder,
} from './requests.ts';
export {
  newTransfer,
  MAX_REFUND_NOTE_LENGTH,
  REFUND_REASONS,
  sentBy,
  type AnyConversion,
  type Conversion,
  type New,
  type PaymentConversion,
  type Rebalancing,
  type Refund,
  type RefundReason,
  type Transfer,
  type Withdrawal,
} from './transfer.ts';
export { nextTransferStatus, TRANSFER_STATUSES, type TransferStatus } from './transitions.ts';
export { CONVERSION_STATUS_SHOWN, STATUS_SHOWN, viewConversion, viewRefund, viewWithdrawal } from './view.ts';
export {
  createWithdrawals,
  type WithdrawalBatch,
  type Withdrawals,
  type WithdrawalTerms,
} from './withdrawals.ts';
export { transferHandlers } from './handlers.ts';
