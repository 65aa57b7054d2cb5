import { expect } from 'chai';
import { withEnumNames } from '../../src/contract/derived/enum-names.ts';
import { readContract, type ContractDocument } from '../../src/contract/document.ts';

interface Named {
  enum?: string[];
  'x-enum-varnames'?: string[];
  'x-enum-descriptions'?: string[];
}

describe('the names of the values of enums', () => {
  let document: ContractDocument;
  let schemas: Record<string, Named>;

  before(async () => {
    document = await readContract();
    schemas = withEnumNames(document).components['schemas'] as Record<string, Named>;
  });

  it('have the name of the enum first', () => {
    expect(schemas['QrCodeStatus']?.['x-enum-varnames']).to.deep.equal([
      'QR_CODE_STATUS_ACTIVE',
      'QR_CODE_STATUS_DISABLED',
    ]);
    expect(schemas['WebhookEventName']?.['x-enum-varnames']).to.include(
      'WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID',
    );
    expect(schemas['Scope']?.['x-enum-varnames']).to.include('SCOPE_WEBHOOKS_MANAGE');
    expect(schemas['UnavailableReason']?.['x-enum-varnames']).to.include('UNAVAILABLE_REASON_RAIL_PAUSED');
  });

  it('are identifiers, each of which occurs once in the whole contract', () => {
    const enums = Object.values(schemas).filter(({ enum: values }) => values !== undefined);
    expect(enums).to.have.length.above(20);
    for (const { enum: values, 'x-enum-varnames': names } of enums)
      expect(names).to.have.length(values!.length);
    const names = enums.flatMap((schema) => schema['x-enum-varnames'] ?? []);
    for (const name of names) expect(name).to.match(/^[A-Z][A-Z\d]*(_[A-Z\d]+)+$/);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('have the descriptions beside them, in the same order', () => {
    const made = withEnumNames({
      components: {
        schemas: {
          Colour: {
            type: 'string',
            enum: ['red', 'light-green'],
            'x-enumDescriptions': { 'light-green': 'Like grass.', red: 'Like wine.' },
          },
          Size: { type: 'string', enum: ['S'] },
          Name: { type: 'string', maxLength: 10 },
        },
      },
    });
    expect(made.components['schemas']).to.deep.equal({
      Colour: {
        type: 'string',
        enum: ['red', 'light-green'],
        'x-enum-varnames': ['COLOUR_RED', 'COLOUR_LIGHT_GREEN'],
        'x-enum-descriptions': ['Like wine.', 'Like grass.'],
      },
      Size: { type: 'string', enum: ['S'], 'x-enum-varnames': ['SIZE_S'] },
      Name: { type: 'string', maxLength: 10 },
    });
  });

  it('leave the contract itself alone', () => {
    const before = JSON.stringify(document);
    withEnumNames(document);
    expect(JSON.stringify(document)).to.equal(before);
  });
});
