import { expect } from 'chai';
import { amounts, bai2, read, readEntry, readOne, refused } from './files.ts';

const wire = '16,195,1000,Z,BANKREF,OURREF,INCOMING WIRE/';
const up = (details: readonly string[]) => bai2(details, { closing: '11000' });
const down = (details: readonly string[]) => bai2(details, { closing: '9000' });

describe('BAI2 files', () => {
  it('are the books with both ledger balances, and must tie', () => {
    expect(read(up([wire])).format).to.equal('BAI2');
    const statement = readOne(up([wire]));
    expect(statement).to.include({ role: 'books', ties: true, currency: 'USD', account: '0123456789' });
    expect(statement.opening?.amount.toFixed()).to.equal('100');
    expect(statement.entries[0]).to.deep.include({
      ...{ code: '195', kind: 'payment', bookingDate: '2026-11-23', texts: ['INCOMING WIRE'] },
    });
    expect(statement.entries[0]?.references).to.include({ servicer: 'BANKREF', instruction: 'OURREF' });
    expect(refused(bai2([wire]))).to.include('does not tie');
  });

  it('are early news with an interim modifier, or without a ledger balance', () => {
    expect(readOne(bai2([wire], { group: '1,261123,1200,USD,3' })).role).to.equal('early');
    expect(readOne(bai2([wire], { closing: '' })).role).to.equal('early');
    expect(refused(bai2([wire], { closing: '' }))).to.equal(undefined);
    expect(readOne(bai2([], { group: '1,261123,2359,USD,4' })).role).to.equal('books');
  });

  it('are refused if a sum or a count of a trailer is wrong', () => {
    const file = up([wire]);
    for (const [right, wrong] of [
      ['49,22000,3', '49,22001,3'],
      ['49,22000,3', '49,22000,4'],
      ['98,22000,1,5', '98,22000,2,5'],
      ['98,22000,1,5', '98,2200,1,5'],
      ['99,22000,1,7', '99,22000,1,8'],
      ['99,22000,1,7', '99,22000,0,7'],
    ] as const) {
      expect(file).to.include(right);
      expect(refused(file.replace(right, wrong)), wrong).to.match(/^A trailer \d\d does not agree/);
    }
    expect(refused(file.slice(0, file.indexOf('\n99,')))).to.include('ends before its trailer 99');
    expect(refused(file.replace('\n98,22000,1,5/', ''))).to.include('where none belongs');
    expect(refused(`${file}\n${wire}`)).to.include('where none belongs');
  });

  it('count the fields of the funds type before the references', () => {
    for (const funds of ['V,261125,', 'S,1,2,3', 'D,2,0,500,1,500', '1', '']) {
      const { references, texts } = readEntry(up([`16,195,1000,${funds},R1,R2,A, B, and C/`]));
      expect(references, funds).to.include({ servicer: 'R1', instruction: 'R2' });
      expect(texts).to.deep.equal(['A, B, and C']);
    }
    expect(readEntry(up(['16,195,1000,V,261125,,R1,R2,X/'])).valueDate).to.equal('2026-11-25');
  });

  it('go on in records 88: with fields, or with text once there is one', () => {
    expect(
      readEntry(up(['16,195,1000,Z/', '88,R1,R2/', '88,TEXT, MORE/', '88,AND MORE'])).texts,
    ).to.deep.equal(['TEXT, MORE AND MORE']);
    expect(readEntry(up(['16,195,1000,,,/', '88,SOME PAYMENT/'])).texts).to.deep.equal(['SOME PAYMENT']);
  });

  it('may have several records on a line, and texts that go on without a record', () => {
    const file = up([wire]).replace('/\n16,', '/   16,').replace('WIRE/', 'WIRE\n  3/16 INCH /');
    expect(readOne(file)).to.include({ ties: true });
  });

  it('tell payers in code words, as Goldman Sachs writes them', () => {
    const words = [
      '88,EREF: E1',
      '88,DBNM: TEST INC',
      '88,DACT: 101152046',
      '88,DABA: 026015079',
      '88,REMI: Invoice 7',
    ];
    const found = readEntry(up([wire.replace('/', ''), ...words]));
    expect(found.party).to.deep.equal({
      name: 'TEST INC',
      account: '101152046',
      bic: null,
      routing: '026015079',
    });
    expect(found.references.endToEnd).to.equal('E1');
    expect(found.texts).to.deep.equal(['Invoice 7', 'INCOMING WIRE']);
  });

  it('know returns, what is taken back and charges by type, which a bank may define otherwise', () => {
    const kindOf = (type: string) =>
      readEntry((Number(type) < 400 ? up : down)([`16,${type},1000,,,,X/`])).kind;
    expect(['195', '257', '261', '266', '252'].map(kindOf)).to.deep.equal([
      ...['payment', 'return', 'return', 'return', 'return'],
    ]);
    expect(['495', '557', '552', '555', '698'].map(kindOf)).to.deep.equal([
      ...['payment', 'taken_back', 'taken_back', 'taken_back', 'charge'],
    ]);
    const options = { bai2Kinds: { 169: 'return' } } as const;
    expect(readEntry(up(['16,169,1000,,,,ACH/']), options).kind).to.equal('return');
    const returned = readEntry(up(['16,257,1000,,,,Return From: X, Reason: "R02", more/']));
    expect(returned.reason).to.deep.equal({ code: 'R02', words: null });
  });

  it('have the decimals of their currency', () => {
    const yen = bai2([], { group: '1,261123,2400,JPY,2' }).replace(',USD,010', ',,010');
    expect(readOne(yen).opening?.amount.toFixed()).to.equal('10000');
    expect(readOne(yen).currency).to.equal('JPY');
  });

  it('skip what moves no money, and groups that are a test', () => {
    expect(readOne(up([wire, '16,890,,,,,NOTE/'])).entries).to.have.length(1);
    expect(read(bai2([], { group: '4,261123,2400,USD,2' })).statements).to.deep.equal([]);
  });

  it('wait for a person if they correct or delete what was told before', () => {
    expect(refused(bai2([], { group: '3,261123,2400,USD,2' }))).to.include('waits for a person');
    expect(refused(bai2([], { group: '2,261123,2400,USD,2' }))).to.include('waits for a person');
    expect(amounts(readOne(up([wire])).entries)).to.deep.equal(['10']);
  });

  it('are refused with a type code that does not say which way money went', () => {
    expect(refused(up(['16,701,1000,,,,X/']))).to.include('701');
    expect(refused(up(['16,195,-1000,,,,X/']))).to.include('sign');
    expect(refused(up([wire]).replace(',,,2/', ',,,3/'))).to.include('version');
  });
});
