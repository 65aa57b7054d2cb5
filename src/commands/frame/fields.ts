import { toSnakeCase } from '../../lib/case.ts';

/** What a command shows of a row: its properties, by the names that they have in JSON. */
export function fieldsOf(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [toSnakeCase(name), value as unknown]),
  );
}
