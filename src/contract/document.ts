import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Schemas } from './operations.ts';

export const CONTRACT_FILE = fileURLToPath(new URL('../../openapi/service.yaml', import.meta.url));
/** The same as JSON. The build makes it, because parsing YAML takes longer than loading the rest of the program. */
const BUILT_FILE = new URL('service.json', import.meta.url);

const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
type HttpMethod = (typeof HTTP_METHODS)[number];

/** The parts of the contract that the program itself reads. */
export interface ContractDocument {
  info: {
    title: string;
    version: string;
    summary: string;
    contact: { name: string };
    license: { name: string; identifier: string };
    description: string;
  };
  servers: { url: string; description?: string }[];
  tags: { name: string; description: string }[];
  paths: Record<
    string,
    Partial<Record<HttpMethod, OperationObject>> & { parameters?: (Ref | ParameterObject)[] }
  >;
  webhooks: Record<
    string,
    {
      post: {
        tags: string[];
        summary: string;
        description: string;
        parameters?: (Ref | ParameterObject)[];
        requestBody: { content: Record<string, { schema: Ref; examples?: Record<string, Ref> }> };
      };
    }
  >;
  components: Record<string, Record<string, unknown> | undefined>;
}

export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: (Ref | ParameterObject)[];
  requestBody?: {
    description?: string;
    required?: boolean;
    content?: Record<string, { schema: Ref; examples?: Record<string, Ref> }>;
  };
  responses: Record<
    string,
    { description?: string; content?: object; links?: Record<string, Ref | LinkObject> }
  >;
  /** The response's `echo` is the request body exactly as sent, to the last digit of its numbers. */
  'x-echoes-body'?: boolean;
  deprecated?: boolean;
  /** The day since when, such as 2026-11-01. */
  'x-deprecated-since'?: string;
  /** How to call it, in several languages; in served documents only. */
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
  /** A success uses one of the API key's daily money operations (D17), because it changes what payers are asked for. */
  'x-moves-money'?: boolean;
  /** It ends or replaces something, although it is not a PATCH or DELETE. */
  'x-destructive'?: boolean;
}

/** An operation that can follow, with parameters from the response of the one before. */
export interface LinkObject {
  operationId: string;
  parameters?: Record<string, string>;
}

export interface ParameterObject {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  deprecated?: boolean;
  /** The day since when, such as 2026-11-01. */
  'x-deprecated-since'?: string;
  style?: string;
  schema?: Ref & { type?: string };
}

interface Schema {
  properties?: Record<string, Ref & { description?: string }>;
}

interface Ref {
  $ref?: string;
}

/** Reads the contract, the single source of truth for routes, types, validation and the event catalog. */
export async function readContract(): Promise<ContractDocument> {
  const built = await readFile(BUILT_FILE, 'utf8').catch(() => undefined);
  if (built !== undefined) return JSON.parse(built) as ContractDocument;
  const { load } = await import('js-yaml');
  return load(await readFile(CONTRACT_FILE, 'utf8')) as ContractDocument;
}

/** All operations, with their paths and methods. */
export function* eachOperation(
  document: Pick<ContractDocument, 'paths'>,
): Generator<[path: string, method: string, OperationObject]> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of HTTP_METHODS) {
      const operation = item[method];
      if (operation) yield [path, method.toUpperCase(), operation];
    }
  }
}

/** The parameters of an operation or of its path, with references resolved. */
export function readParameters(
  document: Pick<ContractDocument, 'components'>,
  parameters: (Ref | ParameterObject)[],
): ParameterObject[] {
  return parameters.map((parameter) => {
    if ('name' in parameter) return parameter;
    const name = parameter.$ref?.split('/').at(-1) ?? '';
    return document.components['parameters']?.[name] as ParameterObject;
  });
}

/** The links from an operation's responses, with references resolved. */
export function readLinks(document: ContractDocument, { responses }: OperationObject): LinkObject[] {
  return Object.values(responses).flatMap(({ links = {} }) =>
    Object.values(links).map((link) => {
      if ('operationId' in link) return link;
      const name = link.$ref?.split('/').at(-1) ?? '';
      return document.components['links']?.[name] as LinkObject;
    }),
  );
}

/** The name under which an object in a query can also be sent as repeated `key:value`, which every client can send (D72). */
export function pairsParameter(object: string): string {
  return `${object}_pairs`;
}

/** A parameter's example by name; that of an object has a name for each property, such as `metadata[order_id]`. */
export function readExample({ name, style, example }: ParameterObject): [name: string, value: string][] {
  return style === 'deepObject'
    ? Object.entries(example as object).map(([key, value]) => [`${name}[${key}]`, String(value)])
    : [[name, String(example)]];
}

/** The bodies of the examples of an operation's request, the main one first; none when it takes no body. */
export function readBodyExamples(document: ContractDocument, { requestBody }: OperationObject): unknown[] {
  return Object.values(requestBody?.content?.['application/json']?.examples ?? {}).map((example) => {
    const name = example.$ref?.split('/').at(-1) ?? '';
    return (document.components['examples']?.[name] as { value: unknown }).value;
  });
}

/**
 * The contract reduced to what requests need, without responses and webhooks, and with only the components that are
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
  return structuredClone(withReferredComponents({ ...document, paths, webhooks: {} }));
}

/** Only the components that its operations refer to, directly or through others, and the security schemes. */
export function withReferredComponents<Calls extends Pick<ContractDocument, 'paths' | 'components'>>(
  document: Calls,
): Calls {
  const { securitySchemes } = document.components;
  const reduced = { ...document, components: {} as ContractDocument['components'] };
  copyReferredComponents(document.paths, document, reduced);
  return { ...reduced, components: { ...reduced.components, securitySchemes } };
}

/** Copies the components that a part of a document refers to, and those that they refer to. */
export function copyReferredComponents(
  part: unknown,
  from: Pick<ContractDocument, 'components'>,
  to: Pick<ContractDocument, 'components'>,
): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const [, kind, name] = (key === '$ref' && /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(value))) || [];
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

/** The meaning of each value of a component enum, as Markdown. Throws if the contract does not give it. */
export function readEnumDescriptions({ components }: ContractDocument, name: string): Record<string, string> {
  const schema = components['schemas']?.[name] as
    { 'x-enumDescriptions'?: Record<string, string> } | undefined;
  if (!schema?.['x-enumDescriptions'])
    throw new Error(`the contract does not describe the values of ${name}`);
  return schema['x-enumDescriptions'];
}

/** The event types that can be subscribed to, with the fields of their data, as the contract's `webhooks` have them. */
export function readEventTypes({ webhooks, components }: ContractDocument): Schemas['WebhookEventType'][] {
  const schemaOf = (ref: string | undefined) =>
    components['schemas']?.[ref?.split('/').at(-1) ?? ''] as Schema | undefined;
  const { enum: types = [] } = (components['schemas']?.['WebhookEventName'] ?? {}) as { enum?: string[] };
  const subscribable = Object.entries(webhooks).filter(([type]) => types.includes(type));
  return subscribable.map(([type, { post }]) => {
    const event = schemaOf(post.requestBody.content['application/json']?.schema.$ref);
    const data = schemaOf(event?.properties?.['data']?.$ref);
    if (!data?.properties) throw new Error(`the contract does not describe the data of ${type}`);
    return {
      object: 'webhook_event_type',
      type: type as Schemas['WebhookEventName'],
      description: withoutBreaks(post.description),
      data_fields: Object.entries(data.properties).map(([name, field]) => ({
        name,
        description: withoutBreaks(field.description ?? ''),
      })),
    };
  });
}

/** A contract with these schemas in place of its own of the same names. */
export function withSchemas<Document extends Pick<ContractDocument, 'components'>>(
  document: Document,
  changed: Readonly<Record<string, unknown>>,
): Document {
  const { components } = document;
  return { ...document, components: { ...components, schemas: { ...components['schemas'], ...changed } } };
}

/** A text as one paragraph, without the line breaks of YAML, which mean nothing where the text is shown. */
function withoutBreaks(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
