import {
  eachOperation,
  readExample,
  readParameters,
  type ContractDocument,
  type ParameterObject,
} from '../../../src/contract/document.ts';
import { contract } from '../contract.ts';

type JsonObject = Record<string, unknown>;

export interface Parameter {
  name: string;
  required: boolean;
  example: string;
}

/** An operation of the contract with data from its examples. */
export interface SampleRequest {
  id: string;
  method: string;
  /** As the contract writes it: /v1/payment_links/{code}. */
  path: string;
  pathParams: Parameter[];
  queryParams: Parameter[];
  /** False for public operations. */
  needsApiKey: boolean;
  /** Whether it needs an Idempotency-Key. */
  keyed: boolean;
  /** The bodies of its examples; empty when it takes no body. */
  bodies: JsonObject[];
  /** The names of all top-level fields of its body. */
  fields: string[];
}

/** Every operation of the contract; new ones are included automatically. */
export function sampleRequests(): SampleRequest[] {
  const document = contract as unknown as ContractDocument;
  return [...eachOperation(document)].map(([path, method, operation]) => {
    const parameters = readParameters(document, [
      ...(document.paths[path]?.parameters ?? []),
      ...(operation.parameters ?? []),
    ]);
    const content = (operation.requestBody as JsonContent | undefined)?.content['application/json'];
    return {
      id: operation.operationId,
      method,
      path,
      pathParams: parametersIn('path', parameters),
      queryParams: parametersIn('query', parameters),
      needsApiKey: (operation.security ?? []).length > 0,
      keyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
      bodies: Object.values(content?.examples ?? {}).map(
        (example) => resolve(example)['value'] as JsonObject,
      ),
      fields: content ? Object.keys(resolve(content.schema)['properties'] ?? {}) : [],
    };
  });
}

/** The path of an operation with its path and query parameters filled in, percent-encoded. */
export function addressOf(
  { path }: SampleRequest,
  pathParams: Record<string, string>,
  query: Record<string, string> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParams[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** An operation's required query parameters, from its examples. */
export function requiredQuery({ queryParams }: SampleRequest): Record<string, string> {
  return Object.fromEntries(
    queryParams.filter(({ required }) => required).map(({ name, example }) => [name, example]),
  );
}

interface JsonContent {
  content: { 'application/json': { schema: JsonObject; examples?: Record<string, JsonObject> } };
}

function parametersIn(place: string, parameters: ParameterObject[]): Parameter[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .flatMap((parameter) => {
      const { name, required = false, example } = parameter;
      if (example === undefined) throw new Error(`the contract has no example of ${name}`);
      return readExample(parameter).map(([key, value]) => ({ name: key, required, example: value }));
    });
}

function resolve(value: JsonObject): JsonObject {
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  return ref
    .split('/')
    .slice(1)
    .reduce((at, key) => at[key] as JsonObject, contract as JsonObject);
}
