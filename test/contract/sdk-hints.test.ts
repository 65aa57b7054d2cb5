import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { toStainlessConfig, withSdkHints } from '../../src/contract/derived/sdk-hints.ts';
import { eachOperation, readParameters, type OperationObject } from '../../src/contract/document.ts';
import { sharedContract } from '../support/contract.ts';

type Json = Record<string, any>;

/** No tool of these makers checks an extension without an account and a download, so what they document is checked here. */
describe('the hints for generators of SDKs', () => {
  const document = withSdkHints(sharedContract);
  const operations = [...eachOperation(document)];
  const schemas = document.components['schemas'] as Json;
  const namesOf = (operation: OperationObject) =>
    readParameters(document, operation.parameters ?? []).map(({ name }) => name);

  /** The schema of what a path such as `data` or `next_cursor` finds in the operation's successful response. */
  const fieldOf = (operation: OperationObject, name: string): Json => {
    const { content } = operation.responses['200'] as { content: Json };
    const page = schemas[content['application/json'].schema.$ref.split('/').at(-1)];
    expect(page.required, operation.operationId).to.include(name);
    return page.properties[name] as Json;
  };

  it('say how lists continue, in parameters and fields that there are', () => {
    const paged = operations.filter(([, , operation]) => namesOf(operation).includes('cursor'));
    const hinted = paged.filter(([, , operation]) => 'x-speakeasy-pagination' in operation);
    // Whose cursor is never null in ascending order.
    const left = paged.filter((one) => !hinted.includes(one)).map(([, , { operationId }]) => operationId);
    expect(left).to.deep.equal(['listEvents']);
    expect(hinted.length).to.be.greaterThan(5);
    for (const [, , operation] of hinted) {
      const { 'x-speakeasy-pagination': speakeasy, 'x-fern-pagination': fern } = operation as Json;
      for (const { name } of speakeasy.inputs) expect(namesOf(operation)).to.include(name);
      expect(namesOf(operation)).to.include(fern.cursor.replace('$request.', ''));
      const results = [speakeasy.outputs.results.replace('$.', ''), fern.results.replace('$response.', '')];
      for (const name of results) expect(fieldOf(operation, name)['type']).to.equal('array');
      const cursors = [
        speakeasy.outputs.nextCursor.replace('$.', ''),
        fern.next_cursor.replace('$response.', ''),
      ];
      for (const name of cursors) {
        expect(fieldOf(operation, name)['type']).to.deep.equal(['string', 'null']);
      }
    }
  });

  it('give another name to a schema that has the one of the tags of a union in ogen', () => {
    const unions = Object.keys(schemas).filter((name) => 'discriminator' in schemas[name]);
    expect(unions).to.deep.equal(['WebhookEvent']);
    const named = Object.entries<Json>(schemas).filter(([, schema]) => 'x-ogen-name' in schema);
    expect(named.map(([name, schema]) => [name, schema['x-ogen-name']])).to.deep.equal([
      ['WebhookEventType', 'WebhookEventTypeInfo'],
    ]);
    expect(schemas).to.not.have.property('WebhookEventTypeInfo');
  });

  it('are on nothing else than lists, keyed operations and extensible enums', () => {
    for (const [, , operation] of operations) {
      const names = namesOf(operation);
      if (!names.includes('cursor')) expect(operation).to.not.have.any.keys('x-fern-pagination');
      expect('x-fern-idempotent' in operation).to.equal(names.includes('Idempotency-Key'));
    }
    const [header] = (document as Json)['x-fern-idempotency-headers'];
    expect(JSON.stringify(document.components['parameters'])).to.contain(`"name":"${header.header}"`);
    for (const [name, schema] of Object.entries<Json>(schemas)) {
      const isOpen = schema['x-speakeasy-unknown-values'] === 'allow';
      expect(isOpen, name).to.equal(schema['x-extensible'] === true);
    }
  });

  it('name each method once in its group, as developers would', () => {
    const names = operations.map(([, , operation]) => {
      const hints = operation as unknown as Json;
      expect(hints['x-fern-sdk-group-name']).to.deep.equal([hints['x-speakeasy-group']]);
      expect(hints['x-fern-sdk-method-name']).to.equal(hints['x-speakeasy-name-override']);
      return `${hints['x-speakeasy-group']}.${hints['x-speakeasy-name-override']}`;
    });
    expect(new Set(names).size).to.equal(names.length);
    expect(names).to.include.members([
      'paymentLinks.create',
      'paymentLinks.getQr',
      'qrCodes.list',
      'ping.get',
    ]);
    for (const name of names) expect(name).to.match(/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/);
  });

  it('leave everything else as it is in the contract', () => {
    const withoutHints = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
      /^x-(speakeasy|fern|ogen)-/.test(key) ? undefined : value,
    ) as unknown;
    expect(withoutHints).to.deep.equal(JSON.parse(JSON.stringify(sharedContract)));
  });

  it('are in a file of its own for Stainless, which has every operation', async () => {
    const file = new URL('../../openapi/stainless.yml', import.meta.url);
    const config = load(await readFile(file, 'utf8')) as Json;
    expect(config).to.deep.equal(JSON.parse(JSON.stringify(toStainlessConfig(sharedContract))));
    const endpoints = Object.values<Json>(config['resources']).flatMap(({ methods }) =>
      Object.values(methods as Json),
    );
    expect(endpoints).to.have.members(operations.map(([path, method]) => `${method.toLowerCase()} ${path}`));
    expect(config['resources'].payment_links.methods).to.include({
      retrieve: 'get /v1/payment_links/{code}',
    });
    const [pages] = config['pagination'];
    const list = operations.find(([, , { operationId }]) => operationId === 'listPaymentLinks')![2];
    expect(namesOf(list)).to.include.members(Object.keys(pages.request as Json));
    for (const name of Object.keys(pages.response as Json)) expect(fieldOf(list, name)).to.be.an('object');
  });
});
