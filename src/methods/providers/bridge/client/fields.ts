import { createReader, type Fields } from '../../http-rail/index.ts';

export type { Fields };

export const reader = createReader('Bridge');
export const { amountOf, fieldsOf, optionalAmount, optionalText, partOf, textOf, timeOf, Unreadable } =
  reader;

/** The records in a list: `{count, data}`, or a bare array. */
export function listOf(value: unknown, what: string): Fields[] {
  return reader.listOf(Array.isArray(value) ? value : fieldsOf(value, what)['data'], what);
}
