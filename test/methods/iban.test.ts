import { expect } from 'chai';
import { isBic, isIban } from '../../src/methods/index.ts';

describe('an IBAN', () => {
  for (const valid of [
    'DE89370400440532013000',
    'NL91ABNA0417164300',
    'GB82WEST12345698765432',
    'MT84MALT011000012345MTLCAST001S',
  ]) {
    it(`${valid} is one`, () => {
      expect(isIban(valid)).to.equal(true);
    });
  }

  for (const invalid of [
    'DE88370400440532013000',
    'de89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'DE89',
    '',
  ]) {
    it(`"${invalid}" is none`, () => {
      expect(isIban(invalid)).to.equal(false);
    });
  }
});

describe('a BIC', () => {
  for (const [text, is] of [
    ['COBADEFF', true],
    ['COBADEFFXXX', true],
    ['COBADEF', false],
    ['cobadeff', false],
    ['COBA1EFF', false],
  ] as const) {
    it(`"${text}" ${is ? 'is one' : 'is none'}`, () => {
      expect(isBic(text)).to.equal(is);
    });
  }
});
