import { expect } from 'chai';
import {
  candidateInstructionIds,
  candidateReferences,
  creditorReferenceOf,
  instructionIdOf,
  numericCandidates,
  paymentReferenceOf,
} from '../../../../../src/methods/providers/bank/references/index.ts';
import { written } from './entry.ts';

const REFERENCE = paymentReferenceOf('a link');
const OTHER = paymentReferenceOf('another link');
const ID = instructionIdOf('a payout');

/** As a payer may type it: in groups, in lower case. */
const typed = (separator: string): string =>
  `${REFERENCE.slice(0, 3)}${separator}${REFERENCE.slice(3, 7)}${separator}${REFERENCE.slice(7)}`.toLowerCase();

const spaced = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');

const sliced = (text: string, width: number): string[] =>
  text.match(new RegExp(`.{1,${width}}`, 'g')) as string[];

describe("finding a payer's reference in what the bank wrote", () => {
  for (const [how, entry] of Object.entries({
    'by itself': written({ texts: [REFERENCE] }),
    'in lower case with hyphens': written({ texts: [typed('-')] }),
    'with spaces in it': written({ texts: [typed(' ')] }),
    'in a sentence': written({ texts: [`Payment for invoice ${typed('-')}, thank you`] }),
    'with a prefix': written({ texts: [`REF:${REFERENCE}`] }),
    'behind the prefixes of a wire': written({ texts: [`/ROC/${REFERENCE}///URI/INVOICE 12`] }),
    'glued to words, as in a Mexican export': written({
      texts: [`SPEI RECIBIDOBBVA MEXICO${REFERENCE}PAGO FACTURAReferencia 0001234567`],
    }),
    'in full-width letters': written({
      texts: [
        [...REFERENCE].map((character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0)).join(''),
      ],
    }),
    'between accents': written({ texts: [`réservation${REFERENCE}été`] }),
    'broken over slices of 27 characters': written({
      texts: sliced(`Rechnung 4711 vom 3.10.${REFERENCE} danke`, 27),
    }),
    'broken over lines of 65 characters, in one text': written({
      texts: [sliced(`${'INVOICE 12 '.repeat(5)}DATED ${REFERENCE} REGARDS`, 65).join('\n')],
    }),
    'broken over lines of 65 characters, in several': written({
      texts: sliced(`${'INVOICE 12 '.repeat(5)}DATED ${REFERENCE} REGARDS`, 65),
    }),
    'as the end-to-end id': written({ endToEnd: REFERENCE }),
    'in the reference for the owner': written({ entry: `NONREF${REFERENCE}` }),
    'as a creditor reference': written({ creditorReferences: [creditorReferenceOf(REFERENCE)] }),
    'as a creditor reference with spaces, in a text': written({
      texts: [`Zahlung ${spaced(creditorReferenceOf(REFERENCE))} vielen Dank`],
    }),
    'in several places at once': written({
      endToEnd: REFERENCE,
      creditorReferences: [creditorReferenceOf(REFERENCE)],
      texts: [REFERENCE, typed('-')],
    }),
  })) {
    it(`finds it ${how}`, () => {
      expect(candidateReferences(entry).filter((found) => found === REFERENCE)).to.deep.equal([REFERENCE]);
    });
  }

  it('finds nothing else where there is nothing else', () => {
    expect(candidateReferences(written({ texts: [`Payment for invoice ${REFERENCE}`] }))).to.deep.equal([
      REFERENCE,
    ]);
  });

  it('finds both of two', () => {
    const found = candidateReferences(written({ texts: [`${REFERENCE}/${OTHER}`] }));
    expect(found).to.include.members([REFERENCE, OTHER]);
  });

  it('finds none that has a wrong character', () => {
    const wrong = `${REFERENCE.slice(0, 5)}${REFERENCE[5] === 'A' ? 'B' : 'A'}${REFERENCE.slice(6)}`;
    expect(candidateReferences(written({ texts: [wrong] }))).to.deep.equal([]);
  });

  it('finds none in nothing', () => {
    expect(candidateReferences(written({}))).to.deep.equal([]);
    expect(candidateReferences(written({ texts: ['', '-'], endToEnd: 'NOTPROVIDED' }))).to.deep.equal([]);
  });

  it('reads no more than a bank would write, and names no more than can be looked up', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => paymentReferenceOf(`link ${n}`)).join(' ');
    expect(candidateReferences(written({ texts: [many] }))).to.have.length(200);
    expect(candidateReferences(written({ texts: ['.'.repeat(30_000), REFERENCE] }))).to.deep.equal([]);
  });
});

describe('finding the id of one of our payments', () => {
  for (const [how, entry] of Object.entries({
    'as the end-to-end id': written({ endToEnd: ID }),
    'in the text of a return': written({ texts: [`RETOUR ${ID} AC04 ACCOUNT CLOSED`] }),
    'broken over two texts': written({ texts: [`DEVOLUCION ${ID.slice(0, 6)}`, `${ID.slice(6)} R02`] }),
    'in lower case': written({ texts: [ID.toLowerCase()] }),
  })) {
    it(`finds it ${how}`, () => {
      expect(candidateInstructionIds(entry)).to.include(ID);
    });
  }

  it('finds none in words', () => {
    expect(
      candidateInstructionIds(written({ texts: ['PAYMENT OF INVOICE 4711 TO JOHN DOE'] })),
    ).to.deep.equal([]);
  });
});

describe("finding SPEI's numeric reference", () => {
  for (const [how, texts] of Object.entries({
    'between words': ['SPEI RECIBIDOBANORTE1234567PAGO'],
    'with zeros before it': ['PAGO Referencia 0001234567'],
    'broken over two texts': ['PAGO REF 123', '4567 GRACIAS'],
  })) {
    it(`finds it ${how}`, () => {
      expect(numericCandidates(written({ texts }))).to.include('1234567');
    });
  }

  it('takes no part of a longer number for one', () => {
    expect(numericCandidates(written({ texts: ['CLABE 032180000118359719', '123456'] }))).to.deep.equal([]);
  });
});
