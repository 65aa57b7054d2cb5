import { Refusal } from './refusal.ts';

export type Fields = Record<string, unknown>;

/** An object with these fields, and no others: that unknown ones are refused is stricter than needed on purpose. */
export function objectOf(
  value: unknown,
  path: string,
  required: readonly string[],
  optional: readonly string[],
): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(422, 'invalid_format', `${path} must be an object`);
  for (const name of required) {
    if ((value as Fields)[name] === undefined)
      throw new Refusal(422, 'missing_field', `Missing field: ${path}.${name}`);
  }
  for (const name of Object.keys(value)) {
    if (!required.includes(name) && !optional.includes(name))
      throw new Refusal(422, 'unexpected_field', `Unexpected field: ${path}.${name}`);
  }
  return value as Fields;
}

export function textOf(fields: Fields, name: string, pattern = /^[^\0]{1,255}$/): string {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value))
    throw new Refusal(422, 'invalid_format', `Invalid value: ${name}`);
  return value;
}

/** Centavos, whole. */
export function amountOf(fields: Fields, name: string): number {
  const { amount, currency } = objectOf(fields[name], name, ['amount', 'currency'], []);
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0 || currency !== 'COP')
    throw new Refusal(422, 'invalid_format', `Invalid value: ${name}`);
  return amount;
}

export function listOf(fields: Fields, name: string, max: number): unknown[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length === 0 || value.length > max)
    throw new Refusal(422, 'invalid_format', `Invalid value: ${name}`);
  return value as unknown[];
}

/** The wanted page of a list whose newest is first. */
export function pageOf<T>(
  newestFirst: readonly T[],
  { page_number = '1', page_size = '10' }: Record<string, string>,
): { page: T[]; pagination: object } {
  const [number, size] = [Number(page_number), Number(page_size)];
  if (!Number.isInteger(number) || number < 1 || !(size >= 10 && size <= 500))
    throw new Refusal(422, 'invalid_format', 'Invalid page');
  return {
    page: newestFirst.slice((number - 1) * size, number * size),
    pagination: {
      ...{ page_number: number, page_size: size, total_items: newestFirst.length },
      total_pages: Math.ceil(newestFirst.length / size),
    },
  };
}
