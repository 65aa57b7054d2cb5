import { verify } from 'node:crypto';
import { deterministicHex } from '../../../../lib/ids.ts';
import { parseStorable } from '../../../../lib/text/storable.ts';
import { type NoticeReader, NoticeRefused, type Report } from '../../../index.ts';
import type { BitsoClient } from '../client/client.ts';
import { fieldsOf, optionalText, Unreadable, type Fields } from '../client/fields.ts';
import type { Fundings } from '../pay-ins/fundings.ts';
import { getPayment } from '../pay-ins/payments.ts';
import type { NoticeKeys } from './keys.ts';
import { compact, sliceNotice, type NoticeParts } from './slice.ts';

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

interface Told {
  event: (typeof EVENTS)[number]['event'];
  id: string;
  status: string;
  payload: Fields;
}

/**
 * Reads Bitso's webhooks (v4). The signature covers only the payload, and no time: a repeated notice is recognized by
 * its subject and that one's status. The subject is then read from Bitso, because notices are unordered: deposits of many
 * notices by one call.
 */
export function createBitsoNotices(parts: {
  client: BitsoClient;
  keys: NoticeKeys;
  fundings: Fundings;
}): NoticeReader {
  const { client, keys, fundings } = parts;
  return {
    async authenticate({ headers, body }, signal) {
      const { 'x-bitso-key-id': keyId = '', 'x-bitso-webhook-event-signature': signature = '' } = headers;
      const notice = sliceNotice(body);
      if (!notice || !KEY_ID.test(keyId) || !SIGNATURE.test(signature)) {
        throw new NoticeRefused('It is not written as a notice of Bitso.');
      }
      const key = await keys.find(keyId, signal);
      if (!key) throw new NoticeRefused('Bitso has no such key.');
      const signed = Buffer.from(signature, 'base64');
      if (![notice.payload, compact(notice.payload)].some((bytes) => verify('sha256', bytes, key, signed))) {
        throw new NoticeRefused('The signature is wrong.');
      }
      const told = toldBy(notice);
      const isNamed = EVENTS.some(({ event }) => event === notice.event);
      if (told ? told.event !== notice.event : isNamed) {
        throw new NoticeRefused('The event is another one than what its payload is about.');
      }
      // Unsigned parts do not belong to the id.
      return told
        ? `${told.event}:${idOf(told.id)}:${told.status}`
        : `other:${deterministicHex('bitso', 'notice', compact(notice.payload).toString('base64')).slice(0, 40)}`;
    },

    read(bodies, signal) {
      const notices = bodies.map(sliceNotice);
      const told = notices.map((notice) => notice && toldBy(notice));
      const report = fundings.reportMany(
        told.flatMap((one) => (one && fidOf(one)) ?? []),
        signal,
      );
      const reportOf = async (one: Told): Promise<Report> => {
        const fid = fidOf(one);
        if (fid !== undefined) return report(fid, { isFinal: one.status !== 'PENDING' });
        if (one.event === 'withdrawal') return { type: 'transfer', providerReference: one.id };
        if (!isPaid(one)) return { type: 'nothing' };
        return fundings.report(await paidBy(one.id, signal), signal);
      };
      return notices.map(async (notice, at): Promise<Report> => {
        if (!notice) throw new Unreadable('a notice');
        const one = told[at];
        return one ? reportOf(one) : { type: 'nothing' };
      });
    },
  };

  async function paidBy(paymentId: string, signal: AbortSignal): Promise<string> {
    const fid = fidIn(await getPayment(client, paymentId, signal));
    if (fid === undefined) throw new Unreadable('a completed payment without its deposit');
    return fid;
  }
}

const isPaid = ({ event, status }: Told): boolean => event === 'spei_payment' && status === 'COMPLETED';

const fidIn = ({ details }: Fields): string | undefined => optionalText(Object(details) as Fields, 'fid');

/** The deposit that a notice is about, if it names it. */
function fidOf(told: Told): string | undefined {
  if (told.event === 'funding') return told.id;
  return isPaid(told) ? fidIn(told.payload) : undefined;
}

/** Undefined for events that are ignored. */
function toldBy(notice: NoticeParts): Told | undefined {
  if (OTHERS.has(notice.event)) return undefined;
  const payload = fieldsOf(parseStorable(notice.payload.toString()), 'a notice');
  for (const { event, id: name } of EVENTS) {
    const id = optionalText(payload, name);
    const status = (optionalText(payload, 'status') ?? '').toUpperCase().slice(0, 40);
    if (id !== undefined) return { event, id, status, payload };
  }
  return undefined;
}

function idOf(id: string): string {
  return /^[\w.:-]{1,100}$/.test(id) ? id : deterministicHex('bitso', 'id', id).slice(0, 40);
}
