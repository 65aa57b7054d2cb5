import { memoize } from './memoize.ts';

/** More than there are columns and properties. */
const MAX_KNOWN = 10_000;

/** `account_id` of `accountId`. */
export const toSnakeCase = memoize(
  (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  { maxKnown: MAX_KNOWN },
);

/** The object under the names that it has in SQL and JSON. */
export function inSnakeCase(properties: object): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) renamed[toSnakeCase(name)] = value as unknown;
  return renamed;
}

/** `accountId` of `account_id`. */
export const toCamelCase = memoize(
  (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  { maxKnown: MAX_KNOWN },
);
