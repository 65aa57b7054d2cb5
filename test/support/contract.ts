import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readContract } from '../../src/contract/document.ts';
import { inVersion } from '../../src/contract/derived/versions.ts';
import { CURRENT_VERSION, VERSIONS } from '../../src/contract/versions.ts';
import { createRouteIndex, type Operation } from '../../src/http/request/routes.ts';
import { memoize } from '../../src/lib/memoize.ts';
import { recordSeenError } from './seen-errors.ts';

type Json = Record<string, unknown>;

/** Read once for all services of this process, which also share its validator; tests that alter it read their own. */
export const sharedContract = await readContract();
export const contract = sharedContract as unknown as Json & {
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: Json }>;
};
const routes = createRouteIndex(sharedContract, { environment: 'test' });
// Compiling without making the validators shorter takes half as long; they run a few times each.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
for (const version of VERSIONS) {
  const document = inVersion(sharedContract, version);
  ajv.addSchema({ $id: `contract-${version}`, ...(closed(document) as Json) });
}
const compiled = new Map<string, ValidateFunction>();

/** For clients, answers may gain fields; for us, one that the contract does not describe is a mistake. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  const describesFields = copy['type'] === 'object' && 'properties' in copy;
  return describesFields ? { additionalProperties: false, ...copy } : copy;
}

/**
 * Fails unless a response matches the contract of the version that it names, for this request: a declared status with its
 * headers, content type, body schema, and one of its error codes. A response to a request without an operation must be the
 * error envelope.
 */
export function assertAnswer(
  request: { method: string; path: string },
  answer: { status: number; headers: Headers; text: string },
): void {
  const response = findResponse(request, answer.status);
  const version = answer.headers.get('service-version') ?? CURRENT_VERSION;
  const where = `${request.method} ${request.path} → ${answer.status}`;
  for (const [name, header] of Object.entries((response['headers'] ?? {}) as Record<string, Json>)) {
    const definition = resolve(header);
    const value = answer.headers.get(name);
    if (value === null && definition['required'] === true)
      throw new Error(`${where}: header ${name} is missing`);
    if (value === null) continue;
    const schema = definition['schema'] as Json;
    const typed =
      schema['type'] === 'integer' ? Number(value) : schema['type'] === 'boolean' ? value === 'true' : value;
    check(pointerOf(header) + '/schema', typed, `${where}: header ${name}`, version);
  }
  const content = response['content'] as Record<string, Json> | undefined;
  if (!content) {
    if (answer.text !== '')
      throw new Error(`${where}: the contract has no body, but got: ${answer.text.slice(0, 200)}`);
    return;
  }
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (!content[type]) throw new Error(`${where}: content type ${type} is not in the contract`);
  const pointer = `${response['$pointer'] as string}/content/${type.replaceAll('/', '~1')}/schema`;
  const value: unknown = type === 'application/json' ? JSON.parse(answer.text) : answer.text;
  check(pointer, value, where, version);
  const codes = response['x-error-codes'] as string[] | undefined;
  if (!codes) return;
  const { code } = (value as { error: { code: string } }).error;
  if (!codes.includes(code)) throw new Error(`${where}: the code ${code} is not in the contract`);
  const operation = operationOf(request);
  if (operation) recordSeenError(operation.id, code);
}

/** Fails unless a value matches the named schema of the contract. */
export function assertSchema(name: string, value: unknown): void {
  check(`#/components/schemas/${name}`, value, name);
}

/** Fails unless a delivered event matches the contract's `webhooks` for its type. */
export function assertEvent(event: { type: string }): void {
  check(`#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`, event, event.type);
}

/** Fails unless a delivery has exactly those headers of ours that the contract has for events of its type. */
export function assertDeliveryHeaders(headers: Record<string, unknown>): void {
  const { parameters } = contract.webhooks[String(headers['service-event-type'])]?.post as {
    parameters: Json[];
  };
  const known = parameters.map((parameter) => (resolve(parameter)['name'] as string).toLowerCase());
  const unknown = Object.keys(headers).filter(
    (name) => /^(service|webhook)-/.test(name) && !known.includes(name),
  );
  if (unknown.length > 0) throw new Error(`the contract does not have these headers: ${unknown.join(', ')}`);
  for (const parameter of parameters) {
    const { name, required, schema } = resolve(parameter) as {
      name: string;
      required: boolean;
      schema: Json;
    };
    const text = headers[name.toLowerCase()];
    if (text === undefined && !required) continue;
    check(
      `${pointerOf(parameter)}/schema`,
      resolve(schema)['type'] === 'integer' ? Number(text) : text,
      `header ${name}`,
    );
  }
}

function findResponse(request: { method: string; path: string }, status: number): Json {
  const operation = operationOf(request);
  if (!operation) return byPointer(`#/components/responses/${UNMATCHED[status] ?? 'RouteNotFound'}`);
  const { method, path } = request;
  const escaped = operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = `#/paths/${escaped}/${method.toLowerCase()}/responses`;
  if (!byPointer(pointer)[String(status)])
    throw new Error(`${method} ${path}: status ${status} is not in the contract`);
  return byPointer(`${pointer}/${status}`);
}

const UNMATCHED: Record<number, string> = {
  404: 'RouteNotFound',
  405: 'MethodNotAllowed',
  429: 'TooManyRequests',
};

function operationOf({ method, path }: { method: string; path: string }): Operation | undefined {
  try {
    return routes.match(method, path.split('?')[0] ?? '').operation;
  } catch {
    return undefined;
  }
}

/** Resolves a pointer and the references along it; `$pointer` says where it ended, for pointers below. */
const byPointer: (pointer: string) => Json = memoize(
  (pointer: string) => {
    let value: Json = contract;
    let at = '#';
    for (const part of pointer.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      value = value[key] as Json;
      at = `${at}/${part}`;
      while (value && typeof value['$ref'] === 'string') {
        at = value['$ref'];
        value = byPointer(at);
      }
    }
    return value && { ...value, $pointer: at };
  },
  { maxKnown: 10_000 },
);

function resolve(value: Json): Json {
  return typeof value['$ref'] === 'string' ? byPointer(value['$ref']) : value;
}

function pointerOf(value: Json): string {
  if (typeof value['$ref'] !== 'string') throw new Error('headers in the contract must be components');
  return value['$ref'];
}

function check(pointer: string, value: unknown, where: string, version = CURRENT_VERSION): void {
  const reference = `contract-${version}${pointer}`;
  let validate = compiled.get(reference);
  if (!validate) {
    validate = ajv.compile({ $ref: reference });
    compiled.set(reference, validate);
  }
  if (!validate(value)) {
    throw new Error(
      `${where} does not match the contract: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`,
    );
  }
}
