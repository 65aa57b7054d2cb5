import { expect } from 'chai';
import { eachOperation, readContract, type ContractDocument } from '../../src/contract/document.ts';
import { forClients } from '../../src/contract/derived/clients.ts';
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

    it('takes any value where more may come, and names those of today', () => {
      const { schemas } = forClients(document).components as { schemas: Record<string, object> };
      expect(schemas['TransactionType']).to.not.have.property('enum');
      expect(schemas['TransactionType']).to.have.property('description').that.contains('`payment`');
      expect(JSON.stringify(schemas), 'other lists of values stay closed').to.contain('"enum"');
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

  it('for Postman has a request for each operation, with a key of its own for each call that needs one', () => {
    type Item = {
      request: { method: string; url: { raw: string }; header: { key: string; value: string }[] };
    };
    const { item, variable } = toPostman(document, ADDRESS) as {
      item: { item: Item[] }[];
      variable: { key: string; value: string }[];
    };
    const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
    expect(requests).to.have.length(operationIds.length);
    for (const { method, header } of requests) {
      const keys = header.filter(({ key }) => key === 'Idempotency-Key').map(({ value }) => value);
      expect(keys).to.deep.equal(method === 'GET' ? [] : ['{{$guid}}']);
    }
    expect(variable).to.deep.include({ key: 'base_url', value: ADDRESS });
    const names = variable.map(({ key }) => key);
    expect(names).to.include.members(['payment_link_code', 'qr_code_id', 'delivery_id', 'request_id']);
    expect(new Set(names).size).to.equal(names.length);
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
