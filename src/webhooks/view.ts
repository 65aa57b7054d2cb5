import type { Schemas } from '../contract/index.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { viewError } from './attempt-error.ts';
import type { WebhookEndpoint } from './repository.ts';
import type { SendOutcome } from './send.ts';

export function viewEndpoint(row: WebhookEndpoint): Schemas['WebhookEndpoint'] {
  return {
    object: 'webhook_endpoint',
    id: row.id,
    url: row.url,
    description: row.description,
    enabled_events: row.enabledEvents as readonly Schemas['WebhookEventName'][],
    standard_webhooks: row.standardWebhooks,
    enabled: row.enabled,
    live: row.enabled && row.disabledAt === null,
    ...(row.disabledAt === null || row.disabledReason === null
      ? {}
      : { disabled_at: formatTimestamp(row.disabledAt), disabled_reason: row.disabledReason }),
    ...(row.previousValidUntil && {
      previous_secret_valid_until: formatTimestamp(row.previousValidUntil),
    }),
  };
}

export function viewTest(outcome: SendOutcome & { eventId: string }): Schemas['WebhookTest'] {
  return {
    object: 'webhook_test',
    event_id: outcome.eventId,
    delivered: outcome.delivered,
    http_status: outcome.httpStatus,
    ...viewError(outcome.error),
    duration_ms: outcome.durationMs,
  };
}
