import { withSchemas, type ContractDocument } from '../document.ts';

interface Alternatives {
  oneOf?: unknown;
  discriminator?: unknown;
}

/**
 * A contract whose requests do not say which of their fields exclude each other. Generators of clients would make a
 * class of each alternative, and a validator would report what each of them lacks. Handlers check it instead, and name
 * the field. Unions whose types a property tells apart stay.
 */
export function withoutAlternatives<Document extends Pick<ContractDocument, 'components'>>(
  document: Document,
): Document {
  const entries = Object.entries(document.components['schemas'] ?? {}).map(([name, schema]) => {
    const { oneOf, ...rest } = schema as Alternatives;
    return [name, oneOf && !rest.discriminator ? rest : schema] as const;
  });
  return withSchemas(document, Object.fromEntries(entries));
}
