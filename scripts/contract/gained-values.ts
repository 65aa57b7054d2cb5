import { operationsOf, resolved, type Json } from './json.ts';
import type { Change } from './rules.ts';

/** The error codes that operations gained, as the changelog lists them: oasdiff does not compare extensions. */
export function gainedErrorCodes(base: Json, revision: Json): Change[] {
  const before = errorCodesOf(base);
  return [...errorCodesOf(revision)].flatMap(([where, codes]): Change[] => {
    const old = before.get(where);
    const gained = codes.filter((code) => old && !old.includes(code));
    return gained.map((code) => ({ is: 'addition', where, text: `gained the error code \`${code}\`` }));
  });
}

/** The error codes of operations that list them, by operation. */
export function errorCodesOf(contract: Json): Map<string, string[]> {
  const operations = Object.values<Json>(contract['paths']).flatMap((item) =>
    operationsOf(item).map(([, operation]) => operation),
  );
  const listed = operations.map(({ operationId, responses }): [string, string[]] => [
    operationId,
    Object.values<Json>(responses).flatMap((one) => resolved(contract, one)['x-error-codes'] ?? []),
  ]);
  return new Map(listed.filter(([, codes]) => codes.length > 0));
}

/**
 * The values that open enums gained, as the changelog lists them: oasdiff takes such an enum for any text. Error codes and
 * event types are such values.
 */
export function gainedValues(base: Json, revision: Json): Change[] {
  const before = openEnumsOf(base['components'].schemas);
  return [...openEnumsOf(revision['components'].schemas)].flatMap(([where, values]): Change[] => {
    const old = before.get(where);
    const gained = values.filter((value) => old && !old.includes(value));
    return gained.map((value) => ({ is: 'addition', where, text: `gained the value \`${value}\`` }));
  });
}

/** The open enums of schemas, by schema and path in it. */
function openEnumsOf(schemas: Json): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (part: unknown, place: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { enum: values, 'x-extensible': extensible } = part as Json;
    if (Array.isArray(values) && extensible === true) found.set(place, values);
    for (const [key, value] of Object.entries(part)) {
      if (key !== 'example' && key !== 'examples')
        walk(value, key === 'properties' ? place : `${place}.${key}`);
    }
  };
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name);
  return found;
}
