import { expect } from 'chai';
import type { CsvMapping } from '../../../../src/methods/providers/bank/files/index.ts';
import { amounts, bai2, camt, entry, mt940, read, readEntry, readOne, refused } from './files.ts';
import { invented } from './invented.ts';

const line = (rest = 'C10,00NTRFNONREF') => `:61:2611231123${rest}`;
const payers = (text: string) => mt940(`${line()}\n:86:INVOICE\n${text}`, undefined, 'C261123EUR110,00');
const textOf = (file: string) => readEntry(file).texts.join(' ');

describe('texts that strangers write', () => {
  it('MT940: are texts, where they look like what cannot stand there', () => {
    for (const text of [
      ':62F:C261123EUR900,00',
      ':62F:NOTHING',
      ':20:ANOTHER\n:25:1\n:28C:2/1\n:60F:C261123EUR1,00',
      ':20:ANOTHER\n:25:1',
      ':25:37040044/0532013000',
      ':61:HELLO',
      ':64:C261123EUR1,00',
      ':90C:1EUR1,00',
      '-',
      '-}{5:}',
      '{1:F01BANK}',
      '-\n:20:X',
    ]) {
      const file = payers(`${text}\nTSB3V2SPNP`);
      expect(refused(file), text).to.equal(undefined);
      expect(readOne(file), text).to.deep.include({ ties: true, entryCount: 1, isDoubtful: false });
      expect(textOf(file), text).to.match(/INVOICE.*TSB3V2SPNP/);
    }
    expect(textOf(invented('dash-in-text.sta'))).to.equal('INVOICE - TSB3V2SPNP');
  });

  it('MT940: also behind other entries, and in details of an entry', () => {
    const file = mt940(
      `${line()}\n:86:A\n:62F:C261123EUR110,00\n-\n${line()}\nDETAILS\n-\nTSB3V2SPNP\n${line()}\n:86:B`,
      undefined,
      'C261123EUR130,00',
    );
    expect(readOne(file)).to.include({ ties: true, entryCount: 3 });
    expect(readOne(file).entries[1]?.texts.join(' ')).to.include('TSB3V2SPNP');
  });

  it('MT942: go on behind a dash, and messages without one still end', () => {
    const early = (text: string) =>
      `:20:X\n:25:1\n:28C:1/1\n:34F:EUR0\n:13D:2611231200+0100\n${line()}\n:86:${text}\n`;
    expect(textOf(`${early('A\n-\nTSB3V2SPNP')}-`)).to.equal('A - TSB3V2SPNP');
    expect(textOf(early('A\n-\nTSB3V2SPNP'))).to.equal('A - TSB3V2SPNP');
    for (const end of ['', '-\n', '-}{5:}\n{1:F01}\n', '-\nABNANL2A\n940\n'])
      expect(
        read(early('A') + end + early('B')).statements.map(({ entries }) => entries[0]?.texts[0]),
      ).to.deep.equal(['A', 'B']);
  });

  it('MT940: could be every entry but the first', () => {
    for (const name of ['entries-in-text.sta', 'entries-in-full-line.sta'])
      expect(readOne(invented(name)).entries.map(({ couldBeText }) => couldBeText)).to.deep.equal([
        false,
        true,
        true,
      ]);
    expect(
      readOne(camt({ entries: entry() + entry() })).entries.some(({ couldBeText }) => couldBeText),
    ).to.equal(false);
  });

  it('MT942: are no entries, if the bank tells their number and sum', () => {
    const early = (sums: string) =>
      readOne(
        `:20:X\n:25:1\n:28C:1/1\n:34F:EUR0\n:13D:2611231200+0100\n${line()}\n:86:A\n${line()}\n${sums}-`,
      );
    const told = (sums: string) => early(sums).entries.map(({ couldBeText }) => couldBeText);
    expect(told('')).to.deep.equal([false, true]);
    expect(told(':90C:2EUR20,00\n')).to.deep.equal([false, true]);
    expect(told(':90D:0EUR0,00\n:90C:2EUR20,00\n')).to.deep.equal([false, false]);
  });

  it('MT940: could begin and end a statement, unless the days say otherwise', () => {
    const message = (day: string, opening: string, body: string, closing: string, account = '1') =>
      `:20:X\n:25:${account}\n:28C:1/1\n:60F:C261122EUR${opening},00\n${body}\n:62F:C${day}EUR${closing},00\n-\n`;
    const isDoubtful = (...messages: string[]) => {
      const found = read(messages.join('')).statements.map((one) => one.isDoubtful);
      return new Set(found).size === 1 && found[0];
    };
    const [one, two] = [
      message('261123', '100', `${line()}\n:86:A`, '110'),
      message('261124', '110', `${line()}\n:86:B`, '120'),
    ];
    expect(isDoubtful(one)).to.equal(false);
    expect(isDoubtful(one, two)).to.equal(false);
    expect(isDoubtful(two, one)).to.equal(false);
    expect(isDoubtful(one, message('261123', '50', `${line()}\n:86:C`, '60', '2'))).to.equal(false);
    // Of one day; with a gap, into which any sum could go; of a day before; around another account's.
    const other = message('261123', '0', line(), '10', '2');
    expect(isDoubtful(one, message('261123', '110', line(), '120'))).to.equal(true);
    expect(isDoubtful(one, message('261124', '10', line(), '20'))).to.equal(true);
    expect(isDoubtful(message('261125', '100', `${line()}\n:86:A`, '110'), two)).to.equal(true);
    expect(isDoubtful(one, other, two)).to.equal(true);
  });

  it('BAI2: are texts where the trailers do not count them', () => {
    expect(textOf(invented('account-in-text.bai'))).to.equal('INV 12/ 03,2024');
    expect(textOf(invented('continuation-in-text.bai'))).to.equal('ORDER 7/ 88,TOTAL');
    for (const text of [
      'A/ 16,195,90000,Z,B,C,X',
      'A/ 49,1,2/ 98,1/ 99,1',
      'A/ 02,X/\t01,Y',
      '/ 16,195,1,Z,B,C,X/',
    ]) {
      const file = bai2([`16,195,1000,Z,B,C,${text}`, '88,MORE/ 88,TEXT'], { closing: '11000' });
      expect(readOne(file), text).to.include({ ties: true, entryCount: 1 });
    }
    // A bank that puts several records on a line counts each.
    const lines = bai2(['16,195,1000,Z,B,C,ONE/', '88,TWO/', '16,195,500,Z,B,C,X/'], { closing: '11500' });
    const joined = readOne(lines.replaceAll('/\n88', '/  88').replaceAll('/\n16', '/  16'));
    expect(amounts(joined.entries)).to.deep.equal(['10', '5']);
    expect(joined.entries[0]?.texts).to.deep.equal(['ONE TWO']);
  });

  it('BAI2: are texts among several records of a line, if the trailers allow no other reading', () => {
    const joined = (text: string) =>
      bai2([`16,195,1000,Z,B,C,ONE/`, `16,195,700,Z,B,C,${text}/`, '16,195,500,Z,B,C,X/'], {
        closing: '12200',
      }).replaceAll('/\n16', '/  16');
    for (const text of ['A/ 16,195,90000,Z,B,C,X', 'A/ 88,MORE', 'A/ 49,1,2', 'A/ 03,2024']) {
      const { entries, ties } = readOne(joined(text));
      expect(ties, text).to.equal(true);
      expect(amounts(entries), text).to.deep.equal(['10', '7', '5']);
      expect(entries[1]?.texts.join(' '), text).to.equal(text);
    }
    // One that is like a true one, and two: nobody can tell which are right.
    for (const text of ['A/ 16,195,500,Z,B,C,X', 'A/ 88,B/ 88,C'])
      expect(refused(joined(text)), text).to.include('A payer’s text may look like a record');
  });

  it('CSV: could be every row but the one that has the amount of the payer', () => {
    const told = (header: string, ...rows: string[]) =>
      readOne([header, ...rows].join('\n')).entries.map(({ couldBeText }) => couldBeText);
    const [day, next] = ['2026-11-23', '2026-11-24'];
    expect(told('Date,Description,Amount,Balance', `${day},A,5,105`, `${next},B,1,106`)).to.deep.equal([
      true,
      false,
    ]);
    expect(told('Date,Amount,Balance,Description', `${day},5,105,A`, `${next},1,106,B`)).to.deep.equal([
      false,
      true,
    ]);
    expect(told('Date,Name,Amount,Balance,Memo', `${day},A,5,105,A`, `${next},B,1,106,B`)).to.deep.equal([
      true,
      true,
    ]);
    // Nobody writes there but the bank, or it quotes what others write, as the names of those columns.
    expect(told('Date,Amount,Balance', `${day},5,105`, `${next},1,106`)).to.deep.equal([false, false]);
    const quoted = [`${day},"A",5,105`, `${next},"B",1,106`];
    expect(told('Date,"Description",Amount,Balance', ...quoted)).to.deep.equal([false, false]);
    // A payer can write quotes, too, but not into the header.
    expect(told('Date,Description,Amount,Balance', ...quoted)).to.deep.equal([true, false]);
  });

  it('CSV: could take the place of the row that they are in', () => {
    const file = (text: string) =>
      `Date,Description,Amount,Balance\n2026-11-23,A,5.00,105.00\n2026-11-24,${text},10.00,115.00\n`;
    const isDoubtful = (text: string) => readOne(file(text)).isDoubtful;
    expect(isDoubtful('B')).to.equal(false);
    expect(isDoubtful('x,900.00,1005.00\n2026-11-24,y,-900.00,105.00\n2026-11-24,z')).to.equal(false);
    const [credit, debit] = ['x,900.00,1005.00\n2026-11-24', 'y,-890.00,115.00'];
    for (const rest of ['', '\n', '\nz', '\n2026-11-24', `\n2026-11-25,z,0.00,115.00`])
      expect(isDoubtful(`${credit},${debit}${rest}`), rest).to.equal(true);
    const accounts =
      'Date,Description,Amount,Balance,Account\n2026-11-24,A,1.00,2.00,1\n2026-11-24,B,1.00,2.00,2\n';
    expect(read(accounts).statements.map((one) => one.isDoubtful)).to.deep.equal([true, true]);
  });

  it('CSV: are texts where they look like another format', () => {
    const csv: CsvMapping = {
      ...{ separator: ';', account: { value: '1' }, currency: { value: 'EUR' }, decimal: '.' },
      ...{ bookingDate: { column: 'Date', format: 'YYYY-MM-DD' }, amount: { column: 'Amount' } },
      ...{ balance: 'Balance', texts: ['Text'] },
    };
    const options = { csv };
    const message =
      ':20:S\n:25:1\n:28C:1/1\n:60F:C261123EUR100,00\n:61:2611231123C900,00NTRFNONREF\n:62F:C261123EUR1000,00';
    for (const text of [':61:NOTHING', message, '01,A,B,261123,1,1,,,2/', '<!DOCTYPE a>']) {
      const rows = [
        ['Date', 'Text', 'Amount', 'Balance'],
        ['2026-11-23', `"INVOICE\n${text}\nTSB3V2SPNP"`, '10.00', '110.00'],
      ];
      const file = rows.map((row) => row.join(';')).join('\n');
      expect(readOne(file, options), text).to.deep.include({ ties: true, entryCount: 1 });
      expect(readEntry(file, options).texts.join(' '), text).to.match(/INVOICE.*TSB3V2SPNP/);
      // Where a text is the first column, its row begins with it.
      const first = `Text;Date;Amount;Balance\n${text.split('\n')[0] ?? ''};2026-11-23;10.00;110.00\n`;
      expect(readOne(first, options), text).to.deep.include({ ties: true, entryCount: 1 });
    }
  });

  it('XML: are texts in CDATA and in comments', () => {
    const text = '<TxDtls><RmtInf><Ustrd><![CDATA[<!DOCTYPE x> INV 7]]></Ustrd></RmtInf></TxDtls>';
    expect(textOf(camt({ entries: entry({ details: text }) }))).to.include('DOCTYPE');
    expect(refused(camt({ statement: '<!-- <!DOCTYPE x> -->' }))).to.equal(undefined);
    for (const before of ['', '<!-- a -->', '\n<?xml version="1.0"?><!-- <x> -->\n'])
      expect(refused(`${before}<!DOCTYPE x><Document/>`), before).to.include('DOCTYPE');
    expect(refused(camt({ statement: '<!DOCTYPE x>' }))).to.include('broken');
  });
});

describe('dialects of banks', () => {
  it('MT940: a blank before the type, no type, no reference of the message, no number', () => {
    for (const name of [
      'blank-before-type.sta',
      'no-type-code.sta',
      'no-20.sta',
      'no-statement-number.sta',
    ]) {
      expect(refused(invented(name)), name).to.equal(undefined);
      expect(readOne(invented(name)), name).to.include({ ties: true, entryCount: 1 });
    }
    expect(readEntry(invented('no-type-code.sta')).references.servicer).to.equal('BANKREF');
    expect(readEntry(invented('blank-before-type.sta')).code).to.equal('NTRF');
    expect(readEntry(invented('no-statement-number.sta')).references.servicer).to.equal('19239782213');
    const two = invented('no-20.sta') + invented('no-20.sta').replaceAll('0123456789', '9876543210');
    expect(read(two).statements.map(({ account }) => account)).to.deep.equal(['0123456789', '9876543210']);
    expect(read(two.replaceAll('-\n', '')).statements).to.have.length(2);
  });

  it('MT940: entries and headers as banks write them otherwise', () => {
    const file = (rest: string) => mt940(`:61:${rest}\n:86:A`, undefined, 'C261123EUR110,00');
    for (const rest of [
      '2611231123C10,00  NTRFNONREF',
      '261123C10,NTRFNONREF',
      '2611231123CR10,00S103REF//BANK',
      '2611231123C10,00//BANK',
      '2611231123CR10,00 //BANK',
    ])
      expect(readOne(file(rest)), rest).to.include({ ties: true, entryCount: 1 });
    const plain = file('2611231123C10,00NTRFNONREF');
    for (const [from, to] of [
      [':28C:00012/001\r\n', ''],
      [':28C:00012/001', ':28C:'],
      [':20:STARTUMS', ':20:'],
      [':20:STARTUMS\r\n', ''],
      ['\r\n', '\n'],
    ] as const)
      expect(readOne(plain.replaceAll(from, to)), from).to.include({ ties: true, entryCount: 1 });
  });

  it('MT940: a point that ends an amount', () => {
    expect(refused(mt940('', 'C261123EUR00000000000000.', 'C261123EUR0,00'))).to.equal(undefined);
    expect(refused(mt940('', 'C261123EUR1.234', 'C261123EUR1.234'))).to.include('not an amount');
  });

  it('CSV: the newest row first, by day', () => {
    const ends = (text: string) => {
      const { opening, closing, ties } = readOne(text);
      expect(ties).to.equal(true);
      return [opening?.amount.toFixed(), opening?.date, closing?.amount.toFixed(), closing?.date].join(' ');
    };
    expect(ends(invented('newest-first.csv'))).to.equal('100 2026-11-24 100 2026-11-25');
    expect(ends(invented('newest-first-sweep.csv'))).to.equal('100 2026-11-23 100 2026-11-24');
    const csv = (...rows: string[]) => ['Date,Amount,Balance', ...rows].join('\n');
    // Days from the newest, rows within a day from the oldest.
    expect(ends(csv('2026-11-25,1,10', '2026-11-25,2,12', '2026-11-24,4,5', '2026-11-24,4,9'))).to.equal(
      '1 2026-11-24 12 2026-11-25',
    );
    // Days that are no days of booking.
    expect(ends(csv('2026-11-24,1,10', '2026-11-23,2,12', '2026-11-25,4,16'))).to.equal(
      '9 2026-11-24 16 2026-11-25',
    );
    const timed = csv('2026-11-24 15:00,-50,50', '2026-11-24 9:30,50,100');
    expect(ends(timed)).to.equal('50 2026-11-24 50 2026-11-24');
    expect(ends(csv('2026-11-25,5,105', '2026-11-24,-50,100', '2026-11-24,50,150'))).to.equal(
      '100 2026-11-24 105 2026-11-25',
    );
  });

  it('CSV: rows of one day that tie both ways are not believed, unless the mapping says which', () => {
    const text = 'D,A,B\n2026-11-24,50,100\n2026-11-24,-50,50\n';
    const mapping: CsvMapping = {
      ...{ account: { value: '1' }, currency: { value: 'USD' }, balance: 'B', amount: { column: 'A' } },
      separator: ',',
      decimal: '.',
      bookingDate: { column: 'D', format: 'YYYY-MM-DD' },
    };
    expect(refused(text, { csv: mapping })).to.include('newest row first and last');
    const opening = (order: 'oldest_first' | 'newest_first') =>
      readOne(text, { csv: { ...mapping, order } }).opening?.amount.toFixed();
    expect([opening('oldest_first'), opening('newest_first')]).to.deep.equal(['50', '100']);
    expect(refused('D,A,B\n2026-11-24,50,100\n', { csv: mapping })).to.equal(undefined);
  });

  it('CSV: a row that has no balance is not booked yet', () => {
    const { entries, closing, ties, moved } = readOne(invented('pending-row.csv'));
    expect(entries.map(({ status }) => status)).to.deep.equal(['booked', 'pending']);
    expect([closing?.amount.toFixed(), ties, moved.credits.count]).to.deep.equal(['150', true, 1]);
    expect(refused('Date,Amount,Balance\n2026-11-23,5,105\n2026-11-24,5,\n2026-11-25,5,110\n')).to.include(
      'without a balance',
    );
    const statused = (status: string) =>
      refused(`Date,Amount,Balance,S\n2026-11-23,5,105,OK\n2026-11-24,5,,${status}\n2026-11-25,5,110,OK\n`, {
        csv: {
          ...{ separator: ',', account: { value: '1' }, currency: { value: 'USD' }, decimal: '.' },
          ...{ bookingDate: { column: 'Date', format: 'YYYY-MM-DD' }, amount: { column: 'Amount' } },
          ...{ balance: 'Balance', status: { column: 'S', booked: ['OK'] } },
        },
      });
    expect(statused('PENDING')).to.equal(undefined);
    expect(statused('OK')).to.include('does not tie from row to row');
  });
});
