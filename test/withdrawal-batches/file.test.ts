import { expect } from 'chai';
import { decodeFile, MAX_FILE_BYTES, readText } from '../../src/withdrawal-batches/file.ts';

const faultOf = (read: () => unknown): string => {
  try {
    read();
    return 'read';
  } catch (error) {
    return (error as { param: string }).param;
  }
};

const readFile = (bytes: Buffer) => readText(decodeFile(bytes));

describe('a file of a batch', () => {
  const lines = [
    ['150.50', 'Main account', 'Invoice 7, "urgent"'],
    ['1,234.00', 'Ñandú S.A.', "=cmd|'/c calc'!A1"],
  ] as const;

  it('is read with commas, semicolons or tabs, with or without the mark of UTF-8', () => {
    for (const separator of [',', ';', '\t']) {
      const rows = lines.map((cells) =>
        cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator),
      );
      const text = [['Amount', 'destination', 'note'].join(separator), ...rows].join('\r\n');
      for (const file of [Buffer.from(text), Buffer.from(`\uFEFF${text}`)]) {
        expect(
          readFile(file).map(({ amount, destination, note }) => [amount, destination, note]),
        ).to.deep.equal(lines);
      }
    }
  });

  it('numbers its lines as an editor does, and leaves out empty ones', () => {
    const read = readText('amount,clabe\n1,a\n\n,\n2,b\n');
    expect(read.map(({ line, amount }) => [line, amount])).to.deep.equal([
      [2, '1'],
      [5, '2'],
    ]);
  });

  it('may mark digits as text with an apostrophe, as our own files do', () => {
    expect(readText("amount,method,clabe\n5,SPEI,'032180000118359719")[0]?.parts.clabe).to.equal(
      '032180000118359719',
    );
  });

  it('is refused plainly if it cannot be read for certain', () => {
    const latin = Buffer.from('amount,destination\n5,Peña', 'latin1');
    expect(faultOf(() => readFile(latin))).to.equal('file.encoding');
    expect(faultOf(() => readFile(Buffer.from('\uFEFFamount\n5', 'utf16le')))).to.be.oneOf([
      'file.encoding',
      'file.header',
    ]);
    expect(faultOf(() => readText('importe,destino\n5,x'))).to.equal('file.header');
    expect(faultOf(() => readText('amount,amount\n5,6'))).to.equal('file.header');
    expect(faultOf(() => readText('destination\nx'))).to.equal('file.header');
    expect(faultOf(() => readText('amount\n'))).to.equal('file.empty');
    expect(faultOf(() => readText('amount\n5,6'))).to.equal('file.unreadable');
    expect(faultOf(() => readText('amount,note\n5,"open'))).to.equal('file.unreadable');
  });

  it('has at most 500 lines, and a bounded size', () => {
    const of = (count: number) => `amount\n${'5\n'.repeat(count)}`;
    expect(readText(of(500))).to.have.length(500);
    expect(faultOf(() => readText(of(501)))).to.equal('file.size');
    expect(faultOf(() => readText(`amount\n5${'\n'.repeat(2_000)}5`))).to.equal('file.size');
    expect(faultOf(() => readFile(Buffer.alloc(MAX_FILE_BYTES + 1, 'x')))).to.equal('file.size');
  });
});
