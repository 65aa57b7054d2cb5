import { expect } from 'chai';
import { amounts, mt940, read, readEntry, readOne, refused } from './files.ts';

/** From the German agreement on data transfer: it ties, closes on 31 November, and has a credit with funds letter R. */
const GERMAN = `:20:1234567
:21:9876543210
:25:10020030/1234567
:28C:5/1
:60F:C021101EUR2187,95
:61:0211011102DR800,NSTONONREF//55555
:86:008?00DAUERAUFTRAG?100599?20Miete Novem
ber?3010020030?31234567?32MUELLER?34339
:61:0211021102CR3000,NTRFNONREF//55555
:86:051?00UEBERWEISUNG?100599?20Gehalt Oktober
?21Firma Mustermann GmbH?3050060400?31084756
4700?32MUELLER?34339
:62F:C021131EUR4387,95
-`;
const line = (mark: string, rest = '10,00NTRFNONREF') => `:61:2611231124${mark}${rest}`;
const up = (lines: string) => mt940(lines, undefined, 'C261123EUR110,00');
const down = (lines: string) => mt940(lines, undefined, 'C261123EUR90,00');

describe('MT940 and MT942 files', () => {
  it('tie, though they may close on a day that the month does not have', () => {
    expect(read(GERMAN).format).to.equal('MT940');
    const { ties, closing, entries, id } = readOne(GERMAN);
    expect({ ties, id, date: closing?.date }).to.deep.equal({ ties: true, id: '5', date: '2002-11-31' });
    expect(amounts(entries)).to.deep.equal(['-800', '3000']);
    expect(entries[1]?.party).to.include({ name: 'MUELLER', account: '0847564700', routing: '50060400' });
    expect(entries[1]?.texts).to.deep.equal(['UEBERWEISUNG', 'Gehalt OktoberFirma Mustermann GmbH']);
    expect(entries[1]?.references.servicer).to.equal('55555');
  });

  it('turn the sign of a reversal: RC takes a credit back, RD returns a debit', () => {
    expect(readEntry(down(line('RC')))).to.include({ kind: 'taken_back' });
    expect(readOne(down(line('RC'))).ties).to.equal(true);
    expect(readEntry(up(line('RD')))).to.include({ kind: 'return' });
    expect(readOne(up(line('RDR'))).ties).to.equal(true);
    expect(readOne(up(line('CR'))).entries[0]).to.include({ kind: 'payment' });
  });

  it('know returns and charges by type, code words and German codes', () => {
    const kindOf = (file: string) => readEntry(file).kind;
    expect(kindOf(up(line('C', '10,NRTINONREF')))).to.equal('return');
    expect(kindOf(up(`${line('C')}\n:86:/RTRN/MS03/REMI/back/`))).to.equal('return');
    expect(kindOf(up(`${line('C')}\n:86:159?00RETOURE?20EREF+P7K3Q9X2M4T8WAB?34914`))).to.equal('return');
    expect(kindOf(up(`${line('C')}\n:86:166?00GUTSCHRIFT?20Hello?34000`))).to.equal('payment');
    expect(kindOf(down(line('D', '10,NCHGNONREF')))).to.equal('charge');
    expect(kindOf(down(`${line('D')}\n:86:805?00ENTGELT`))).to.equal('charge');
  });

  it('take the year of an entry date from the value date beside it', () => {
    const dates = (day: string) => readEntry(up(`:61:${day}C10,NTRFNONREF`));
    expect(dates('2612310102')).to.include({ valueDate: '2026-12-31', bookingDate: '2027-01-02' });
    expect(dates('2701021231')).to.include({ valueDate: '2027-01-02', bookingDate: '2026-12-31' });
    expect(dates('1602300301')).to.include({ valueDate: '2016-02-29', bookingDate: '2016-03-01' });
    expect(dates('261123    ')).to.include({ valueDate: '2026-11-23', bookingDate: null });
    expect(dates('261123')).to.include({ bookingDate: null });
    expect(refused(up(':61:2613230101C10,NTRFNONREF'))).to.include('YYMMDD');
  });

  it('may break a line after the mark, and leave decimals or a type out', () => {
    expect(readOne(up(':61:2611231124CR\n10,00N062NONREF')).ties).to.equal(true);
    expect(readOne(up(':61:2611231124C10NTRF29-07-2014 10:05//X')).ties).to.equal(true);
    expect(readOne(up(':61:2611231124C10,S   X')).ties).to.equal(true);
    expect(readOne(mt940(':61:2611231124C11,8N426NONREF', undefined, 'C261123EUR111,8')).ties).to.equal(true);
  });

  it('skip lines of zero that only carry balances', () => {
    const file = up(`${line('C')}\n:61:261123    CD0,00NDEFNONREF//\n/ABC/DEF/C 37897,00 BAI CD 025`);
    expect(readOne(file)).to.include({ ties: true, entryCount: 1 });
  });

  it('join code words that a line or a subfield breaks', () => {
    const text =
      ':86:166?00GUTSCHRIFT?20EREF+7K3Q9X?212M4T?22SVWZ+Rechnung RF18539007?23547034?30COBADEF\nFXXX?32Ada';
    const { references, texts, party } = readEntry(up(`${line('C')}\n${text}`));
    expect(references.endToEnd).to.equal('7K3Q9X2M4T');
    expect(texts).to.deep.equal(['GUTSCHRIFT', 'Rechnung RF18539007547034']);
    expect(party).to.include({ bic: 'COBADEFFXXX', name: 'Ada' });
  });

  it('read slash code words, those of structured references too', () => {
    const text =
      ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/ADA/REMI/STRD/CUR/RF1853900\n7547034/EREF/E1';
    const found = readEntry(up(`${line('C')}\n${text}`));
    expect(found.creditorReferences).to.deep.equal(['RF18539007547034']);
    expect(found.party).to.deep.equal({
      name: 'ADA',
      account: 'NL91ABNA0417164300',
      bic: 'ABNANL2A',
      routing: null,
    });
    expect(found.references.endToEnd).to.equal('E1');
  });

  it('read the numbered texts of :NS:, and several fields 86', () => {
    const numbered = readEntry(
      up(`${line('C')}\n:NS:01Invoice\n02seven\n15Ada\n17TRANSFER\n3310918001\n340000004279`),
    );
    expect(numbered.texts).to.deep.equal(['TRANSFER', 'Invoice seven']);
    expect(numbered.party).to.deep.include({ name: 'Ada', account: '0000004279', routing: '10918001' });
    expect(readEntry(up(`${line('C')}\n:86:one\n:86:two`)).texts).to.deep.equal(['one', 'two']);
  });

  it('do not take a time within a text for a field', () => {
    const text = ':86:106?20AB 2014-09-12T16\n:26:37 Folgenr. 007';
    expect(readEntry(up(`${line('C')}\n${text}`)).texts).to.deep.equal([
      'AB 2014-09-12T16:26:37 Folgenr. 007',
    ]);
    expect(readOne(up(`${line('C')}\n:86:AT 16\n:20:37 O'CLOCK`)).ties).to.equal(true);
  });

  it('give the text after the closing balance to the statement', () => {
    const file = `${up(line('C')).replace('-\r\n', '')}:86:SUMMARY\r\n-`;
    expect(readOne(file).entries[0]?.texts).to.deep.equal([]);
  });

  it('come in any frame', () => {
    const framed = `{1:F01ASNBNL21XXXX0000000000}{2:O940ASNBNL21XXXXN}{3:}{4:\r\n${mt940('').replace('-\r\n', '-}{5:}')}`;
    expect(readOne(framed + framed.slice(0, 0))).to.include({ ties: true });
    expect(read(framed + '\r\n' + framed).statements).to.have.length(2);
    expect(readOne(`0000 01INGBNL2AXXXX00001\n940 00\n${mt940('')}-XXX`)).to.include({ ties: true });
    expect(readOne(`\u0001\n:940:\n${mt940('').replace('-\r\n', '-\u0003')}`)).to.include({ ties: true });
  });

  it('join the pages of a statement, and show the page that is alone', () => {
    const page = (number: number, body: string) => `:20:X\n:25:1\n:28C:7/${number}\n${body}\n-\n`;
    const first = page(1, `:60F:C261123EUR100,\n${line('C')}\n:62M:C261123EUR110,`);
    const second = page(2, `:60M:C261123EUR110,\n${line('C')}\n:62F:C261123EUR120,`);
    const whole = readOne(first + second);
    expect(whole).to.include({ ties: true, page: null, entryCount: 2 });
    expect([whole.opening?.amount.toFixed(), whole.closing?.amount.toFixed()]).to.deep.equal(['100', '120']);
    expect(readOne(first).page).to.deep.equal({ number: 1, isLast: false });
    expect(readOne(second)).to.deep.include({ page: { number: 2, isLast: true }, ties: true });
    expect(
      read(first + second.replace(':60M:C261123EUR110,', ':60M:C261123EUR111,')).statements,
    ).to.have.length(2);
  });

  it('are refused if a balance is missing, or anything is where it does not belong', () => {
    expect(refused(mt940(line('C')))).to.include('does not tie');
    expect(refused(GERMAN.replace(/:62F:.*\n/, ''))).to.include('no closing balance');
    expect(refused(GERMAN.replace(/:60F:.*\n/, ''))).to.include('no opening balance');
    expect(refused(GERMAN.slice(GERMAN.indexOf(':60F:')))).to.include('where a statement begins');
    expect(refused(GERMAN.replace(/:25:.*\n/, ''))).to.include('names no account');
    expect(refused(`${mt940('')}${line('C')}`)).to.include('after its closing balance');
    expect(refused(mt940('', 'C261123EUR100,', 'C261123USD100,'))).to.include('in USD');
  });

  it('are early news as MT942, whose number and sum of entries must be right', () => {
    const interim = (sum: string) =>
      `:20:X\n:25:PL2911\n:28C:1/1\n:34F:PLN0\n:13D:1701191815+0100\n${line('C')}\n${line('EC')}\n:90D:0PLN0,00\n:90C:${sum}\n-`;
    const file = interim('2PLN20,00');
    expect(read(file).format).to.equal('MT942');
    expect(readOne(file)).to.include({ role: 'early', currency: 'PLN', ties: null });
    expect(readOne(file).entries.map(({ status }) => status)).to.deep.equal(['booked', 'pending']);
    expect(refused(file)).to.equal(undefined);
    expect(refused(interim('2PLN20,01'))).to.include(':90C:');
  });
});
