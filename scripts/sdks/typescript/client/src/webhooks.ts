import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookSignatureError } from './errors.js';
import type { WebhookEvent, WebhookTestEvent } from './generated/types.gen.js';

export interface VerifyOptions {
  /** How far the time of sending may be from now, in seconds. By default, 300. */
  toleranceS?: number;
  /** What time it is. By default, now. */
  now?: Date;
}

/**
 * Verifies a delivery and returns its event. Give the body exactly as it was received, before anything parsed it, the
 * header `Service-Signature`, and the endpoint's whole secret (`whsec_…`). Throws a WebhookSignatureError for a body
 * that was not signed with this secret, or not within the tolerance.
 *
 * A later version of the service can send types that are not in the TypeScript type: have a default branch.
 */
export function parseWebhook(
  body: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent | WebhookTestEvent {
  const { toleranceS = 300, now = new Date() } = options;
  const parts = (signature ?? '').split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^[0-9]{1,12}$/.test(time)) throw new WebhookSignatureError('The signature is missing or malformed.');
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > toleranceS) {
    throw new WebhookSignatureError('The signature is too old, or from the future.');
  }
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  // There may be several while a secret is being replaced.
  const isSigned = parts.some(
    ([name, value = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(expected, Buffer.from(value, 'hex')),
  );
  if (!isSigned) throw new WebhookSignatureError('The body was not signed with this secret.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as WebhookEvent | WebhookTestEvent;
}
