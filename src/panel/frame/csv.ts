import { BYTE_ORDER_MARK, spreadsheetLine } from '../../http/index.ts';
import { localTime, type TimeZone } from '../../lib/time-zone.ts';
import type { Reply } from '../request/route.ts';

/** The columns of a file, each with how a row's value is written. */
export type Columns<T> = Readonly<Record<string, (row: T) => string | null>>;

/** How many rows an export reads at a time. */
export const EXPORT_BATCH = 1_000;

/** Rows as CSV (RFC 4180) for spreadsheets, with a first line of names. */
async function* toCsv<T>(columns: Columns<T>, batches: AsyncIterable<T[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + spreadsheetLine(Object.keys(columns));
  for await (const rows of batches) yield rows.map((row) => csvRow(columns, row)).join('');
}

export function csvRow<T>(columns: Columns<T>, row: T): string {
  return spreadsheetLine(Object.values(columns).map((valueOf) => valueOf(row) ?? ''));
}

/** A file of CSV to download. */
export function csvFile<T>(name: string, columns: Columns<T>, batches: AsyncIterable<T[]>): Reply {
  return { file: toCsv(columns, batches), name: `${name}.csv`, type: 'text/csv; charset=utf-8' };
}

/**
 * Columns named as in the API, with the values that it answers. A name like payer.name is a field within another; several values
 * are separated by spaces.
 */
export function apiColumns<T>(view: (row: T) => object, names: readonly string[]): Columns<T> {
  const valueOf = (row: T, path: readonly string[]): string => {
    let value: unknown = view(row);
    for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
    if (value === undefined || value === null) return '';
    if (Array.isArray(value)) return value.join(' ');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return Object.fromEntries(names.map((name) => [name, (row: T) => valueOf(row, name.split('.'))]));
}

/** With the time in the account's zone after each time in UTC, because people cut days and months by it. */
export function withLocalTimes<T>(timeZone: TimeZone, columns: Columns<T>): Columns<T> {
  const local = (valueOf: (row: T) => string | null) => (row: T) => {
    const at = valueOf(row);
    return at ? localTime(timeZone, new Date(at)) : null;
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, valueOf]) => {
      if (!/^[a-z_]+_at$/.test(name)) return [[name, valueOf] as const];
      const localName = name === 'created_at' ? 'local_time' : `${name}_local`;
      return [[name, valueOf] as const, [localName, local(valueOf)] as const];
    }),
  );
}

/** The metadata of an object's link, by the keys that were chosen. */
export function metadataColumns<T>(
  keys: readonly string[],
  metadataOf: (row: T) => Readonly<Record<string, string>> | null,
): Columns<T> {
  return Object.fromEntries(
    keys.map((key) => [`metadata.${key}`, (row: T) => ownValue(metadataOf(row), key) ?? null]),
  );
}

function ownValue(of: Readonly<Record<string, string>> | null, key: string): string | undefined {
  return of !== null && Object.hasOwn(of, key) ? of[key] : undefined;
}
