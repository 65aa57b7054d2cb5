import { money, type Money } from '../../../../lib/money.ts';
import { ProviderFailure } from '../../../index.ts';

/** An object of a response or notice. */
export type Fields = Record<string, unknown>;

/** Bridge sent something undocumented. Never quotes it, because it can name payers. */
export class Unreadable extends ProviderFailure {
  constructor(what: string) {
    super('unavailable', `Bridge sent something that cannot be read: ${what}.`);
  }
}

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(what);
  return value as Fields;
}

/** Of an object that may be missing. */
export function partOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  return value === undefined || value === null ? {} : fieldsOf(value, name);
}

/** The records in a list: `{count, data}`, or a bare array. */
export function listOf(value: unknown, what: string): Fields[] {
  const data = Array.isArray(value) ? (value as unknown[]) : fieldsOf(value, what)['data'];
  if (!Array.isArray(data)) throw new Unreadable(what);
  return data.map((one: unknown) => fieldsOf(one, what));
}

/** Undefined for anything but a text, and for an empty one. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function textOf(fields: Fields, name: string): string {
  const text = optionalText(fields, name);
  if (text === undefined) throw new Unreadable(name);
  return text;
}

/** Amounts are decimal texts, with one decimal or six: only their value counts. */
export function optionalAmount(fields: Fields, name: string): Money | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,18})?$/.test(value)) throw new Unreadable(name);
  return money(value);
}

export function amountOf(fields: Fields, name: string): Money {
  const amount = optionalAmount(fields, name);
  if (!amount) throw new Unreadable(name);
  return amount;
}

/** ISO 8601 with its zone. */
export function timeOf(fields: Fields, name: string): Date {
  const text = textOf(fields, name);
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw new Unreadable(name);
  }
  return time;
}
