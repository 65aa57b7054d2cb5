import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import knex from 'knex';
import pg from 'pg';
import { connect } from '../../src/db/connect.ts';
import { describeFault, findDifference } from '../../src/db/compatibility.ts';
import { migrate, migrationConfig, requireCurrent } from '../../src/db/migrate.ts';
import { StartupError } from '../../src/lib/errors/errors.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { clusterUrl } from '../../test/support/database.ts';
import { startDyingPostgres } from './dying-postgres.ts';
import { describeSchema } from './schema.ts';

describe('migrating', () => {
  let admin: pg.Client;
  const made: string[] = [];

  before(async () => {
    admin = new pg.Client({ connectionString: clusterUrl('postgres') });
    await admin.connect();
  });
  after(async () => {
    for (const name of made) await admin.query(`drop database if exists ${name} with (force)`);
    await admin?.end();
  });

  const createEmptyDatabase = async (): Promise<string> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${name}`);
    made.push(name);
    return clusterUrl(name);
  };
  const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const applied = async (url: string) =>
    (await query(url, 'select name from knex_migrations order by id')).map(({ name }) => name);
  const files = async () =>
    (await readdir(new URL('../../src/db/migrations/', import.meta.url)))
      .filter((name) => name.endsWith('.ts'))
      .sort();
  const failureOf = (attempt: Promise<unknown>): Promise<any> =>
    attempt.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('only fails when Postgres dies as soon as a connection is made', async () => {
    const postgres = await startDyingPostgres();
    const db = connect({
      connectionString: postgres.url,
      maxTransactions: 4,
      logger: createLogger('silent'),
    });
    const listener = db.listen('any', { told: () => undefined, lost: () => undefined });
    try {
      // An 'error' event of a client that nobody listens to would fail this test as an uncaught exception.
      for (const attempt of [
        migrate(postgres.url),
        db.transaction((trx) => trx.query({ text: 'select 1' })),
        db.read.query({ text: 'select 1' }),
        db.listRead('account', { status: 'paid' }).query({ text: 'select 1' }),
      ]) {
        expect((await failureOf(attempt)).message).to.match(/postmaster exit|connection error/);
      }
    } finally {
      await listener.close();
      await db.close();
      postgres.close();
    }
  });

  describe('an empty database', () => {
    it('creates the whole schema, each migration once, when five processes do it at once', async () => {
      const url = await createEmptyDatabase();
      await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
      expect(await applied(url)).to.deep.equal(await files());
      expect(await query(url, 'select count(*)::integer as methods from payment_methods')).to.deep.equal([
        { methods: 6 },
      ]);
    });

    it('works for several databases of one cluster at once', async () => {
      const urls: string[] = [];
      for (let index = 0; index < 3; index++) urls.push(await createEmptyDatabase());
      await Promise.all(urls.map((url) => migrate(url)));
      for (const url of urls) expect(await applied(url)).to.deep.equal(await files());
    });
  });

  describe('a database with its schema', () => {
    let url: string;
    let schema: string[];

    before(async () => {
      url = await createEmptyDatabase();
      await migrate(url);
      schema = await describeSchema((text) => query(url, text));
      expect(schema.length).to.be.greaterThan(100);
    });

    it('changes nothing when there is nothing to do', async () => {
      await migrate(url);
      expect(await describeSchema((text) => query(url, text))).to.deep.equal(schema);
      expect(await applied(url)).to.deep.equal(await files());
    });

    it('can be rolled back completely and repeated with the same result', async () => {
      const db = knex(migrationConfig(url));
      await db.migrate.rollback(undefined, true);
      await db.destroy();
      const left = await describeSchema((text) => query(url, text));
      expect(left.filter((line) => !line.includes('knex_migrations'))).to.deep.equal([]);

      await migrate(url);
      expect(await describeSchema((text) => query(url, text))).to.deep.equal(schema);
    });

    it('continues after a process was killed during it', async () => {
      // The last migration was rolled back with its transaction, but knex's lock stayed.
      const db = knex(migrationConfig(url));
      await db.migrate.down();
      await db.destroy();
      await query(url, 'update knex_migrations_lock set is_locked = 1');
      await migrate(url);
      expect(await applied(url)).to.deep.equal(await files());
      expect(await query(url, 'select is_locked from knex_migrations_lock')).to.deep.equal([
        { is_locked: 0 },
      ]);
    });

    const FUTURE = '20991231235959_from_the_future.ts';
    /** Ran long before the newest; nothing builds on it. */
    const MIDDLE = '20261126160000_user_identities.ts';
    /** What programs had to know when there was first a floor. */
    const FLOOR = '20261202150000_upgrades.ts';
    const add = (name: string) =>
      query(url, `insert into knex_migrations (name, batch, migration_time) values ('${name}', 9, now())`);
    const remove = (name: string) => query(url, `delete from knex_migrations where name = '${name}'`);
    const undo = async (name: string): Promise<void> => {
      const db = knex(migrationConfig(url));
      await db.migrate.down({ name });
      await db.destroy();
    };

    it('applies a migration that is older than the newest one it has', async () => {
      await undo(MIDDLE);
      expect(await applied(url)).not.to.include(MIDDLE);
      await Promise.all([migrate(url), migrate(url)]);
      expect(await applied(url)).to.have.members(await files());
      expect(await describeSchema((text) => query(url, text))).to.deep.equal(schema);
    });

    it('works with one that is newer, as long as what came since only expands', async () => {
      const db = connect({ connectionString: url, maxTransactions: 1, logger: createLogger('silent') });
      const fault = async () => describeFault(await findDifference(db.read));
      await add(FUTURE);
      await migrate(url);
      await requireCurrent(url);
      expect(await fault()).to.equal(undefined);

      await query(url, `update schema_floor set migration = '${FUTURE}'`);
      expect(await fault())
        .to.match(/newer than this program/)
        .and.to.include(FUTURE);
      for (const refuse of [migrate, requireCurrent]) {
        const failure = await failureOf(refuse(url));
        expect(failure).to.be.instanceOf(StartupError);
        expect(failure.message).to.match(/newer/).and.to.include(FUTURE).and.not.include('\n');
      }
      await query(url, `update schema_floor set migration = '${FLOOR}'`);
      await remove(FUTURE);
      await db.close();
    });

    it('refuses one that has an unknown migration older than the newest, as after a rename', async () => {
      const renamed = MIDDLE.replace('identities', 'subjects');
      await query(url, `update knex_migrations set name = '${renamed}' where name = '${MIDDLE}'`);
      for (const refuse of [migrate, requireCurrent]) {
        const failure = await failureOf(refuse(url));
        expect(failure).to.be.instanceOf(StartupError);
        expect(failure.message).to.include(renamed).and.include(MIDDLE).and.not.include('\n');
      }
      await query(url, `update knex_migrations set name = '${MIDDLE}' where name = '${renamed}'`);
    });

    it('changes nothing of one that lacks a migration and has an unknown one', async () => {
      await undo(MIDDLE);
      await add(FUTURE);
      expect((await failureOf(migrate(url))).message)
        .to.include(FUTURE)
        .and.include(MIDDLE);
      expect(await applied(url)).not.to.include(MIDDLE);
      await remove(FUTURE);
      await migrate(url);
      expect(await describeSchema((text) => query(url, text))).to.deep.equal(schema);
    });

    it('is not current as long as any migration is missing, and says which', async () => {
      const db = connect({ connectionString: url, maxTransactions: 1, logger: createLogger('silent') });
      const fault = async () => describeFault(await findDifference(db.read));
      expect(await fault()).to.equal(undefined);
      await requireCurrent(url);

      await remove(MIDDLE);
      expect(await fault()).to.equal(`The database lacks migrations of this program: ${MIDDLE}.`);
      const failure = await failureOf(requireCurrent(url));
      expect(failure).to.be.instanceOf(StartupError);
      expect(failure.message)
        .to.match(/lacks .*npm start/)
        .and.include(MIDDLE);

      const names = await files();
      await query(url, 'delete from knex_migrations');
      expect(await fault()).to.include(`: ${names.slice(0, 5).join(', ')} and ${names.length - 5} more.`);
      for (const name of names) await add(name);
      expect(await fault()).to.equal(undefined);
      await db.close();
    });
  });

  it('refuses a database that it cannot reach, and says what to check', async () => {
    for (const url of [clusterUrl('there_is_none'), 'postgresql://postgres@127.0.0.1:1/none']) {
      const failure = await failureOf(migrate(url));
      expect(failure, url).to.be.instanceOf(StartupError);
      expect(failure.message).to.include('DATABASE_URL').and.not.include('\n');
    }
  });
});
