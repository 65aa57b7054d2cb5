import { expect } from 'chai';
import {
  creditorReferenceOf,
  instructionIdOf,
  isCreditorReference,
  isInstructionId,
  isPaymentReference,
  numericReferenceOf,
  paymentReferenceOf,
} from '../../../../../src/methods/providers/bank/references/index.ts';

const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const SEEDS = Array.from({ length: 300 }, (_, n) => `seed ${n}`);

describe("a payer's reference", () => {
  it('has 10 characters that are not mistaken for others', () => {
    for (const seed of SEEDS) expect(paymentReferenceOf(seed)).to.match(/^[A-HJKMNP-TV-Z2-9]{10}$/);
  });

  it('is always the same for the same seed, and another for another', () => {
    const references = SEEDS.map(paymentReferenceOf);
    expect(SEEDS.map(paymentReferenceOf)).to.deep.equal(references);
    expect(new Set(references).size).to.equal(SEEDS.length);
    expect(paymentReferenceOf('seed 0')).to.equal('4DF6SFA8R8');
  });

  it('is recognized as one', () => {
    for (const seed of SEEDS) expect(isPaymentReference(paymentReferenceOf(seed)), seed).to.equal(true);
  });

  it('is none with any one character wrong', () => {
    for (const reference of SEEDS.slice(0, 50).map(paymentReferenceOf)) {
      for (let place = 0; place < reference.length; place++) {
        for (const wrong of ALPHABET) {
          const typed = reference.slice(0, place) + wrong + reference.slice(place + 1);
          expect(isPaymentReference(typed), typed).to.equal(typed === reference);
        }
      }
    }
  });

  it('is none with any two characters swapped, neighbours or not', () => {
    for (const reference of SEEDS.map(paymentReferenceOf)) {
      for (let first = 0; first < reference.length; first++) {
        for (let second = first + 1; second < reference.length; second++) {
          const characters = [...reference];
          [characters[first], characters[second]] = [characters[second]!, characters[first]!];
          const typed = characters.join('');
          expect(isPaymentReference(typed), typed).to.equal(typed === reference);
        }
      }
    }
  });

  for (const text of [
    '',
    '4DF6SFA8R',
    '4DF6SFA8R8E',
    '4df6sfa8r8',
    '4DF6S-FA8R8',
    'ODF6SFA8R8',
    '4DF6SFA8R1',
  ]) {
    it(`"${text}" is none`, () => {
      expect(isPaymentReference(text)).to.equal(false);
    });
  }
});

describe('a creditor reference (ISO 11649)', () => {
  for (const valid of [
    'RF18539007547034',
    'RF185390075470Y',
    'RF712348231',
    'RF45G72UUR',
    'RF6518K5',
    'RF332348236',
  ]) {
    it(`${valid} is one`, () => {
      expect(isCreditorReference(valid)).to.equal(true);
    });
  }

  for (const invalid of [
    'RF17539007547034',
    'RF35C4',
    'RF214377',
    'rf18539007547034',
    'RF18 5390 0754 7034',
    'RF18',
    '',
  ]) {
    it(`"${invalid}" is none`, () => {
      expect(isCreditorReference(invalid)).to.equal(false);
    });
  }

  for (const [reference, made] of [
    ['PAY0012345', 'RF11PAY0012345'],
    ['7K3Q9X2M', 'RF157K3Q9X2M'],
    ['1', 'RF741'],
    ['000000001', 'RF74000000001'],
  ] as const) {
    it(`${made} is made of ${reference}`, () => {
      expect(creditorReferenceOf(reference)).to.equal(made);
      expect(isCreditorReference(made)).to.equal(true);
    });
  }

  it('is made of every reference of ours', () => {
    for (const seed of SEEDS) {
      const made = creditorReferenceOf(paymentReferenceOf(seed));
      expect(made).to.have.length(14);
      expect(isCreditorReference(made), made).to.equal(true);
    }
  });

  it('is not made of what has no place in one', () => {
    for (const text of ['', 'abc', 'A B', 'A'.repeat(22)]) {
      expect(() => creditorReferenceOf(text), text).to.throw('no creditor reference');
    }
  });
});

describe('a numeric reference', () => {
  it('has 7 digits and no leading zero, and is the same for the same seed', () => {
    for (const seed of SEEDS) {
      expect(numericReferenceOf(seed)).to.match(/^[1-9][0-9]{6}$/);
      expect(numericReferenceOf(seed)).to.equal(numericReferenceOf(seed));
    }
  });
});

describe("the id of one of our payments in the bank's files", () => {
  it('has 15 characters, is the same for the same key, and another for another', () => {
    const ids = SEEDS.map(instructionIdOf);
    for (const id of ids) {
      expect(id).to.match(/^P[A-HJKMNP-TV-Z2-9]{14}$/);
      expect(isInstructionId(id)).to.equal(true);
    }
    expect(new Set(ids).size).to.equal(SEEDS.length);
    expect(SEEDS.map(instructionIdOf)).to.deep.equal(ids);
  });
});
