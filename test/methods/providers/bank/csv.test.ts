import { expect } from 'chai';
import {
  FileRefused,
  parseCsvMapping,
  type CsvMapping,
} from '../../../../src/methods/providers/bank/files/index.ts';
import { amounts, read, readEntry, readOne, refused } from './files.ts';

const mapping: CsvMapping = {
  separator: ',',
  account: { value: '002115016003269411' },
  currency: { value: 'MXN' },
  bookingDate: { column: 'Fecha', format: 'DD/MM/YYYY' },
  amount: { credit: 'Abono', debit: 'Cargo' },
  decimal: '.',
  thousands: ',',
  balance: 'Saldo',
  reference: 'Folio',
  texts: ['Concepto', 'Detalle'],
  payer: { name: 'Ordenante' },
};
const HEADER = 'Fecha,Folio,Concepto,Detalle,Ordenante,Cargo,Abono,Saldo';
const ROWS = [
  '23/11/2026,F1,SPEI RECIBIDO,REF 7K3Q9X2M,ADA,,"1,500.00","2,500.00"',
  '23/11/2026,F2,COMISION,,,5.80,,"2,494.20"',
  '24/11/2026,F3,SPEI ENVIADO,,,"-494.20",,"2,000.00"',
];
const file = (rows: readonly string[], header = HEADER) => [header, ...rows, ''].join('\r\n');
const csv = (changes: Partial<CsvMapping> = {}) => ({ csv: { ...mapping, ...changes } });

describe('CSV files', () => {
  it('are the books with a running balance that proves each row, in whichever order they are', () => {
    for (const rows of [ROWS, ROWS.toReversed()]) {
      const statement = readOne(file(rows), csv());
      expect(statement).to.include({
        role: 'books',
        ties: true,
        account: '002115016003269411',
        currency: 'MXN',
      });
      expect(amounts(statement.entries)).to.deep.equal(['1500', '-5.8', '-494.2']);
      expect([statement.opening?.amount.toFixed(), statement.closing?.amount.toFixed()]).to.deep.equal([
        '1000',
        '2000',
      ]);
      expect(statement).to.include({ from: '2026-11-23', to: '2026-11-24' });
    }
    const found = readEntry(file(ROWS), csv());
    expect(found).to.deep.include({ bookingDate: '2026-11-23', texts: ['SPEI RECIBIDO REF 7K3Q9X2M'] });
    expect(found.references.servicer).to.equal('F1');
    expect(found.party.name).to.equal('ADA');
  });

  it('are refused if one row is missing or changed', () => {
    expect(refused(file(ROWS.filter((_, index) => index !== 1)), csv())).to.include('from row to row');
    expect(refused(file(ROWS.map((row) => row.replace('5.80', '5.81'))), csv())).to.include(
      'from row to row',
    );
  });

  it('are early news without a running balance', () => {
    const { balance, ...unproven } = mapping;
    expect(balance).to.equal('Saldo');
    expect(readOne(file(ROWS), { csv: unproven })).to.include({ role: 'early', ties: null, closing: null });
    expect(refused(file(ROWS), { csv: unproven })).to.equal(undefined);
  });

  it('may have title lines, sums beneath, and the balance in a cell of its own', () => {
    const lines = [
      'Bank code : 1001,,,,',
      'Balance at end of period,,,,"+31070,11"',
      'Date,Operation,Label,Debit,Credit',
      '01/04/20,UNIQUE OP 1,LABEL 1,"-50,00",',
      '02/04/20,UNIQUE OP 4,LABEL 4,,"1300,00"',
      'Balance at start of period,,,,"+29820,11"',
    ].join('\n');
    const statement = readOne(lines, {
      csv: {
        ...{
          separator: ',',
          skipLines: 2,
          account: { value: '1' },
          currency: { value: 'EUR' },
          decimal: ',',
        },
        bookingDate: { column: 'Date', format: 'DD/MM/YY' },
        amount: { credit: 'Credit', debit: 'Debit' },
        finalBalance: { line: 2, field: 5 },
      },
    });
    expect(amounts(statement.entries)).to.deep.equal(['-50', '1300']);
    expect(statement.closing?.amount.toFixed()).to.equal('31070.11');
    expect(statement).to.include({ role: 'early', from: '2020-04-01' });
  });

  it('may tell the side in words, the currency and account in columns, and what is booked', () => {
    const rows =
      'Konto;Datum;Betrag;Art;Waehrung;Status\n1;23.11.2026;1.234,50;H;EUR;gebucht\n2;23.11.2026;7,00;S;USD;vorgemerkt\n';
    const { statements } = read(rows, {
      csv: {
        ...{
          separator: ';',
          account: { column: 'Konto' },
          currency: { column: 'Waehrung' },
          decimal: ',',
          thousands: '.',
        },
        bookingDate: { column: 'Datum', format: 'DD/MM/YYYY' },
        amount: { column: 'Betrag', side: { column: 'Art', credit: 'H', debit: 'S' } },
        status: { column: 'Status', booked: ['gebucht'] },
      },
    });
    expect(statements.map(({ account, currency }) => `${account} ${currency}`)).to.deep.equal([
      '1 EUR',
      '2 USD',
    ]);
    expect(statements.flatMap(({ entries }) => amounts(entries))).to.deep.equal(['1234.5', '-7']);
    expect(statements[1]?.entries[0]?.status).to.equal('pending');
  });

  it('may have no header row: columns then have numbers', () => {
    const rows = '20261123|10.00\n20261124|(2.50)\n';
    const numbered = {
      ...({ separator: '|', header: false, decimal: '.' } as const),
      ...{ account: { value: '1' }, currency: { value: 'USD' }, amount: { column: '2' } },
      bookingDate: { column: '1', format: 'YYYYMMDD' as const },
    };
    expect(amounts(readOne(rows, { csv: numbered }).entries)).to.deep.equal(['10', '-2.5']);
  });

  it('are refused if their header is not the one of the mapping', () => {
    expect(refused(file(ROWS, HEADER.replace('Saldo', 'Saldo final')), csv())).to.include(
      'no column “Saldo”',
    );
    expect(refused(file(ROWS, `${HEADER},Saldo`), csv())).to.include('two columns “Saldo”');
    expect(refused(file(ROWS.map((row) => row.replace('23/11', '31/02'))), csv())).to.include('DD/MM/YYYY');
    expect(refused(file(ROWS.map((row) => row.replace('5.80', '"5,80"'))), csv())).to.include(
      'not an amount',
    );
  });

  it('are read without a mapping if header, dates and amounts leave no doubt', () => {
    const plain = file(
      ['12/15/2018,-33.50,-23.50', '12/15/2018,"1,533.50","1,510.00"'],
      'Date,Amount,Balance',
    );
    expect(readOne(plain)).to.include({ ties: true, account: '', currency: 'XXX' });
    expect(refused(file(['01/02/2026,1.50'], 'Date,Amount'))).to.include('two ways. Pass a mapping');
    expect(refused(file(['2026-11-23,"1,500"'], 'Date,Amount'))).to.include('two ways. Pass a mapping');
    expect(refused(file(['1,2'], 'When,How much'))).to.include('Pass a mapping');
    expect(refused('hello\nworld\n')).to.include('none of the known formats');
  });

  it('have amounts as people write them, and no others', () => {
    const amountOf = (text: string) => {
      const { balance, ...unproven } = mapping;
      return readEntry(file([`23/11/2026,F,,,,,"${text}",${balance ?? ''}`]), {
        csv: unproven,
      }).amount.toFixed();
    };
    expect(['1,234.50', '+5', '$ 7.00', '-3.00', '(4.00)', '9.00-'].map(amountOf)).to.deep.equal([
      ...['1234.5', '5', '7', '-3', '-4', '-9'],
    ]);
    for (const text of [
      '1e5',
      '0x10',
      '--5',
      'NaN',
      'Infinity',
      '1.2.3',
      '1,2',
      '1234567890123456789',
      '=1+1',
    ])
      expect(() => amountOf(text), text).to.throw(FileRefused);
  });
});

describe('a mapping of CSV columns', () => {
  it('is taken from JSON if every field is right', () => {
    expect(parseCsvMapping(JSON.parse(JSON.stringify(mapping)))).to.deep.equal(mapping);
  });

  it('is refused with the field that is wrong', () => {
    const wrong = (changes: object) => () => parseCsvMapping({ ...mapping, ...changes });
    expect(wrong({ separator: '#' })).to.throw(FileRefused, 'separator must be one of');
    expect(wrong({ currency: { value: 'pesos' } })).to.throw(FileRefused, 'currency.value');
    expect(wrong({ amount: {} })).to.throw(FileRefused, 'amount must have one of the fields column, credit');
    expect(wrong({ bookingDate: { column: 'D', format: 'DMY' } })).to.throw(
      FileRefused,
      'bookingDate.format',
    );
    expect(wrong({ color: 'red' })).to.throw(FileRefused, 'unknown field "color"');
    expect(wrong({ skipLines: 1.5 })).to.throw(FileRefused, 'skipLines');
    expect(wrong({ decimal: ',' })).to.throw(FileRefused, 'decimal and thousands');
    for (const value of [null, [], 'x', 1, JSON.parse('{"__proto__": {}}')])
      expect(() => parseCsvMapping(value)).to.throw(FileRefused);
  });
});
