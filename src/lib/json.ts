import { invalidParam } from './errors.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Deeper bodies have no use here, and recursion over them would end in a stack overflow. */
const MAX_DEPTH = 32;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses what is valid JSON but must not travel further: too deep, text that Postgres cannot store
 * (NUL, lone surrogates), and keys that JavaScript gives a meaning of its own.
 */
export function inspectJson(root: unknown): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      inspectText(value, path);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) throw invalidParam(path, `The body is nested deeper than ${MAX_DEPTH} levels.`);
      for (const [key, child] of Object.entries(value)) {
        const childPath = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
        if (!Array.isArray(value)) inspectKey(key, path);
        open.push({ value: child, path: childPath, depth: depth + 1 });
      }
    }
  }
}

function inspectText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidParam(path, 'Text must be well-formed Unicode without NUL characters.');
  }
}

function inspectKey(key: string, path: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw invalidParam(path, `The name ${key} cannot be used.`);
  inspectText(key, path);
}

/** The same value always gives the same text: object keys sorted, nothing else changed. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
