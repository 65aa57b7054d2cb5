import { money, type Money } from '../../../lib/money.ts';
import { parseStorable } from '../../../lib/text/storable.ts';
import { ProviderFailure } from '../../index.ts';

/** An object of a response or notice. */
export type Fields = Record<string, unknown>;

/** ISO 8601 with a zone. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;
/** The number of digits that a JavaScript number always keeps. */
const EXACT_DIGITS = 15;

/**
 * Reads a rail's responses field by field. Unless stated otherwise, each function throws Unreadable with the field's
 * name.
 */
export interface Reader {
  /** The rail's name in messages. */
  readonly rail: string;
  /** The rail sent undocumented content. Never quotes it, because it can name payers. */
  readonly Unreadable: new (what: string) => ProviderFailure;
  readonly fieldsOf: (value: unknown, what: string) => Fields;
  /** The object in a field; empty if it is missing. */
  readonly partOf: (fields: Fields, name: string) => Fields;
  readonly listOf: (value: unknown, what: string) => Fields[];
  /** Undefined for an empty text, and for anything but a text or a whole number. */
  readonly optionalText: (fields: Fields, name: string) => string | undefined;
  readonly textOf: (fields: Fields, name: string) => string;
  /** Reads a decimal text, or a number that cannot have lost a digit; undefined if the field is missing. */
  readonly optionalAmount: (fields: Fields, name: string) => Money | undefined;
  readonly amountOf: (fields: Fields, name: string) => Money;
  /** Reads ISO 8601 with a zone. */
  readonly timeOf: (fields: Fields, name: string) => Date;
  /** Reads the object in a notice's body. */
  readonly noticeOf: (body: Buffer) => Fields;
}

/** The field readers of the named rail. */
export function createReader(rail: string): Reader {
  class Unreadable extends ProviderFailure {
    constructor(what: string) {
      super('unavailable', `${rail} sent something that cannot be read: ${what}.`);
    }
  }

  const fieldsOf = (value: unknown, what: string): Fields => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(what);
    return value as Fields;
  };
  const required = <T>(value: T | undefined, name: string): T => {
    if (value === undefined) throw new Unreadable(name);
    return value;
  };
  const optionalAmount = (fields: Fields, name: string): Money | undefined => {
    const value = fields[name] ?? undefined;
    if (value === undefined) return undefined;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d{1,20}(\.\d{1,18})?$/.test(text)) throw new Unreadable(name);
    if (typeof value === 'number' && text.replace(/\D/g, '').length > EXACT_DIGITS)
      throw new Unreadable(name);
    return money(text);
  };
  const textOf = (fields: Fields, name: string): string => required(optionalText(fields, name), name);

  return {
    rail,
    Unreadable,
    fieldsOf,
    partOf: (fields, name) => fieldsOf(fields[name] ?? {}, name),
    listOf(value, what) {
      if (!Array.isArray(value)) throw new Unreadable(what);
      return value.map((one: unknown) => fieldsOf(one, what));
    },
    optionalText,
    textOf,
    optionalAmount,
    amountOf: (fields, name) => required(optionalAmount(fields, name), name),
    timeOf(fields, name) {
      const text = textOf(fields, name);
      const time = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
      if (!TIME.test(text) || Number.isNaN(time.getTime())) throw new Unreadable(name);
      return time;
    },
    noticeOf(body) {
      try {
        return fieldsOf(parseStorable(body.toString()), 'a notice');
      } catch {
        throw new Unreadable('a notice');
      }
    },
  };
}

/** Some clients have seen numbers where the documentation shows texts. */
function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The payer, as far as the rail reports it. */
export function payerOf(named: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const known = Object.entries(named).filter((one): one is [string, string] => one[1] !== undefined);
  return Object.fromEntries(known);
}
