import type { components, errorCodes, operations } from './schema.ts';

export type Schemas = components['schemas'];

/** The operations that clients call. The service calls those under `webhooks:`; their ids start with "on". */
export type OperationId = Exclude<keyof operations, `on${string}`>;

/** The codes of the errors that an operation answers with (D68). */
export type ErrorCodeOf<Op extends OperationId> = {
  [Status in keyof errorCodes[Op]]: errorCodes[Op][Status];
}[keyof errorCodes[Op]];

type Part<Op extends OperationId, In extends 'query' | 'path'> = NonNullable<
  operations[Op]['parameters'][In]
>;
type JsonBody<Op extends OperationId> = operations[Op] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : operations[Op] extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined;

/** A handler's input, which is the request as the contract describes it, already validated. */
export interface OperationInput<Op extends OperationId> {
  path: Part<Op, 'path'>;
  query: Part<Op, 'query'>;
  body: JsonBody<Op>;
  /** The media type that the caller prefers for the response, among those that the contract offers. */
  mediaType: MediaType<Op>;
}

type Answers<Op extends OperationId> = operations[Op]['responses'];
type SuccessStatus<Op extends OperationId> = keyof Answers<Op> & (200 | 201 | 202 | 204);
type Content<Answer> = Answer extends { content: infer C } ? C : undefined;

/** A successful response of this operation; anything else is thrown as a DomainError. */
export type Reply<Op extends OperationId> = {
  [S in SuccessStatus<Op>]: { status: S; headers?: Record<string, string> } & Payload<
    Content<Answers<Op>[S]>
  >;
}[SuccessStatus<Op>];

/** The media types of a successful response; undefined when it has no body. */
type MediaType<Op extends OperationId> = keyof Content<Answers<Op>[SuccessStatus<Op>]>;

/** A whole list, however long. The items of all its pages are read batch by batch while they are sent. */
export interface Export {
  /** The `object` of its items. */
  object: string;
  /** The columns of the CSV table. The field `id` of an item's `source` is the column source_id. */
  columns: readonly string[];
  batches: AsyncIterable<readonly object[]>;
}

type Payload<C> = C extends { 'application/json': infer B; 'text/csv': string }
  ? { body: B } | { export: Export }
  : C extends { 'application/json': infer B }
    ? { body: B }
    : C extends { 'image/svg+xml': infer T }
      ? { svg: T }
      : unknown;

/** The operations that create or modify something, for which the contract requires an Idempotency-Key. */
export type MutationId = {
  [Op in OperationId]: operations[Op]['parameters'] extends { header: { 'Idempotency-Key': string } }
    ? Op
    : never;
}[OperationId];
