import { eachOperation, withReferredComponents, withSchemas, type ContractDocument } from '../document.ts';

type Node = Record<string, unknown>;

/**
 * A contract in which the schemas of these names, which a program reads, have text in place of each list of values that
 * can grow (`x-extensible`), because a program that checks values against an enum would refuse those of a later
 * version. `x-known-values` refers to the enum, so that generators make its constants.
 */
export function withOpenEnums<Document extends Pick<ContractDocument, 'components'>>(
  document: Document,
  names: readonly string[],
): Document {
  const schemas = document.components['schemas'] as Record<string, Node>;
  const opened = names
    .filter((name) => !isOpen(schemas[name]))
    .map((name) => [name, open(schemas[name], schemas)] as const);
  return withSchemas(document, Object.fromEntries(opened));
}

/** The names of the schemas that a client reads. Its own requests only have today's values. */
export function schemasOfResponses(document: Pick<ContractDocument, 'paths' | 'components'>): string[] {
  const paths: ContractDocument['paths'] = {};
  for (const [path, method, { operationId, responses }] of eachOperation(document)) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, responses } };
  }
  return Object.keys(withReferredComponents({ ...document, paths }).components['schemas'] ?? {});
}

function open(part: unknown, schemas: Record<string, Node>): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => open(one, schemas));
  const node = part as Node;
  const [reference, isNullable] = referenceOf(node);
  if (reference !== undefined && isOpen(schemas[reference.split('/').at(-1) ?? ''])) {
    return textFor(reference, isNullable, node, schemas);
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, open(value, schemas)]));
}

/** The schema that a node refers to, alone or as the alternative to null. */
function referenceOf({ $ref, anyOf }: Node): [reference: string | undefined, isNullable: boolean] {
  const [first, second] = Array.isArray(anyOf) ? (anyOf as Node[]) : [];
  return first && second?.['type'] === 'null'
    ? [first['$ref'] as string | undefined, true]
    : [$ref as string | undefined, false];
}

function textFor(reference: string, isNullable: boolean, node: Node, schemas: Record<string, Node>): Node {
  const name = reference.split('/').at(-1) ?? '';
  const { description, examples } = { ...schemas[name], ...node } as {
    description: string;
    examples: unknown;
  };
  return {
    type: isNullable ? ['string', 'null'] : 'string',
    description: `${description.trim()}\n\nOne of \`${name}\`, or a value that a later version adds.`,
    examples,
    'x-known-values': { $ref: reference },
  };
}

function isOpen(schema: Node | undefined): boolean {
  return schema?.['x-extensible'] === true && Array.isArray(schema['enum']);
}
