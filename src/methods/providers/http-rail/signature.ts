import { createHmac, timingSafeEqual } from 'node:crypto';
import { NoticeRefused, type RawNotice } from '../../index.ts';

/** How a rail writes a signature with its time into one header: `t=…,v1=…`. */
export interface TimedSignature {
  header: string;
  /** The name of the signatures; several may stand there, of which one must match, while a rail replaces its secret. */
  scheme: string;
  encoding: 'hex' | 'base64';
  /** How long the unit is in which the time is written. */
  unitMs: number;
  maxAgeMs: number;
  /** The allowed difference between the rail's clock and ours. */
  aheadMs: number;
}

/** How many signatures are tried: each may have keys fetched. */
const MAX_SIGNATURES = 5;

/**
 * Checks that a notice has been signed, together with its time, and lately: `isSigned` gets the time as it is written. Throws
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
    // Decoding skips what it cannot read: only what is written in the one way counts.
    const isWhole = text !== '' && signature.toString(encoding) === text;
    if (isWhole && (await isSigned(time, signature, body))) return;
  }
  throw new NoticeRefused('The signature is wrong.');
}

/** By an HMAC with SHA-256 of the time and the body's own bytes, as most rails write it. */
export function isSignedWith(secret: string) {
  return (time: string, signature: Buffer, body: Buffer): boolean => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
}
