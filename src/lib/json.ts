import { isUtf8 } from 'node:buffer';
import { DomainError, invalidParam } from './errors.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** A string of JSON text, with the colon behind it when it is a name. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?/g;

/**
 * Reads the JSON of a request. Throws `invalid_request` for what is not JSON in UTF-8, and for what is but must
 * not travel further: nested too deep, text that Postgres cannot store (NUL, lone surrogates), numbers that would
 * come back changed, names that JavaScript gives a meaning of its own, and names that occur twice in one object.
 */
export function parseJson(bytes: Buffer, maxDepth: number): Json {
  const { text, value } = decode(bytes);
  if (inspect(value, maxDepth) !== countNames(text)) {
    throw new DomainError('invalid_request', { message: 'A name occurs twice in one object of the body.' });
  }
  return value;
}

function decode(bytes: Buffer): { text: string; value: Json } {
  try {
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
    const text = bytes.toString().replace(/^\ufeff/, '');
    return { text, value: JSON.parse(text) as Json };
  } catch (error) {
    throw new DomainError('invalid_request', { message: 'The body is not valid JSON.', cause: error });
  }
}

/** Walks the value without recursion, whatever its depth, and answers how many names it holds. */
function inspect(root: Json, maxDepth: number): number {
  let names = 0;
  const open: { value: Json; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') inspectText(value, path);
    if (typeof value === 'number') inspectNumber(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxDepth) throw invalidParam(path, `The body is nested deeper than ${maxDepth} levels.`);
    for (const [key, child] of Object.entries(value)) {
      const inArray = Array.isArray(value);
      const childPath = inArray ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      if (!inArray) {
        names += 1;
        inspectText(key, path);
        if (FORBIDDEN_NAMES.has(key)) throw invalidParam(childPath, `The name ${key} cannot be used.`);
      }
      open.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
  return names;
}

function inspectText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidParam(path, 'Text must be well-formed Unicode without NUL characters.');
  }
}

/** Beyond what a double holds, two different numbers become one: they could not be told apart in a retry. */
function inspectNumber(number: number, path: string): void {
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) {
    throw invalidParam(path, 'A number beyond 2^53 would lose digits; send it as text.');
  }
}

function countNames(text: string): number {
  return text.match(STRING)?.filter((found) => found.endsWith(':')).length ?? 0;
}

/** The same value always gives the same text: object keys sorted, nothing else changed. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
