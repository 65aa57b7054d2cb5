import {
  eachOperation,
  readBodyExamples,
  readExample,
  readParameters,
  type ContractDocument,
  type OperationObject,
  type ParameterObject,
} from '../../document.ts';

/** An example value with its schema's type, because clients have types for enums, objects and times. */
export type Value =
  | { kind: 'text' | 'address' | 'time'; value: string }
  | { kind: 'enum'; type: string; value: string }
  | { kind: 'integer'; value: number; isLong: boolean }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'list'; items: Value[]; isUnique: boolean }
  /** An object with names of the caller's own. `type` is empty where the schema has no name. */
  | { kind: 'map'; type: string; entries: [name: string, value: Value][] }
  | { kind: 'record'; type: string; fields: Field[] };

export interface Field {
  name: string;
  value: Value;
  isOptional: boolean;
  /** Null removes what is there, and is not the same as leaving the field out. */
  isRemovable: boolean;
}

/** One operation, called with the contract's own examples. */
export interface SampleCall {
  operationId: string;
  method: string;
  /** Path and query with their examples, as they are sent. */
  address: string;
  /** The examples of the path's parameters, in their order. */
  pathArguments: { name: string; value: string }[];
  /** The query's required parameters, and the length of a page. */
  query: (Field & { example: unknown })[];
  /** Some clients have a query argument even when no parameter is given. */
  takesQuery: boolean;
  example: unknown;
  body: Value | undefined;
  needsApiKey: boolean;
  needsIdempotencyKey: boolean;
  /**
   * The body of the first success, which is the name of its schema, 'bytes' if it is not JSON, or undefined if it has
   * none.
   */
  returns: { schema: string } | 'bytes' | undefined;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** Calls of all operations, in the contract's order. */
export function readSampleCalls(document: ContractDocument): SampleCall[] {
  return [...eachOperation(document)].map(([path, method, operation]) => {
    const parameters = readParameters(document, [
      ...(document.paths[path]?.parameters ?? []),
      ...(operation.parameters ?? []),
    ]);
    const placed = (place: string): ParameterObject[] => parameters.filter((one) => one.in === place);
    const inQuery = placed('query');
    const given = inQuery.filter(({ name, required }) => required === true || name === 'limit');
    const pathArguments = placed('path').map(({ name, example }) => ({ name, value: String(example) }));
    const [example] = readBodyExamples(document, operation);
    const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
    return {
      operationId: operation.operationId,
      method,
      address: addressOf(path, pathArguments, given),
      pathArguments,
      query: given.map((parameter) => fieldOf(document, parameter)),
      takesQuery: inQuery.length > 0,
      example,
      body: bodySchema && example !== undefined ? typed(document, bodySchema, example) : undefined,
      needsApiKey: (operation.security ?? []).length > 0,
      needsIdempotencyKey: placed('header').some(({ name }) => name === 'Idempotency-Key'),
      returns: returnedBy(operation),
    };
  });
}

function addressOf(
  path: string,
  pathArguments: { name: string; value: string }[],
  query: ParameterObject[],
): string {
  const filled = pathArguments.reduce(
    (left, { name, value }) => left.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const search = new URLSearchParams(query.flatMap(readExample)).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function fieldOf(
  document: ContractDocument,
  { name, required, schema = {}, example }: ParameterObject,
): SampleCall['query'][number] {
  const value = typed(document, schema, example);
  return { name, value, isOptional: required !== true, isRemovable: false, example };
}

function returnedBy({ responses }: OperationObject): SampleCall['returns'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const contents = Object.entries((success?.content ?? {}) as Record<string, { schema: Schema }>);
  const [, json] = contents.find(([type]) => type === 'application/json') ?? [];
  if (json) return { schema: nameOf(json.schema) };
  return contents.length > 0 ? 'bytes' : undefined;
}

/** An example with its types. Throws for schema constructs that this contract's requests do not use. */
function typed(document: ContractDocument, from: Schema, example: unknown): Value {
  const type = nameOf(from);
  const schema = type === '' ? from : { ...resolve(document, type), ...from };
  if (example === null) return { kind: 'null' };
  if (Array.isArray(example)) {
    const items = example.map((item) => typed(document, schema.items ?? {}, item));
    return { kind: 'list', items, isUnique: schema.uniqueItems === true };
  }
  switch (typeof example) {
    case 'boolean':
      return { kind: 'boolean', value: example };
    case 'number':
      return { kind: 'integer', value: example, isLong: schema.format === 'int64' };
    case 'string':
      if (schema.enum) return { kind: 'enum', type, value: example };
      if (schema.format === 'date-time') return { kind: 'time', value: example };
      return { kind: schema.format === 'uri' ? 'address' : 'text', value: example };
    case 'object':
      return schema.properties
        ? { kind: 'record', type, fields: fieldsOf(document, schema, example) }
        : { kind: 'map', type, entries: entriesOf(document, schema, example) };
    default:
      throw new Error(`an example has a value of type ${typeof example}`);
  }
}

function fieldsOf(document: ContractDocument, schema: Schema, example: object): Field[] {
  return Object.entries(example).map(([name, value]) => {
    const property = schema.properties?.[name];
    if (!property) throw new Error(`an example has a field ${name}, which its schema does not have`);
    const isOptional = !(schema.required ?? []).includes(name);
    const { type } = property.$ref ? resolve(document, nameOf(property)) : property;
    const isRemovable = isOptional && Array.isArray(type) && type.includes('null');
    return { name, value: typed(document, property, value), isOptional, isRemovable };
  });
}

function entriesOf(document: ContractDocument, schema: Schema, example: object): [string, Value][] {
  const { additionalProperties } = schema;
  const item = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.entries(example).map(([name, value]) => [name, typed(document, item, value)]);
}

function nameOf({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? '';
}

function resolve(document: ContractDocument, name: string): Schema {
  const found = document.components['schemas']?.[name] as Schema | undefined;
  if (!found) throw new Error(`the contract has no schema ${name}`);
  return found;
}
