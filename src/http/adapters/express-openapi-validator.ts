// express-openapi-validator, without its own route match and the schema of OpenAPI itself.
// Made for express-openapi-validator 5.6.2; its replaced parts are guarded by test/http/libraries.test.ts.
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import specification from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import {
  type BodyShape,
  type ContractDocument,
  eachOperation,
  pairsParameter,
  readBodyShapes,
  readParameters,
  requestsOnly,
  withoutAlternatives,
} from '../../contract/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { FORBIDDEN_NAMES } from '../../lib/json.ts';
import { didYouMean, refusalOf, type Finding } from '../answers/findings.ts';
import { requireMatch } from '../request/call.ts';
import type { Operation } from '../request/routes.ts';

/** No more digits than a double holds exactly; far longer numbers would even be read as Infinity. */
const INTEGER = /^-?(0|[1-9][0-9]{0,14})$/;

/** `name[key]` with any key. */
const OBJECT_KEY = /^(\w+)\[(.*)\]$/s;
/**
 * `key:value` with any value. JSON, in which some clients write an object, is excluded, because it would match nothing.
 */
const PAIR = /^(?!\{.*\}$)([^:]*):(.*)$/s;

/** The result of express-openapi-validator's own route match, which its later steps read from a request. */
type ValidatorRoute = NonNullable<Request['openapi']>;

export interface RequestValidator {
  /** Reads the query and the body, which are on the call from then on. Throws `invalid_request`. */
  validate: (request: Request) => Promise<void>;
  /** Compiles the schemas of all operations; without it, each is compiled at its first request. */
  warmUp: () => Promise<void>;
}

const validators = new WeakMap<ContractDocument, Promise<RequestValidator>>();

/**
 * The validator of a contract, shared by all servers, because compiling its schemas takes a second and nothing in it
 * depends on the server.
 */
export function requestValidatorOf(
  contract: ContractDocument,
  operations: readonly Operation[],
): Promise<RequestValidator> {
  const validator = validators.get(contract) ?? createRequestValidator(contract, operations);
  validators.set(contract, validator);
  return validator;
}

/**
 * Validates requests against the contract with express-openapi-validator, but without its route match, which compiles
 * every pattern again for each request. Instead, each operation goes through that step once, at startup, and its result
 * is passed to the validation step of every later request. Relies on the order of the library's steps (path parameters,
 * match, security, validation).
 */
async function createRequestValidator(
  contract: ContractDocument,
  operations: readonly Operation[],
): Promise<RequestValidator> {
  skipSpecificationSchema();
  const steps = OpenApiValidator.middleware({
    apiSpec: withTextItems(
      withReservedCharacters(withoutParameterDefaults(withoutAlternatives(requestsOnly(contract)))),
    ) as never,
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: false, coerceTypes: false, allErrors: true },
    validateResponses: false,
    validateSecurity: false,
    validateFormats: true,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  const [, matchStep, , validateStep] = steps;
  if (steps.length !== 4 || !matchStep || !validateStep) {
    throw new Error(
      'express-openapi-validator has other steps than this version of the service was built for',
    );
  }

  const shapes = readBodyShapes(contract).operations;
  const app = express();
  const prepared = new Map<string, Prepared>();
  const samples: Request[] = [];
  for (const operation of operations) {
    const request = sampleRequest(app, operation);
    await runStep(matchStep, request);
    const route = request.openapi;
    if (!route) throw new Error(`express-openapi-validator does not know ${operation.id}`);
    prepared.set(operation.id, { route, bodyShape: shapes.get(operation.id)?.request });
    samples.push(request);
  }

  return {
    async validate(request) {
      const { operation } = requireMatch(request.call);
      const found = prepared.get(operation.id);
      if (!found) throw new Error(`no route was prepared for ${operation.id}`);
      await validateCall(validateStep, found, request);
    },
    async warmUp() {
      for (const sample of samples) {
        // The sample is rejected; only the compilation matters.
        await runStep(validateStep, sample).catch(() => undefined);
      }
    },
  };
}

/** The parts of an operation that are made before its first request. */
interface Prepared {
  route: ValidatorRoute;
  bodyShape: BodyShape | undefined;
}

async function validateCall(
  validateStep: RequestHandler,
  { route, bodyShape }: Prepared,
  request: Request,
): Promise<void> {
  const { operation, pathParams } = requireMatch(request.call);
  const query = gatherObjects(request.query, operation);
  checkQuery(query, operation);
  // The library compiles and keeps all schemas again for each Content-Type it sees, so it must see only one.
  const { 'content-type': sentType } = request.headers;
  request.headers['content-type'] = contentType(operation);
  // The library redefines properties of the object that it validates, which would make every later use of a real
  // request slower.
  const validated = {
    method: request.method,
    path: request.path,
    originalUrl: request.originalUrl,
    headers: request.headers,
    query,
    params: pathParams,
    body: copyOf(request.body),
    openapi: { ...route, pathParams },
  };
  try {
    await runStep(validateStep, validated as never);
  } catch (error) {
    const { errors: findings } = (error ?? {}) as { errors?: Finding[] };
    throw findings?.length ? refusalOf(findings, bodyShape, error) : error;
  } finally {
    request.headers['content-type'] = sentType;
  }
  request.call.query = validated.query;
  request.call.body = validated.body;
}

/**
 * The library compiles the schema of OpenAPI itself, which takes a tenth of the startup time, even when it is told not
 * to validate the contract with it. The contract is validated by its linter instead.
 */
function skipSpecificationSchema(): void {
  specification.OpenAPISchemaValidator = class {
    validate() {
      return { errors: [] };
    }
  } as unknown as typeof specification.OpenAPISchemaValidator;
}

/** A parameter that was not given stays absent, so that handlers can tell; they decide what its default is. */
function withoutParameterDefaults(contract: ContractDocument): ContractDocument {
  for (const parameter of Object.values(contract.components['parameters'] ?? {})) {
    const { schema } = parameter as { schema?: { default?: unknown } };
    delete schema?.default;
  }
  return contract;
}

/**
 * The library refuses a query whose reserved characters are not percent-encoded, even a + for a space, which forms and
 * many clients write. Servers read these without ambiguity.
 */
function withReservedCharacters(contract: ContractDocument): ContractDocument {
  for (const [path, , operation] of eachOperation(contract)) {
    const own = [...(contract.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
    for (const parameter of readParameters(contract, own)) {
      if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true });
    }
  }
  return contract;
}

/**
 * Declares the item type of unique lists, which the contract declares behind a reference. Otherwise Ajv, which
 * continues after the first error, would compare each item of a list with all others, which takes a quarter of a second
 * for 10,000.
 */
function withTextItems<T>(part: T): T {
  if (typeof part !== 'object' || part === null) return part;
  const { uniqueItems, items } = part as { uniqueItems?: boolean; items?: { type?: string } };
  if (uniqueItems && items) items.type = 'string';
  Object.values(part).forEach(withTextItems);
  return part;
}

/**
 * Puts `name[key]=value`, and the pairs of `name=key:value`, under `name`, for parameters that are objects (D72). The library
 * would read the first as a form parser does, to which `a[]` and `a[b][c]` mean something else, and does not know the second.
 */
function gatherObjects(query: Request['query'], { objectParams }: Operation): Request['query'] {
  if (objectParams.size === 0) return query;
  const plain: [string, unknown][] = [];
  const objects = new Map<string, Map<string, unknown>>();
  const put = (object: string, key: string, value: unknown) => {
    if (FORBIDDEN_NAMES.has(key)) throw invalidParam(object, `The name ${key} is not allowed.`);
    const entries = objects.get(object) ?? new Map<string, unknown>();
    if (entries.has(key)) throw invalidParam(object, `${object} must have each key once.`);
    objects.set(object, entries.set(key, value));
  };
  for (const [name, value] of Object.entries(query)) {
    const [, object = '', key = ''] = OBJECT_KEY.exec(name) ?? [];
    const ofPairs = objectOfPairs(name, objectParams);
    if (ofPairs !== undefined) {
      for (const [pairKey, pairValue] of pairsOf(ofPairs, value)) put(ofPairs, pairKey, pairValue);
    } else if (objectParams.has(object)) {
      put(object, key, value);
    } else {
      plain.push([name, value]);
    }
  }
  const gathered = [...objects].map(([name, entries]) => [name, Object.fromEntries(entries)] as const);
  // Not assigned one by one, because `__proto__` would then not become a name that is refused.
  return Object.fromEntries([...plain, ...gathered]) as Request['query'];
}

/**
 * The object whose pairs a parameter has. The parameter has the object's own name, or the one that clients use, as each
 * generator writes a list: `a`, `a[]` or `a[0]`. Of the object's own name, `a[0]` is the key `0`.
 */
function objectOfPairs(name: string, objectParams: ReadonlySet<string>): string | undefined {
  const listed = name.replace(/\[\d*\]$/, '');
  return [...objectParams].find(
    (object) => name === object || name === `${object}[]` || listed === pairsParameter(object),
  );
}

function pairsOf(name: string, value: unknown): [key: string, value: string][] {
  return [value].flat().map((text) => {
    const [, key, pairValue] = PAIR.exec(String(text)) ?? [];
    if (key === undefined || pairValue === undefined) {
      throw invalidParam(name, `${name} must be sent as ${name}=key:value or ${name}[key]=value.`);
    }
    return [key, pairValue];
  });
}

/**
 * Checks what the library accepts too leniently. It parses names with brackets and JSON, reads numbers as JavaScript
 * does, so that 1e2, 0x10 and a leading space would be valid, and accepts text that Postgres cannot store.
 */
function checkQuery(query: Request['query'], { queryParams, objectParams }: Operation): void {
  for (const [name, value] of Object.entries(query)) {
    if (!queryParams.has(name)) {
      const hint = didYouMean(name, [...queryParams.keys()]);
      throw invalidParam(name, `This call has no parameter "${name}".${hint}`);
    }
    if (objectParams.has(name)) {
      for (const text of Object.entries(value ?? {}).flat()) requireStorable(name, text);
      continue;
    }
    if (typeof value !== 'string') continue;
    // The library does not check this where another parameter is an object.
    if (value === '') throw invalidParam(name, `${name} must not be empty.`);
    if (queryParams.get(name) === 'integer' && !INTEGER.test(value)) {
      throw invalidParam(name, `${name} must be an integer of up to 15 digits.`);
    }
    // A bad cursor is refused later, like one that was not issued, whatever it contains.
    if (name !== 'cursor') requireStorable(name, value);
  }
}

function requireStorable(name: string, text: unknown): void {
  if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
    throw invalidParam(name, `${name} must be well-formed Unicode without NUL characters.`);
  }
}

/** The library fills in defaults of omitted values, all of which are fields of the body itself. */
function copyOf(body: unknown): unknown {
  // Not a spread copy, because each object to which one adds a property has a hidden class of its own in V8.
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.assign({}, body) : body;
}

function contentType(operation: Operation): string | undefined {
  return operation.takesBody ? 'application/json' : undefined;
}

function sampleRequest(app: express.Application, operation: Operation): Request {
  const path = operation.path.replace(/\{\w+\}/g, 'x');
  return {
    app,
    method: operation.method,
    path,
    originalUrl: path,
    baseUrl: '',
    headers: { 'content-type': contentType(operation) },
    query: {},
    params: {},
  } as never;
}

function runStep(step: RequestHandler, request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) =>
      error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('refused'));
    Promise.resolve(step(request, {} as Response, next)).catch(reject);
  });
}
