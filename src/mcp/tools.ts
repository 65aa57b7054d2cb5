import { type ContractDocument, eachOperation, type OperationObject } from '../contract/index.ts';

type Json = Record<string, unknown>;

/** An operation of the contract, as a tool for a model. */
export interface ApiTool {
  name: string;
  title: string;
  summary: string;
  /** The contract's whole description, in Markdown. */
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, Json>; required: string[] };
  /** The schema of a success's structured content. */
  outputSchema: Json;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  method: string;
  /** As the contract writes it: /v1/payment_links/{code}. */
  path: string;
  /** The arguments that go into the path or the query; the others are `body` and `idempotency_key`. */
  parameters: { name: string; in: 'path' | 'query' }[];
  mutates: boolean;
  movesMoney: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  schema?: Json;
  example?: unknown;
}

/** A page size that a model can handle. */
const MAX_PAGE = 25;
const TEST_HELPERS = '/v1/test_helpers/';

/** The tools that an API key with these scopes may call in its environment. */
export function toolsOf(
  document: ContractDocument,
  { scopes, environment }: { scopes: readonly string[]; environment: string },
): ApiTool[] {
  return [...eachOperation(document)]
    .filter(([path]) => environment === 'test' || !path.startsWith(TEST_HELPERS))
    .filter(([, , { security = [] }]) =>
      security.every((needed) =>
        Object.values(needed)
          .flat()
          .every((scope) => scopes.includes(scope)),
      ),
    )
    .map(([path, method, operation]) => toTool(document, path, method, operation));
}

function toTool(
  document: ContractDocument,
  path: string,
  method: string,
  operation: OperationObject,
): ApiTool {
  const { operationId: name, summary = name, description = '', requestBody } = operation;
  const all = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => resolve(document, parameter) as Parameter)
    .filter(({ deprecated }) => deprecated !== true);
  const parameters = all.flatMap(({ name, in: place }) =>
    place === 'path' || place === 'query' ? [{ name, in: place } as const] : [],
  );
  const key = all.find((parameter) => parameter.name === 'Idempotency-Key');
  const properties: Record<string, Json> = {};
  for (const parameter of all) {
    if (parameters.some((own) => own.name === parameter.name))
      properties[parameter.name] = schemaOf(parameter);
  }
  if (requestBody) {
    properties['body'] = resolve(document, requestBody.content?.['application/json']?.schema) as Json;
  }
  if (key) {
    properties['idempotency_key'] = {
      ...schemaOf(key),
      description:
        'Made for each call if you give none. To repeat a call whose outcome is unknown, give the key that it had.',
    };
  }
  const movesMoney = operation['x-moves-money'] === true;
  const title = movesMoney ? `${summary} (moves money)` : summary;
  return {
    name,
    title,
    summary,
    description: description.trim() || `${summary}.`,
    inputSchema: {
      type: 'object',
      properties,
      required: [
        ...all.filter(({ required, in: place }) => required && place !== 'header').map(({ name }) => name),
        ...(requestBody?.required ? ['body'] : []),
      ],
    },
    outputSchema: outputOf(document, operation),
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: method === 'PATCH' || method === 'DELETE' || operation['x-destructive'] === true,
    },
    method,
    path,
    parameters,
    mutates: key !== undefined,
    movesMoney,
  };
}

/** The output of `resultOf` for a success, which is JSON as it is, and objects for an image and for an empty body. */
function outputOf(document: ContractDocument, { responses }: OperationObject): Json {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const { content = {} } = resolve(document, success) as { content?: Record<string, { schema: Json }> };
  const { 'application/json': json, 'image/svg+xml': svg } = content;
  if (json) return json.schema;
  const properties = svg ? { svg: { type: 'string' } } : { status: { type: 'integer' } };
  return { type: 'object', properties };
}

function schemaOf({ name, description, schema, example }: Parameter): Json {
  const { maximum } = schema ?? {};
  return {
    ...schema,
    ...(name === 'limit' && typeof maximum === 'number' ? { maximum: Math.min(maximum, MAX_PAGE) } : {}),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/**
 * The schema without references, which few hosts follow, and without the contract's own extensions. No schema contains
 * itself.
 */
function resolve(document: ContractDocument, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(document, item));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as Json & { $ref?: string };
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec($ref ?? '') ?? [];
  const referred = name === '' ? {} : (resolve(document, document.components[kind]?.[name]) as Json);
  const own = Object.entries(rest).filter(([key]) => !key.startsWith('x-'));
  return { ...referred, ...Object.fromEntries(own.map(([key, value]) => [key, resolve(document, value)])) };
}
