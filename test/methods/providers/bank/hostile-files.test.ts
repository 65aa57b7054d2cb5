import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { bai2, balance, camt, entry, mt940, readEntry, readOne, refused } from './files.ts';

const withEntry = (parts: Parameters<typeof entry>[0]) => camt({ entries: entry(parts) });

describe('hostile statement files', () => {
  it('are refused with a doctype, before any entity is looked at', () => {
    const bomb =
      '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
    const file = (doctype: string) => camt().replace('<Document', `${doctype}<Document`);
    expect(refused(file(bomb))).to.include('DOCTYPE');
    expect(refused(file('<!DOCTYPE d SYSTEM "file:///etc/passwd">'))).to.include('DOCTYPE');
    expect(refused(camt().replace('S1', '&unknown;'))).to.include('broken');
    expect(refused(file('<?xml-stylesheet href="x"?>'))).to.include('processing instruction');
  });

  it('are refused if nested too deep, at once', () => {
    expect(refused(`<Document>${'<a>'.repeat(200_000)}`)).to.include('deeper than 64');
  });

  it('are refused if too large in bytes, entries or texts', () => {
    expect(refused(Buffer.alloc(21 * 1024 * 1024, 32))).to.include('20 MB');
    expect(refused(camt({ statement: `<AddtlStmtInf>${'x'.repeat(10_001)}</AddtlStmtInf>` }))).to.include(
      '10,000',
    );
    const tiny = '<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>';
    expect(refused(camt({ entries: tiny.repeat(100_001) }))).to.include('100,000 entries');
    expect(refused(mt940(`:61:261123C1,NTRFNONREF\n:86:${'x'.repeat(10_001)}`))).to.include('10,000');
    expect(refused(camt({ statement: '<a/>'.repeat(200_000) }))).to.include('too many elements');
  }).timeout(20_000);

  it('are refused if they are no text, or of an encoding that is not known', () => {
    const bytes = (...numbers: number[]) => Buffer.from(numbers);
    expect(refused(bytes(0x50, 0x4b, 3, 4, 20))).to.include('ZIP');
    expect(refused(bytes(0x1f, 0x8b, 8, 0))).to.include('gzip');
    expect(refused('%PDF-1.7')).to.include('PDF');
    expect(refused(Buffer.alloc(0))).to.include('empty');
    expect(refused(mt940('').replace('STARTUMS', 'STA\0RTUMS'))).to.include('NUL');
    const utf32 = Buffer.from(
      [...Buffer.from(camt(), 'utf16le')].flatMap((byte, at) => (at % 2 ? [byte, 0, 0] : [byte])),
    );
    expect(refused(utf32)).to.include('UTF-32');
    expect(refused(camt().replace('UTF-8', 'EBCDIC-CP-US'))).to.include('encoding');
    expect(refused(Buffer.from(camt({ statement: '<Nm>Müller</Nm>' }), 'latin1'))).to.include(
      'not valid UTF-8',
    );
  });

  it('may be in UTF-8, UTF-16, Latin-1, Latin-9 and Windows-1252', () => {
    const named = withEntry({
      details: '<TxDtls><RltdPties><Dbtr><Nm>Müller €</Nm></Dbtr></RltdPties></TxDtls>',
    });
    const name = (file: Buffer) => readOne(file).entries[0]?.party.name;
    const as = (encoding: string) => named.replace('UTF-8', encoding);
    expect(name(Buffer.from(`\ufeff${named}`))).to.equal('Müller €');
    expect(name(Buffer.from(`\ufeff${as('UTF-16')}`, 'utf16le'))).to.equal('Müller €');
    expect(name(Buffer.from(as('UTF-16'), 'utf16le').swap16())).to.equal('Müller €');
    expect(name(Buffer.from(as('UTF-16')))).to.equal('Müller €');
    const single = (encoding: string, euro: string) => Buffer.from(as(encoding).replace('€', euro), 'latin1');
    expect(name(single('ISO-8859-1', 'x'))).to.equal('Müller x');
    expect(name(single('iso-8859-15', '\xa4'))).to.equal('Müller €');
    expect(name(single('Windows-1252', '\x80'))).to.equal('Müller €');
    const flat = mt940(':61:261123C1,NTRFNONREF\n:86:M\xfcller', undefined, 'C261123EUR101,00');
    expect(readOne(Buffer.from(flat, 'latin1')).entries[0]?.texts).to.deep.equal(['Müller']);
    expect(readOne(Buffer.from(flat)).entries[0]?.texts).to.deep.equal(['Müller']);
    const euro = { charset: 'iso-8859-15' } as const;
    expect(
      readOne(Buffer.from(flat.replace('\xfc', '\xa4'), 'latin1'), euro).entries[0]?.texts,
    ).to.deep.equal(['M€ller']);
  });

  it('are refused if cut anywhere but behind what counts', () => {
    const files = [
      camt({ closing: balance('CLBD', '110.00'), entries: entry({ details: '<TxDtls/>' }) }),
      mt940(':61:261123C1,NTRFNONREF\n:86:text', undefined, 'C261123EUR101,00'),
      bai2(['16,195,100,Z,,,TEXT/'], { closing: '10100' }),
    ];
    // Behind the closing balance of an MT940 nothing counts, nor do its last zeros.
    const endOf = (file: string) =>
      file.indexOf(':62F:') + 1 ? file.indexOf('101,00') + 2 : file.length - 4;
    for (const file of files)
      for (let end = 0; end < endOf(file); end += 3)
        expect(refused(file.slice(0, end)), file.slice(0, end).slice(-30)).to.be.a('string');
  });

  it('are refused with amounts that are none', () => {
    const wrong = [
      '1e5',
      '0x10',
      '--5',
      '-5',
      'NaN',
      'Infinity',
      '1,5',
      '1_000',
      ' ',
      '',
      '.',
      '1.234567',
      '1234567890123456789',
      '１０',
    ];
    for (const amount of wrong) {
      expect(refused(withEntry({ amount })), amount)
        .to.be.a('string')
        .that.does.not.include('tie');
      expect(refused(camt({ opening: balance('OPBD', amount) })), amount)
        .to.be.a('string')
        .that.does.not.include('tie');
      const line = `:61:261123C${amount.replace('.', ',')}NTRFNONREF`;
      if (!['1,5', '-5'].includes(amount))
        expect(refused(mt940(line)), line)
          .to.be.a('string')
          .that.does.not.include('tie:');
    }
    for (const amount of ['1e5', '0x10', '--5', '1.5', '1234567890123456789'])
      expect(refused(bai2([`16,195,${amount},Z,,,X/`])), amount)
        .to.be.a('string')
        .that.does.not.include('tie');
  });

  it('are refused with dates that do not exist', () => {
    for (const date of [
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '999999-01-01',
      '26-11-23',
      '20261123',
      'yesterday',
    ])
      expect(refused(withEntry({}).replace('2026-11-24', date)), date).to.include('not a date');
  });

  it('are refused if the XML is not well-formed, or says one thing twice', () => {
    expect(refused(camt().replace('<Id>S1</Id>', '<Id>S1</Stmt>'))).to.include('broken');
    expect(refused(camt().replace('Ccy="EUR"', 'Ccy="EUR" Ccy="USD"'))).to.include('broken');
    expect(refused(withEntry({ more: '<Amt Ccy="EUR">5</Amt>' }))).to.include('two elements Amt');
    expect(refused(withEntry({ more: '<CdtDbtInd>DBIT</CdtDbtInd>' }))).to.include('two elements CdtDbtInd');
    expect(refused(camt().replace('</Document>', '</Document><Document/>'))).to.include('broken');
    expect(refused(withEntry({ currency: 'eur' }))).to.include('currency');
    expect(refused(withEntry({ side: 'BOTH' }))).to.include('neither CRDT nor DBIT');
  });

  it('show texts as one clean line', () => {
    const text = 'a\u202eevil\u2066\u200b\ufeff&#9;b&#10;c  e\u0301\u{e0041}';
    const { texts } = readEntry(
      withEntry({ details: `<TxDtls><RmtInf><Ustrd>${text}</Ustrd><Ustrd>=1+1</Ustrd></RmtInf></TxDtls>` }),
    );
    // What leads a formula is escaped where it is exported; here it is what the payer wrote.
    expect(texts).to.deep.equal(['aevil b c é', '=1+1']);
    const mt = readEntry(
      mt940(':61:261123C1,NTRFNONREF\n:86:x\u202ey\u0007z', undefined, 'C261123EUR101,00'),
    );
    expect(mt.texts).to.deep.equal(['xyz']);
  });

  it('quote nothing unclean in a refusal', () => {
    const reason = refused(withEntry({ amount: `1\u202e${'9'.repeat(3_000)}` }));
    expect(reason).to.match(/^[ -~“”…]+$/);
    expect(reason?.length).to.be.below(200);
    expect(refused(camt().replace('S1', '</\u202e\u0007x>'))).to.not.match(/[\p{Cc}\p{Cf}]/u);
  });

  it('do nothing but be read or refused, however they are changed', () => {
    const samples = new URL('samples/bai2/', import.meta.url);
    const files = [
      withEntry({ details: '<TxDtls><Refs><EndToEndId>E</EndToEndId></Refs></TxDtls>'.repeat(2) }),
      mt940(
        ':61:2611231124CR1,NTRFNONREF//B\nsupplement\n:86:166?00GUTSCHRIFT?20EREF+1?21SVWZ+x?32A',
        undefined,
        'C261123EUR101,00',
      ),
      bai2(['16,195,100,V,261123,,A,B,TEXT/', '88,EREF: 1'], { closing: '10100' }),
      'Date,Amount,Balance,Currency\n2026-11-23,1.00,2.00,USD\n2026-11-24,1.00,3.00,USD\n',
      ...readdirSync(samples)
        .filter((name) => name.endsWith('.bai2'))
        .map((name) => readFileSync(new URL(name, samples), 'latin1')),
    ].map((text) => Buffer.from(text, 'latin1'));
    const random = createRandom(20261123);
    let read = 0;
    for (let round = 0; round < 6_000; round++) {
      const file = files[round % files.length] as Buffer;
      if (refused(mutate(file, files, random)) === undefined) read += 1;
    }
    expect(read).to.be.greaterThan(100);
  }).timeout(60_000);
});

/** Numbers below a limit, the same ones each time (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const TOKENS = [
  '<',
  '>',
  '</Ntry>',
  '&',
  '/',
  ',',
  ':',
  '\n:61:',
  '\n:62F:',
  '\n88,',
  '\n16,',
  '"',
  '-',
  '9'.repeat(30),
  '\u0000',
  '\xff',
  '{4:',
  '?20',
  '',
];

/** Changes a few places: bytes, tokens, pieces cut, doubled or taken from another file. */
function mutate(file: Buffer, files: readonly Buffer[], random: (below: number) => number): Buffer {
  let bytes = file;
  for (let change = 0; change <= random(4); change++) {
    const at = random(bytes.length + 1);
    const length = random(20);
    const other = files[random(files.length)] as Buffer;
    const from = random(other.length);
    const pieces = [
      () => Buffer.from([random(256)]),
      () => Buffer.from(TOKENS[random(TOKENS.length)] ?? '', 'latin1'),
      () => bytes.subarray(at, at + 2 * length),
      () => other.subarray(from, from + length),
      () => Buffer.alloc(0),
    ];
    const piece = pieces[random(pieces.length)]?.() ?? Buffer.alloc(0);
    bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + random(3) * length)]);
  }
  return bytes;
}
