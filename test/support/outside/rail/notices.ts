import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  NoticeRefused,
  type NoticeReader,
  type RawNotice,
  type Report,
} from '../../../../src/methods/providers/provider.ts';
import { readDeposit, readReturn, readTakenBack, toWire } from './wire.ts';

/** Older notices are refused: somebody may have kept one. */
const MAX_AGE_S = 5 * 60;

/** A new notice of a rail, ready to be posted. */
export function writeNotice(secret: string, report: Exclude<Report, { type: 'nothing' }>): RawNotice {
  return signNotice(secret, Buffer.from(toWire({ id: randomUUID(), ...report })));
}

/** Signs a notice, or signs it again to repeat it: its id, which is in the body, stays the same. */
export function signNotice(secret: string, body: Buffer, at = new Date()): RawNotice {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    headers: {
      'content-type': 'application/json',
      'rail-timestamp': timestamp,
      'rail-signature': digest(secret, timestamp, body).toString('hex'),
    },
    body,
  };
}

/** The adapter's side: HMAC-SHA-256 over timestamp and body, and at most 5 minutes old. */
export function createNoticeReader(secret: string): NoticeReader {
  return {
    // Whatever they throw is a rejection.
    authenticate: (notice) => new Promise((resolve) => resolve(authenticate(secret, notice))),
    read: (bodies) => bodies.map((body) => new Promise((resolve) => resolve(readReport(body)))),
  };
}

function authenticate(secret: string, { headers, body }: RawNotice): string {
  const { 'rail-timestamp': timestamp = '', 'rail-signature': signature = '' } = headers;
  const given = Buffer.from(signature, 'hex');
  const expected = digest(secret, timestamp, body);
  refuseUnless(
    given.length === expected.length && timingSafeEqual(given, expected),
    'The signature is wrong.',
  );
  const ageS = Math.abs(Date.now() / 1000 - Number(timestamp));
  refuseUnless(ageS <= MAX_AGE_S, 'The notice is too old.');
  return (JSON.parse(body.toString()) as { id: string }).id;
}

function readReport(body: Buffer): Report {
  const report = JSON.parse(body.toString()) as Report;
  switch (report.type) {
    case 'deposit':
      return { type: 'deposit', deposit: readDeposit(report.deposit) };
    case 'return':
      return { type: 'return', returned: readReturn(report.returned) };
    case 'taken_back':
      return { type: 'taken_back', takenBack: readTakenBack(report.takenBack) };
    case 'transfer':
      return { type: 'transfer', providerReference: report.providerReference };
    default:
      return { type: 'nothing' };
  }
}

function digest(secret: string, timestamp: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}

function refuseUnless(condition: boolean, message: string): void {
  if (!condition) throw new NoticeRefused(message);
}
