import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import knex from 'knex';
import pg from 'pg';
import { connect } from '../../src/db/connect.ts';
import { isCurrent, migrate, migrationConfig } from '../../src/db/migrate.ts';
import { StartupError } from '../../src/lib/errors/errors.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { clusterUrl } from '../support/database.ts';
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
      await Promise.all(urls.map(migrate));
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

    it('refuses one that is newer than the program, with one readable line', async () => {
      const future = '20991231235959_from_the_future.ts';
      await query(
        url,
        `insert into knex_migrations (name, batch, migration_time) values ('${future}', 9, now())`,
      );
      const failure = await failureOf(migrate(url));
      expect(failure).to.be.instanceOf(StartupError);
      expect(failure.message).to.match(/newer/).and.to.include('20991231235959').and.not.include('\n');
      await query(url, `delete from knex_migrations where name = '${future}'`);
    });

    it('shows whether it is current', async () => {
      const db = connect({ connectionString: url, maxTransactions: 1, logger: createLogger('silent') });
      expect(await isCurrent(db.read)).to.be.true;
      await query(url, 'delete from knex_migrations where id = (select max(id) from knex_migrations)');
      expect(await isCurrent(db.read)).to.be.false;
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
