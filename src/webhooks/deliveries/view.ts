import type { Schemas } from '../../contract/index.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../lib/timestamp.ts';
import { viewError } from '../view.ts';
import type { Replay, ReplayRequest } from './replay.ts';
import type { Delivery } from './repository.ts';

export function viewDelivery(row: Delivery): Schemas['WebhookDelivery'] {
  return {
    object: 'webhook_delivery',
    id: row.id,
    webhook_endpoint_id: row.endpointId,
    event_id: row.eventId,
    event_type: row.eventType as Schemas['WebhookEventName'],
    status: row.status,
    error: row.attemptList.at(-1)?.error ?? null,
    attempts: row.attemptList.map(({ number, endedAt, durationMs, httpStatus, error }) => ({
      number,
      at: formatTimestamp(new Date(endedAt)),
      duration_ms: durationMs,
      http_status: httpStatus,
      ...viewError(error),
    })),
    next_attempt_at: formatOptionalTimestamp(row.nextAttemptAt),
    created_at: formatTimestamp(row.createdAt),
  };
}

export function viewReplay(
  endpointId: string,
  { from, to, dryRun }: ReplayRequest,
  { types, count, alreadyDelivered, hasMore }: Replay,
): Schemas['WebhookReplay'] {
  return {
    object: 'webhook_replay',
    webhook_endpoint_id: endpointId,
    from: formatTimestamp(from),
    to: formatTimestamp(to),
    types: types as Schemas['WebhookEventName'][],
    dry_run: dryRun,
    count,
    already_delivered: alreadyDelivered,
    has_more: hasMore,
  };
}
