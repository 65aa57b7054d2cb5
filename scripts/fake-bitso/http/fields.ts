import { money } from '../../../src/lib/money.ts';
import { isClabe } from '../../../src/methods/clabe.ts';
import { Refusal } from './refusal.ts';

/** Checks one field, and throws the refusal that Bitso documents for it. */
export interface Field {
  optional?: boolean;
  check(name: string, text: string): void;
}

export const optional = (field: Field): Field => ({ ...field, optional: true });

export function text({
  max,
  pattern = /./,
  code = '0304',
}: {
  max: number;
  pattern?: RegExp;
  code?: string;
}) {
  return {
    check: (name: string, value: string) =>
      refuseUnless(value.length <= max && pattern.test(value), code, name),
  };
}

export const constant = (expected: string): Field => ({
  check: (name, value) => refuseUnless(value === expected, '0304', name),
});

/** Decimals are strings; more than a currency has are refused. */
export const amount = (decimals: number): Field => ({
  check(name, value) {
    refuseUnless(/^[0-9]{1,13}(\.[0-9]+)?$/.test(value), '0304', name);
    const places = value.split('.')[1]?.length ?? 0;
    refuseUnless(places <= decimals && money(value).gt(0), '0343', name);
  },
});

export const clabe: Field = { check: (name, value) => refuseUnless(isClabe(value), '0317', name) };

/**
 * The body of a call as text fields. Missing: 0303, of a wrong type: 0372, wrong or unknown: 0304, as documented; that
 * unknown fields are refused is guessed, and stricter than needed on purpose.
 */
export function readBody<Name extends string>(
  body: unknown,
  fields: Record<Name, Field>,
): Partial<Record<Name, string>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('0304', 'The body must be a JSON object.');
  }
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(fields, name)) throw new Refusal('0304', `Unknown field: ${name}`, 'unknown_field');
  }
  for (const [name, field] of Object.entries<Field>(fields)) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined || value === null) {
      if (field.optional) continue;
      throw new Refusal('0303', `Missing field: ${name}`);
    }
    if (typeof value !== 'string') throw new Refusal('0372', `Wrong type: ${name} must be a string`);
    field.check(name, value);
  }
  return body;
}

function refuseUnless(condition: boolean, code: string, name: string): void {
  if (!condition) throw new Refusal(code, `Invalid value: ${name}`);
}
