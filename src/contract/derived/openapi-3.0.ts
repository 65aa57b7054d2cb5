import type { Calls } from './clients.ts';

type Node = Record<string, unknown>;
type Schemas = Record<string, Node>;

/** Keywords whose value maps names to nodes, so a name in it is no keyword. */
const MAPS = new Set(['properties', 'schemas', 'parameters', 'headers', 'responses', 'securitySchemes']);
/** Keywords whose value is not a part of the contract, but of what it describes. */
const VALUES = new Set(['example', 'examples', 'value', 'default', 'enum']);

/**
 * A contract of OpenAPI 3.1 in OpenAPI 3.0, for generators that read no other. Keywords of JSON Schema 2020-12 are
 * replaced by those of 3.0. Those without a counterpart (`propertyNames`, the scopes of a bearer key) are left out.
 */
export function toOpenApi30(document: Calls): object {
  const { title, version, description, contact, license } = document.info;
  const { schemas, examples, ...others } = document.components;
  const components = { schemas, examples: withoutNullObjects(examples, schemas as Schemas), ...others };
  const converted = convert({ ...document, components, openapi: '3.0.3' }, schemas as Schemas) as Node;
  return { ...converted, info: { title, version, description, contact, license: { name: license.name } } };
}

function convert(part: unknown, schemas: Schemas): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => convert(one, schemas));
  const { const: only, anyOf, security, $ref, ...node } = part as Node;
  delete node['propertyNames'];
  const made = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, convertChild(name, value, schemas)]),
  );
  if (Array.isArray(node['type'])) {
    const [type] = (node['type'] as string[]).filter((name) => name !== 'null');
    Object.assign(made, { type, nullable: true });
  }
  // A schema has a list of examples; everything else has them by name, as in 3.0.
  if (Array.isArray(node['examples'])) {
    delete made['examples'];
    [made['example']] = node['examples'] as unknown[];
  }
  // OpenAPI 3.0 ignores keywords beside a reference.
  if ($ref !== undefined && Object.keys(node).length > 0) made['allOf'] = [{ $ref }];
  else if ($ref !== undefined) made['$ref'] = $ref;
  if (only !== undefined) made['enum'] = [only];
  if (anyOf) Object.assign(made, withoutNull(anyOf as Node[], schemas));
  if (security) made['security'] = (security as Record<string, string[]>[]).map(withoutScopes);
  return made;
}

function convertChild(name: string, value: unknown, schemas: Schemas): unknown {
  if (VALUES.has(name)) return value;
  if (!MAPS.has(name) || Array.isArray(value)) return convert(value, schemas);
  const entries = Object.entries(value as Node).map(([key, node]) => [key, convert(node, schemas)]);
  return Object.fromEntries(entries);
}

/** One named schema or null, which is the only use of `anyOf` that a contract for clients has. */
function withoutNull([named, nothing, ...others]: Node[], schemas: Schemas): Node {
  const schema = schemas[String(named?.['$ref']).split('/').at(-1) ?? ''];
  if (!schema || nothing?.['type'] !== 'null' || others.length > 0) {
    throw new Error('OpenAPI 3.0 can only say that a named schema can be null');
  }
  return { type: schema['type'], nullable: true, allOf: [named] };
}

/**
 * Examples in which a field of a named schema that is null has the example of the field instead. 3.0 cannot say that such an object
 * is null: `nullable` does not reach into what `allOf` refers to, and a validator would refuse the example.
 */
function withoutNullObjects(examples: unknown, schemas: Schemas): unknown {
  const fields = Object.values(schemas).flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Schemas),
  );
  const shown = new Map<string, unknown>();
  for (const [name, { anyOf, examples: ofField }] of fields) {
    const [named] = (anyOf ?? []) as Node[];
    const schema = schemas[String(named?.['$ref']).split('/').at(-1) ?? ''];
    if (schema?.['type'] === 'object') shown.set(name, (ofField as unknown[])[0]);
  }
  const shownIn = (part: unknown, name = ''): unknown => {
    if (part === null) return shown.get(name) ?? null;
    if (typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map((one) => shownIn(one));
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, shownIn(value, key)]));
  };
  return shownIn(examples);
}

function withoutScopes(requirement: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.keys(requirement).map((name) => [name, []]));
}
