import {
  pairsParameter,
  withReferredComponents,
  type ContractDocument,
  type ParameterObject,
} from '../document.ts';
import { withoutAlternatives } from './alternatives.ts';
import { withEnumNames } from './enum-names.ts';
import { withErrorCodes } from './error-codes.ts';
import { schemasOfResponses, withOpenEnums } from './open-enums.ts';
import { withOpenObjects } from './open-objects.ts';
import { withSdkHints } from './sdk-hints.ts';

export type Calls = Omit<ContractDocument, 'webhooks'>;

interface RequestSchema {
  properties?: Record<string, { default?: unknown; uniqueItems?: boolean }>;
}

/** The separator of a pair, beside a key and a value. */
const COLON = 1;

/**
 * The contract for client generators: the same calls, in constructs that all generators understand (D72).
 *
 * - An object in a query is a repeated `name_pairs=key:value`.
 * - A list of values that can grow is text in responses, so that clients take new values; its constants are there.
 * - Objects in responses say that they can have other fields besides, so that clients take new ones.
 * - Each value of an enum has a name, unique in the document, and its description.
 * - Each error response says which codes it can have, and extensions tell makers of SDKs about pages and retries.
 * - `Service-Version` is no parameter: a client sends it with every call, as a default header.
 * - Bodies of requests have no defaults, since some generators require such fields, no alternatives, and lists without
 *   duplicates are just lists, since some clients cannot send a set. The service checks what it gets.
 * - Webhooks are not there, because some take them for calls, nor are components that nothing refers to.
 */
export function forClients(document: ContractDocument): Calls {
  const calls = structuredClone(withoutAlternatives(withoutWebhooks(document)));
  withoutVersionParameter(calls);
  withPairs(calls);
  simplifyBodies(calls);
  withoutEnumDefaults(calls);
  const named = withSdkHints(withErrorCodes(withEnumNames(calls)));
  const answers = schemasOfResponses(named);
  return withReferredComponents(withOpenObjects(withOpenEnums(named, answers), answers));
}

/** The calls of a contract. The schemas of events stay, because clients parse events. */
export function withoutWebhooks({ webhooks, ...document }: ContractDocument): Calls {
  const ofWebhooks = new Set(Object.values(webhooks).flatMap(({ post }) => post.tags));
  return { ...document, tags: document.tags.filter(({ name }) => !ofWebhooks.has(name)) };
}

function withoutVersionParameter(document: Calls): void {
  for (const item of Object.values(document.paths)) {
    item.parameters = (item.parameters ?? []).filter(
      (parameter) => !('$ref' in parameter && parameter.$ref === '#/components/parameters/ServiceVersion'),
    );
  }
}

/** `metadata_pairs=order_id:10442`, repeated, for `metadata[order_id]=10442`. */
function withPairs(document: Calls): void {
  for (const { get } of Object.values(document.paths)) {
    for (const parameter of get?.parameters ?? []) {
      if ('style' in parameter && parameter.style === 'deepObject') toPairs(document, parameter);
    }
  }
}

function toPairs({ components }: Calls, parameter: ParameterObject): void {
  const name = parameter.schema?.$ref?.split('/').at(-1) ?? '';
  const object = components['schemas']?.[name] as {
    maxProperties: number;
    propertyNames: { maxLength: number };
    additionalProperties: { maxLength: number };
    description: string;
  };
  const maxLength = object.propertyNames.maxLength + COLON + object.additionalProperties.maxLength;
  Object.assign(parameter, {
    name: pairsParameter(parameter.name),
    style: 'form',
    schema: {
      type: 'array',
      maxItems: object.maxProperties,
      items: { type: 'string', pattern: '^[^:]+:', maxLength },
      description: `${object.description} As \`key:value\`.`,
    },
    example: Object.entries(parameter.example as object).map((pair) => pair.join(':')),
  });
}

/** A default of an enum is written as its value, where some generators need the name of a constant. */
function withoutEnumDefaults({ components }: Calls): void {
  for (const schema of Object.values(components['schemas'] ?? {}) as { default?: unknown }[])
    delete schema.default;
}

function simplifyBodies({ paths, components }: Calls): void {
  for (const { post, patch } of Object.values(paths)) {
    for (const operation of [post, patch]) {
      const { $ref } = operation?.requestBody?.content?.['application/json']?.schema ?? {};
      const { properties = {} } = (components['schemas']?.[$ref?.split('/').at(-1) ?? ''] ??
        {}) as RequestSchema;
      for (const property of Object.values(properties)) {
        delete property.default;
        delete property.uniqueItems;
      }
    }
  }
}
