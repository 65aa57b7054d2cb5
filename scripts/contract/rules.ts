import { isDeepStrictEqual } from 'node:util';
import type { Json } from './json.ts';
import type { Use } from './uses.ts';

/** A difference between two contracts. */
export interface Change {
  /**
   * - breaking: a program that works with the first contract, or was compiled with a client generated from it, may not work
   *   with the second.
   * - question: only a person can tell whether a program still works.
   * - addition: a program may send or receive what it could not before.
   * - detail: nothing that a program sends or receives is different.
   */
  is: 'breaking' | 'question' | 'addition' | 'detail';
  /** A JSON pointer into the first contract, or the operation, event or schema. */
  where: string;
  text: string;
  /** The operations and events that use what changed. */
  by?: string[];
}

/** A place in both contracts, and who uses what is there. */
export interface Place extends Use {
  pointer: string;
  base: Json;
  revision: Json;
}

/** Judges the values at a place, of which one can be missing. `parents` are the objects that they are fields of. */
export type Rule = (place: Place, before: any, after: any, parents: [before: Json, after: Json]) => Change[];

export const under = (place: Place, ...keys: (string | number)[]): Place => ({
  ...place,
  pointer: [
    place.pointer,
    ...keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')),
  ].join('/'),
});

export const breaking = (place: Place, text: string): Change[] => [
  { is: 'breaking', where: place.pointer, text, by: place.by },
];
export const addition = ({ pointer: where }: Place, text: string): Change[] => [
  { is: 'addition', where, text },
];
export const detail = ({ pointer: where }: Place, text: string): Change[] => [{ is: 'detail', where, text }];

/** What happened to a value, in words. */
export function happened(before: unknown, after: unknown): string {
  if (before === undefined) return `${said(after)} was added`;
  if (after === undefined) return `${said(before)} was removed`;
  return `was changed from ${said(before)} to ${said(after)}`;
}

function said(value: unknown): string {
  if (typeof value === 'object' && value !== null && JSON.stringify(value).length > 80) return 'it';
  return `\`${JSON.stringify(value)}\``;
}

/** May not change, for this reason. A value that is left out means `otherwise`. */
export function fixed(because: string, otherwise?: unknown): Rule {
  return (place, before, after) =>
    isDeepStrictEqual(before ?? otherwise, after ?? otherwise)
      ? detail(place, happened(before, after))
      : breaking(place, `${happened(before, after)}: ${because}`);
}

/** People read it, programs do not. */
export const text: Rule = (place) => detail(place, 'the text is different');

/** Judged elsewhere. */
export const elsewhere: Rule = () => [];

const opaque = fixed('programs that read the contract may rely on it');

/** The fields of an object, each with its rule. One without a rule may not change at all. */
export function fields(rules: Record<string, Rule>): Rule {
  return (place, before, after) => {
    if (!isObject(before) || !isObject(after)) return opaque(place, before, after, [before, after]);
    return keysOf(before, after).flatMap((key) => {
      if (isDeepStrictEqual(before[key], after[key])) return [];
      const rule = Object.hasOwn(rules, key) ? rules[key]! : opaque;
      return rule(under(place, key), before[key], after[key], [before, after]);
    });
  };
}

interface Entries {
  /** Whom it breaks that an entry is gone. */
  gone: string;
  added: Rule;
  each: Rule;
}

/** An object whose names are the API's own. One that is left out is empty. */
export function entries({ gone, added, each }: Entries): Rule {
  return (place, before = {}, after = {}) =>
    keysOf(before, after).flatMap((key) => {
      const at = under(place, key);
      if (isDeepStrictEqual(before[key], after[key])) return [];
      if (!(key in before)) return added(at, undefined, after[key], [before, after]);
      if (!(key in after)) return breaking(at, `is gone: ${gone}`);
      return each(at, before[key], after[key], [before, after]);
    });
}

/** A new one that callers may use or ignore. */
export const welcome: Rule = (place) => addition(place, 'is new');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (before: Json, after: Json) => [...new Set([...Object.keys(before), ...Object.keys(after)])];
