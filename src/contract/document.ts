import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import type { Schemas } from './operations.ts';

export const CONTRACT_FILE = fileURLToPath(new URL('../../openapi/service.yaml', import.meta.url));

const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
type HttpMethod = (typeof HTTP_METHODS)[number];

/** The parts of the contract that the program itself reads. */
export interface ContractDocument {
  paths: Record<string, Partial<Record<HttpMethod, OperationObject>> & { parameters?: unknown[] }>;
  webhooks: Record<
    string,
    { post: { description: string; requestBody: { content: Record<string, { schema: Ref }> } } }
  >;
  components: Record<string, Record<string, unknown> | undefined>;
}

export interface OperationObject {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: (Ref | ParameterObject)[];
  requestBody?: { required?: boolean };
  responses: Record<string, { description?: string; content?: object }>;
  /** The response's `echo` is the request body exactly as sent, to the last digit of its numbers. */
  'x-echoes-body'?: boolean;
}

export interface ParameterObject {
  in: string;
  name: string;
  schema?: Ref & { type?: string };
}

interface Schema {
  properties?: Record<string, Ref & { description?: string }>;
}

interface Ref {
  $ref?: string;
}

export interface Contract {
  yaml: string;
  json: string;
  document: ContractDocument;
}

/** Reads the contract, the single source of truth for routes, types, validation and the event catalog. */
export async function readContract(): Promise<Contract> {
  const yaml = await readFile(CONTRACT_FILE, 'utf8');
  const document = load(yaml) as ContractDocument;
  return { yaml, json: JSON.stringify(document), document };
}

/** All operations, with their paths and methods. */
export function* eachOperation(
  document: ContractDocument,
): Generator<[path: string, method: string, OperationObject]> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of HTTP_METHODS) {
      const operation = item[method];
      if (operation) yield [path, method.toUpperCase(), operation];
    }
  }
}

/** An operation's own query, path and header parameters, with references resolved. */
export function readParameters(document: ContractDocument, operation: OperationObject): ParameterObject[] {
  return (operation.parameters ?? []).map((parameter) => {
    if ('name' in parameter) return parameter;
    const name = parameter.$ref?.split('/').at(-1) ?? '';
    return document.components['parameters']?.[name] as ParameterObject;
  });
}

/**
 * The contract reduced to what requests need: no responses, no webhooks, and only the components that are
 * referenced. The libraries compile and copy everything they get, and the full contract would cost them seconds at
 * startup. Each call returns a new copy, because the libraries modify it.
 */
export function requestsOnly(document: ContractDocument): ContractDocument {
  const paths: ContractDocument['paths'] = {};
  for (const [path, method, operation] of eachOperation(document)) {
    const { operationId, security = [], parameters = [] } = operation;
    const needed: OperationObject = {
      operationId,
      security,
      parameters,
      responses: { default: { description: '' } },
    };
    if (operation.requestBody) needed.requestBody = operation.requestBody;
    const item = (paths[path] ??= { parameters: document.paths[path]?.parameters ?? [] });
    item[method.toLowerCase() as HttpMethod] = needed;
  }
  const reduced = { ...document, paths, webhooks: {}, components: {} as ContractDocument['components'] };
  copyReferredComponents(paths, document, reduced);
  reduced.components['securitySchemes'] = document.components['securitySchemes'];
  return structuredClone(reduced);
}

function copyReferredComponents(part: unknown, from: ContractDocument, to: ContractDocument): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const [, kind, name] = (key === '$ref' && /^#\/components\/(\w+)\/(\w+)$/.exec(String(value))) || [];
    if (kind && name) {
      const target = (to.components[kind] ??= {});
      if (name in target) continue;
      target[name] = from.components[kind]?.[name];
      copyReferredComponents(target[name], from, to);
    } else {
      copyReferredComponents(value, from, to);
    }
  }
}

/** The event types with the fields of their data, as the contract's `webhooks` describe them. */
export function readEventTypes({ webhooks, components }: ContractDocument): Schemas['WebhookEventType'][] {
  const schemaOf = (ref: string | undefined) =>
    components['schemas']?.[ref?.split('/').at(-1) ?? ''] as Schema | undefined;
  return Object.entries(webhooks).map(([type, { post }]) => {
    const event = schemaOf(post.requestBody.content['application/json']?.schema.$ref);
    const data = schemaOf(event?.properties?.['data']?.$ref);
    if (!data?.properties) throw new Error(`the contract does not describe the data of ${type}`);
    return {
      object: 'webhook_event_type',
      type: type as Schemas['WebhookEventName'],
      description: post.description.trim(),
      data_fields: Object.entries(data.properties).map(([name, field]) => ({
        name,
        description: (field.description ?? '').trim(),
      })),
    };
  });
}
