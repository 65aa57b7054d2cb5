import { timingSafeEqual } from 'node:crypto';
import { signNow, signPayload } from '../../../lib/outgoing/signature.ts';
import { NoticeRefused, type RawNotice } from '../../index.ts';

/** The allowed age of a notice, and the allowed lead of the other cell's clock. */
const TOLERANCE_S = 5 * 60;
const HEADER = 'payments-signature';
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The headers of a notice that is sent now, signed with the first of the keys. */
export function signNotice(body: string, [key = '']: readonly string[]): Record<string, string> {
  return { [HEADER]: signNow({ body, secrets: [key] }), 'content-type': 'application/json' };
}

/**
 * Checks the signature over the time and the body's own bytes, made with any of the keys. Throws NoticeRefused,
 * including for a notice signed more than five minutes ago or ahead.
 */
export function requireSigned({ headers, body }: RawNotice, keys: readonly string[], nowS: number): void {
  const [, time = '', signature = ''] = SIGNATURE.exec(headers[HEADER] ?? '') ?? [];
  const timestampS = Number(time);
  const isOurs = keys.map((key) => {
    const expected = signPayload({ body, secrets: [key], timestampS });
    const given = `t=${timestampS},v1=${signature}`;
    return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  });
  if (signature === '' || !isOurs.includes(true))
    throw new NoticeRefused('It is not signed as a notice of a cell.');
  if (Math.abs(nowS - timestampS) > TOLERANCE_S)
    throw new NoticeRefused('It was signed too long ago, or too far ahead.');
}
