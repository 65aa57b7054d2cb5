import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How far a signature's time may lie from the receiver's clock, either way. */
const TOLERANCE_S = 300;
const SECRET_BYTES = 32;

export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/**
 * Makes the value of the signature header (spec, Events: Signature): `t=<seconds>,v1=<64 lowercase hex>`, an
 * HMAC-SHA-256 over the time, a dot and the body's bytes. The key is the whole secret (`whsec_…`) as text.
 */
export function signPayload({ body, secret, timestampS }: SignInput): string {
  return `t=${timestampS},v1=${digest(String(timestampS), body, secret)}`;
}

/**
 * Tells whether the header was made for exactly this body with this secret, within 300 seconds of `nowS` (spec,
 * Events: Signature). Anything that is not of the header's exact shape is no signature.
 */
export function verifySignature({ header, body, secret, nowS }: VerifyInput): boolean {
  const [, timestamp, v1] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (timestamp === undefined || v1 === undefined) return false;
  if (Math.abs(nowS - Number(timestamp)) > TOLERANCE_S) return false;
  return timingSafeEqual(Buffer.from(v1), Buffer.from(digest(timestamp, body, secret)));
}

export type SignInput = { body: Buffer | string; secret: string; timestampS: number };
export type VerifyInput = { header: string; body: Buffer | string; secret: string; nowS: number };

function digest(timestamp: string, body: Buffer | string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}
