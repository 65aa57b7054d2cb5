import { expect } from 'chai';
import {
  parsePaymentFileProfile,
  ProfileInvalid,
} from '../../../../../src/methods/providers/bank/payments/index.ts';
import { ADDRESS, PROFILES } from './fixtures.ts';

const { sepa, us_wire: usWire, international_wire: wire, spei, ach, nacha } = PROFILES;

const WRONG: [string, unknown, string][] = [
  ['no object', [], 'accounts[0].out must be an object'],
  ['no format', { ...sepa, format: undefined }, 'accounts[0].out.format must be one of pain.001.001.03, '],
  ['another kind', { ...sepa, kind: 'cheque' }, 'accounts[0].out.kind must be one of sepa, '],
  [
    'a misspelt field',
    { ...sepa, batchbooking: true },
    'accounts[0].out.batchbooking is not used here; there are ',
  ],
  ['charges for SEPA', { ...sepa, charges: 'debtor' }, 'accounts[0].out.charges is not used here'],
  [
    'a wrong IBAN',
    { ...sepa, debtor: { ...sepa.debtor, iban: 'DE88370400440532013000' } },
    'accounts[0].out.debtor.iban must be an IBAN',
  ],
  [
    'a number for SEPA',
    { ...sepa, debtor: { ...sepa.debtor, account_number: '1' } },
    'accounts[0].out.debtor.account_number is not used here',
  ],
  [
    'no BIC',
    { ...sepa, debtor: { ...sepa.debtor, bic: undefined } },
    'accounts[0].out.debtor.bic must be a BIC',
  ],
  [
    'a BIC that no file takes',
    { ...sepa, debtor: { ...sepa.debtor, bic: 'COBADE0F' } },
    'accounts[0].out.debtor.bic must be a BIC',
  ],
  [
    'an empty name',
    { ...sepa, debtor: { ...sepa.debtor, name: ' ' } },
    'accounts[0].out.debtor.name must be a name',
  ],
  [
    'a wrong routing number',
    { ...ach, debtor: { ...ach.debtor, routing_number: '021000022' } },
    'accounts[0].out.debtor.routing_number must be a US routing number',
  ],
  [
    'no address for a wire',
    { ...usWire, debtor: { ...usWire.debtor, address: undefined } },
    'accounts[0].out.debtor.address is needed',
  ],
  [
    'a country in words',
    { ...usWire, debtor: { ...usWire.debtor, address: { ...ADDRESS, country: 'USA' } } },
    'accounts[0].out.debtor.address.country must be two capital letters',
  ],
  [
    'a long city',
    { ...usWire, debtor: { ...usWire.debtor, address: { ...ADDRESS, city: 'x'.repeat(36) } } },
    'accounts[0].out.debtor.address.city is too long',
  ],
  [
    'no charges for a wire',
    { ...wire, charges: undefined },
    'accounts[0].out.charges must be one of debtor, shared',
  ],
  ['no currency for a wire', { ...wire, currency: undefined }, 'accounts[0].out.currency must be a currency'],
  [
    'a wrong CLABE',
    { ...spei, debtor: { ...spei.debtor, clabe: '032180000118359710' } },
    'accounts[0].out.debtor.clabe must be a CLABE',
  ],
  [
    'text for a flag',
    { ...sepa, batch_booking: 'no' },
    'accounts[0].out.batch_booking must be true or false',
  ],
  ['NACHA for a wire', { ...nacha, kind: 'us_wire' }, 'accounts[0].out.kind must be "ach"'],
  [
    'a long company',
    { ...nacha, company_name: 'x'.repeat(17) },
    'accounts[0].out.company_name must be a text of at most 16',
  ],
  [
    'a short id',
    { ...nacha, origin: { ...nacha.origin, id: '1' } },
    'accounts[0].out.origin.id must be 9 or 10',
  ],
  [
    'an offset without a kind',
    { ...nacha, offset: { routing_number: '021000021', account_number: '1' } },
    'accounts[0].out.offset.account_type must be one of',
  ],
];

describe('the profile of a payment file', () => {
  for (const [kind, profile] of Object.entries(PROFILES)) {
    it(`is read for ${kind}`, () => {
      const parsed = parsePaymentFileProfile(JSON.parse(JSON.stringify(profile)), 'accounts[0].out');
      expect([parsed.format, parsed.kind]).to.deep.equal([profile.format, profile.kind]);
    });
  }

  it('folds accents, structures addresses and books each payment unless it says otherwise', () => {
    expect(parsePaymentFileProfile(sepa, 'out')).to.include({
      charset: 'basic',
      addresses: 'structured',
      batchBooking: false,
      currency: 'EUR',
    });
  });

  for (const [what, profile, message] of WRONG) {
    it(`says which field is wrong with ${what}`, () => {
      expect(() => parsePaymentFileProfile(profile, 'accounts[0].out'))
        .to.throw(ProfileInvalid)
        .with.property('message')
        .that.includes(message);
    });
  }
});
