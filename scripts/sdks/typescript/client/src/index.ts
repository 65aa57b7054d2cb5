export { PaymentsAccount, type ItemOf, type ListOperation, type PaymentsAccountOptions } from './client.js';
export {
  ApiError,
  ConnectionError,
  PaymentsAccountError,
  TimeoutError,
  WebhookSignatureError,
} from './errors.js';
export type { ErrorCodesOf } from './error-codes.gen.js';
export { parseWebhook, type VerifyOptions } from './webhooks.js';
export { SERVICE_VERSION, VERSION } from './version.gen.js';
export type * from './generated/types.gen.js';
