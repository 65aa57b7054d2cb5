import {
  eachOperation,
  readBodyExamples,
  readExample,
  readLinks,
  readParameters,
  type ContractDocument,
  type OperationObject,
  type ParameterObject,
} from '../document.ts';

type JsonObject = Record<string, unknown>;
type Entry = [path: string, method: string, operation: OperationObject];

/**
 * A Postman collection (format 2.1) of all operations, a folder for each tag. Each request has its first example; calls
 * that create or change something get a new idempotency key each time they are sent. Ids in responses are stored
 * in variables, for the requests that the contract links it to.
 */
export function toPostman(document: ContractDocument, baseUrl: string): JsonObject {
  const entries = [...eachOperation(document)];
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: entries
      .filter(([, , { tags = [] }]) => tags.includes(name))
      .map((entry) => toItem(document, entry, entries)),
  }));
  const variables = entries.flatMap(([path, , operation]) =>
    parametersIn('path', document, path, operation).map(({ name, example }) => ({
      key: variableFor(path, name),
      value: String(example),
    })),
  );
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: baseUrl },
      { key: 'api_key', value: 'sk_test_…' },
      ...new Map(variables.map((variable) => [variable.key, variable])).values(),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function toItem(document: ContractDocument, [path, method, operation]: Entry, entries: Entry[]): JsonObject {
  const isKeyed = parametersIn('header', document, path, operation).some(
    ({ name }) => name === 'Idempotency-Key',
  );
  const [body] = readBodyExamples(document, operation);
  const isPublic = (operation.security ?? []).length === 0;
  return {
    name: operation.summary,
    request: {
      description: operation.description,
      method,
      ...(isPublic && { auth: { type: 'noauth' } }),
      header: [
        ...(isKeyed ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{base_url}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{base_url}}'],
        path: path
          .slice(1)
          .split('/')
          .map((part) => part.replace(/^\{(\w+)\}$/, ':$1')),
        variable: parametersIn('path', document, path, operation).map(({ name, description }) => ({
          key: name,
          value: `{{${variableFor(path, name)}}}`,
          description,
        })),
        query: parametersIn('query', document, path, operation).flatMap((parameter) =>
          readExample(parameter).map(([key, value]) => ({
            key,
            value,
            description: parameter.description,
            disabled: parameter.required !== true,
          })),
        ),
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
    event: [
      { listen: 'test', script: { type: 'text/javascript', exec: toTest(document, operation, entries) } },
    ],
  };
}

/** Expects success, and keeps what the operation's links take from the response's body. */
function toTest(document: ContractDocument, operation: OperationObject, entries: Entry[]): string[] {
  const kept = new Map<string, string>();
  for (const { operationId, parameters = {} } of readLinks(document, operation)) {
    const target = entries.find(([, , { operationId: id }]) => id === operationId);
    if (!target) throw new Error(`${operation.operationId} links to ${operationId}, which does not exist`);
    for (const { name } of parametersIn('path', document, target[0], target[2])) {
      const [, pointer] = /^\$response\.body#(.+)$/.exec(parameters[name] ?? '') ?? [];
      if (pointer) kept.set(variableFor(target[0], name), pointer);
    }
  }
  return [
    'pm.test("succeeds", () => pm.expect(pm.response.code).to.be.within(200, 299));',
    ...[...kept].map(([variable, pointer]) => {
      const value = pointer
        .slice(1)
        .split('/')
        .map((name) => `?.[${JSON.stringify(name)}]`)
        .join('');
      return `if (pm.response.json()${value}) pm.collectionVariables.set(${JSON.stringify(variable)}, pm.response.json()${value});`;
    }),
  ];
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  document: ContractDocument,
  path: string,
  operation: OperationObject,
): ParameterObject[] {
  const parameters = [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
  return readParameters(document, parameters).filter((parameter) => parameter.in === place);
}

/** `payment_link_code` for the `{code}` of `/v1/payment_links/{code}`; a longer name stays as it is. */
function variableFor(path: string, name: string): string {
  const [collection = ''] = path
    .slice(0, path.indexOf(`/{${name}}`))
    .split('/')
    .slice(-1);
  const singular = collection.replace(/s$/, '');
  return name.includes('_') || name === singular ? name : `${singular}_${name}`;
}
