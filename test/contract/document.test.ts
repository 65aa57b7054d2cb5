import { expect } from 'chai';
import {
  eachOperation,
  readContract,
  readEnumDescriptions,
  readEventTypes,
  readParameters,
  requestsOnly,
  type ContractDocument,
} from '../../src/contract/document.ts';
import { inWords } from '../../src/http/answers/wording.ts';
import { parseRequestId } from '../../src/lib/ids.ts';

/** The fields of an object that change in its life. */
const CHANGING = new Set([
  ...['status', 'paid_at', 'paid_with_method', 'amount_received', 'difference', 'methods', 'refunded_amount'],
  ...['provider_reference', 'failure_reason', 'failure_message', 'finished_at', 'returned_at', 'resolved_at'],
  ...['error', 'attempts', 'next_attempt_at', 'live', 'disabled_at', 'disabled_reason'],
]);

describe('the contract document', () => {
  let document: ContractDocument;

  before(async () => {
    document = await readContract();
  });

  it('names every operation once', () => {
    const ids = [...eachOperation(document)].map(([, , { operationId }]) => operationId);
    expect(ids.length).to.be.above(15);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('reduced to requests keeps everything that requests refer to, and no responses or events', () => {
    const reduced = requestsOnly(document);
    expect([...eachOperation(reduced)].map(([path, method]) => `${method} ${path}`)).to.deep.equal(
      [...eachOperation(document)].map(([path, method]) => `${method} ${path}`),
    );
    expect(danglingReferences(reduced)).to.deep.equal([]);
    expect(reduced.webhooks).to.deep.equal({});
    expect(reduced.components).to.include.keys('schemas', 'parameters', 'securitySchemes');
    expect(reduced.components).to.not.have.any.keys('responses', 'headers');
    expect(reduced.components['schemas']).to.include.keys(
      'CreatePaymentLinkRequest',
      'Metadata',
      'RequestAmount',
    );
    expect(reduced.components['schemas']).to.not.include.keys(
      'PaymentLink',
      'ErrorEnvelope',
      'PaymentLinkPaidEvent',
    );
    for (const [, , { responses }] of eachOperation(reduced)) expect(responses).to.have.all.keys('default');
  });

  it('reduced to requests is a separate copy, which may be altered', () => {
    const reduced = requestsOnly(document);
    (reduced.components['schemas'] as Record<string, unknown>)['RequestAmount'] = null;
    expect(requestsOnly(document).components['schemas'])
      .to.have.property('RequestAmount')
      .that.is.an('object');
  });

  it('lists every event type that can be delivered for the delivery header', () => {
    const enumOf = (name: string) =>
      (document.components['schemas']?.[name] as { enum: string[] } | undefined)?.enum;
    expect(enumOf('DeliveredEventType')).to.deep.equal([
      ...(enumOf('WebhookEventName') ?? []),
      'webhook_endpoint.test',
    ]);
  });

  it('describes each value of each named enum, in its order', () => {
    const enums = Object.entries(
      document.components['schemas'] as Record<string, { enum?: string[] }>,
    ).filter(([, schema]) => schema.enum !== undefined);
    expect(enums).to.have.length.above(20);
    for (const [name, { enum: values }] of enums) {
      const descriptions = readEnumDescriptions(document, name);
      expect(Object.keys(descriptions), name).to.deep.equal(values);
      for (const text of Object.values(descriptions)) expect(text, name).to.match(/^[^\n]*\p{L}[^\n]*$/u);
    }
  });

  it('describes event types by the summaries of their webhooks', () => {
    const summaries = Object.entries(document.webhooks).map(([type, { post }]) => [type, post.summary]);
    expect(Object.entries(readEnumDescriptions(document, 'DeliveredEventType'))).to.deep.equal(summaries);
    expect(Object.entries(readEnumDescriptions(document, 'WebhookEventName'))).to.deep.equal(
      summaries.filter(([type]) => type !== 'webhook_endpoint.test'),
    );
  });

  it('shows the first event type of its catalogue as the service lists it', () => {
    const { value } = document.components['examples']?.['WebhookEventTypeList'] as {
      value: { data: unknown[] };
    };
    const [first] = readEventTypes(document);
    expect(value.data).to.deep.equal([first]);
  });

  it('shows the same object with the same values in all its examples, but for what changes with time', () => {
    const shown = new Map<string, Record<string, unknown>>();
    for (const [name, { value }] of Object.entries(document.components['examples'] ?? {}) as [
      string,
      { value: unknown },
    ][]) {
      for (const object of objectsIn(value)) {
        const key = `${object['object'] as string} ${(object['id'] ?? object['code']) as string}`;
        const before = shown.get(key) ?? {};
        const lasting = Object.entries(object).filter(
          ([field, it]) => !CHANGING.has(field) && !JSON.stringify(it).includes('[redacted]'),
        );
        for (const [field, it] of lasting) {
          if (field in before) expect(it, `${key}: ${field} in ${name}`).to.deep.equal(before[field]);
        }
        shown.set(key, { ...before, ...Object.fromEntries(lasting) });
      }
    }
    expect(shown.size).to.be.above(10);
  });

  it('describes request ids just as they are read', () => {
    const [, , { parameters = [] }] = [...eachOperation(document)].find(
      ([, , { operationId }]) => operationId === 'listRequestLogs',
    )!;
    const { schema } = readParameters(document, parameters).find(({ name }) => name === 'request_id')!;
    const pattern = new RegExp((schema as { pattern: string }).pattern);
    for (const version of '0123456789abcdef') {
      for (const variant of '0123456789abcdef') {
        const text = `req_0192f3a4c1d0${version}b3e${variant}f5a6b7c8d9e0f12`;
        expect(pattern.test(text), text).to.equal(parseRequestId(text) !== undefined);
      }
    }
  });

  it('describes the data of every event type', () => {
    const types = readEventTypes(document);
    expect([...types.map(({ type }) => type), 'webhook_endpoint.test']).to.deep.equal(
      Object.keys(document.webhooks),
    );
    const paid = types.find(({ type }) => type === 'payment_link.paid');
    expect(paid?.data_fields.map(({ name }) => name)).to.deep.equal([
      'link_code',
      'amount',
      'currency',
      'payment_method',
    ]);
    for (const { description, data_fields } of types) {
      expect(description).to.match(/\S/);
      for (const field of data_fields) expect(field.description, field.name).to.match(/\S/);
    }
  });

  it('requires an Idempotency-Key for exactly those operations that create or modify', () => {
    for (const [path, method, operation] of eachOperation(document)) {
      const names = readParameters(document, operation.parameters ?? []).map(({ name }) => name);
      expect(names.includes('Idempotency-Key'), `${method} ${path}`).to.equal(method !== 'GET');
    }
  });

  it('uses no pattern or format in requests for which there is no error wording', () => {
    // NUL is refused by its own rule, before patterns are checked.
    const unreachable = ['^[^\\x00]*$', '^[!-~]([ -~]*[!-~])?$'];
    const patterns = [...valuesOf(requestsOnly(document), 'pattern')].filter(
      (text) => !unreachable.includes(text),
    );
    expect(patterns).to.not.be.empty;
    for (const pattern of patterns) {
      expect(inWords(`must match pattern "${pattern}"`), pattern).to.match(/^must /);
    }
    for (const format of valuesOf(requestsOnly(document), 'format')) {
      const finding = `must match format "${format}"`;
      expect(inWords(finding)).to.not.equal(finding);
    }
  });

  /** All objects in a value that have an id of their own. */
  function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null) return;
    const object = value as Record<string, unknown>;
    if (typeof object['object'] === 'string' && ('id' in object || 'code' in object)) yield object;
    for (const part of Object.values(object)) yield* objectsIn(part);
  }

  function danglingReferences(within: ContractDocument): string[] {
    return [...valuesOf(within, '$ref')].filter((ref) => {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(ref) ?? [];
      return within.components[kind]?.[name] === undefined;
    });
  }

  /** All string values of a key, anywhere. */
  function valuesOf(part: unknown, key: string): Set<string> {
    const found = new Set<string>();
    JSON.stringify(part, (name, value: unknown) => {
      if (name === key && typeof value === 'string') found.add(value);
      return value;
    });
    return found;
  }
});
