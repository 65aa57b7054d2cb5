import { expect } from 'chai';
import type { QueryConfig } from 'pg';
import { connect, type Database, type Queryable } from '../../src/db/connect.ts';
import { command, limited, type Placeholders, query, sql } from '../../src/db/queries.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('a statement', () => {
  let database: TestDatabase;
  let db: Database;

  before(async () => {
    database = await createTestDatabase();
    db = connect({ connectionString: database.url, maxTransactions: 2, logger: createLogger('silent') });
  });
  after(async () => {
    await db?.close();
    await database?.drop();
  });

  /** Records what is sent to the database, and passes it on. */
  const listening = (): { on: Queryable; sent: QueryConfig[] } => {
    const sent: QueryConfig[] = [];
    return { sent, on: { query: (config) => (sent.push(config), db.read.query(config)) } };
  };

  it('is built once, on first use', async () => {
    let built = 0;
    const counted = query.first<{ n: number }, { n: number }>('test.counted', (p) => {
      built += 1;
      return sql.select(sql.raw('?::integer as n', [p.n]));
    });
    expect(built).to.equal(0);
    for (const n of [1, 2, 3]) expect(await counted(db.read, { n })).to.deep.equal({ n });
    expect(built).to.equal(1);
  });

  it('is prepared once per connection', async () => {
    const prepared = query.first<{ n: number }, { n: number }>('test.prepared', (p) =>
      sql.select(sql.raw('?::integer as n', [p.n])),
    );
    await db.snapshot(async (on) => {
      for (const n of [1, 2, 3]) await prepared(on, { n });
      const { rows } = await on.query({
        text: `select count(*)::integer as times, sum(generic_plans + custom_plans)::integer as runs
                 from pg_prepared_statements where name = 'test.prepared'`,
      });
      expect(rows).to.deep.equal([{ times: 1, runs: 3 }]);
    });
  });

  it('takes its parameters by name, in any position', async () => {
    const mixed = query.first<
      { a: string; b: number },
      { a: string; b: number; same: string; fixed: string }
    >('test.mixed', (p) =>
      sql.select(
        sql.raw(`?::integer as b, ?::text as a, ?::text as same, ? as fixed`, [p.b, p.a, p.a, "it's"]),
      ),
    );
    expect(await mixed(db.read, { b: 2, a: 'x' })).to.deep.equal({
      a: 'x',
      b: 2,
      same: 'x',
      fixed: "it's",
    });
  });

  it('sends values separately from its text, so that they are never SQL', async () => {
    const echo = query.first<{ text: string }, { text: string }>('test.echo', (p) =>
      sql.select(sql.raw('?::text as text', [p.text])),
    );
    for (const text of [`'; drop table accounts; --`, '$1', '?', ':name', '\\', 'ñ 🌵', '']) {
      const { on, sent } = listening();
      expect(await echo(on, { text })).to.deep.equal({ text });
      const command = { name: 'test.echo', text: 'select $1::text as text', values: [text], camelCase: true };
      expect(sent).to.deep.equal([command]);
    }
  });

  it('takes dates, lists, bytes and nulls', async () => {
    interface Values {
      at: Date;
      list: string[];
      bytes: Buffer;
      nothing: string | null;
    }
    const echo = query.first<Values, Values>('test.values', (p) =>
      sql.select(
        sql.raw('?::timestamptz as at, ?::text[] as list, ?::bytea as bytes, ?::text as nothing', [
          p.at,
          p.list,
          p.bytes,
          p.nothing,
        ]),
      ),
    );
    const values = {
      at: new Date('2026-11-20T12:00:00.123Z'),
      list: ['a', '{b,"c"}', ''],
      bytes: Buffer.from([0, 255]),
      nothing: null,
    };
    expect(await echo(db.read, values)).to.deep.equal(values);
  });

  it('returns times to the millisecond, whatever digits Postgres omits', async () => {
    const times = [
      '2026-11-20T12:00:00Z',
      '2026-11-20T12:00:00.1Z',
      '2026-11-20T23:59:59.999Z',
      '2027-02-28T00:00:00.010Z',
      '2199-12-31T04:05:06.789123Z',
      '1969-07-20T20:17:40.001999Z',
    ];
    const echo = query.all<{ times: string[] }, { at: Date }>('test.times', (p) =>
      sql.from(sql.raw('unnest(?::timestamptz[]) as at', [p.times])).select('at'),
    );
    const rows = await echo(db.read, { times });
    expect(rows.map(({ at }) => at.toISOString())).to.deep.equal(
      times.map((time) => new Date(time).toISOString()),
    );
  });

  it('refuses to run when a parameter is missing', async () => {
    const two = query.all<{ a: string; b: string | null }, { a: string; b: string | null }>('test.two', (p) =>
      sql.select(sql.raw('?::text as a, ?::text as b', [p.a, p.b])),
    );
    const failure = await two(db.read, { a: 'x' } as never).catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'statement parameter b is missing');
    expect(await two(db.read, { a: 'x', b: null })).to.deep.equal([{ a: 'x', b: null }]);
  });

  it('returns all rows, the first, or the number of rows', async () => {
    interface UpTo {
      upTo: number;
    }
    const series = (p: Placeholders<UpTo>) =>
      sql.from(sql.raw('generate_series(1, ?::integer) as n', [p.upTo])).select('n');
    const all = query.all<UpTo, { n: number }>('test.series', series);
    const first = query.first<UpTo, { n: number }>('test.series_first', series);
    const run = command.run<UpTo>('test.series_run', series);
    expect(await all(db.read, { upTo: 3 })).to.deep.equal([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await all(db.read, { upTo: 0 })).to.deep.equal([]);
    expect(await first(db.read, { upTo: 3 })).to.deep.equal({ n: 1 });
    expect(await first(db.read, { upTo: 0 })).to.be.undefined;
    expect(await db.transaction((trx) => run(trx, { upTo: 3 }))).to.equal(3);
    expect(await db.transaction((trx) => run(trx, { upTo: 0 }))).to.equal(0);
  });

  it('has a table of the rows in a parameter, in their order, and a text of its own for a single one', async () => {
    interface Row {
      added: number;
      word: string | null;
    }
    const numbered = query.all<{ rows: readonly Row[]; to: number }, Row & { place: string }>(
      'test.sets',
      (p) => sql.raw('select added + ?::integer as added, word, place from ? order by place', [p.to, p.rows]),
      { rows: { added: 'integer', word: 'text' } },
    );
    const of = async (rows: readonly Row[]) => {
      const { on, sent } = listening();
      const found = await numbered(on, { rows, to: 10 });
      return { found, name: sent[0]?.name, text: sent[0]?.text };
    };
    const many = await of([
      { added: 2, word: 'b' },
      { added: 1, word: null },
    ]);
    expect(many.found).to.deep.equal([
      { added: 12, word: 'b', place: '1' },
      { added: 11, word: null, place: '2' },
    ]);
    const one = await of([{ added: 1, word: 'a' }]);
    expect(one.found).to.deep.equal([{ added: 11, word: 'a', place: '1' }]);
    expect((await of([])).found).to.deep.equal([]);
    expect(many.text).to.contain('unnest').and.not.to.equal(one.text);
    expect(one.text).not.to.contain('unnest');
    expect([many.name, one.name]).to.deep.equal(['test.sets', 'test.sets#1']);
  });

  describe('with shapes', () => {
    interface Query {
      from: number;
      to: number | undefined;
      step: number | null | undefined;
      limit: number;
    }
    const family = query.filtered<Query, { n: number }>(
      'test.a_family_with_a_name_as_long_as_names_get',
      (p, given) => {
        const numbers = sql
          .from(sql.raw('generate_series(1, 20) as n'))
          .where('n', '>=', p.from)
          .select('n')
          .orderBy('n');
        if (given.has('to')) numbers.where('n', '<=', p.to);
        if (given.has('step')) numbers.whereRaw('n % coalesce(?::integer, 1) = 0', [p.step]);
        return limited(numbers, p.limit);
      },
    );
    const run = async (params: Query) => {
      const { on, sent } = listening();
      const rows = await family(on, params);
      return { numbers: rows.map(({ n }) => n), name: sent[0]?.name, text: sent[0]?.text };
    };

    it('leaves out what is undefined, and only that', async () => {
      expect((await run({ from: 18, to: undefined, step: undefined, limit: 9 })).numbers).to.deep.equal([
        18, 19, 20,
      ]);
      expect((await run({ from: 1, to: 9, step: undefined, limit: 3 })).numbers).to.deep.equal([1, 2, 3]);
      expect((await run({ from: 1, to: 9, step: 4, limit: 9 })).numbers).to.deep.equal([4, 8]);
      expect((await run({ from: 1, to: 3, step: null, limit: 9 })).numbers).to.deep.equal([1, 2, 3]);
    });

    it('has one name and one text for each shape', async () => {
      const shapes: Query[] = [
        { from: 1, to: undefined, step: undefined, limit: 2 },
        { from: 1, to: 5, step: undefined, limit: 2 },
        { from: 1, to: undefined, step: 2, limit: 2 },
        { from: 1, to: 5, step: 2, limit: 2 },
      ];
      const first = await Promise.all(shapes.map(run));
      const again = await Promise.all(shapes.map((shape) => run({ ...shape, from: 2, limit: 7 })));
      expect(again.map(({ name, text }) => [name, text])).to.deep.equal(
        first.map(({ name, text }) => [name, text]),
      );
      expect(new Set(first.map(({ name }) => name)).size).to.equal(4);
      expect(new Set(first.map(({ text }) => text)).size).to.equal(4);
    });

    it('takes the parameters in any order', async () => {
      const one = await run({ from: 1, to: 5, step: 2, limit: 2 });
      const other = await run({ limit: 2, step: 2, to: 5, from: 1 });
      expect(other).to.deep.equal(one);
    });

    it('has names that Postgres does not truncate', async () => {
      const { name } = await run({ from: 1, to: 5, step: 2, limit: 2 });
      expect(Buffer.byteLength(name!)).to.be.at.most(63);
    });
  });
});
