import { money, type Money } from '../../../../lib/money.ts';
import { ProviderFailure } from '../../../index.ts';

/** An object of a response or notice. */
export type Fields = Record<string, unknown>;

/** Mono sent something undocumented. Never quotes it, because it can name payers. */
export class Unreadable extends ProviderFailure {
  constructor(what: string) {
    super('unavailable', `Mono sent something that cannot be read: ${what}.`);
  }
}

/** Ids are a prefix that names what they are of, and 22 characters, as documented. */
const ID = /^([A-Za-z]{2,7})_[\w-]{22}$/;

/** Bre-B moves Colombian pesos only. */
export const ASSET = 'COP';
const CENTAVOS = 2;

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(what);
  return value as Fields;
}

export function listOf(value: unknown, what: string): Fields[] {
  if (!Array.isArray(value)) throw new Unreadable(what);
  return value.map((one: unknown) => fieldsOf(one, what));
}

/** Undefined for anything else, and for an empty text. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function textOf(fields: Fields, name: string): string {
  const text = optionalText(fields, name);
  if (text === undefined) throw new Unreadable(name);
  return text;
}

/** Whether a text is an id of this kind, by its prefix. */
export function isIdOf(prefix: string, text: string | undefined): text is string {
  return ID.exec(text ?? '')?.[1] === prefix;
}

export function idOf(fields: Fields, name: string, prefix: string): string {
  const id = optionalText(fields, name);
  if (!isIdOf(prefix, id)) throw new Unreadable(name);
  return id;
}

/** ISO 8601 in UTC. */
export function timeOf(fields: Fields, name: string): Date {
  const text = textOf(fields, name);
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(text) || Number.isNaN(time.getTime()))
    throw new Unreadable(name);
  return time;
}

/** An amount, which Mono writes in centavos: only if no digit of it can have been lost. */
export function amountOf(fields: Fields, name: string): Money {
  const { amount, currency } = fieldsOf(fields[name], name);
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || currency !== ASSET)
    throw new Unreadable(name);
  return money(String(amount)).shiftedBy(-CENTAVOS);
}

/** An amount as Mono takes it. Throws a ProviderFailure for one that it cannot write exactly. */
export function inCentavos(amount: Money): { amount: number; currency: string } {
  const centavos = Number(amount.shiftedBy(CENTAVOS).toFixed());
  if (!Number.isSafeInteger(centavos) || centavos <= 0)
    throw new ProviderFailure(
      'refused',
      `Bre-B carries whole centavos, and not ${amount.toFixed()} ${ASSET}.`,
    );
  return { amount: centavos, currency: ASSET };
}
