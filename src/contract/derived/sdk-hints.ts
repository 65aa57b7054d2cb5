import { eachOperation, type OperationObject, readParameters, type ContractDocument } from '../document.ts';
import { toSnakeCase } from '../../lib/case.ts';

/**
 * Retries as the clients of `npm run sdks` make them. They wait twice as long after each attempt, and never retry when
 * the day's limit is used up.
 */
const RETRIES = {
  strategy: 'backoff',
  backoff: { initialInterval: 500, maxInterval: 8_000, maxElapsedTime: 60_000, exponent: 2 },
  statusCodes: ['429', '500', '502', '503', '504'],
  retryConnectionErrors: true,
};

/**
 * A copy of a contract with extensions that tell generators of SDKs what OpenAPI has no words for. They are Speakeasy's
 * and Fern's names of methods and their groups, pages, retries, idempotency keys, and enums that can gain values; and
 * ogen's name for a type. Stainless reads a file of its own, see `toStainlessConfig`. Everything is derived from what
 * the operations have in common.
 */
export function withSdkHints<Document extends Pick<ContractDocument, 'paths' | 'components'>>(
  document: Document,
): Document {
  const paths = structuredClone(document.paths);
  for (const [path, , operation] of eachOperation({ paths })) {
    const { group, method } = sdkNameOf(path, operation);
    Object.assign(operation, {
      'x-speakeasy-group': group,
      'x-speakeasy-name-override': method,
      'x-fern-sdk-group-name': [group],
      'x-fern-sdk-method-name': method,
    });
    if (endsWithNullCursor(document, operation)) Object.assign(operation, PAGINATION);
    if (isKeyed(document, operation)) Object.assign(operation, { 'x-fern-idempotent': true });
  }
  return {
    ...document,
    'x-speakeasy-retries': RETRIES,
    'x-fern-idempotency-headers': [{ header: 'Idempotency-Key', name: 'idempotency_key' }],
    paths,
    components: withOgenNames(allowingUnknownValues(document.components) as Document['components']),
  };
}

const PAGINATION = {
  'x-speakeasy-pagination': {
    type: 'cursor',
    inputs: [{ name: 'cursor', in: 'parameters', type: 'cursor' }],
    outputs: { results: '$.data', nextCursor: '$.next_cursor' },
  },
  'x-fern-pagination': {
    cursor: '$request.cursor',
    next_cursor: '$response.next_cursor',
    results: '$response.data',
  },
};

/** `paymentLinks.create` for `createPaymentLink` of `/v1/payment_links`: its id without the noun of the path. */
export function sdkNameOf(path: string, { operationId }: OperationObject): { group: string; method: string } {
  const [, , resource = ''] = path.split('/');
  const group = resource.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const plural = group.charAt(0).toUpperCase() + group.slice(1);
  const method = operationId.replace(plural, '').replace(plural.replace(/s$/, ''), '');
  return { group, method };
}

/**
 * Whether a list's last page always has the cursor null. It is never null for events in ascending order, because those
 * are followed, so a generated loop over all pages would not end.
 */
function endsWithNullCursor(
  document: Pick<ContractDocument, 'components'>,
  { parameters = [] }: OperationObject,
): boolean {
  const names = readParameters(document, parameters).map(({ name }) => name);
  return names.includes('cursor') && !names.includes('order');
}

function isKeyed(
  document: Pick<ContractDocument, 'components'>,
  { parameters = [] }: OperationObject,
): boolean {
  return readParameters(document, parameters).some(({ name }) => name === 'Idempotency-Key');
}

/** Marks enums that can gain values. */
function allowingUnknownValues(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(allowingUnknownValues);
  if (typeof part !== 'object' || part === null) return part;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, allowingUnknownValues(value)]),
  );
  return copy['x-extensible'] === true ? { ...copy, 'x-speakeasy-unknown-values': 'allow' } : copy;
}

/**
 * ogen makes a type of the tags of a union, `WebhookEventType` for the union `WebhookEvent`. A schema of that name gets another one
 * in its clients, since two types of one name do not compile.
 */
function withOgenNames(components: ContractDocument['components']): ContractDocument['components'] {
  const schemas = { ...components['schemas'] } as Record<string, { discriminator?: object }>;
  for (const [name, { discriminator }] of Object.entries(schemas)) {
    const tags = `${name}Type`;
    if (discriminator && schemas[tags])
      schemas[tags] = { ...schemas[tags], 'x-ogen-name': `${tags}Info` } as object;
  }
  return { ...components, schemas };
}

/**
 * The configuration from which Stainless generates SDKs, with the contract's resources, methods, pages, idempotency and
 * retries. The names of packages and of the organization are left to the company that generates them.
 */
export function toStainlessConfig(document: ContractDocument): object {
  const resources: Record<string, { methods: Record<string, string> }> = {};
  for (const [path, method, operation] of eachOperation(document)) {
    const name = sdkNameOf(path, operation);
    const resource = (resources[toSnakeCase(name.group)] ??= { methods: {} });
    // Stainless's own word for it.
    const called = toSnakeCase(name.method).replace(/^get(?=_|$)/, 'retrieve');
    resource.methods[called] = `${method.toLowerCase()} ${path}`;
  }
  return {
    resources,
    pagination: [
      {
        name: 'cursor_page',
        type: 'cursor',
        request: {
          cursor: { type: 'string', ...purpose('next_cursor_param') },
          limit: { type: 'integer' },
        },
        response: {
          data: { type: 'array', items: {}, ...purpose('items') },
          has_more: { type: 'boolean', ...purpose('has_next_page') },
          next_cursor: { type: 'string', nullable: true, ...purpose('next_cursor_field') },
        },
      },
    ],
    client_settings: {
      idempotency: { header: 'Idempotency-Key' },
      default_retries: {
        max_retries: 4,
        initial_delay_seconds: RETRIES.backoff.initialInterval / 1_000,
        max_delay_seconds: RETRIES.backoff.maxInterval / 1_000,
      },
      opts: {
        api_key: { type: 'string', read_env: 'PAYMENTS_API_KEY', auth: { security_scheme: 'apiKey' } },
      },
    },
    query_settings: { nested_format: 'brackets', array_format: 'repeat' },
  };
}

function purpose(of: string): object {
  return { 'x-stainless-pagination-property': { purpose: of } };
}
