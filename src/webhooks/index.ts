export { MAX_REDELIVERIES, redeliver } from './deliveries/redeliver.ts';
export { replay, type Replay, type ReplayRequest } from './deliveries/replay.ts';
export {
  findDelivery,
  findDeliveryKey,
  insertEventsWithDeliveries,
  listAttemptContents,
  listDeliveries,
  listDeliveriesOfEvent,
  listRecentOutcomes,
  type AttemptContent,
  type Attempt,
  type DeliveryDetail,
  type Delivery,
  type RecentOutcomes,
} from './deliveries/repository.ts';
export { DELIVERY_STATUSES, type DeliveryStatus } from './deliveries/status.ts';
export { viewDelivery } from './deliveries/view.ts';
export { createDeliveryWorker } from './deliveries/worker.ts';
export {
  getEndpoint,
  listEndpoints,
  purgePreviousSigningSecrets,
  type WebhookEndpoint,
} from './repository.ts';
export { deliveryHeaders, signDelivery, USER_AGENT, type SendOutcome } from './send.ts';
export { createWebhookEndpointService, MAX_ENDPOINTS, type WebhookEndpointService } from './service.ts';
export { createTestEventSender, type SendTestEvent } from './test-event.ts';
export { viewEndpoint } from './view.ts';
export { deliveryHandlers } from './deliveries/handlers.ts';
export { webhookHandlers } from './handlers.ts';
