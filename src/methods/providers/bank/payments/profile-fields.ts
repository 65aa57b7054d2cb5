import { isRoutingNumber } from '../../../index.ts';
import { wordsFor } from './words.ts';

/** A profile that cannot be used. Its message names the field and what is expected, in one line. */
export class ProfileInvalid extends Error {
  override readonly name = 'ProfileInvalid';
}

/** A text that must not be cut, because the payee or the clearing reads it. */
export function shortAt(value: unknown, path: string, most: number): string {
  const fits = (text: string): boolean => {
    const words = wordsFor('basic', text);
    return words !== '' && words.length <= most;
  };
  return textAt(value, path, fits, `a text of at most ${most} characters`);
}

export function routingAt(value: unknown, path: string): string {
  return textAt(value, path, isRoutingNumber, 'a US routing number with a correct check digit');
}

export function currencyAt(value: unknown, path: string): string {
  return textAt(value, path, (text) => /^[A-Z]{3}$/.test(text), 'a currency like USD');
}

export function isNumber(text: string): boolean {
  return /^[A-Za-z0-9-]{1,34}$/.test(text);
}

export function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text);
}

export function textAt(value: unknown, path: string, isOne: (text: string) => boolean, what: string): string {
  if (typeof value !== 'string' || !isOne(value)) refuse(path, `must be ${what}`);
  return value;
}

export function oneOf<Choice extends string>(
  value: unknown,
  path: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === value);
  return choice ?? refuse(path, `must be one of ${choices.join(', ')}`);
}

export function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, 'must be an object');
  return value as Record<string, unknown>;
}

/** An object without unknown fields, because a misspelt one would silently be ignored. */
export function fieldsAt(value: unknown, path: string, fields: readonly string[]): Record<string, unknown> {
  const object = objectAt(value, path);
  const unknown = Object.keys(object).find((field) => !fields.includes(field));
  if (unknown !== undefined) refuse(`${path}.${unknown}`, `is not used here; there are ${fields.join(', ')}`);
  return object;
}

export function refuse(path: string, what: string): never {
  throw new ProfileInvalid(`${path} ${what}`);
}
