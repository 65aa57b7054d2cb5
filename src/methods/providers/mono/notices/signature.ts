import { createHmac, timingSafeEqual } from 'node:crypto';
import { NoticeRefused, type RawNotice } from '../../../index.ts';

/**
 * Mono sends a webhook again for 8.4 hours, and does not say whether it is then signed anew: its own example allows five
 * minutes, which would refuse every repetition of one that is not.
 */
const MAX_AGE_MS = 9 * 3_600_000;
/** The allowed difference between Mono's clock and ours. */
const AHEAD_MS = 5 * 60_000;

/**
 * Checks `Mono-Signature: t=<seconds>,v1=<hex>`, over the time and the body's own bytes. Several v1 may stand there, of
 * which one must match: Mono signs with two secrets while one is replaced. Throws NoticeRefused.
 */
export function requireSigned({ headers, body }: RawNotice, secret: string, now: number): void {
  const parts = (headers['mono-signature'] ?? '').split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time, ...times] = valuesOf('t');
  if (time === undefined || times.length > 0 || !/^\d{1,12}$/.test(time))
    throw new NoticeRefused('It is not signed as a notice of Mono.');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isOurs = valuesOf('v1').some(
    (signature) =>
      /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected),
  );
  if (!isOurs) throw new NoticeRefused('The signature is wrong.');
  const ageMs = now - Number(time) * 1_000;
  if (ageMs > MAX_AGE_MS || ageMs < -AHEAD_MS)
    throw new NoticeRefused('It was signed too long ago, or too far ahead.');
}
