import { expect } from 'chai';
import { money } from '../../../../../src/lib/money.ts';
import {
  pairUp,
  type Known,
  type Referred,
} from '../../../../../src/methods/providers/bank/books/pairing.ts';
import { bareEntry } from '../../../../../src/methods/providers/bank/files/entry.ts';
import type { FileEntry } from '../../../../../src/methods/providers/bank/files/index.ts';

interface Told extends Partial<Pick<FileEntry, 'texts' | 'valueDate' | 'bookingDate'>> {
  name: string;
  amount?: string;
  references?: Partial<FileEntry['references']>;
  payer?: string;
  account?: string;
  ours?: string;
  isTold?: boolean;
}

type Named = Known & { name: string };

function tell({ name, amount = '100', references = {}, payer, account, ours, isTold, ...more }: Told): Named {
  const bare = bareEntry(money(amount));
  return {
    name,
    reference: ours ?? null,
    ...(isTold === undefined ? {} : { isTold }),
    entry: {
      ...{ ...bare, bookingDate: '2026-11-23', valueDate: '2026-11-23', ...more },
      references: { ...bare.references, ...references },
      party: { ...bare.party, name: payer ?? null, account: account ?? null },
    },
  };
}

/** `entry-known`, in the order of the entries. */
function pairsOf(entries: readonly Told[], known: readonly Told[]): string[] {
  const pairs = pairUp(entries.map(tell), known.map(tell) as (Referred & Named)[]);
  return [...pairs].map(([one, other]) => `${one.name}-${other.name}`).sort();
}

const B77 = { servicer: 'B77' };

describe('which movement of a statement was told before', () => {
  it('is the one with the same UETR, whatever else differs', () => {
    const uetr = { uetr: '0190b0c2-0000-4000-8000-000000000001' };
    const long = { valueDate: '2026-12-24', bookingDate: '2026-12-24' };
    expect(
      pairsOf(
        [{ name: 'a', references: { ...uetr, transaction: 'T1' }, ...long, payer: 'X' }],
        [
          { name: '1', payer: 'X' },
          { name: '2', references: { ...uetr, transaction: 'T2' }, payer: 'Y' },
        ],
      ),
    ).to.deep.equal(['a-2']);
  });

  it('is never one of another amount', () => {
    expect(
      pairsOf([{ name: 'a', references: B77 }], [{ name: '1', references: B77, amount: '100.01' }]),
    ).to.deep.equal([]);
  });

  for (const [what, one, other] of [
    ['accounts', { account: '222' }, { account: '111' }],
    ['names', { payer: 'Payer B' }, { payer: 'Payer A' }],
    ['our references', { ours: 'BBBBBBBBBB' }, { ours: 'AAAAAAAAAA' }],
    [
      'transactions',
      { references: { ...B77, transaction: 'T1' } },
      { references: { ...B77, transaction: 'T2' } },
    ],
  ] as const) {
    it(`is none with other ${what}, although the bank's reference is the same`, () => {
      expect(
        pairsOf([{ name: 'a', references: B77, ...one }], [{ name: '1', references: B77, ...other }]),
      ).to.deep.equal([]);
    });
  }

  it('is not found by a reference of the bank that several entries share, but by what else they have', () => {
    const shared = { references: { servicer: 'COLL-1' } };
    const early = { name: '1', ...shared, texts: ['for AAAAAAAAAA'], ours: 'AAAAAAAAAA' };
    const own = { name: 'a', ...shared, texts: ['AAAAAAAAAA'], ours: 'AAAAAAAAAA' };
    const other = { name: 'b', ...shared, texts: ['thank you'] };
    expect(pairsOf([other, own], [early])).to.deep.equal(['a-1']);
    expect(pairsOf([other, { ...other, name: 'c' }], [{ ...early, texts: ['x'] }])).to.deep.equal([]);
  });

  it('is found by the best match over the statement, not by the first', () => {
    const payer = { payer: 'Globex LLC', references: { endToEnd: 'INV-1' } };
    expect(
      pairsOf(
        [
          { name: 'a', ...payer, texts: ['second'] },
          { name: 'b', ...payer, texts: ['first'] },
        ],
        [
          { name: '1', ...payer, texts: ['first'] },
          { name: '2', ...payer, texts: ['second'] },
        ],
      ),
    ).to.deep.equal(['a-2', 'b-1']);
  });

  it('is found where one file writes an IBAN and the other its number, or cuts the name', () => {
    expect(
      pairsOf(
        [{ name: 'a', references: B77, account: 'DE89370400440532013000', payer: 'Müller und Söhne GmbH' }],
        [{ name: '1', references: B77, account: '0532013000', payer: 'Muller und Sohne' }],
      ),
    ).to.deep.equal(['a-1']);
  });

  it('is as many as there are', () => {
    const same = { payer: 'Globex LLC', ours: 'AAAAAAAAAA', texts: ['AAAAAAAAAA'] };
    const entries = ['a', 'b', 'c'].map((name) => ({ name, ...same }));
    expect(
      pairsOf(entries, [
        { name: '1', ...same },
        { name: '2', ...same },
      ]),
    ).to.deep.equal(['a-1', 'b-2']);
  });

  it('is not one that the same kind of file told with another reference, nor one of long ago', () => {
    const same = { payer: 'Globex LLC', ours: 'AAAAAAAAAA', texts: ['AAAAAAAAAA'] };
    const entry = { name: 'a', ...same, references: { servicer: 'B78' } };
    const known = { name: '1', ...same, references: B77 };
    expect(pairsOf([entry], [known])).to.deep.equal(['a-1']);
    expect(pairsOf([entry], [{ ...known, isTold: true }])).to.deep.equal([]);
    const old = { valueDate: '2026-10-23', bookingDate: '2026-10-23' };
    expect(pairsOf([{ ...entry, references: B77 }], [{ ...known, ...old }])).to.deep.equal([]);
  });

  it('takes time in proportion to the entries, also if all are equal', () => {
    const many = (prefix: string): Told[] =>
      Array.from({ length: 20_000 }, (_, n) => ({ name: `${prefix}${n}`, texts: ['same'], payer: 'Globex' }));
    const started = process.cpuUsage();
    expect(pairsOf(many('a'), many('1'))).to.have.length(20_000);
    expect(process.cpuUsage(started).user / 1e6).to.be.below(20);
  });
});
