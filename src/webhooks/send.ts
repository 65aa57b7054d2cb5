import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { signNow } from '../lib/outgoing/signature.ts';
import { PROGRAM } from '../lib/telemetry/program.ts';

/** The user agent, separate from the delivery's headers because it changes with each version of the program. */
export const USER_AGENT = `${PROGRAM.name}/${PROGRAM.version}`;

/** For the whole attempt (D19). */
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface OutgoingEvent {
  accountId: string;
  url: string;
  /** The newest first. */
  secrets: readonly string[];
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
  /** The signature header as it was sent. */
  signature: string;
  /** The beginning of the response's body, at most 1,024 characters. */
  responseBody: string;
}

/**
 * Sends an event, signed with the current time. Any 2xx is a success, everything else a failure (D19).
 */
export async function sendEvent(client: GuardedClient, event: OutgoingEvent): Promise<SendOutcome> {
  const signature = signNow(event);
  const { httpStatus, error, durationMs, responseBody } = await client.post({
    accountId: event.accountId,
    url: event.url,
    headers: { 'User-Agent': USER_AGENT, ...deliveryHeaders(event, signature) },
    body: event.body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return {
    delivered,
    httpStatus,
    error: delivered ? null : (error ?? `status ${httpStatus}`).slice(0, 500),
    durationMs,
    signature,
    responseBody,
  };
}

/** The delivery's data in its headers. */
type Described = Pick<OutgoingEvent, 'eventId' | 'eventType' | 'sequence' | 'attempt'>;

/** The headers of a delivery (D19). */
export function deliveryHeaders(
  { eventId, eventType, sequence, attempt }: Described,
  signature: string,
): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Service-Signature': signature,
    'Service-Event-Id': eventId,
    'Service-Event-Type': eventType,
    'Service-Delivery-Attempt': String(attempt),
    ...(sequence !== undefined && { 'Service-Event-Sequence': sequence }),
  };
}
