import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of `samples/invented`, with its marks replaced. */
export function invented(name: string, marks: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(join(import.meta.dirname, 'samples/invented', name), 'utf8');
  return Object.entries(marks).reduce((found, [mark, value]) => found.replaceAll(`@@${mark}@@`, value), text);
}
