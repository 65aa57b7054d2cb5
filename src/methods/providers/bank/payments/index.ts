export type { FileGroup, Payment, PaymentBatch, PaymentFile, PaymentRefusal } from './batch.ts';
export type { NachaProfile, PainProfile, PaymentFileProfile, PaymentKind } from './profile.ts';
export { parsePaymentFileProfile, ProfileInvalid } from './profile-json.ts';
export { differencesFrom } from './differences.ts';
export { readPaymentStatus } from './pain-002.ts';
export type { GroupStatus, PaymentStatus, StatusReason, TransactionStatus } from './payment-status.ts';
export { outcomeOf, type PlaceInFile, type StatusOutcome } from './status-outcome.ts';
export { refusePayment } from './refusal.ts';
export { writePaymentFile } from './write-file.ts';
