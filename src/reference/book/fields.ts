import { type ContractDocument, type OperationObject, readParameters } from '../../contract/index.ts';
import type { EventEntry, OperationEntry } from './book.ts';
import { follow, type Schema, type Shape, shapeOf } from './schemas.ts';

/** One field or parameter on a page. */
export interface FieldEntry {
  /** The id of its element on the page, which search results link to. */
  id: string;
  name: string;
  schema: Schema;
  /** Undefined in responses, whose fields are always present unless stated otherwise. */
  isRequired?: boolean;
  description?: string | undefined;
  /** The day since when it should no longer be used. */
  deprecatedSince?: string | undefined;
}

export interface ResponseObject {
  description: string;
  'x-error-codes'?: readonly string[];
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Schema; examples?: Record<string, { $ref: string }> }>;
}

/** The lists on an operation's page, with its inputs and the fields of its success response. */
export interface OperationFields {
  path: FieldEntry[];
  query: FieldEntry[];
  header: FieldEntry[];
  body: FieldEntry[];
  response: FieldEntry[];
}

export function operationFields(
  document: ContractDocument,
  { path, operation }: OperationEntry,
): OperationFields {
  const parameters = readParameters(document, [
    ...(document.paths[path]?.parameters ?? []),
    ...(operation.parameters ?? []),
  ]);
  const inPlace = (place: string): FieldEntry[] =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, schema = {}, required = false, description, 'x-deprecated-since': deprecatedSince }) => ({
        id: `${place}-${name}`,
        name,
        schema,
        isRequired: required,
        description,
        deprecatedSince,
      }));
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const [, returned] = contentOf(successOf(document, operation).response);
  return {
    path: inPlace('path'),
    query: inPlace('query'),
    header: inPlace('header'),
    body: body ? fieldsOf(shapeOf(document, body), 'body', true) : [],
    response: returned ? fieldsOf(shapeOf(document, returned.schema), 'response', false) : [],
  };
}

/** The fields on an event's page. */
export function eventFields(
  document: ContractDocument,
  { webhook }: EventEntry,
): { body: FieldEntry[]; header: FieldEntry[] } {
  const schema = webhook.requestBody.content['application/json']?.schema ?? {};
  return {
    body: fieldsOf(shapeOf(document, schema), 'body', false),
    header: readParameters(document, webhook.parameters ?? []).map(({ name, schema = {}, description }) => ({
      id: `header-${name}`,
      name,
      schema,
      description,
    })),
  };
}

/** The first response in the contract is the success. */
export function successOf(
  document: ContractDocument,
  { responses }: OperationObject,
): { status: string; response: ResponseObject } {
  const [[status, response] = ['', { description: '' }]] = Object.entries(responses);
  return { status, response: follow<ResponseObject>(document, response as ResponseObject) };
}

/** The main form of a response. */
export function contentOf({
  content = {},
}: ResponseObject): [type: string, media: { schema: Schema }] | [undefined, undefined] {
  return Object.entries(content)[0] ?? [undefined, undefined];
}

/** The fields of an object, or of the objects in a list. */
export function fieldsOf({ fields }: Shape, parentId: string, isRequest: boolean): FieldEntry[] {
  return fields.map(([name, schema, isRequired]) => ({
    id: `${parentId}-${name}`,
    name,
    schema,
    deprecatedSince: schema['x-deprecated-since'],
    ...(isRequest && { isRequired }),
  }));
}

/** Fields with all that are nested in them. */
export function* eachField(
  document: ContractDocument,
  entries: FieldEntry[],
): Generator<{ entry: FieldEntry; shape: Shape }> {
  for (const entry of entries) {
    const shape = shapeOf(document, entry.schema);
    yield { entry, shape };
    yield* eachField(document, fieldsOf(shape, entry.id, entry.isRequired !== undefined));
  }
}
