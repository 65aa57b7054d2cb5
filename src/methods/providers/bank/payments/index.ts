export type { FileGroup, Payment, PaymentBatch, PaymentFile, PaymentRefusal } from './batch.ts';
export { executionDateOf, type BankingDays } from './banking-days.ts';
export { isNacha, readNachaReturns, type NachaReturn } from './nacha-returns.ts';
export type { NachaProfile, PainProfile, PaymentFileProfile, PaymentKind } from './profile.ts';
export { ProfileInvalid } from './profile-fields.ts';
export { parsePaymentFileProfile } from './profile-json.ts';
export { differencesFrom } from './differences.ts';
export { readPaymentStatus } from './pain-002.ts';
export type { GroupStatus, PaymentStatus, StatusReason, TransactionStatus } from './payment-status.ts';
export {
  outcomeOf,
  reasonOfCode,
  type PaymentInFile,
  type StatusOutcome,
} from './status-outcome.ts';
export { refusePayment } from './refusal.ts';
export { writePaymentFile } from './write-file.ts';
