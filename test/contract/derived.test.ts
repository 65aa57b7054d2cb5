import { expect } from 'chai';
import { namesIn } from '../../scripts/contract/client-names.ts';
import { eachOperation, readContract, type ContractDocument } from '../../src/contract/document.ts';
import { withoutAlternatives } from '../../src/contract/derived/alternatives.ts';
import { forClients } from '../../src/contract/derived/clients.ts';
import { toOpenApi30 } from '../../src/contract/derived/openapi-3.0.ts';
import { withErrorCodes } from '../../src/contract/derived/error-codes.ts';
import { toLlmsText } from '../../src/contract/derived/llms.ts';
import { toPostman } from '../../src/contract/derived/postman.ts';
import { inVersion } from '../../src/contract/derived/versions.ts';
import { readGuides } from '../../src/reference/book/guides.ts';

const ADDRESS = 'https://pay.example.com';

describe('what is derived from the contract', () => {
  let document: ContractDocument;
  let operationIds: string[];

  before(async () => {
    document = await readContract();
    operationIds = [...eachOperation(document)].map(([, , { operationId }]) => operationId);
  });

  describe('for client generators', () => {
    it('has all operations, and no webhooks', () => {
      const clients = forClients(document) as ContractDocument;
      expect([...eachOperation(clients)].map(([, , { operationId }]) => operationId)).to.deep.equal(
        operationIds,
      );
      expect(clients).not.to.have.property('webhooks');
      expect(clients.tags.map(({ name }) => name))
        .to.include('Events')
        .and.not.include('Webhooks');
    });

    it('takes any value in responses where more may come, and refers to the enum of those of today', () => {
      const { schemas } = forClients(document).components as { schemas: Record<string, any> };
      const { type } = schemas['Transaction'].properties;
      expect(type).to.deep.include({ type: 'string' }).and.not.have.property('enum');
      expect(type['x-known-values']).to.deep.equal({ $ref: '#/components/schemas/TransactionType' });
      expect(schemas['TransactionType'].enum).to.include('payment');
      const { failure_reason: reason } = schemas['Withdrawal'].properties;
      expect(reason)
        .to.deep.include({ type: ['string', 'null'] })
        .and.not.have.property('anyOf');
      const { enabled_events: events } = schemas['CreateWebhookEndpointRequest'].properties;
      expect(events.items, 'requests take the values of today').to.have.property('$ref');
      expect(schemas['PaymentLink'].properties.status, 'other lists stay closed').to.have.property('$ref');
    });

    it('says that an object in a response can have other fields, and that one in a request cannot', () => {
      const schemas = forClients(document).components['schemas'] as Record<string, any>;
      const openness = Object.entries(schemas)
        .filter(([, { properties }]) => properties !== undefined)
        .map(([name, { additionalProperties }]) => [name, additionalProperties]);
      const requests = openness.filter(([name]) => name.endsWith('Request') && name !== 'PingRequest');
      expect(new Set(requests.map(([, isOpen]) => isOpen))).to.deep.equal(new Set([false]));
      const others = openness.filter((one) => !requests.includes(one));
      expect(others).to.have.length.above(60);
      expect(new Set(others.map(([, isOpen]) => isOpen))).to.deep.equal(new Set([true]));
    });

    it('takes a filter by an object as repeated pairs', () => {
      const { parameters = [] } = forClients(document).paths['/v1/payment_links']?.get ?? {};
      const pairs = parameters.find(
        (parameter) => 'name' in parameter && parameter.name === 'metadata_pairs',
      );
      expect(pairs).to.deep.include({ style: 'form', explode: true, example: ['order_id:10442'] });
      expect(pairs).to.have.nested.property('schema.maxItems', 5);
      expect(JSON.stringify(forClients(document))).to.not.contain('deepObject');
    });

    it('says of no request which fields exclude each other, but keeps the union of all events', () => {
      type Unions = Record<string, { oneOf?: object; description?: string }>;
      const schemas = document.components['schemas'] as Unions;
      const without = withoutAlternatives(document).components['schemas'] as Unions;
      expect(without['WebhookEvent']).to.equal(schemas['WebhookEvent']);
      const { oneOf, ...others } = schemas['CreateRefundRequest'] ?? {};
      expect(oneOf).to.have.length(2);
      expect(without['CreateRefundRequest']).to.deep.equal(others);
      expect(forClients(document).components['schemas']?.['CreateRefundRequest']).to.not.have.property(
        'oneOf',
      );
    });

    it('leaves the version and defaults of bodies to the service', () => {
      const clients = forClients(document);
      for (const [path, , operation] of eachOperation(clients)) {
        const all = [...(clients.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])];
        expect(JSON.stringify(all), path).to.not.contain('ServiceVersion');
      }
      const schemas = clients.components['schemas'] as Record<string, object>;
      const requests = Object.entries(schemas).filter(([name]) => name.endsWith('Request'));
      expect(requests).to.have.length.above(8);
      for (const [name, schema] of requests) expect(JSON.stringify(schema), name).to.not.contain('"default"');
    });

    it('has no component that nothing refers to, and refers to none that is not there', () => {
      const { components, paths } = forClients(document);
      const { securitySchemes, ...kinds } = components;
      expect(Object.keys(securitySchemes ?? {})).to.deep.equal(['apiKey']);
      const text = JSON.stringify({ paths, kinds });
      const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, to]) => to));
      const there = Object.entries(kinds).flatMap(([kind, parts]) =>
        Object.keys(parts ?? {}).map((name) => `${kind}/${name}`),
      );
      expect(there).to.have.members([...referred]);
    });

    it('gives clients the same names and types in OpenAPI 3.0', () => {
      const clients = forClients(document);
      expect(namesIn(toOpenApi30(clients))).to.deep.equal(namesIn(clients));
    });

    it('is there in OpenAPI 3.0 too, without words that only 3.1 has', () => {
      const older = toOpenApi30(forClients(document)) as any;
      expect(older.openapi).to.equal('3.0.3');
      expect(JSON.stringify(older)).to.not.match(
        /"const":|"propertyNames"|"type":"null"|"type":\[|"identifier"/,
      );
      const { properties } = older.components.schemas.Withdrawal;
      expect(properties.object.enum).to.deep.equal(['withdrawal']);
      expect(properties.failure_reason).to.deep.include({ type: 'string', nullable: true });
      const { destination } = older.components.schemas.Refund.properties;
      expect(destination).to.deep.include({ type: 'object', nullable: true });
      expect(destination.allOf).to.deep.equal([{ $ref: '#/components/schemas/Destination' }]);
      const { Refund: refund } = older.components.examples;
      expect(refund.value.destination, 'which is null in 3.1').to.have.property('clabe');
    });
  });

  describe('with its error codes', () => {
    it('names them where client generators copy texts from, and in no schema', () => {
      const { responses, schemas } = withErrorCodes(document).components;
      const { description } = responses?.['PaymentLinkNotDeletable'] as { description: string };
      expect(description).to.match(
        /`payment_link_not_deletable`: the link is .*\n\nCodes: `payment_link_not_deletable`, `idempotency_request_in_progress`\.$/s,
      );
      expect(responses?.['EventAccepted']).to.equal(document.components['responses']?.['EventAccepted']);
      expect(schemas).to.equal(document.components['schemas']);
    });
  });

  describe('for a dated version', () => {
    const fieldsOf = (version: string) => {
      const { schemas } = inVersion(document, version).components as {
        schemas: Record<string, { required: string[]; properties: object }>;
      };
      const { required = [], properties = {} } = schemas['Transaction'] ?? {};
      return { required, names: Object.keys(properties) };
    };

    it('differs from the newest by its changes', () => {
      const [older, newest] = [fieldsOf('2026-05-01'), fieldsOf('2026-11-01')];
      const kind = (name: string) => (name === 'type' ? 'kind' : name);
      expect(newest.names).to.include('type');
      expect(older).to.deep.equal({ required: newest.required.map(kind), names: newest.names.map(kind) });
    });

    it('asks for itself, and shows its own examples', () => {
      const { parameters, examples } = inVersion(document, '2026-05-01').components as Record<
        string,
        Record<string, { schema: object; value: { data: object[] } }>
      >;
      expect(parameters?.['ServiceVersion']?.schema).to.deep.include({ enum: ['2026-05-01'] });
      const [transaction] = examples?.['TransactionList']?.value.data ?? [];
      expect(transaction).to.have.property('kind');
      expect(transaction).to.not.have.property('type');
    });

    it('leaves the contract itself alone', () => {
      const before = JSON.stringify(document);
      inVersion(document, '2026-05-01');
      expect(JSON.stringify(document)).to.equal(before);
    });
  });

  describe('for Postman', () => {
    interface Item {
      name: string;
      request: {
        description: string;
        method: string;
        url: { raw: string; variable: { value: string }[] };
        header: { key: string; value: string }[];
        body?: { raw: string };
      };
      event: { listen: string; script: { exec: string[] } }[];
    }
    let folders: { name: string; item: Item[] }[];
    let variable: { key: string; value: string }[];

    before(() => {
      ({ item: folders, variable } = toPostman(document, ADDRESS) as {
        item: typeof folders;
        variable: typeof variable;
      });
    });

    const folder = (name: string): Item[] => folders.find((other) => other.name === name)?.item ?? [];
    const scriptOf = ({ event }: Item, when: string): string =>
      event
        .filter(({ listen }) => listen === when)
        .flatMap(({ script }) => script.exec)
        .join('\n');
    const namesIn = (text: string, pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].map(([, name = '']) => name);

    it('has a request for each operation, with a key of its own for each call that needs one', () => {
      const items = folders.flatMap(({ item }) => item);
      const names = items.map(({ name }) => name).filter((name) => !name.startsWith('Preparation: '));
      const summaries = [...eachOperation(document)].map(([, , { summary }]) => summary);
      expect(names).to.have.members(summaries);
      for (const { request } of items) {
        const keys = request.header.filter(({ key }) => key === 'Idempotency-Key').map(({ value }) => value);
        expect(keys).to.deep.equal(request.method === 'GET' ? [] : ['{{$guid}}']);
      }
      expect(variable).to.deep.include({ key: 'base_url', value: ADDRESS });
      const keys = variable.map(({ key }) => key);
      expect(keys).to.include.members(['payment_link_code', 'qr_code_id', 'delivery_id', 'request_id']);
      expect(new Set(keys).size).to.equal(keys.length);
    });

    it('sets what a request needs before it in its folder, and deletes it after the last that needs it', () => {
      let needs = 0;
      for (const { name: folderName, item } of folders) {
        const set = new Set<string>();
        for (const one of item) {
          const { url, body } = one.request;
          const sent = [...url.variable.map(({ value }) => value), body?.raw ?? ''].join('\n');
          for (const name of namesIn(sent, /\{\{(\w+)\}\}/g)) {
            expect([...set], `${folderName}: ${one.name}`).to.include(name);
            expect(scriptOf(one, 'prerequest')).to.contain(`if (!pm.variables.get("${name}")) {`);
            needs += 1;
          }
          const script = scriptOf(one, 'test');
          for (const name of namesIn(script, /collectionVariables\.set\("(\w+)"/g)) set.add(name);
          for (const name of namesIn(script, /collectionVariables\.unset\("(\w+)"/g)) set.delete(name);
        }
      }
      expect(needs).to.be.above(30);
    });

    it('cancels a link after all that needs it to be active, and before it is deleted', () => {
      const names = folder('Payment links').map(({ name }) => name);
      expect(names[0]).to.equal('Create a payment link');
      expect(names.slice(-2)).to.deep.equal(['Cancel a payment link', 'Delete a payment link']);
    });

    it('has a link made and paid before what needs a payment, and says why', () => {
      const [link, payment, refund] = folder('Refunds');
      expect([link?.name, payment?.name, refund?.name]).to.deep.equal([
        'Preparation: Create a payment link',
        'Preparation: Pay a payment link',
        'Refund a payment',
      ]);
      expect(payment?.request.description).to.match(
        /^Sent for the request "Refund a payment" of this folder\. Only a paid link can be refunded\.\n\n/,
      );
      expect(JSON.parse(refund?.request.body?.raw ?? '')).to.include({
        payment_link: '{{payment_link_code}}',
      });
    });

    it('accepts that refunds by API are off, and skips a withdrawal that nobody has started', () => {
      const refund = folder('Refunds').find(({ name }) => name === 'Refund a payment');
      expect(refund?.request.description).to.contain('The test accepts `409 api_refunds_off`: ');
      const withdrawal = folder('Withdrawals').find(({ name }) => name === 'Retrieve a withdrawal');
      expect(withdrawal?.request.description).to.contain('Skipped if the account has no withdrawals');
      expect(scriptOf(withdrawal!, 'prerequest')).to.match(
        /pm\.test\.skip\("the account has no withdrawals.*pm\.execution\.skipRequest\(\);/s,
      );
    });
  });

  it('for language models has every operation, event and guide', async () => {
    const guides = await readGuides('en');
    const text = toLlmsText(document, guides, ADDRESS);
    expect(text).to.match(/^# Payments Account API\n\n> .+\n/);
    for (const id of operationIds) expect(text).to.contain(`(${id}):`);
    for (const type of Object.keys(document.webhooks)) expect(text).to.contain(`- \`${type}\``);
    expect(guides).to.have.length.above(8);
    for (const guide of guides) {
      expect(text).to.contain(guide.text.split('\n').at(-1));
      expect(text).to.contain(`[${guide.title}](${ADDRESS}/docs/guides/${guide.slug})`);
    }
    expect(text).to.contain(`${ADDRESS}/openapi.json`);
  });
});
