import type { Json } from './json.ts';
import type { Change } from './rules.ts';

interface Case {
  change: string;
  is: Change['is'];
  /** What the contract does not have yet. */
  given?: (contract: Json) => void;
  make: (contract: Json) => void;
}

export const schema = (contract: Json, name: string): Json => contract['components'].schemas[name];
const operation = (contract: Json, operationId: string): Json =>
  Object.values<Json>({ ...contract['paths'], ...contract['webhooks'] })
    .flatMap((item) => Object.values<Json>(item))
    .find((candidate) => candidate['operationId'] === operationId)!;
/** Renames a component and everything that refers to it, as an editor would. */
const renameComponent = (contract: Json, section: string, from: string, to: string) => {
  renameKey(contract['components'][section], from, to);
  const [old, now] = [from, to].map((name) => JSON.stringify(`#/components/${section}/${name}`));
  Object.assign(contract, JSON.parse(JSON.stringify(contract).replaceAll(old!, now!)));
};
const renameKey = (part: Json, from: string, to: string) => {
  part[to] = part[from];
  delete part[from];
};
const parameter = (contract: Json, operationId: string, name: string): Json =>
  operation(contract, operationId)['parameters'].find((one: Json) => one['name'] === name);

const authentication = (contract: Json): Json => contract['components'].securitySchemes.apiKey;
const withKeyHeader = ({ components }: Json) => {
  components.securitySchemes.apiKey = { type: 'apiKey', in: 'header', name: 'X-API-Key' };
};
const withTokens = ({ components }: Json) => {
  const clientCredentials = { tokenUrl: 'https://example.com/token', scopes: {} };
  components.securitySchemes.apiKey = { type: 'oauth2', flows: { clientCredentials } };
};

const refusal = (contract: Json): Json => contract['components'].responses.InsufficientScope;
const withErrorCodes = (contract: Json) => (refusal(contract)['x-error-codes'] = ['insufficient_scope']);

const CALLBACK = '{$request.body#/notify_url}';
const callback = (contract: Json): Json =>
  operation(contract, 'createRefund')['callbacks'].refunded[CALLBACK].post;
const withCallback = (contract: Json) => {
  const { requestBody } = operation(contract, 'onPaymentLinkPaid');
  const post = { requestBody, responses: { 204: { description: 'Received.' } } };
  operation(contract, 'createRefund')['callbacks'] = { refunded: { [CALLBACK]: { post } } };
};

/** Kinds of changes, and what each is for those who use the contract. */
export const CASES: readonly Case[] = [
  {
    change: 'an operation is removed',
    is: 'breaking',
    make: (contract) => delete contract['paths']['/v1/payment_links/{code}'].delete,
  },
  {
    change: 'a path is renamed',
    is: 'breaking',
    make: ({ paths }) => {
      paths['/v1/saldos'] = paths['/v1/balances'];
      delete paths['/v1/balances'];
    },
  },
  {
    change: 'an operationId is renamed',
    is: 'breaking',
    make: (contract) => (operation(contract, 'getPing')['operationId'] = 'getIdentity'),
  },
  {
    change: 'an operation gets another tag',
    is: 'breaking',
    make: (contract) => (operation(contract, 'getPing')['tags'] = ['Balances']),
  },
  {
    change: 'an operation needs another scope',
    is: 'breaking',
    make: (contract) => (operation(contract, 'listBalances')['security'] = [{ apiKey: ['logs:read'] }]),
  },
  {
    change: 'a schema is renamed',
    is: 'breaking',
    make: (contract) => renameComponent(contract, 'schemas', 'PaymentLinkStats', 'PaymentLinkCounts'),
  },
  {
    change: 'a required field is added to a request',
    is: 'breaking',
    make: (contract) => {
      const request = schema(contract, 'CreatePaymentLinkRequest');
      request['properties'].purpose = { type: 'string', maxLength: 10 };
      request['required'].push('purpose');
    },
  },
  {
    change: 'an optional field of a request is removed',
    is: 'breaking',
    make: (contract) => delete schema(contract, 'CreatePaymentLinkRequest')['properties'].metadata,
  },
  {
    change: 'a parameter of a path becomes required',
    is: 'breaking',
    make: (contract) => (contract['components'].parameters.ServiceVersion.required = true),
  },
  {
    change: 'a parameter is removed',
    is: 'breaking',
    make: (contract) => {
      const list = operation(contract, 'listPaymentLinks');
      list['parameters'] = list['parameters'].filter((one: Json) => one['name'] !== 'status');
    },
  },
  {
    change: 'a default changes',
    is: 'breaking',
    make: (contract) => (contract['components'].parameters.Limit.schema.default = 7),
  },
  {
    change: 'a length that a request may have is lowered',
    is: 'breaking',
    make: (contract) => (contract['components'].parameters.IdempotencyKey.schema.maxLength = 100),
  },
  {
    change: 'a length that values of a map may have is lowered',
    is: 'breaking',
    make: (contract) => (schema(contract, 'Metadata')['additionalProperties'].maxLength = 100),
  },
  {
    change: 'a request that took any field is closed',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PingRequest')['additionalProperties'] = false),
  },
  {
    change: 'a value that a request may have is removed',
    is: 'breaking',
    make: (contract) => schema(contract, 'DepositScenario')['enum'].pop(),
  },
  {
    change: 'a required field of a response is removed',
    is: 'breaking',
    make: (contract) => {
      const link = schema(contract, 'PaymentLink');
      delete link['properties'].paid_at;
      link['required'] = link['required'].filter((name: string) => name !== 'paid_at');
    },
  },
  {
    change: 'an optional field of a response is removed',
    is: 'breaking',
    make: (contract) => delete schema(contract, 'ErrorDetail')['properties'].param,
  },
  {
    change: 'a field of a response becomes optional',
    is: 'breaking',
    make: (contract) => schema(contract, 'Ping')['required'].pop(),
  },
  {
    change: 'a field of a response gets another type',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLinkStats')['properties'].total = { type: 'string' }),
  },
  {
    change: 'a field of a response becomes nullable',
    is: 'breaking',
    make: (contract) => (schema(contract, 'Timestamp')['type'] = ['string', 'null']),
  },
  {
    change: 'a closed enum of a response gains a value',
    is: 'breaking',
    make: (contract) => schema(contract, 'PaymentLinkStatus')['enum'].push('disputed'),
  },
  {
    change: 'a closed enum becomes open',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLinkStatus')['x-extensible'] = true),
  },
  {
    change: 'an enum of a response loses a value',
    is: 'breaking',
    make: (contract) => schema(contract, 'PaymentLinkStatus')['enum'].pop(),
  },
  {
    change: 'an error code is removed',
    is: 'breaking',
    make: (contract) => schema(contract, 'ErrorCode')['enum'].pop(),
  },
  {
    change: 'a header of a response is removed',
    is: 'breaking',
    make: (contract) => delete operation(contract, 'getPing')['responses'][200].headers['X-Request-Id'],
  },
  {
    change: 'a field of an event is removed',
    is: 'breaking',
    make: (contract) => {
      const data = schema(contract, 'PaymentLinkPaidData');
      delete data['properties'].amount;
      data['required'] = data['required'].filter((name: string) => name !== 'amount');
    },
  },
  {
    change: 'a header of an event is removed',
    is: 'breaking',
    make: (contract) => {
      const event = operation(contract, 'onPaymentLinkPaid');
      event['parameters'] = event['parameters'].filter(
        (one: Json) => !one['$ref'].endsWith('/ServiceEventId'),
      );
    },
  },
  {
    change: 'an event is removed',
    is: 'breaking',
    make: (contract) => delete contract['webhooks']['payment_link.paid'],
  },
  {
    change: 'an operation is added',
    is: 'addition',
    make: ({ paths }) => {
      const { get } = paths['/v1/balances'];
      paths['/v1/reserves'] = { get: { ...get, operationId: 'listReserves' } };
    },
  },
  {
    change: 'an optional field is added to a request',
    is: 'addition',
    make: (contract) => {
      schema(contract, 'CreatePaymentLinkRequest')['properties'].purpose = { type: 'string', maxLength: 10 };
    },
  },
  {
    change: 'an optional parameter is added',
    is: 'addition',
    make: (contract) => {
      const added = { name: 'purpose', in: 'query', schema: { type: 'string', maxLength: 10 } };
      operation(contract, 'listPaymentLinks')['parameters'].push(added);
    },
  },
  {
    change: 'a field is added to a response',
    is: 'addition',
    make: (contract) => {
      const link = schema(contract, 'PaymentLink');
      link['properties'].purpose = { type: ['string', 'null'] };
      link['required'].push('purpose');
    },
  },
  {
    change: 'a field is added to an event',
    is: 'question',
    make: (contract) => {
      const data = schema(contract, 'PaymentLinkPaidData');
      data['properties'].purpose = { type: 'string' };
      data['required'].push('purpose');
    },
  },
  {
    change: 'an event is added',
    is: 'addition',
    make: (contract) => {
      const { post } = contract['webhooks']['payment_link.paid'];
      contract['webhooks']['payment_link.seen'] = { post: { ...post, operationId: 'onPaymentLinkSeen' } };
      const event = schema(contract, 'WebhookEvent');
      event['oneOf'].push({ $ref: '#/components/schemas/PaymentLinkSeenEvent' });
      event['discriminator'].mapping['payment_link.seen'] = '#/components/schemas/PaymentLinkSeenEvent';
      contract['components'].schemas.PaymentLinkSeenEvent = schema(contract, 'PaymentLinkPaidEvent');
      schema(contract, 'WebhookEventName')['enum'].push('payment_link.seen');
    },
  },
  {
    change: 'an enum that may gain values gains one',
    is: 'addition',
    make: (contract) => schema(contract, 'ErrorCode')['enum'].push('link_disputed'),
  },
  {
    change: 'a response gains an error code',
    is: 'question',
    given: withErrorCodes,
    make: (contract) => (refusal(contract)['x-error-codes'] = ['insufficient_scope', 'link_disputed']),
  },
  {
    change: 'a response loses an error code',
    is: 'question',
    given: withErrorCodes,
    make: (contract) => (refusal(contract)['x-error-codes'] = []),
  },
  {
    change: 'the error codes of a response are listed',
    is: 'question',
    given: (contract) => delete refusal(contract)['x-error-codes'],
    make: withErrorCodes,
  },
  {
    change: 'an operation answers with another error response',
    is: 'question',
    make: (contract) => {
      const { responses } = operation(contract, 'listBalances');
      responses['409'] = { $ref: '#/components/responses/RefundConflict' };
    },
  },
  {
    change: 'a number in the description of an operation is another',
    is: 'question',
    given: (contract) => (operation(contract, 'getPing')['description'] = 'At most 20 a minute.'),
    make: (contract) => (operation(contract, 'getPing')['description'] = 'At most 30 a minute.'),
  },
  {
    change: 'a number in letters in the description of a field is another',
    is: 'question',
    given: (contract) => (schema(contract, 'Amount')['description'] = 'Up to two decimals.'),
    make: (contract) => (schema(contract, 'Amount')['description'] = 'Up to three decimals.'),
  },
  {
    change: 'a number in the meaning of a value is another',
    is: 'question',
    given: (contract) => (schema(contract, 'FaultKind')['x-enumDescriptions'] = { added: 'For 5 seconds.' }),
    make: (contract) => (schema(contract, 'FaultKind')['x-enumDescriptions'] = { added: 'For 9 seconds.' }),
  },
  {
    change: 'a number leaves the description of a parameter',
    is: 'question',
    given: (contract) => (contract['components'].parameters.Limit.description = 'From 1 to 100.'),
    make: (contract) => (contract['components'].parameters.Limit.description = 'How many.'),
  },
  {
    change: 'a request may be longer',
    is: 'addition',
    make: (contract) => (contract['components'].parameters.IdempotencyKey.schema.maxLength = 300),
  },
  {
    change: 'a length is said of a response',
    is: 'detail',
    make: (contract) => (schema(contract, 'Amount')['minLength'] = 10),
  },
  {
    change: 'a text is reworded',
    is: 'detail',
    make: (contract) => (operation(contract, 'getPing')['description'] = 'Who calls.'),
  },
  {
    change: 'callers authenticate with another scheme',
    is: 'breaking',
    make: (contract) => (authentication(contract)['scheme'] = 'basic'),
  },
  {
    change: 'callers authenticate with another type of scheme',
    is: 'breaking',
    make: (contract) => Object.assign(authentication(contract), { type: 'mutualTLS', scheme: undefined }),
  },
  {
    change: 'the API key is sent elsewhere',
    is: 'breaking',
    given: withKeyHeader,
    make: (contract) => (authentication(contract)['in'] = 'query'),
  },
  {
    change: 'the API key is sent under another name',
    is: 'breaking',
    given: withKeyHeader,
    make: (contract) => (authentication(contract)['name'] = 'X-Token'),
  },
  {
    change: 'tokens come from another address',
    is: 'breaking',
    given: withTokens,
    make: (contract) =>
      (authentication(contract)['flows'].clientCredentials.tokenUrl = 'https://example.org/token'),
  },
  {
    change: 'a way to authenticate is renamed',
    is: 'breaking',
    make: ({ components }) => {
      components.securitySchemes.key = components.securitySchemes.apiKey;
      delete components.securitySchemes.apiKey;
    },
  },
  {
    change: 'an operation needs another scope besides',
    is: 'breaking',
    make: (contract) => operation(contract, 'listBalances')['security'][0].apiKey.push('logs:read'),
  },
  {
    change: 'an operation needs two ways to authenticate at once',
    is: 'breaking',
    make: (contract) => (operation(contract, 'listBalances')['security'][0].certificate = []),
  },
  {
    change: 'an operation loses one of two ways to authenticate',
    is: 'breaking',
    given: (contract) => operation(contract, 'listBalances')['security'].push({ certificate: [] }),
    make: (contract) => operation(contract, 'listBalances')['security'].pop(),
  },
  {
    change: 'an operation for everybody needs an API key',
    is: 'breaking',
    make: (contract) => (operation(contract, 'getHealth')['security'] = [{ apiKey: [] }]),
  },
  {
    change: 'an operation is for everybody, and clients do not say whose call it is',
    is: 'breaking',
    make: (contract) => (operation(contract, 'listBalances')['security'] = []),
  },
  {
    change: 'an operation no longer needs what all need',
    is: 'breaking',
    given: (contract) => {
      contract['security'] = [{ apiKey: [] }];
      delete operation(contract, 'listBalances')['security'];
    },
    make: (contract) => (operation(contract, 'listBalances')['security'] = []),
  },
  {
    change: 'an API key becomes optional',
    is: 'breaking',
    make: (contract) => operation(contract, 'listBalances')['security'].push({}),
  },
  {
    change: 'all operations are said to need what those without security do not',
    is: 'breaking',
    make: (contract) => (contract['security'] = [{ apiKey: [] }]),
  },
  {
    change: 'a parameter is written in another style',
    is: 'breaking',
    make: (contract) => (parameter(contract, 'listPaymentLinks', 'metadata')['style'] = 'form'),
  },
  {
    change: 'the values of a parameter are no longer separate',
    is: 'breaking',
    make: (contract) => (parameter(contract, 'listPaymentLinks', 'metadata')['explode'] = false),
  },
  {
    change: 'a list in a parameter is separated in another way, by leaving out how',
    is: 'breaking',
    given: (contract) => (parameter(contract, 'listPaymentLinks', 'status')['explode'] = false),
    make: (contract) => delete parameter(contract, 'listPaymentLinks', 'status')['explode'],
  },
  {
    change: 'reserved characters of a parameter must be encoded',
    is: 'breaking',
    make: (contract) => delete contract['components'].parameters.CreatedAfter.allowReserved,
  },
  {
    change: 'a parameter becomes a header',
    is: 'breaking',
    make: (contract) => (contract['components'].parameters.Limit.in = 'header'),
  },
  {
    change: 'a parameter is renamed',
    is: 'breaking',
    make: (contract) => (contract['components'].parameters.Limit.name = 'page_size'),
  },
  {
    change: 'a parameter of a path is renamed',
    is: 'breaking',
    make: (contract) => {
      const { paths } = contract;
      paths['/v1/payment_links/{link}'] = paths['/v1/payment_links/{code}'];
      delete paths['/v1/payment_links/{code}'];
      contract['components'].parameters.LinkCode.name = 'link';
    },
  },
  {
    change: 'a parameter is in JSON',
    is: 'breaking',
    make: (contract) => {
      const metadata = parameter(contract, 'listPaymentLinks', 'metadata');
      metadata['content'] = { 'application/json': { schema: metadata['schema'] } };
      delete metadata['schema'];
    },
  },
  {
    change: 'parameters are in another order',
    is: 'breaking',
    make: (contract) => operation(contract, 'listPaymentLinks')['parameters'].reverse(),
  },
  {
    change: 'a parameter is added before the others',
    is: 'breaking',
    make: (contract) => {
      const added = { name: 'purpose', in: 'query', schema: { type: 'string', maxLength: 10 } };
      operation(contract, 'listPaymentLinks')['parameters'].unshift(added);
    },
  },
  {
    change: 'a required parameter is added',
    is: 'breaking',
    make: (contract) => {
      const added = { name: 'purpose', in: 'query', required: true, schema: { type: 'string' } };
      operation(contract, 'listPaymentLinks')['parameters'].push(added);
    },
  },
  {
    change: 'a required parameter is added to all operations of a path',
    is: 'breaking',
    make: ({ paths }) => {
      paths['/v1/balances'].parameters.push({ name: 'purpose', in: 'query', required: true, schema: {} });
    },
  },
  {
    change: 'a parameter that has a name of its own is renamed',
    is: 'breaking',
    make: (contract) => renameComponent(contract, 'parameters', 'Limit', 'PageSize'),
  },
  {
    change: 'a response that has a name of its own is renamed',
    is: 'breaking',
    make: (contract) => renameComponent(contract, 'responses', 'InvalidApiKey', 'Unauthorized'),
  },
  {
    change: 'an operation has another method',
    is: 'breaking',
    make: ({ paths }) => {
      const item = paths['/v1/payment_links/{code}'];
      item.put = item.patch;
      delete item.patch;
    },
  },
  {
    change: 'an operation that was deprecated is removed',
    is: 'breaking',
    given: (contract) => (operation(contract, 'listBalances')['deprecated'] = true),
    make: ({ paths }) => delete paths['/v1/balances'],
  },
  {
    change: 'a property that was deprecated is removed',
    is: 'breaking',
    given: (contract) => (schema(contract, 'ErrorDetail')['properties'].param.deprecated = true),
    make: (contract) => delete schema(contract, 'ErrorDetail')['properties'].param,
  },
  {
    change: 'a body becomes required',
    is: 'breaking',
    make: (contract) => (operation(contract, 'postPing')['requestBody'].required = true),
  },
  {
    change: 'a body is removed',
    is: 'breaking',
    make: (contract) => delete operation(contract, 'postPing')['requestBody'],
  },
  {
    change: 'a required body is added',
    is: 'breaking',
    make: (contract) => {
      const { requestBody } = operation(contract, 'createPaymentLink');
      operation(contract, 'cancelPaymentLink')['requestBody'] = requestBody;
    },
  },
  {
    change: 'a body has another media type',
    is: 'breaking',
    make: (contract) =>
      renameKey(
        operation(contract, 'createPaymentLink')['requestBody'].content,
        'application/json',
        'application/xml',
      ),
  },
  {
    change: 'a body is encoded in another way',
    is: 'breaking',
    make: (contract) => {
      const { content } = operation(contract, 'createPaymentLink')['requestBody'];
      content['application/json'].encoding = { metadata: { contentType: 'text/plain' } };
    },
  },
  {
    change: 'a body has another schema',
    is: 'breaking',
    make: (contract) => {
      const { content } = operation(contract, 'createPaymentLink')['requestBody'];
      content['application/json'].schema = { $ref: '#/components/schemas/CreateQrCodeRequest' };
    },
  },
  {
    change: 'a media type of a response is removed',
    is: 'breaking',
    make: (contract) => delete operation(contract, 'listTransactions')['responses'][200].content['text/csv'],
  },
  {
    change: 'a media type of a response is added',
    is: 'breaking',
    make: (contract) => (operation(contract, 'listBalances')['responses'][200].content['text/csv'] = {}),
  },
  {
    change: 'errors have another media type',
    is: 'breaking',
    make: (contract) =>
      renameKey(
        contract['components'].responses.InvalidRequest.content,
        'application/json',
        'application/problem+json',
      ),
  },
  {
    change: 'a success has another status',
    is: 'breaking',
    make: (contract) => renameKey(operation(contract, 'createPaymentLink')['responses'], '201', '200'),
  },
  {
    change: 'a success has another status besides',
    is: 'breaking',
    make: (contract) =>
      (operation(contract, 'createPaymentLink')['responses'][202] = { description: 'Later.' }),
  },
  {
    change: 'a redirect is added',
    is: 'breaking',
    make: (contract) =>
      (operation(contract, 'listBalances')['responses'][308] = { description: 'Elsewhere.' }),
  },
  {
    change: 'the status of an error is gone',
    is: 'breaking',
    make: (contract) => delete operation(contract, 'getPaymentLink')['responses'][404],
  },
  {
    change: 'an error has another status',
    is: 'breaking',
    make: (contract) => renameKey(operation(contract, 'getPaymentLink')['responses'], '404', '410'),
  },
  {
    change: 'the response of a status is another',
    is: 'breaking',
    make: (contract) => {
      operation(contract, 'getPaymentLink')['responses'][404] = {
        $ref: '#/components/responses/QrCodeNotFound',
      };
    },
  },
  {
    change: 'a header of an error is removed',
    is: 'breaking',
    make: (contract) => delete contract['components'].responses.TooManyRequests.headers['Retry-After'],
  },
  {
    change: 'a header of a response can be left out',
    is: 'breaking',
    make: (contract) => (contract['components'].headers['X-Request-Id'].required = false),
  },
  {
    change: 'a header of a response has another type',
    is: 'breaking',
    make: (contract) => (contract['components'].headers['Retry-After'].schema = { type: 'string' }),
  },
  {
    change: 'a link is removed',
    is: 'breaking',
    make: (contract) => {
      const { links } = operation(contract, 'createPaymentLink')['responses'][201];
      delete links[Object.keys(links)[0]!];
    },
  },
  {
    change: 'a link leads to another operation',
    is: 'breaking',
    make: ({ components: { links } }) => (links[Object.keys(links)[0]!].operationId = 'getPing'),
  },
  {
    change: 'a link fills in a parameter from elsewhere',
    is: 'breaking',
    make: ({ components: { links } }) => {
      const { parameters } = links[Object.keys(links)[0]!];
      parameters[Object.keys(parameters)[0]!] = '$response.body#/other';
    },
  },
  {
    change: 'calls begin to count towards the daily quota',
    is: 'breaking',
    make: (contract) => (operation(contract, 'testWebhookEndpoint')['x-moves-money'] = true),
  },
  {
    change: 'a call becomes destructive',
    is: 'breaking',
    make: (contract) => (operation(contract, 'testWebhookEndpoint')['x-destructive'] = true),
  },
  {
    change: 'a body is no longer echoed as it was sent',
    is: 'breaking',
    make: (contract) => delete operation(contract, 'postPing')['x-echoes-body'],
  },
  {
    change: 'a field that no rule knows is removed',
    is: 'breaking',
    given: (contract) => (operation(contract, 'listBalances')['x-pages'] = { cursor: 'next_cursor' }),
    make: (contract) => delete operation(contract, 'listBalances')['x-pages'],
  },
  {
    change: 'a server has another URL',
    is: 'breaking',
    make: (contract) => (contract['servers'][0].url = 'https://api.example.com'),
  },
  {
    change: 'a server is put before the others',
    is: 'breaking',
    make: (contract) => contract['servers'].unshift({ url: 'https://api.example.com' }),
  },
  {
    change: 'an operation has a server of its own',
    is: 'breaking',
    make: (contract) =>
      (operation(contract, 'listBalances')['servers'] = [{ url: 'https://api.example.com' }]),
  },
  {
    change: 'the contract has another title',
    is: 'breaking',
    make: (contract) => (contract['info'].title = 'Accounts'),
  },
  {
    change: 'a tag is removed from the list',
    is: 'breaking',
    make: (contract) => contract['tags'].pop(),
  },
  {
    change: 'the types of a union are told by another property',
    is: 'breaking',
    make: (contract) => (schema(contract, 'WebhookEvent')['discriminator'].propertyName = 'object'),
  },
  {
    change: 'a value no longer tells a type of a union',
    is: 'breaking',
    make: (contract) => delete schema(contract, 'WebhookEvent')['discriminator'].mapping['payment_link.paid'],
  },
  {
    change: 'a union loses a member',
    is: 'breaking',
    make: (contract) => schema(contract, 'WebhookEvent')['oneOf'].pop(),
  },
  {
    change: 'a union without a discriminator gains a member',
    is: 'breaking',
    make: (contract) => {
      const union = Object.values<Json>(contract['components'].schemas)
        .flatMap(({ properties = {} }) => Object.values<Json>(properties))
        .find(({ anyOf }) => anyOf)!;
      union['anyOf'].push({ $ref: '#/components/schemas/Ping' });
    },
  },
  {
    change: 'a request can be null where it could not',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].reference.type = ['string', 'null']),
  },
  {
    change: 'a property has another format',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLink')['properties'].url.format = 'uri-reference'),
  },
  {
    change: 'a property loses its format',
    is: 'breaking',
    make: (contract) => delete schema(contract, 'PaymentLink')['properties'].paid_at.format,
  },
  {
    change: 'a property has another constant value',
    is: 'breaking',
    make: (contract) => (schema(contract, 'Balance')['properties'].object.const = 'asset_balance'),
  },
  {
    change: 'a property of a request has a default',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].reference.default = 'none'),
  },
  {
    change: 'a list of a request needs more items',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].accepted_methods.minItems = 2),
  },
  {
    change: 'a list of a request may have fewer items',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].accepted_methods.maxItems = 2),
  },
  {
    change: 'a list of a request must have different items',
    is: 'breaking',
    given: (contract) =>
      delete schema(contract, 'CreatePaymentLinkRequest')['properties'].accepted_methods.uniqueItems,
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].accepted_methods.uniqueItems = true),
  },
  {
    change: 'a list has other items',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLink')['properties'].methods.items = { type: 'string' }),
  },
  {
    change: 'a map of a request may have fewer names',
    is: 'breaking',
    make: (contract) => (schema(contract, 'Metadata')['maxProperties'] = 1),
  },
  {
    change: 'a number of a request may be no more than less',
    is: 'breaking',
    make: (contract) => (contract['components'].parameters.Limit.schema.maximum = 10),
  },
  {
    change: 'a text of a request must match a pattern',
    is: 'breaking',
    given: (contract) => delete schema(contract, 'CreatePaymentLinkRequest')['properties'].reference.pattern,
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].reference.pattern = '^[A-Z]*$'),
  },
  {
    change: 'a text of a request must match another pattern',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].reference.pattern = '^[A-Z]*$'),
  },
  {
    change: 'a text of a response may be longer',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLink')['properties'].payer_name.maxLength = 200),
  },
  {
    change: 'a text of a response need not match its pattern',
    is: 'breaking',
    make: (contract) => delete schema(contract, 'PaymentLink')['properties'].difference.pattern,
  },
  {
    change: 'a property becomes read-only',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['properties'].reference.readOnly = true),
  },
  {
    change: 'a property becomes write-only',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLink')['properties'].reference.writeOnly = true),
  },
  {
    change: 'an optional property of a request becomes required',
    is: 'breaking',
    make: (contract) => schema(contract, 'CreatePaymentLinkRequest')['required'].push('reference'),
  },
  {
    change: 'a required property of a request becomes optional, and another type in a client',
    is: 'breaking',
    make: (contract) => schema(contract, 'CreatePaymentLinkRequest')['required'].pop(),
  },
  {
    change: 'a property has no type of its own name any more',
    is: 'breaking',
    make: (contract) => {
      schema(contract, 'PaymentLink')['properties'].status = structuredClone(
        schema(contract, 'PaymentLinkStatus'),
      );
    },
  },
  {
    change: 'a schema has a title',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PaymentLink')['title'] = 'Link'),
  },
  {
    change: 'a schema has a condition',
    is: 'breaking',
    make: (contract) => {
      schema(contract, 'CreatePaymentLinkRequest')['dependentRequired'] = { payer_name: ['reference'] };
    },
  },
  {
    change: 'a schema has an all-of',
    is: 'breaking',
    make: (contract) =>
      (schema(contract, 'CreatePaymentLinkRequest')['allOf'] = [{ required: ['reference'] }]),
  },
  {
    change: 'a property that a map could have is given a type',
    is: 'breaking',
    make: (contract) => (schema(contract, 'PingRequest')['properties'] = { purpose: { type: 'string' } }),
  },
  {
    change: 'a call to a receiver is removed',
    is: 'breaking',
    given: withCallback,
    make: (contract) => delete operation(contract, 'createRefund')['callbacks'].refunded,
  },
  {
    change: 'a call to a receiver loses its body',
    is: 'breaking',
    given: withCallback,
    make: (contract) => delete callback(contract)['requestBody'],
  },
  {
    change: 'receivers get calls that they did not',
    is: 'breaking',
    make: withCallback,
  },
  {
    change: 'receivers of an event get another call besides',
    is: 'breaking',
    make: ({ webhooks }) => (webhooks['payment_link.paid'].put = webhooks['payment_link.paid'].post),
  },
  {
    change: 'an event has another media type',
    is: 'breaking',
    make: (contract) =>
      renameKey(
        operation(contract, 'onPaymentLinkPaid')['requestBody'].content,
        'application/json',
        'application/cloudevents+json',
      ),
  },
  {
    change: 'receivers of an event may no longer answer with a status',
    is: 'breaking',
    make: (contract) => delete operation(contract, 'onPaymentLinkPaid')['responses']['2XX'],
  },
  {
    change: 'a header of an event has another pattern',
    is: 'breaking',
    make: (contract) =>
      (contract['components'].parameters.ServiceSignature.schema.pattern = '^v2=[0-9a-f]{64}$'),
  },
  {
    change: 'an operation is deprecated',
    is: 'detail',
    make: (contract) =>
      Object.assign(operation(contract, 'listBalances'), {
        deprecated: true,
        'x-deprecated-since': '2026-11-01',
      }),
  },
  {
    change: 'the style that a parameter has is written down',
    is: 'detail',
    make: (contract) =>
      Object.assign(contract['components'].parameters.Limit, { style: 'form', explode: true }),
  },
  {
    change: 'the values of an enum are described in other words',
    is: 'detail',
    given: (contract) => (schema(contract, 'FeeBearer')['x-enumDescriptions'] = { payer: 'The payer.' }),
    make: (contract) => (schema(contract, 'FeeBearer')['x-enumDescriptions'] = { merchant: 'The account.' }),
  },
  {
    change: 'examples change',
    is: 'detail',
    make: (contract) => {
      contract['components'].examples = {};
      delete schema(contract, 'PaymentLink')['properties'].code.examples;
    },
  },
  {
    change: 'an error has a status that the operation did not have',
    is: 'addition',
    make: (contract) => {
      operation(contract, 'listBalances')['responses'][503] = {
        $ref: '#/components/responses/InternalError',
      };
    },
  },
  {
    change: 'a header is added to a response',
    is: 'addition',
    make: (contract) =>
      (operation(contract, 'getPing')['responses'][200].headers.Date = { schema: { type: 'string' } }),
  },
  {
    change: 'a link is added',
    is: 'addition',
    make: (contract) =>
      (operation(contract, 'getPing')['responses'][200].links = { again: { operationId: 'getPing' } }),
  },
  {
    change: 'callers can authenticate in another way besides',
    is: 'addition',
    make: (contract) => {
      contract['components'].securitySchemes.certificate = { type: 'mutualTLS' };
      operation(contract, 'listBalances')['security'].push({ certificate: [] });
    },
  },
  {
    change: 'an operation needs a scope less',
    is: 'addition',
    make: (contract) => (operation(contract, 'listBalances')['security'] = [{ apiKey: [] }]),
  },
  {
    change: 'a request can have another media type',
    is: 'addition',
    make: (contract) => {
      const { content } = operation(contract, 'createPaymentLink')['requestBody'];
      content['application/x-www-form-urlencoded'] = content['application/json'];
    },
  },
  {
    change: 'a value that a request may have is added',
    is: 'addition',
    make: (contract) => schema(contract, 'DepositScenario')['enum'].push('late'),
  },
  {
    change: 'a header is added to an event',
    is: 'addition',
    make: (contract) => {
      const added = { name: 'Service-Purpose', in: 'header', required: true, schema: { type: 'string' } };
      operation(contract, 'onPaymentLinkPaid')['parameters'].push(added);
    },
  },
  {
    change: 'a server is added after the others',
    is: 'addition',
    make: (contract) => contract['servers'].push({ url: 'https://api.example.com' }),
  },
];

/** Changes of the document for client generators, each of which gives their users other names or types. */
export const DERIVED: readonly Pick<Case, 'change' | 'make'>[] = [
  {
    change: 'the constants of an enum are named in another way',
    make: (document) => {
      const code = schema(document, 'ErrorCode');
      code['x-enum-varnames'] = code['x-enum-varnames'].map((name: string) =>
        name.replace('ERROR_CODE_', ''),
      );
    },
  },
  {
    change: 'the constants of an enum have no names',
    make: (document) => delete schema(document, 'QrCodeStatus')['x-enum-varnames'],
  },
  {
    change: 'a union has a title',
    make: (document) => (schema(document, 'WebhookEvent')['title'] = 'AnyEvent'),
  },
  {
    change: "ogen's name for a type is another",
    make: (document) => (schema(document, 'WebhookEventType')['x-ogen-name'] = 'EventType'),
  },
  {
    change: 'a method has another name in SDKs',
    make: (document) => (operation(document, 'getPing')['x-speakeasy-name-override'] = 'identify'),
  },
  {
    change: 'a method has another id',
    make: (document) => (operation(document, 'getPing')['operationId'] = 'ping'),
  },
  {
    change: 'objects of answers are closed',
    make: (document) => delete schema(document, 'PaymentLink')['additionalProperties'],
  },
  {
    change: 'a text that was an enum is one again',
    make: (document) =>
      (schema(document, 'Transaction')['properties'].type = { $ref: '#/components/schemas/TransactionType' }),
  },
  {
    change: 'a filter by pairs has another name',
    make: (document) => (parameter(document, 'listPaymentLinks', 'metadata_pairs')['name'] = 'metadata'),
  },
  {
    change: 'a parameter that could be left out is required',
    make: (document) => (parameter(document, 'listPaymentLinks', 'reference')['required'] = true),
  },
];
