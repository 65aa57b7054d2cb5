import { deterministicHex } from '../../../../lib/ids.ts';
import { fieldsOf, isIdOf, optionalText, partOf, reader, textOf, type Fields } from '../client/fields.ts';

/** The subject of a notice; nothing else of it is believed. */
export interface NoticeSubject {
  type: string;
  attempt: string | undefined;
  collection: string | undefined;
  transfer: string | undefined;
  /** A digest, because Mono gives notices no id. */
  id: string;
}

const MAX_DEPTH = 4;
const MAX_VALUES = 500;
/** Free text is skipped, since a payer's name could look like an id. */
const OTHERS_WORDS = new Set([
  'payer',
  'payer_account',
  'metadata',
  'creditor',
  'creditor_account',
  'expected_payers',
]);

/** Throws Unreadable for a body that is no notice of Mono. */
export function subjectOf(body: Buffer): NoticeSubject {
  const notice = reader.noticeOf(body);
  const event = fieldsOf(notice['event'], 'event');
  const type = textOf(event, 'type');
  const data = partOf(event, 'data');
  const words = [type, data['id'], data['state'], data['updated_at'] ?? notice['timestamp']];
  const text = words.map((word) => (typeof word === 'string' ? word : '')).join(' ');
  return {
    type,
    ...findIds(data),
    id: /^[\x20-\x7e]{1,160}$/.test(text) ? text : deterministicHex('mono', 'notice', text).slice(0, 40),
  };
}

/** It is not documented whether the data is the attempt or its collection, so ids are found by their prefix. */
function findIds(data: Fields): Pick<NoticeSubject, 'attempt' | 'collection' | 'transfer'> {
  const found: string[] = [];
  let values = 0;
  const search = (value: unknown, depth: number): void => {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) return;
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) for (const one of value as unknown[]) search(one, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) if (!OTHERS_WORDS.has(name)) search(one, depth + 1);
  };
  // Its own id first, because a reference may have another one of the same kind.
  search(optionalText(data, 'id'), 0);
  search(data, 0);
  const first = (prefix: string): string | undefined => found.find((text) => isIdOf(prefix, text));
  return { attempt: first('bbcolat'), collection: first('bbcol'), transfer: first('bbot') };
}
