import { eachOperation, readBodyExamples, readExample, type ContractDocument } from '../document.ts';
import { inSendingOrder, type Step } from './postman-order.ts';
import { toSkips, toTest, withOutcomes } from './postman-scripts.ts';
import { linkedIds, parametersIn, variableFor, withVariables, type Entry } from './postman-variables.ts';

type JsonObject = Record<string, unknown>;

/**
 * A Postman collection (format 2.1) of all operations, a folder for each tag. Each request has its first example; calls
 * that create or change something get a new idempotency key each time they are sent. Ids in responses are stored in
 * variables, for the requests that the contract links them to.
 *
 * The collection can be run from top to bottom on an account that has nothing. The objects that a request needs are
 * created before it in its folder, so that folders do not depend on each other, and are ended after all requests that
 * need it. A request whose object does not exist is skipped, with the reason.
 */
export function toPostman(document: ContractDocument, baseUrl: string): JsonObject {
  const entries = [...eachOperation(document)];
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: toFolder(
      document,
      entries.filter(([, , { tags = [] }]) => tags.includes(name)),
      entries,
    ),
  }));
  const variables = entries.flatMap(([path, , operation]) =>
    parametersIn('path', document, path, operation).map(({ name }) => variableFor(path, name)),
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
      ...[...new Set(variables)].map((key) => ({ key, value: '' })),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

/** A folder's requests. */
function toFolder(document: ContractDocument, folder: Entry[], entries: Entry[]): JsonObject[] {
  const stored = new Set<string>();
  return inSendingOrder(folder, entries).map((step) => {
    const item = toItem(document, step, entries, stored);
    for (const variable of linkedIds(document, step.entry, entries).keys()) stored.add(variable);
    return item;
  });
}

function toItem(
  document: ContractDocument,
  { entry, body: otherBody, preparation }: Step,
  entries: Entry[],
  stored: ReadonlySet<string>,
): JsonObject {
  const [path, method, operation] = entry;
  const isKeyed = parametersIn('header', document, path, operation).some(
    ({ name }) => name === 'Idempotency-Key',
  );
  const example = otherBody ?? readBodyExamples(document, operation)[0];
  const body = example === undefined ? undefined : withVariables(document, example as JsonObject, entries);
  const isPublic = (operation.security ?? []).length === 0;
  const summary = operation.summary ?? '';
  return {
    name: preparation ? `Preparation: ${summary}` : summary,
    request: {
      description: preparation
        ? `Sent for the request "${preparation.neededBy}" of this folder. ${preparation.why}\n\n${operation.description}`
        : withOutcomes(document, entry),
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
          Object.entries(withVariables(document, Object.fromEntries(readExample(parameter)), entries)).map(
            ([key, value]) => ({
              key,
              value,
              description: parameter.description,
              disabled: parameter.required !== true,
            }),
          ),
        ),
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
    event: [
      script('prerequest', toSkips(document, entry, body)),
      script('test', toTest(document, entry, entries, stored)),
    ].filter((event) => event !== undefined),
  };
}

function script(listen: 'prerequest' | 'test', exec: string[]): JsonObject | undefined {
  return exec.length > 0 ? { listen, script: { type: 'text/javascript', exec } } : undefined;
}
