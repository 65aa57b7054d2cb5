import type { Schemas } from '../../contract/index.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../lib/timestamp.ts';
import type { Replay, ReplayRequest } from './replay.ts';
import type { DeliveryRow } from './repository.ts';

export function viewDelivery(row: DeliveryRow): Schemas['WebhookDelivery'] {
  return {
    object: 'webhook_delivery',
    id: row.id,
    webhook_endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type as Schemas['WebhookEventName'],
    status: row.status,
    error: row.attempt_list.at(-1)?.error ?? null,
    attempts: row.attempt_list.map(({ number, ended_at, duration_ms, http_status, error }) => ({
      number,
      at: formatTimestamp(new Date(ended_at)),
      duration_ms,
      http_status,
      error,
    })),
    next_attempt_at: formatOptionalTimestamp(row.next_attempt_at),
    created_at: formatTimestamp(row.created_at),
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
