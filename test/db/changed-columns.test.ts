import { expect } from 'chai';
import { connect, type Database, type Queryable } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** As a migration does, while programs of the version before go on. */
describe('a table that gets another column', () => {
  const TRANSACTIONS = 4;
  let database: TestDatabase;
  let db: Database;
  const whole = async (on: Queryable) =>
    (await on.query<Record<string, unknown>>({ name: 'whole', text: 'select * from growing' })).rows;

  beforeEach(async () => {
    database = await createTestDatabase('template1');
    await database.query(`
      do $$ begin create role payments_app nologin; exception when duplicate_object then null; end $$;
      create table growing (id integer);
      insert into growing values (1);
      grant select, insert on growing to payments_app;
      create function service_now() returns timestamptz language sql stable as 'select now()'`);
    db = connect({
      connectionString: database.url,
      maxTransactions: TRANSACTIONS,
      logger: createLogger('silent'),
    });
  });
  afterEach(async () => {
    await db?.close();
    await database?.drop();
  });

  const ways: Record<string, <T>(work: (on: Queryable) => Promise<T>) => Promise<T>> = {
    'short reads': (work) => work(db.read),
    'filtered lists': (work) => work(db.listRead('account', { status: 'paid' })),
    transactions: (work) => db.transaction(work),
    snapshots: (work) => db.snapshot(work),
  };

  for (const [way, run] of Object.entries(ways)) {
    it(`is read by ${way} as before, over every connection that has prepared to read it`, async () => {
      const readAtOnce = () => Promise.all(Array.from({ length: TRANSACTIONS * 4 }, () => run(whole)));
      for (const rows of await readAtOnce()) expect(rows).to.deep.equal([{ id: 1 }]);
      for (const column of ['second', 'third']) {
        await database.query(`alter table growing add column ${column} integer`);
        for (const rows of await readAtOnce()) expect(rows[0]).to.include({ id: 1, [column]: null });
      }
    });
  }

  it('is written once by a transaction that had to begin again', async () => {
    const write = () =>
      db.transaction(async (trx) => {
        await trx.query({ text: 'insert into growing values (2)' });
        return whole(trx);
      });
    await Promise.all(Array.from({ length: TRANSACTIONS }, () => db.transaction(whole)));
    await database.query('alter table growing add column second integer');
    expect(await write()).to.have.length(2);
    expect(await database.query('select count(*)::integer as rows from growing')).to.deep.equal([
      { rows: 2 },
    ]);
  });
});
