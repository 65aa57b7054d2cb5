import type { IncomingHttpHeaders } from 'node:http';
import { eachOperation, readParameters, type ContractDocument } from './document.ts';

/** A request as it was sent. */
interface SentRequest {
  /** Its parameters, those that are objects under one name each. */
  query: Readonly<Record<string, unknown>>;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** Something in the requests of an operation that the contract marks as `deprecated`. */
export interface Deprecation {
  /** The day in `x-deprecated-since`, in Unix seconds. */
  sinceS: number;
  isUsedBy: (request: SentRequest) => boolean;
}

interface Marked {
  deprecated?: boolean;
  'x-deprecated-since'?: string;
}

interface Schema extends Marked {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/**
 * The deprecated parts of each operation's requests: the operation itself, query parameters, headers, and fields of the
 * body at any depth (D70). Operations with nothing deprecated are left out. Throws when the contract does not say since when.
 */
export function readDeprecations(document: ContractDocument): Map<string, Deprecation[]> {
  const found = new Map<string, Deprecation[]>();
  for (const [path, , operation] of eachOperation(document)) {
    const { operationId } = operation;
    const parameters = readParameters(document, [
      ...(document.paths[path]?.parameters ?? []),
      ...(operation.parameters ?? []),
    ]);
    const body = operation.requestBody?.content?.['application/json']?.schema;
    const deprecations = [
      ...deprecationOf(operation, operationId, () => true),
      ...parameters.flatMap((parameter) => {
        const { name } = parameter;
        return deprecationOf(parameter, `${name} of ${operationId}`, ({ query, headers }) =>
          parameter.in === 'header' ? headers[name.toLowerCase()] !== undefined : query[name] !== undefined,
        );
      }),
      ...(body ? fieldsOf(document, body, [], `the body of ${operationId}`) : []),
    ];
    if (deprecations.length > 0) found.set(operationId, deprecations);
  }
  return found;
}

/** The deprecated fields of a body, and of the objects and lists in it. No schema of a request contains itself. */
function fieldsOf(
  document: ContractDocument,
  schema: Schema,
  path: readonly string[],
  where: string,
): Deprecation[] {
  const { $ref, properties = {}, items, anyOf = [] } = schema;
  const named = $ref && (document.components['schemas']?.[$ref.split('/').at(-1) ?? ''] as Schema);
  return [
    ...[named, items, ...anyOf].flatMap((part) => (part ? fieldsOf(document, part, path, where) : [])),
    ...Object.entries(properties).flatMap(([name, property]) => {
      const inner = [...path, name];
      return [
        ...deprecationOf(property, `${inner.join('.')} in ${where}`, ({ body }) => has(body, inner)),
        ...fieldsOf(document, property, inner, where),
      ];
    }),
  ];
}

function deprecationOf(marked: Marked, what: string, isUsedBy: Deprecation['isUsedBy']): Deprecation[] {
  if (marked.deprecated !== true) return [];
  const sinceS = Date.parse(marked['x-deprecated-since'] ?? '') / 1_000;
  if (Number.isNaN(sinceS)) throw new Error(`the contract does not say since when ${what} is deprecated`);
  return [{ sinceS, isUsedBy }];
}

/** Whether a field is there, in the object or in any of a list's. */
function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => has(item, [name, ...rest]));
  return has((value as Record<string, unknown>)[name], rest);
}
