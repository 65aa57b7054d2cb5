import { invalidParam } from '../../lib/errors/errors.ts';
import { optionalText, type Reader, trimmed } from '../frame/fields.ts';
import type { MemberVisit } from '../request/route.ts';

/** The contract's bounds, in characters. */
export const MAX_LENGTH = {
  description: 500,
  reference: 255,
  payerName: 140,
  returnUrl: 2_048,
  metadataKey: 40,
  metadataValue: 500,
} as const;

/** How long a link may live, in hours; D5 allows no more than 90 days. */
export const LIVES = ['1', '24', '72', '168', '720', '2160'] as const;
export const USUAL_LIFE = '168';

/** The empty rows for metadata that a form offers. */
export const METADATA_ROWS = 4;
/** The rows of a link with as much metadata as a link can have (D5), and the empty ones. */
const MOST_ROWS = 50 + METADATA_ROWS;

/** The chosen methods, or undefined to offer all. */
export const methods: Reader<string[] | undefined> = (visit, name) => {
  const chosen = new Set(visit.fields(name));
  return chosen.size === 0 ? undefined : [...chosen];
};

export const hours: Reader<number> = (visit, name) =>
  Number(LIVES.find((known) => known === visit.field(name)) ?? USUAL_LIFE);

export const feeBearer: Reader<'merchant' | 'payer'> = (visit, name) =>
  visit.field(name) === 'payer' ? 'payer' : 'merchant';

export const payerName: Reader<string | null> = (visit, name) => {
  const given = optionalText(MAX_LENGTH.payerName)(visit, name);
  if (given !== null && /\p{Cc}/u.test(given)) throw invalidParam(name, `${name} has a control character.`);
  return given;
};

export const returnUrl: Reader<string | null> = (visit, name) => {
  const given = trimmed(visit, name);
  if (given === '') return null;
  const isValid =
    given.length <= MAX_LENGTH.returnUrl && /^https:\/\/[^/?#@]+([/?#]|$)/.test(given) && URL.canParse(given);
  if (!isValid) throw invalidParam(name, `${name} must be an https URL without a user name.`);
  return given;
};

/** The id of the chosen customer, or null for none. */
export const customerId: Reader<string | null> = (visit, name) => visit.field(name) || null;

export const metadata: Reader<Record<string, string>> = (visit, name) => {
  const given = metadataRows(visit, MOST_ROWS).filter(({ key, value }) => key !== '' || value !== '');
  const isWhole = given.every(
    ({ key, value }) =>
      key !== '' && key.length <= MAX_LENGTH.metadataKey && value.length <= MAX_LENGTH.metadataValue,
  );
  if (!isWhole || new Set(given.map(({ key }) => key)).size < given.length)
    throw invalidParam(name, `${name} must have unique keys within their bounds.`);
  return Object.fromEntries(given.map(({ key, value }) => [key, value]));
};

/** The rows for metadata, as they were filled in. */
export function metadataRows(visit: MemberVisit, rows: number): { key: string; value: string }[] {
  const [keys, values] = [visit.fields('metadata_key'), visit.fields('metadata_value')];
  return Array.from({ length: rows }, (_, row) => ({
    key: keys[row]?.trim() ?? '',
    value: values[row]?.trim() ?? '',
  }));
}
