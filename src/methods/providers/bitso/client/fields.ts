import { createReader, type Fields } from '../../http-rail/index.ts';

export type { Fields };

export const reader = createReader('Bitso');
export const { amountOf, fieldsOf, listOf, optionalText, partOf, textOf, Unreadable } = reader;

/** ISO 8601, read as UTC where it has no zone, or milliseconds since 1970. */
export function timeOf(fields: Fields, name: string): Date {
  const text = textOf(fields, name);
  if (/^\d{13}$/.test(text)) return new Date(Number(text));
  return reader.timeOf({ [name]: /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text }, name);
}

/** Our id of a withdrawal at Bitso. */
export function originIdIn(withdrawal: Fields): string | undefined {
  return optionalText(partOf(withdrawal, 'details'), 'origin_id') ?? optionalText(withdrawal, 'origin_id');
}

export function statusOf(fields: Fields): string {
  return textOf(fields, 'status').toLowerCase();
}
