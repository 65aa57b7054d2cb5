import { expect } from 'chai';
import { newId } from '../../../../src/lib/ids.ts';
import { money } from '../../../../src/lib/money.ts';
import { paymentReferenceOf } from '../../../../src/methods/providers/bank/references/payment-reference.ts';
import { bai2 } from './files.ts';
import { openBooks, type TestBooks } from './books.ts';

describe("a statement's place in time (D42)", () => {
  let books: TestBooks;
  const open = async (opening: string, fields?: Record<string, unknown>): Promise<void> => {
    books = await openBooks(opening, fields);
  };
  afterEach(() => books?.close());

  /** An MT940 of one account, each entry as `:61:` has it. */
  const mt = (
    number: string,
    [openedOn, opening]: [string, string],
    lines: readonly string[],
    [closedOn, closing]: [string, string],
  ) =>
    [
      ...[':20:S', ':25:0123456789', `:28C:${number}`, `:60F:C${openedOn}USD${opening}`],
      ...lines.flatMap((line, at) => [`:61:${line}`, `:86:payment ${at}`]),
      ...[`:62F:C${closedOn}USD${closing}`, '-'],
    ].join('\n');
  const csv = (...rows: string[]) =>
    ['Date,Description,Amount,Balance,Currency,Account', ...rows.map((row) => `${row},USD,0123456789`)].join(
      '\n',
    );

  it('knows a day on which nothing remained, under another id and as MT940, and books the next one', async () => {
    for (const [day, ...copies] of [
      ['swept-day.xml', 'swept-day-other-id.xml', 'swept-day.sta'],
      ['zero-day.xml', 'zero-day-other-id.xml', 'zero-day.sta'],
      ['swept-day.sta', 'swept-day.xml', 'swept-day-other-id.xml'],
    ] as const) {
      await open('0');
      expect(await books.takeFile(day)).to.include({ statements: 1, entries: 2, waiting: null });
      for (const copy of copies) {
        expect(await books.takeFile(copy), copy).to.include({ statements: 0, entries: 0, waiting: null });
      }
      expect(await books.deposits()).to.equal('1 of 250');
      const next = await books.take(
        mt('332', ['261126', '0,00'], ['2611271127C10,00NTRFX'], ['261127', '10,00']),
      );
      expect(next).to.include({ statements: 1, waiting: null });
      expect(await books.closing()).to.equal('10');
      await books.close();
    }
    await open('0');
  });

  it('knows such a day told by another report of the bank, at an account for which money goes back by itself', async () => {
    await open('0', {
      ...{ asset: 'MXN', at_par: ['MXNB'], methods: ['SPEI'], clabe: '002180000001234560' },
      ...{ account_number: undefined, routing_number: undefined },
    });
    await books.takeFile('swept-morning.xml');
    expect(await books.takeFile('swept-morning-again.xml')).to.include({ statements: 0, waiting: null });
    expect(await books.deposits()).to.equal('1 of 250');
  });

  it('knows a day told in BAI2, which numbers entries otherwise, but not one with other numbers in one format', async () => {
    await open('0');
    await books.takeFile('zero-day.xml');
    const other = await books.takeFile('zero-day-other-id.xml', { B77: 'B78' });
    expect(other.waiting).to.match(/days from 2026-11-23 on/);
    const lines = ['16,195,25000,Z,OTHER,,hello/', '16,495,25000,Z,,,ZBA/'];
    const told = bai2(lines, { opening: '0', closing: '0', group: '1,261123,2400,USD,2' });
    expect(await books.take(told)).to.include({ statements: 0, waiting: null });
    expect(await books.deposits()).to.equal('1 of 250');
  });

  it('holds back a day whose payment names another link than the one that was booked', async () => {
    await open('0');
    const [one, two] = ['a', 'b'].map((seed) => paymentReferenceOf(seed)) as [string, string];
    await books.query(
      `insert into bank_places (reference, idempotency_key, account)
       select r, r, 'operations' from unnest($1::text[]) r`,
      [[one, two]],
    );
    await books.takeFile('zero-day.xml', { '@@REF@@': one });
    expect((await books.takeFile('zero-day.sta', { '@@REF@@': two })).waiting).to.match(
      /does not say the same/,
    );
    expect(await books.takeFile('zero-day.sta', { '@@REF@@': one })).to.include({ waiting: null });
  });

  it('never books a range of days again, also when its opening balance returns', async () => {
    await open('1000');
    for (const day of ['day-24.xml', 'day-24-to-25.xml', 'day-25.xml', 'day-26.xml'])
      await books.takeFile(day);
    expect(await books.booked()).to.deep.equal(['500', '200', '-700']);
    expect(await books.closing()).to.equal('1000');
    expect(await books.waiting()).to.equal(0);
  });

  it('knows ranges and days that are told in other formats', async () => {
    await open('1000');
    const day = (on: string, from: string, to: string, detail: string) =>
      bai2([detail], { opening: from, closing: to, group: `1,${on},2400,USD,2` });
    const lines = ['2611241124C500,00NTRFX//R1', '2611251125C200,00NTRFX//R2', '2611261126D700,00NSWPX//R3'];
    for (const file of [
      day('261124', '100000', '150000', '16,195,50000,Z,R1,,pay/'),
      mt('1', ['261124', '1000,00'], lines.slice(0, 2), ['261125', '1700,00']),
      day('261125', '150000', '170000', '16,195,20000,Z,R2,,pay/'),
      day('261126', '170000', '100000', '16,495,70000,Z,R3,,sweep/'),
      mt('1', ['261124', '1000,00'], lines.slice(0, 2), ['261125', '1700,00']).replace(':20:S', ':20:T'),
      csv('2026-11-24,a,500.00,1500.00', '2026-11-25,b,200.00,1700.00', '2026-11-26,c,-700.00,1000.00'),
      mt('2', ['261125', '1500,00'], lines.slice(1), ['261126', '1000,00']),
    ])
      expect(await books.take(file)).to.include({ refused: null, waiting: null });
    expect(await books.booked()).to.deep.equal(['500', '200', '-700']);
    expect(await books.closing()).to.equal('1000');
  });

  it('takes days in any order: each once, and the range whichever way it is told', async () => {
    const days = ['day-24.xml', 'day-25.xml', 'day-26.xml', 'day-24-to-25.xml'];
    for (const order of [
      [3, 2, 1, 0],
      [2, 3, 0, 1],
      [1, 0, 3, 2],
      [2, 1, 3, 0],
      [3, 0, 1, 2, 3],
    ]) {
      await open('1000');
      for (const at of order) await books.takeFile(days[at]!, { M1: `M${Math.random()}` });
      expect(
        (await books.booked()).map(Number).reduce((sum, one) => sum + one),
        String(order),
      ).to.equal(0);
      expect(await books.deposits(), String(order)).to.equal('2 of 700');
      expect([await books.closing(), await books.waiting()], String(order)).to.deep.equal(['1000', 0]);
      await books.close();
    }
    await open('0');
  });

  it('books every day of a bank whose number is always the same, or begins again each year', async () => {
    for (const files of [
      ['same-number-1.sta', 'same-number-2.sta', 'same-number-3.sta'],
      ['number-zero-1.sta', 'number-zero-2.sta', 'number-zero-3.sta'],
      ['number-1-of-2025.xml', 'number-1-of-2026.xml'],
    ]) {
      await open(files.length === 2 ? '0' : '1000', { aliases: ['1111111111', '2222222222'] });
      for (const file of files) expect((await books.takeFile(file)).waiting, file).to.equal(null);
      await books.close();
    }
    await open('0');
  });

  it('holds back what says something else of a closed day, whatever its id, and says so', async () => {
    await open('250');
    expect((await books.takeFile('long-id-1.xml')).waiting).to.equal(null);
    expect((await books.takeFile('long-id-2.xml')).waiting).to.match(/The statement Y{60}… is about days/);
    await books.takeFile('long-id-2.xml', { MsgId: 'MsgId ', YYYYY: 'Z'.repeat(100) }).catch(() => undefined);
    expect(await books.booked()).to.deep.equal(['1']);
  });

  it('stores an id of any length', async () => {
    await open('250');
    const id = Array.from({ length: 9_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 9_000)),
    ).join('');
    const taken = await books.takeFile('long-id-1.xml', { ['Y'.repeat(600)]: id, Y: '' });
    expect(taken).to.deep.include({ refused: null, statements: 1 });
  });

  it('takes the next statement of a day by its number, but not one that may be the day told again', async () => {
    await open('100');
    const line = (amount: string, reference: string) => `2611261126${amount},00NTRFNONREF//BANK${reference}`;
    const day: [string, string] = ['261126', '100,00'];
    await books.take(mt('7', day, [line('C50', 'A'), line(`D${50}`, 'B')], day));
    const wait = await books.take(mt('8', day, [line('C50', 'C'), line(`D${50}`, 'D')], day));
    expect(wait.waiting).to.match(/days from 2026-11-26 on/);
    const gap = await books.take(mt('9', day, [line('C20', 'E'), line('D20', 'F')], day));
    expect(gap.waiting).to.match(/days from 2026-11-26 on/);
    expect(await books.take(mt('8', day, [line('C30', 'G')], ['261126', '130,00']))).to.include({
      waiting: null,
    });
    expect(
      await books.take(mt('9', ['261126', '130,00'], [line('C5', 'H')], ['261126', '135,00'])),
    ).to.include({
      waiting: null,
    });
    expect(await books.closing()).to.equal('135');
  });

  it('holds back a day that BAI2 tells again with a movement more', async () => {
    await open('100');
    const day = (closing: string, ...lines: string[]) =>
      bai2(lines, { opening: '10000', closing, group: '1,261123,2400,USD,2' });
    await books.take(day('11000', '16,195,1000,Z,A1,,x/'));
    const again = await books.take(day('12000', '16,195,1000,Z,A1,,x/', '16,195,1000,Z,A2,,y/'));
    expect(again.waiting).to.match(/does not say the same/);
    expect(await books.booked()).to.deep.equal(['10']);
  });

  it('closes no day that is yet to come, which would keep all others waiting', async () => {
    await open('100');
    const late = mt('1', ['261124', '100,00'], ['2611241124C5,00NTRFX'], ['691231', '105,00']);
    expect((await books.take(late)).waiting).to.match(/closes on 2069-12-31, which is yet to come/);
    const day = mt('1', ['261124', '100,00'], ['2611241124C5,00NTRFX'], ['261124', '105,00']);
    expect((await books.take(day)).waiting).to.equal(null);
  });

  it('takes exports that overlap within a day once, row by row', async () => {
    await open('100');
    await books.take(csv('2026-11-23,a,50.00,150.00', '2026-11-24,b,25.00,175.00'));
    const more = csv('2026-11-24,b,25.00,175.00', '2026-11-24,c,5.00,180.00', '2026-11-25,d,-80.00,100.00');
    expect(await books.take(more)).to.include({ entries: 2, waiting: null });
    expect(await books.take(csv('2026-11-23,a,50.00,150.00'))).to.include({ entries: 0, waiting: null });
    // The balance is where it was before the first.
    const other = csv('2026-11-23,a,51.00,151.00', '2026-11-26,e,1.00,152.00');
    expect((await books.take(other)).waiting).to.match(/does not say the same/);
    expect(await books.booked()).to.deep.equal(['50', '25', '5', '-80']);
  });

  it('takes a weekly MT940 after the days of which it leaves the booking dates out', async () => {
    await open('0');
    await books.take(
      mt('1', ['261123', '0,00'], ['2611231123C10,00NTRFX', '2611231123D10,00NTRFX'], ['261123', '0,00']),
    );
    const week = mt(
      '1',
      ['261122', '0,00'],
      ['261123C10,00NTRFX', '261123D10,00NTRFX', '261125C7,00NTRFX'],
      ['261127', '7,00'],
    );
    expect(await books.take(week)).to.include({ entries: 1, waiting: null });
    expect(await books.closing()).to.equal('7');
  });

  it('books a page that is a whole statement, and pages under numbers that never change', async () => {
    await open('1000');
    expect((await books.takeFile('page-1.xml')).waiting).to.equal(null);
    expect((await books.takeFile('page-2.xml')).waiting).to.equal(null);
    expect(await books.closing()).to.equal('1260');
    const page = (at: number, opening: string, line: string, closing: string, day: string) =>
      [
        ...[':20:S', ':25:0123456789', `:28C:0/${at}`, `:60${at === 1 ? 'F' : 'M'}:C${day}USD${opening}`],
        ...[
          `:61:${day}${day.slice(2)}${line}`,
          ':86:x',
          `:62${at === 1 ? 'M' : 'F'}:C${day}USD${closing}`,
          '-',
        ],
      ].join('\n');
    const pages = [
      page(1, '1260,00', 'C10,00NTRFX', '1270,00', '261125'),
      page(2, '1270,00', 'D4,00NTRFX', '1266,00', '261125'),
      page(1, '1266,00', 'C20,00NTRFX', '1286,00', '261126'),
      page(2, '1286,00', 'C5,00NTRFX', '1291,00', '261126'),
    ];
    for (const at of [3, 2, 0, 1]) await books.take(pages[at]!);
    expect([await books.closing(), await books.waiting()]).to.deep.equal(['1291', 0]);
  });

  it('holds back a day that comes after a later one went on without it, for its balance had returned', async () => {
    await open('1000');
    const day: [string, string] = ['261124', '1000,00'];
    const zero = mt('1', day, ['2611241124C10,00NTRFX', '2611241124D10,00NTRFX'], day);
    await books.take(mt('2', ['261125', '1000,00'], ['2611251125C5,00NTRFX'], ['261125', '1005,00']));
    expect((await books.take(zero)).waiting).to.match(/does not say the same/);
    expect(await books.booked()).to.deep.equal(['5']);
  });

  it('is not kept from the right statement by a thousand that wait', async () => {
    await open('100');
    await books.query(
      `with file as (
         insert into bank_files (id, sha256, name, source, content)
         values (gen_random_uuid(), 'x', 'x', 'folder', '') returning id)
       insert into bank_statements (id, account, file_id, identity, role, opening, closing, first_day, last_day, waits, content)
       select gen_random_uuid(), 'operations', id, n::text, 'books', 5, 6, '2026-11-20', '2026-12-20', 'in line', '{"entries": []}'
         from file, generate_series(1, 1200) n`,
    );
    const second = mt('2', ['261124', '110,00'], ['2611251125C5,00NTRFX'], ['261125', '115,00']);
    const first = mt('1', ['261124', '100,00'], ['2611241124C10,00NTRFX'], ['261124', '110,00']);
    await books.take(second);
    await books.take(first);
    expect(await books.closing()).to.equal('115');
  });

  it('lets what an older program left waiting for a number go on', async () => {
    await open('1000');
    const day = mt('0', ['261124', '1000,00'], ['2611241124C75,00NTRFX'], ['261124', '1075,00']);
    await books.take(mt('0', ['261123', '5,00'], ['2611241124C75,00NTRFX'], ['261124', '80,00']));
    await books.query(
      `update bank_statements set waits = 'The bank has sent the statement 0 before, with other content.',
              first_day = null, last_day = null, opening = 1000, closing = 1000,
              content = '{"page": null, "closedOn": "2026-11-23", "currency": "USD", "entries": []}'
        where waits is not null`,
    );
    // It has to come for nothing else.
    await books.take(mt('0', ['261126', '8,00'], [], ['261126', '8,00']));
    expect(await books.query('select closed_on from bank_accounts')).to.deep.equal([
      { closed_on: '2026-11-23' },
    ]);
    expect(await books.take(day)).to.include({ waiting: null });
  });

  describe('of one that waits, two operators decide', () => {
    const idOf = async (): Promise<string> =>
      String((await books.query('select id from bank_statements where waits is not null'))[0]?.['id']);
    const decide = async (decision: 'accept' | 'discard', balance: string): Promise<void> => {
      const what = { statement: await idOf(), decision, balance: money(balance), operator: newId() };
      await books.db.transaction((trx) => books.bank.importer.decide(trx, what));
    };
    const refused = (decision: 'accept' | 'discard', balance: string): Promise<string> =>
      decide(decision, balance).then(
        () => 'done',
        (error: Error) => error.message,
      );
    const unknown = async () =>
      (await books.query(`select amount::float8 as amount from bank_entries where kind = 'unknown'`)).map(
        ({ amount }) => amount,
      );

    it('to accept it across a gap: what no statement shows is a movement that nothing explains', async () => {
      await open('100');
      await books.take(mt('5', ['261124', '140,00'], ['2611241124C10,00NTRFX'], ['261124', '150,00']));
      const next = mt('6', ['261125', '150,00'], ['2611251125C7,00NTRFX'], ['261125', '157,00']);
      await books.take(next);
      expect(await refused('accept', '151')).to.match(/closes with 150/);
      await decide('accept', '150');
      expect(await books.booked()).to.deep.equal(['10', '40', '7']);
      expect(await unknown()).to.deep.equal([40]);
      expect([await books.closing(), await books.waiting()]).to.deep.equal(['157', 0]);
    });

    it('to accept what a bank restated: only what is new of it, and its balance', async () => {
      await open('100');
      const day: [string, string] = ['261124', '100,00'];
      await books.take(mt('5', day, ['2611241124C10,00NTRFX'], ['261124', '110,00']));
      await books.take(mt('5', day, ['2611241124C10,00NTRFX', '2611241124C3,00NTRFX'], ['261124', '113,00']));
      await decide('accept', '113');
      expect(await books.booked()).to.deep.equal(['10', '3']);
      expect([await unknown(), await books.closing()]).to.deep.equal([[], '113']);
    });

    it('to accept a page whose others never come', async () => {
      await open('100');
      const page = mt('5/2', ['261124', '110,00'], ['2611241124C3,00NTRFX'], ['261124', '113,00']);
      await books.take(page.replace(':60F:', ':60M:'));
      await decide('accept', '113');
      expect([await books.booked(), await unknown()]).to.deep.equal([['3', '10'], [10]]);
    });

    it('to discard it, if the books have the balance that the bank shows; nothing of it is booked', async () => {
      await open('100');
      await books.take(mt('5', ['261124', '999,00'], ['2611241124C10,00NTRFX'], ['261124', '1009,00']));
      expect(await refused('discard', '1009')).to.match(/The books closed with 100/);
      await decide('discard', '100');
      expect([await books.closing(), await books.waiting()]).to.deep.equal(['100', 0]);
    });
  });
});
