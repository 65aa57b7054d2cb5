import { createHmac, timingSafeEqual } from 'node:crypto';
import { NoticeRefused, type RawNotice } from '../../index.ts';

/** The format of a signature and its time in one header: `t=…,v1=…`. */
export interface TimedSignature {
  header: string;
  /** The field of the signatures. While a rail replaces its secret there may be several, one of which must match. */
  scheme: string;
  encoding: 'hex' | 'base64';
  /** The unit of the time, in milliseconds. */
  unitMs: number;
  maxAgeMs: number;
  /** The allowed difference between the rail's clock and ours. */
  aheadMs: number;
}

/** Bounded, because each signature may cause a fetch of keys. */
const MAX_SIGNATURES = 5;

/**
 * Requires that a notice was signed recently, together with its time; `isSigned` gets the time as written. Throws
 * NoticeRefused.
 */
export async function requireTimedSignature(
  rail: string,
  { headers, body }: RawNotice,
  { header, scheme, encoding, unitMs, maxAgeMs, aheadMs }: TimedSignature,
  isSigned: (time: string, signature: Buffer, body: Buffer) => boolean | Promise<boolean>,
  now = Date.now(),
): Promise<void> {
  const parts = (headers[header] ?? '').split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time, ...times] = valuesOf('t');
  if (time === undefined || times.length > 0 || !/^\d{1,15}$/.test(time))
    throw new NoticeRefused(`It is not signed as a notice of ${rail}.`);
  const ageMs = now - Number(time) * unitMs;
  if (ageMs > maxAgeMs || ageMs < -aheadMs)
    throw new NoticeRefused('It was signed too long ago, or too far ahead.');
  for (const text of valuesOf(scheme).slice(0, MAX_SIGNATURES)) {
    const signature = Buffer.from(text, encoding);
    // Decoding skips invalid characters, so only the canonical encoding is accepted.
    const isWhole = text !== '' && signature.toString(encoding) === text;
    if (isWhole && (await isSigned(time, signature, body))) return;
  }
  throw new NoticeRefused('The signature is wrong.');
}

/** Verifies an HMAC-SHA256 of the time and the raw body, the form that most rails use. */
export function isSignedWith(secret: string) {
  return (time: string, signature: Buffer, body: Buffer): boolean => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
}
