import { money, type Money } from '../../../../lib/money.ts';
import { ProviderFailure } from '../../../index.ts';

/** An object of a response or notice. */
export type Fields = Record<string, unknown>;

/** Bitso sent something undocumented. Never quotes it, because it can name payers. */
export class Unreadable extends ProviderFailure {
  constructor(what: string) {
    super('unavailable', `Bitso sent something that cannot be read: ${what}.`);
  }
}

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(what);
  return value as Fields;
}

export function listOf(value: unknown, what: string): Fields[] {
  if (!Array.isArray(value)) throw new Unreadable(what);
  return value.map((one: unknown) => fieldsOf(one, what));
}

/** Some clients have seen numbers where strings are documented. Undefined for anything else, and for an empty text. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function textOf(fields: Fields, name: string): string {
  const text = optionalText(fields, name);
  if (text === undefined) throw new Unreadable(name);
  return text;
}

/** A number only if no digit of it can have been lost. */
export function amountOf(fields: Fields, name: string): Money {
  const value = fields[name];
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,20}(\.\d{1,18})?$/.test(text)) throw new Unreadable(name);
  if (typeof value === 'number' && text.replace(/\D/g, '').length > 15) throw new Unreadable(name);
  return money(text);
}

/** ISO 8601, read as UTC where it has no zone, or milliseconds since 1970. */
export function timeOf(fields: Fields, name: string): Date {
  const value = fields[name];
  const text = typeof value === 'string' ? value.trim() : '';
  const zoned = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text;
  const time = new Date(
    typeof value === 'number' || /^\d{13}$/.test(text)
      ? Number(value)
      : zoned.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );
  if ((text === '' && typeof value !== 'number') || Number.isNaN(time.getTime())) throw new Unreadable(name);
  return time;
}
