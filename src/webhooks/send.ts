import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import { nowS, signPayload, signStandard } from '../lib/outgoing/signature.ts';
import { PROGRAM } from '../lib/telemetry/program.ts';

/** The user agent, separate from the delivery's headers because it changes with each version of the program. */
export const USER_AGENT = `${PROGRAM.name}/${PROGRAM.version}`;

/** For the whole attempt, because a slow receiver holds a slot that others wait for (D19). */
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface OutgoingEvent {
  accountId: string;
  url: string;
  /** The newest first. */
  secrets: readonly string[];
  /** Whether the endpoint gets the headers of Standard Webhooks, too. */
  standardWebhooks: boolean;
  eventId: string;
  eventType: string;
  /** The event's sequence number in its account, as digits; a test event has none. */
  sequence?: string;
  /** The exact bytes that are signed and sent. */
  body: string;
  attempt: number;
}

/** A delivery's signatures, all of the same moment. */
interface Signatures {
  /** The header `Service-Signature`. */
  signature: string;
  /** The header `webhook-signature` of Standard Webhooks, null for an endpoint without them. */
  standardSignature: string | null;
}

export interface SendOutcome extends Signatures {
  delivered: boolean;
  /** The status of the response, null when none came. */
  httpStatus: number | null;
  /** The reason why the attempt failed, null when it succeeded. */
  error: string | null;
  durationMs: number;
  /** The beginning of the response's body, at most 1,024 characters. */
  responseBody: string;
}

/**
 * Sends an event, signed with the current time. Any 2xx is a success, everything else a failure (D19).
 */
export async function sendEvent(client: GuardedClient, event: OutgoingEvent): Promise<SendOutcome> {
  const signatures = signDelivery(event);
  const { httpStatus, error, durationMs, responseBody } = await client.post({
    accountId: event.accountId,
    url: event.url,
    headers: { 'User-Agent': USER_AGENT, ...deliveryHeaders(event, signatures) },
    body: event.body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return {
    delivered,
    httpStatus,
    error: delivered ? null : (error ?? `status ${httpStatus}`).slice(0, 500),
    durationMs,
    signature: signatures.signature,
    standardSignature: signatures.standardSignature,
    responseBody,
  };
}

/** Signs a delivery with the current time and each secret (D19, D63, D69). */
export function signDelivery({
  eventId,
  body,
  secrets,
  standardWebhooks,
}: Pick<OutgoingEvent, 'eventId' | 'body' | 'secrets' | 'standardWebhooks'>): Signatures {
  const timestampS = nowS();
  return {
    signature: signPayload({ body, secrets, timestampS }),
    standardSignature: standardWebhooks ? signStandard({ id: eventId, body, secrets, timestampS }) : null,
  };
}

/** The facts of a delivery that its headers carry. */
type Described = Pick<OutgoingEvent, 'eventId' | 'eventType' | 'sequence' | 'attempt'>;

/** The headers of a delivery (D19), with those of Standard Webhooks if it has their signature (D69). */
export function deliveryHeaders(
  { eventId, eventType, sequence, attempt }: Described,
  { signature, standardSignature }: Signatures,
): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Service-Signature': signature,
    'Service-Event-Id': eventId,
    'Service-Event-Type': eventType,
    'Service-Delivery-Attempt': String(attempt),
    ...(sequence !== undefined && { 'Service-Event-Sequence': sequence }),
    ...(standardSignature !== null && {
      'webhook-id': eventId,
      'webhook-timestamp': timeOf(signature),
      'webhook-signature': standardSignature,
    }),
  };
}

/** The `t` of a signature. Both signatures have the same time, so it is stored once. */
function timeOf(signature: string): string {
  return signature.slice('t='.length, signature.indexOf(','));
}
