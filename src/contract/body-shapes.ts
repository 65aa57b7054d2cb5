import { eachOperation, readParameters, type ContractDocument } from './document.ts';

/** The fields that a JSON object may have, each with the named schema that declares it. */
export type BodyShape = ReadonlyMap<string, BodyField>;

interface BodyField {
  schema: string;
  /** The shape of the objects in the field, single or in a list; undefined when they have no known fields. */
  shape: BodyShape | undefined;
}

/** The bodies that an operation takes and returns; a JSON body that is absent or free-form is undefined. */
interface OperationShapes {
  /** The names of the query parameters. */
  query: readonly string[];
  request: BodyShape | undefined;
  /** The body of a successful response. */
  answer: BodyShape | undefined;
}

/** The shapes of all operations, by id, and of the JSON body that every error has. */
export interface BodyShapes {
  operations: ReadonlyMap<string, OperationShapes>;
  error: BodyShape | undefined;
}

/** The parts of a schema that say which fields there are. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Content = { content?: Record<string, { schema: Schema }> } | undefined;

export function readBodyShapes(document: ContractDocument): BodyShapes {
  const schemas = (document.components['schemas'] ?? {}) as Record<string, Schema>;

  /** Collects every field that a schema declares, itself or through references. */
  const collect = (schema: Schema, declaredBy: string, fields: Map<string, BodyField>): void => {
    const named = schema.$ref?.split('/').at(-1);
    if (named !== undefined) collect(schemas[named] ?? {}, named, fields);
    for (const part of [schema.allOf, schema.anyOf, schema.items].flat()) {
      if (part) collect(part, declaredBy, fields);
    }
    // The alternative of a body is unknown here, so the fields of all alternatives count as those of the whole.
    for (const kind of schema.oneOf ?? []) {
      for (const [name, field] of shapeOf(kind, declaredBy) ?? [])
        fields.set(name, { ...field, schema: declaredBy });
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      fields.set(name, { schema: declaredBy, shape: shapeOf(property, declaredBy) });
    }
  };
  const shapeOf = (schema: Schema, declaredBy: string): BodyShape | undefined => {
    const fields = new Map<string, BodyField>();
    collect(schema, declaredBy, fields);
    return fields.size > 0 ? fields : undefined;
  };
  const jsonShape = (holder: unknown, operationId: string): BodyShape | undefined => {
    const schema = (holder as Content)?.content?.['application/json']?.schema;
    return schema && shapeOf(schema, operationId);
  };

  const operations = new Map<string, OperationShapes>();
  for (const [, , operation] of eachOperation(document)) {
    const id = operation.operationId;
    const success = Object.entries(operation.responses as object).find(([status]) => status.startsWith('2'));
    const parameters = readParameters(document, operation.parameters ?? []);
    operations.set(id, {
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      request: jsonShape(operation.requestBody, id),
      answer: jsonShape(success?.[1], id),
    });
  }
  return { operations, error: shapeOf({ $ref: '#/components/schemas/ErrorEnvelope' }, 'ErrorEnvelope') };
}
