import { expect } from 'chai';
import { eachOperation, readContract, type ContractDocument } from '../../src/contract/document.ts';

type Json = Record<string, unknown>;

/** What client generators get wrong; each rule was a client that did not compile, or lost data. */
describe('the contract, for client generators', () => {
  let document: ContractDocument;
  let schemas: Record<string, Json>;

  before(async () => {
    document = await readContract();
    schemas = document.components['schemas'] as Record<string, Json>;
  });

  /** Where in the document something holds, as JSON pointers. */
  const placesOf = (holds: (part: Json) => boolean): string[] => {
    const places: string[] = [];
    const walk = (part: unknown, at: string): void => {
      if (typeof part !== 'object' || part === null) return;
      if (!Array.isArray(part) && holds(part as Json)) places.push(at);
      for (const [name, value] of Object.entries(part)) {
        if (name !== 'example' && name !== 'examples') walk(value, `${at}/${name}`);
      }
    };
    walk(document, '#');
    return places;
  };

  it('composes no schemas, because nullable fields get lost', () => {
    expect(placesOf((part) => Array.isArray(part['allOf']))).to.deep.equal([]);
  });

  it('has no constants but texts', () => {
    expect(placesOf((part) => 'const' in part && typeof part['const'] !== 'string')).to.deep.equal([]);
  });

  it('has no types but one, or one and null', () => {
    const isMixed = ({ type }: Json): boolean =>
      Array.isArray(type) && (type.length !== 2 || !type.includes('null'));
    expect(placesOf(isMixed)).to.deep.equal([]);
  });

  it('says how large each integer can get', () => {
    const isVague = ({ type, format }: Json): boolean =>
      [type].flat().includes('integer') && format !== 'int32' && format !== 'int64';
    expect(placesOf(isVague)).to.deep.equal([]);
  });

  it('calls no parameter like a schema', () => {
    const parameters = Object.keys(document.components['parameters'] ?? {});
    expect(parameters.filter((name) => name in schemas)).to.deep.equal([]);
  });

  it('names the parameters of a path first, in the order of the path', () => {
    for (const [path, { parameters = [] }] of Object.entries(document.paths)) {
      const names = (parameters as Json[]).map((parameter) => {
        const { $ref } = parameter as { $ref?: string };
        const reference = $ref?.split('/').at(-1);
        const found = (
          reference === undefined ? parameter : document.components['parameters']?.[reference]
        ) as Json;
        return found['in'] === 'path' ? found['name'] : undefined;
      });
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(names.slice(0, inPath.length), path).to.deep.equal(inPath);
    }
  });

  it('keeps webhooks apart from operations, which have tags of their own', () => {
    const tags = new Set([...eachOperation(document)].flatMap(([, , operation]) => operation.tags));
    for (const [name, { post }] of Object.entries(document.webhooks)) {
      expect((post as { tags?: string[] }).tags, name).to.deep.equal(['Webhooks']);
    }
    expect(tags).not.to.include('Webhooks');
  });

  it('tells events apart by their type alone', () => {
    const event = schemas['WebhookEvent'] as { oneOf: Json[]; discriminator: { mapping: object } };
    expect(Object.keys(event).sort()).to.deep.equal(['description', 'discriminator', 'oneOf']);
    expect(Object.values(event.discriminator.mapping)).to.deep.equal(event.oneOf.map(({ $ref }) => $ref));
  });

  it('leaves answers open to new fields, and requests closed', () => {
    const requested = new Set<string>();
    const follow = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const name = /^#\/components\/schemas\/(\w+)$/.exec(String((part as Json)['$ref']))?.[1];
      if (name !== undefined && !requested.has(name)) {
        requested.add(name);
        follow(schemas[name]);
      }
      Object.values(part).forEach(follow);
    };
    for (const [, , { requestBody }] of eachOperation(document)) follow(requestBody);
    for (const [name, schema] of Object.entries(schemas)) {
      if (schema['type'] !== 'object' || !('properties' in schema)) continue;
      expect('additionalProperties' in schema, name).to.equal(requested.has(name));
    }
  });

  for (const [whole, summary] of [
    ['PaymentLink', 'PaymentLinkSummary'],
    ['QrCode', 'QrCodeSummary'],
    ['RequestLog', 'RequestLogSummary'],
    ['WebhookEndpointWithSecret', 'WebhookEndpoint'],
  ] as const) {
    it(`describes each field of ${summary} as ${whole} does`, () => {
      const all = schemas[whole] as { properties: Json; required: string[] };
      const some = schemas[summary] as { properties: Json; required: string[] };
      expect(all.properties).to.deep.include(some.properties);
      expect(all.required).to.include.members(some.required);
    });
  }
});
