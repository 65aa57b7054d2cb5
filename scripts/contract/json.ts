/* A contract, or a part of one, as JSON. */
export type Json = Record<string, any>;

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** The operations of a path item, by method. */
export const operationsOf = (item: Json): [method: string, operation: Json][] =>
  Object.entries<Json>(item).filter(([method]) => METHODS.has(method));

/** What a part stands for: itself, or the component that it refers to, which is empty if there is none. */
export function resolved(contract: Json, part: Json): Json {
  const reference: unknown = part?.['$ref'];
  if (typeof reference !== 'string') return part;
  const path = reference.split('/').slice(1).map(unescaped);
  return path.reduce<Json | undefined>((found, key) => found?.[key], contract) ?? {};
}

const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');
