import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { signPayload } from './signature.ts';

/** For the whole attempt (spec, "Delivery and retries"). */
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface OutgoingEvent {
  accountId: string;
  url: string;
  secret: string;
  eventId: string;
  eventType: string;
  /** The event's sequence number in its account, as digits; a test event has none. */
  sequence?: string;
  /** The exact bytes that are signed and sent. */
  body: string;
  attempt: number;
}

export interface SendOutcome {
  delivered: boolean;
  /** The status of the response, null when none came. */
  httpStatus: number | null;
  /** Why the attempt failed, null when it succeeded. */
  error: string | null;
  durationMs: number;
}

/**
 * Sends an event, signed with the current time. Any 2xx is a success, everything else a failure (spec, "Delivery and
 * retries").
 */
export async function sendEvent(client: GuardedClient, event: OutgoingEvent): Promise<SendOutcome> {
  const { httpStatus, error, durationMs } = await client.post({
    accountId: event.accountId,
    url: event.url,
    headers: deliveryHeaders(event),
    body: event.body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return {
    delivered,
    httpStatus,
    error: delivered ? null : (error ?? `status ${httpStatus}`).slice(0, 500),
    durationMs,
  };
}

/** The headers of a delivery, signed with the current time (spec, "Request headers of a delivery"). */
export function deliveryHeaders(event: Omit<OutgoingEvent, 'accountId' | 'url'>): Record<string, string> {
  const { secret, eventId, eventType, sequence, body, attempt } = event;
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Service-Signature': signPayload({ body, secret, timestampS: Math.floor(Date.now() / 1000) }),
    'Service-Event-Id': eventId,
    'Service-Event-Type': eventType,
    ...(sequence !== undefined && { 'Service-Event-Sequence': sequence }),
    'Service-Delivery-Attempt': String(attempt),
  };
}
