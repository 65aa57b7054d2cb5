import type { Schemas } from '../contract/index.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
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

const STATUS = /^status \d+$/;

/**
 * An attempt's error as the contract has it, with the text that is stored and its two parts. The text is `status 500`,
 * or a stable code of the outgoing client that can be followed by `: ` and a detail.
 */
export function viewError(
  error: string | null,
): Pick<Schemas['WebhookDeliveryAttempt'], 'error' | 'error_code' | 'error_detail'> {
  if (error === null) return { error, error_code: null, error_detail: null };
  if (STATUS.test(error)) return { error, error_code: 'unsuccessful_status', error_detail: null };
  const [code = '', ...detail] = error.split(': ');
  return {
    error,
    error_code: code as Schemas['WebhookErrorCode'],
    error_detail: detail.length === 0 ? null : detail.join(': '),
  };
}
