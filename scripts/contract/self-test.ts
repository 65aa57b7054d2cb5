import { compare } from './compare.ts';
import type { Json } from './comparable.ts';
import { judge } from './judge.ts';
import { newest, type Contracts, type Release } from './releases.ts';

interface Case {
  change: string;
  is: 'breaking' | 'an addition' | 'nothing';
  make: (contract: Json) => void;
}

const schema = (contract: Json, name: string): Json => contract['components'].schemas[name];
const operation = (contract: Json, operationId: string): Json =>
  Object.values<Json>({ ...contract['paths'], ...contract['webhooks'] })
    .flatMap((item) => Object.values<Json>(item))
    .find((candidate) => candidate['operationId'] === operationId)!;
/** Renames a schema and everything that refers to it, as an editor would. */
const renameSchema = (contract: Json, from: string, to: string) => {
  const renamed = JSON.parse(
    JSON.stringify(contract)
      .replaceAll(`"#/components/schemas/${from}"`, `"#/components/schemas/${to}"`)
      .replace(`"${from}":{"type"`, `"${to}":{"type"`),
  );
  Object.assign(contract, renamed);
};

const CASES: Case[] = [
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
    make: (contract) => renameSchema(contract, 'PaymentLinkStats', 'PaymentLinkCounts'),
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
    is: 'an addition',
    make: ({ paths }) => {
      const { get } = paths['/v1/balances'];
      paths['/v1/reserves'] = { get: { ...get, operationId: 'listReserves' } };
    },
  },
  {
    change: 'an optional field is added to a request',
    is: 'an addition',
    make: (contract) => {
      schema(contract, 'CreatePaymentLinkRequest')['properties'].purpose = { type: 'string', maxLength: 10 };
    },
  },
  {
    change: 'an optional parameter is added',
    is: 'an addition',
    make: (contract) => {
      const added = { name: 'purpose', in: 'query', schema: { type: 'string', maxLength: 10 } };
      operation(contract, 'listPaymentLinks')['parameters'].push(added);
    },
  },
  {
    change: 'a field is added to a response',
    is: 'an addition',
    make: (contract) => {
      const link = schema(contract, 'PaymentLink');
      link['properties'].purpose = { type: ['string', 'null'] };
      link['required'].push('purpose');
    },
  },
  {
    change: 'a field is added to an event',
    is: 'an addition',
    make: (contract) => {
      const data = schema(contract, 'PaymentLinkPaidData');
      data['properties'].purpose = { type: 'string' };
      data['required'].push('purpose');
    },
  },
  {
    change: 'an event is added',
    is: 'an addition',
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
    is: 'an addition',
    make: (contract) => schema(contract, 'ErrorCode')['enum'].push('link_disputed'),
  },
  {
    change: 'a request may be longer',
    is: 'an addition',
    make: (contract) => (contract['components'].parameters.IdempotencyKey.schema.maxLength = 300),
  },
  {
    change: 'a length is said of a response',
    is: 'nothing',
    make: (contract) => (schema(contract, 'Amount')['minLength'] = 10),
  },
  {
    change: 'a text is reworded',
    is: 'nothing',
    make: (contract) => (operation(contract, 'getPing')['description'] = 'Who calls.'),
  },
];

interface Next {
  release: string;
  is: 'accepted' | 'refused';
  make: (contracts: Contracts, dated: string) => void;
}

const rename = (contract: Json) => {
  const { properties } = schema(contract, 'Balance');
  properties.usable = properties.available;
  delete properties.available;
};
const isVersion = (contract: Json, version: string) => (contract['info'].version = version);

/** Releases after a version 1.0.0. */
const NEXT: Next[] = [
  { release: 'nothing but the same again', is: 'accepted', make: () => undefined },
  {
    release: 'a text without a new version',
    is: 'refused',
    make: (contracts, dated) => (contracts[dated]!['info'].description = 'An API.'),
  },
  {
    release: 'an addition as a patch',
    is: 'refused',
    make: (contracts, dated) => {
      schema(contracts[dated]!, 'Balance')['properties'].purpose = { type: 'string' };
      isVersion(contracts[dated]!, '1.0.1');
    },
  },
  {
    release: 'an addition as a minor version',
    is: 'accepted',
    make: (contracts, dated) => {
      schema(contracts[dated]!, 'Balance')['properties'].purpose = { type: 'string' };
      isVersion(contracts[dated]!, '1.1.0');
    },
  },
  {
    release: 'a breaking change as a major version',
    is: 'refused',
    make: (contracts, dated) => {
      rename(contracts[dated]!);
      isVersion(contracts[dated]!, '2.0.0');
    },
  },
  {
    release: 'a breaking change in a new dated version',
    is: 'accepted',
    make: (contracts, dated) => {
      contracts['2999-01-01'] = structuredClone(contracts[dated]!);
      rename(contracts['2999-01-01']);
      isVersion(contracts['2999-01-01'], '2.0.0');
    },
  },
  {
    release: 'a breaking change in a new dated version, not undone for the old one',
    is: 'refused',
    make: (contracts, dated) => {
      rename(contracts[dated]!);
      contracts['2999-01-01'] = structuredClone(contracts[dated]!);
      isVersion(contracts['2999-01-01'], '2.0.0');
    },
  },
  {
    release: 'a new dated version as a minor version',
    is: 'refused',
    make: (contracts, dated) => {
      contracts['2999-01-01'] = structuredClone(contracts[dated]!);
      isVersion(contracts['2999-01-01'], '1.1.0');
    },
  },
  {
    release: 'a dated version less',
    is: 'refused',
    make: (contracts, dated) => {
      contracts['2999-01-01'] = contracts[dated]!;
      delete contracts[dated];
      isVersion(contracts['2999-01-01'], '2.0.0');
    },
  },
];

/** Makes each kind of change to copies of released contracts, and checks what is made of it. */
export async function selfTest(last: Release): Promise<void> {
  const [dated, contract] = newest(last.contracts);
  for (const { change, is, make } of CASES) {
    const changed = structuredClone(contract);
    make(changed);
    const changes = await compare(contract, changed);
    const isBreaking = changes.some(({ breaking }) => breaking);
    report(change, is, isBreaking ? 'breaking' : changes.length > 0 ? 'an addition' : 'nothing', changes);
  }
  const release = { ...last, version: '1.0.0', contracts: { [dated]: structuredClone(contract) } };
  isVersion(release.contracts[dated]!, '1.0.0');
  for (const { release: what, is, make } of NEXT) {
    const contracts = structuredClone(release.contracts);
    make(contracts, dated);
    const refused = await judge(release, contracts);
    report(what, is, refused.length > 0 ? 'refused' : 'accepted', refused);
  }
}

function report(what: string, expected: string, found: string, because: unknown): void {
  if (found === expected) {
    console.log(`${what}: ${found}`);
  } else {
    console.error(`${what}: ${found}, but should be ${expected}: ${JSON.stringify(because, null, 2)}`);
    process.exitCode = 1;
  }
}
