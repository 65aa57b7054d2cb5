export type { Payment, PaymentBatch, PaymentFile, PaymentRefusal } from './batch.ts';
export type { NachaProfile, PainProfile, PaymentFileProfile, PaymentKind } from './profile.ts';
export { parsePaymentFileProfile, ProfileInvalid } from './profile-json.ts';
export { refusePayment } from './refusal.ts';
export { writePaymentFile } from './write-file.ts';
