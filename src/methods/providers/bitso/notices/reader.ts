import { verify } from 'node:crypto';
import { deterministicHex } from '../../../../lib/ids.ts';
import { type NoticeReader, NoticeRefused } from '../../../index.ts';
import { createNoticeIntake, type KeyRing } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import { optionalText, reader, textOf, Unreadable, type Fields } from '../client/fields.ts';
import type { Fundings } from '../pay-ins/fundings.ts';
import { fidIn, getPayment } from '../pay-ins/payments.ts';
import { compact, sliceNotice } from './slice.ts';

const KEY_ID = /^[A-Za-z0-9._:=+/-]{1,128}$/;
const SIGNATURE = /^[A-Za-z0-9+/]{40,2000}={0,2}$/;

/** The field that identifies a payload's event, because the event's name itself is not signed. */
const EVENTS = [
  { event: 'spei_payment', id: 'payment_id' },
  { event: 'withdrawal', id: 'wid' },
  { event: 'funding', id: 'fid' },
] as const;

/** Other documented events, which are ignored here. */
const OTHERS = new Set(['payin', 'payin_intent', 'payout', 'account_validation']);

interface NoticeSubject {
  /** Undefined for events that are ignored. */
  event: (typeof EVENTS)[number]['event'] | undefined;
  /** The subject's id; for ignored events, a digest. */
  id: string;
  status: string;
  payload: Fields;
}

/**
 * Reads Bitso's webhooks (v4). The signature covers only the payload, and no time, so a repeated notice is recognised
 * by its subject and the subject's status. Deposits of many notices are read with one call.
 */
export function createBitsoNotices({
  client,
  keys,
  fundings,
}: {
  client: BitsoClient;
  keys: KeyRing;
  fundings: Fundings;
}): NoticeReader {
  const paidBy = async (paymentId: string, signal: AbortSignal): Promise<string> => {
    const fid = fidIn(await getPayment(client, paymentId, signal));
    if (fid === undefined) throw new Unreadable('a completed payment without its deposit');
    return fid;
  };

  return createNoticeIntake<NoticeSubject>({
    async requireSigned({ headers, body }, signal) {
      const { 'x-bitso-key-id': keyId = '', 'x-bitso-webhook-event-signature': signature = '' } = headers;
      const notice = sliceNotice(body);
      if (!notice || !KEY_ID.test(keyId) || !SIGNATURE.test(signature))
        throw new NoticeRefused('It is not written as a notice of Bitso.');
      const key = await keys.find((known) => known.get(keyId), signal);
      if (!key) throw new NoticeRefused('Bitso has no such key.');
      const signed = Buffer.from(signature, 'base64');
      if (![notice.payload, compact(notice.payload)].some((bytes) => verify('sha256', bytes, key, signed)))
        throw new NoticeRefused('The signature is wrong.');
    },
    subjectOf,
    idOf: ({ event = 'other', id, status }) =>
      event === 'other' ? `other:${id}` : `${event}:${shortOf(id)}:${status}`,
    reporter(subjects, signal) {
      const report = fundings.reportMany(
        subjects.flatMap((one) => fidOf(one) ?? []),
        signal,
      );
      return async (one) => {
        const fid = fidOf(one);
        if (fid !== undefined) return report(fid, { isFinal: one.status !== 'PENDING' });
        if (one.event === 'withdrawal') return { type: 'transfer', providerReference: one.id };
        return isPaid(one) ? fundings.report(await paidBy(one.id, signal), signal) : { type: 'nothing' };
      };
    },
  });
}

const isPaid = ({ event, status }: NoticeSubject): boolean =>
  event === 'spei_payment' && status === 'COMPLETED';

/** The deposit that a notice is about, if it names it. */
function fidOf(subject: NoticeSubject): string | undefined {
  if (subject.event === 'funding') return subject.id;
  return isPaid(subject) ? fidIn(subject.payload) : undefined;
}

/** Unsigned parts only name the event, and must agree with the signed part. */
function subjectOf(body: Buffer): NoticeSubject {
  const notice = sliceNotice(body);
  if (!notice) throw new Unreadable('a notice');
  const payload = reader.noticeOf(notice.payload);
  const found = OTHERS.has(notice.event)
    ? undefined
    : EVENTS.find(({ id }) => optionalText(payload, id) !== undefined);
  if (notice.event !== found?.event && (found || EVENTS.some(({ event }) => event === notice.event)))
    throw new NoticeRefused('The event is another one than what its payload is about.');
  const status = (optionalText(payload, 'status') ?? '').toUpperCase().slice(0, 40);
  if (found) return { event: found.event, id: textOf(payload, found.id), status, payload };
  const digest = deterministicHex('bitso', 'notice', compact(notice.payload).toString('base64'));
  return { event: undefined, id: digest.slice(0, 40), status, payload };
}

function shortOf(id: string): string {
  return /^[\w.:-]{1,100}$/.test(id) ? id : deterministicHex('bitso', 'id', id).slice(0, 40);
}
