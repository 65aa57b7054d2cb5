import { expect } from 'chai';
import { money } from '../../../../../src/lib/money.ts';
import {
  refusePayment,
  writePaymentFile,
  type Payment,
} from '../../../../../src/methods/providers/bank/payments/index.ts';
import { ADDRESS, batchOf, DESTINATIONS, paymentBy, profileOf, PROFILES } from './fixtures.ts';

type Kind = keyof typeof PROFILES;
const KINDS = Object.keys(PROFILES) as Kind[];

const withAddress = (changed: object): Payment['destination'] => ({
  bank: { ...DESTINATIONS.us_wire.bank, address: { ...ADDRESS, ...changed } },
});

const CASES: [Kind, string, Partial<Payment>, string, string][] = [
  ['sepa', 'three decimals', { amount: money('1.005') }, 'PROVIDER_REFUSED', 'at most 2 decimals'],
  ['nacha', 'three decimals', { amount: money('1.005') }, 'PROVIDER_REFUSED', 'at most 2 decimals'],
  ['sepa', 'no money', { amount: money('0') }, 'PROVIDER_REFUSED', 'more than zero'],
  ['sepa', 'negative money', { amount: money('-5') }, 'PROVIDER_REFUSED', 'more than zero'],
  ['sepa', 'more than SEPA allows', { amount: money('1000000000') }, 'LIMIT_EXCEEDED', 'above 999999999.99'],
  ['nacha', 'more than its field', { amount: money('100000000') }, 'LIMIT_EXCEEDED', 'above 99999999.99'],
  ['spei', 'more than its field', { amount: money('10000000000000000') }, 'LIMIT_EXCEEDED', 'above'],
  ['us_wire', 'another currency', { currency: 'EUR' }, 'PROVIDER_REFUSED', 'in USD, not in EUR'],
  ['us_wire', 'an IBAN', { destination: DESTINATIONS.sepa }, 'INVALID_DESTINATION', 'routing number'],
  ['nacha', 'an IBAN', { destination: DESTINATIONS.sepa }, 'INVALID_DESTINATION', 'routing number'],
  ['us_wire', 'no address', { destination: DESTINATIONS.ach }, 'INVALID_DESTINATION', 'address is needed'],
  [
    'us_wire',
    'a PO box',
    { destination: withAddress({ street: 'P.O. Box 12' }) },
    'INVALID_DESTINATION',
    'PO box',
  ],
  [
    'us_wire',
    'no state',
    { destination: withAddress({ state: undefined }) },
    'INVALID_DESTINATION',
    'the state',
  ],
  [
    'us_wire',
    'a long city',
    { destination: withAddress({ city: 'x'.repeat(36) }) },
    'INVALID_DESTINATION',
    'city is too long',
  ],
  [
    'us_wire',
    'a long street',
    { destination: withAddress({ street: 'x'.repeat(71) }) },
    'INVALID_DESTINATION',
    'street is too long',
  ],
  [
    'us_wire',
    'a country in words',
    { destination: withAddress({ country: 'USA' }) },
    'INVALID_DESTINATION',
    'two letters',
  ],
  [
    'us_wire',
    'a city in letters that the bank has not',
    { destination: withAddress({ city: '東京' }) },
    'INVALID_DESTINATION',
    'a city',
  ],
  [
    'us_wire',
    'an address on a chain',
    { destination: { address: '0x00', network: 'Arbitrum' } },
    'INVALID_DESTINATION',
    'bank account',
  ],
  [
    'us_wire',
    'a wrong routing number',
    { destination: { bank: { ...DESTINATIONS.us_wire.bank, routing_number: '121000249' } } },
    'INVALID_DESTINATION',
    'routing number',
  ],
  [
    'nacha',
    'a long account number',
    { destination: { bank: { ...DESTINATIONS.nacha.bank, account_number: '1'.repeat(18) } } },
    'INVALID_DESTINATION',
    '1 to 17',
  ],
  [
    'ach',
    'an account number with a space',
    { destination: { bank: { ...DESTINATIONS.ach.bank, account_number: '12 34' } } },
    'INVALID_DESTINATION',
    '1 to 34',
  ],
  ['sepa', 'an account number', { destination: DESTINATIONS.ach }, 'INVALID_DESTINATION', 'needs an IBAN'],
  [
    'sepa',
    'a wrong IBAN',
    { destination: { bank: { account_name: 'J', iban: 'NL92ABNA0417164300' } } },
    'INVALID_DESTINATION',
    'needs an IBAN',
  ],
  [
    'sepa',
    'an IBAN beyond SEPA',
    { destination: { bank: { account_name: 'J', iban: 'BR1800360305000010009795493C1' } } },
    'INVALID_DESTINATION',
    'outside of SEPA',
  ],
  [
    'sepa',
    'an IBAN beyond the EEA without an own address',
    { destination: { bank: { account_name: 'J', iban: 'GB82WEST12345698765432' } } },
    'PROVIDER_REFUSED',
    "holder's address",
  ],
  [
    'sepa',
    'a wrong BIC',
    { destination: { bank: { ...DESTINATIONS.sepa.bank, bic: 'ABNANL0A' } } },
    'INVALID_DESTINATION',
    'BIC',
  ],
  [
    'sepa',
    'no letters in the name',
    { destination: { bank: { ...DESTINATIONS.sepa.bank, account_name: '李明' } } },
    'INVALID_DESTINATION',
    'no letters',
  ],
  [
    'international_wire',
    'no BIC',
    { destination: { bank: { account_name: 'J', iban: 'NL91ABNA0417164300', address: ADDRESS } } },
    'INVALID_DESTINATION',
    'BIC is needed',
  ],
  [
    'international_wire',
    'a routing number',
    { destination: DESTINATIONS.us_wire },
    'INVALID_DESTINATION',
    'BIC is needed',
  ],
  [
    'spei',
    'a wrong CLABE',
    { destination: { clabe: '002115016003269412', beneficiary: 'J' } },
    'INVALID_DESTINATION',
    'CLABE',
  ],
  [
    'spei',
    'no name',
    { destination: { clabe: '002115016003269411' } },
    'INVALID_DESTINATION',
    'name is missing',
  ],
  [
    'spei',
    'a creditor reference',
    { remittance: { creditorReference: 'RF18539007547034' } },
    'PROVIDER_REFUSED',
    'no field',
  ],
  [
    'sepa',
    'a wrong creditor reference',
    { remittance: { creditorReference: 'RF17539007547034' } },
    'PROVIDER_REFUSED',
    'reference is wrong',
  ],
  ['sepa', 'an id that is not ours', { instructionId: 'x' }, 'PROVIDER_REFUSED', 'not one of ours'],
];

describe('a payment before it goes into a file', () => {
  for (const kind of KINDS) {
    it(`is taken if ${kind} carries it`, () => {
      expect(refusePayment(profileOf(kind), paymentBy(kind))).to.equal(undefined);
    });
  }

  for (const [kind, what, changed, reason, words] of CASES) {
    it(`is refused by ${kind} with ${what}, and never written`, () => {
      const payment = paymentBy(kind, changed);
      const refusal = refusePayment(profileOf(kind), payment);
      expect(refusal?.reason).to.equal(reason);
      expect(refusal?.words).to.include(words);
      expect(() => writePaymentFile(profileOf(kind), batchOf([payment]))).to.throw(words);
    });
  }

  it('has no decimals in a currency without', () => {
    const profile = profileOf('international_wire', { currency: 'JPY' });
    const payment = paymentBy('international_wire', { currency: 'JPY', amount: money('1.5') });
    expect(refusePayment(profile, payment)?.words).to.include('at most 0 decimals');
  });

  for (const [what, changed, words] of [
    ['no payments', { payments: [] }, '1 to 10000 payments'],
    ['a payment twice', { payments: [paymentBy('sepa'), paymentBy('sepa')] }, 'twice'],
    ['a message id that is no name of a file', { messageId: '../x' }, 'message id'],
    ['a day that does not exist', { executionDate: '2026-02-30' }, 'not a date'],
    ['no file of the day', { fileOfDay: 0 }, 'first file'],
  ] as const) {
    it(`is in no file with ${what}`, () => {
      expect(() => writePaymentFile(profileOf('sepa'), batchOf([paymentBy('sepa')], changed))).to.throw(
        words,
      );
    });
  }
});
