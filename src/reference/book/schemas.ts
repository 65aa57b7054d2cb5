import type { ContractDocument } from '../../contract/index.ts';

/** The parts of a JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: (string | number | null)[];
  const?: unknown;
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  'x-extensible'?: boolean;
  /** The meaning of each value of an enum. */
  'x-enumDescriptions'?: Record<string, string>;
  'x-deprecated-since'?: string;
}

/** A schema without references, as a reader needs it. */
export interface Shape extends Schema {
  isNullable: boolean;
  /** The fields of an object or of a list's objects. */
  fields: [name: string, schema: Schema, isRequired: boolean][];
  /** Its type, unless it is a list: "string (date-time)". */
  typeName: string;
  /** The shape of a list's items. */
  element: Shape | undefined;
}

/** Follows a schema's reference; sibling keywords take precedence. */
export function shapeOf(document: ContractDocument, given: Schema): Shape {
  const own = deref(document, given);
  // The contract writes "this or null" with anyOf where a reference is nullable.
  const [inner] = (own.anyOf ?? []).filter(({ type }) => type !== 'null');
  const schema = inner ? { ...deref(document, inner), ...own } : own;
  const types = [schema.type ?? []].flat();
  const isNullable = inner !== undefined || types.includes('null');
  const element = schema.items && shapeOf(document, schema.items);
  const properties = schema.properties ?? element?.properties ?? {};
  const required = (schema.properties ? schema.required : element?.required) ?? [];
  return {
    ...schema,
    ...(element && { properties, ...pick(element) }),
    isNullable,
    fields: Object.entries(properties).map(([name, one]) => [name, one, required.includes(name)]),
    typeName: typeNameOf(
      schema,
      types.find((type) => type !== 'null'),
    ),
    element,
  };
}

/** The values of a list are those of its items. */
function pick({ enum: values, ...rest }: Shape): Schema {
  return {
    ...(values && { enum: values }),
    ...(rest['x-extensible'] && { 'x-extensible': true }),
    ...(rest['x-enumDescriptions'] && { 'x-enumDescriptions': rest['x-enumDescriptions'] }),
    ...(rest.oneOf && { oneOf: rest.oneOf }),
  };
}

function typeNameOf(schema: Schema, type: string | undefined): string {
  if (schema.oneOf) return 'object';
  if (type === undefined) return 'any';
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function deref(document: ContractDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...deref(document, find(document, $ref) as Schema), ...beside };
}

/** The component that a reference names. */
export function find(document: ContractDocument, ref: string): unknown {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(ref) ?? [];
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`the contract has no ${ref}`);
  return found;
}

/** The referenced component, or the object itself if it is no reference. */
export function follow<T extends object>(document: ContractDocument, part: T | { $ref: string }): T {
  return '$ref' in part ? (find(document, part.$ref) as T) : part;
}
