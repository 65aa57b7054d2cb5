import { parseStorable } from '../../../../lib/text/storable.ts';
import { type NoticeReader, NoticeRefused, type Report } from '../../../index.ts';
import { type Fields, fieldsOf, optionalText, textOf, Unreadable } from '../client/fields.ts';
import type { NoticeKeys } from './keys.ts';
import { isFresh, isSignedBy, parseSignature } from './signature.ts';
import type { Transfers } from './transfers.ts';

const EVENT_ID = /^[\w.:-]{1,200}$/;

/**
 * Reads Bridge's webhooks. They are signed, but repeated and in no promised order: so what one says only tells which
 * transfer to read from Bridge.
 */
export function createBridgeNotices({
  keys,
  transfers,
}: {
  keys: NoticeKeys;
  transfers: Transfers;
}): NoticeReader {
  return {
    async authenticate({ headers, body }) {
      const header = parseSignature(headers['x-webhook-signature'] ?? '');
      if (!header) throw new NoticeRefused('It is not signed as a notice of Bridge.');
      if (!isFresh(header, Date.now())) throw new NoticeRefused('It was signed too long ago.');
      const isSigned = async (isRejected: boolean): Promise<boolean> =>
        (await keys.list({ isRejected })).some((key) => isSignedBy(key, header, body));
      if (!(await isSigned(false)) && !(await isSigned(true)))
        throw new NoticeRefused('The signature is wrong.');
      const id = optionalText(parse(body), 'event_id') ?? '';
      if (!EVENT_ID.test(id)) throw new Unreadable('a notice without its id');
      return id;
    },

    read(bodies, signal) {
      const report = transfers.reporter(signal, { isBackground: false });
      return bodies.map(async (body): Promise<Report> => {
        const transferId = transferIn(parse(body));
        return transferId === undefined ? { type: 'nothing' } : report(transferId);
      });
    },
  };
}

/** The transfer that an event is about; undefined for events about anything else. */
export function transferIn(event: Fields): string | undefined {
  return optionalText(event, 'event_category') === 'transfer' ? textOf(event, 'event_object_id') : undefined;
}

function parse(body: Buffer): Fields {
  let value: unknown;
  try {
    value = parseStorable(body.toString());
  } catch {
    throw new Unreadable('a notice');
  }
  return fieldsOf(value, 'a notice');
}
