import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signature's time may be from the receiver's clock, either way. */
const TOLERANCE_S = 300;

export type VerifyInput = { header: string; body: Buffer | string; secret: string; nowS: number };

/** Verifies a delivery as a receiver would, from the documentation alone (openapi/guides/9-webhooks.md). */
export function verifySignature({ header, body, secret, nowS }: VerifyInput): boolean {
  const [, timestamp, signatures] = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,2})$/.exec(header) ?? [];
  if (timestamp === undefined || signatures === undefined) return false;
  if (Math.abs(nowS - Number(timestamp)) > TOLERANCE_S) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return signatures
    .split(',v1=')
    .slice(1)
    .some((v1) => timingSafeEqual(Buffer.from(v1), Buffer.from(expected)));
}
