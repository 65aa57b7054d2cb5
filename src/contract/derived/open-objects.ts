import { withSchemas, type ContractDocument } from '../document.ts';

interface ObjectSchema {
  properties?: object;
  additionalProperties?: unknown;
}

/**
 * A contract in which the schemas of these names, which a program reads, say that an object can have other fields besides. JSON
 * Schema means that by saying nothing, but some generators then make clients that refuse the answers of a later version.
 */
export function withOpenObjects<Document extends Pick<ContractDocument, 'components'>>(
  document: Document,
  names: readonly string[],
): Document {
  const schemas = document.components['schemas'] as Record<string, ObjectSchema>;
  const opened = names
    .filter((name) => schemas[name]?.properties && schemas[name].additionalProperties === undefined)
    .map((name) => [name, { ...schemas[name], additionalProperties: true }] as const);
  return withSchemas(document, Object.fromEntries(opened));
}
