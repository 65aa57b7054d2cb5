import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openExisting } from '../../src/commands/deployment/deployment.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runIn } from '../support/processes/command.ts';

describe('the deployment of a command', () => {
  let folder: string;
  let database: TestDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-deployment-'));
    database = await createTestDatabase();
  });
  after(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const payments = (environment: Record<string, string>, ...args: string[]) =>
    runIn(args, (dataDir) => openExisting({ LOG_LEVEL: 'silent', ...environment }, dataDir));
  /** A data directory as one with a bundled database looks from outside. */
  const makeDataDir = async (name: string) => {
    const dataDir = join(folder, name);
    await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
    await writeFile(join(dataDir, 'secrets.key'), Keyring.generate());
    return dataDir;
  };

  it('is the one of the environment, or the one that --data-dir names', async () => {
    const SECRETS_KEY = Keyring.generate();
    const listed = await payments({ DATABASE_URL: database.url, SECRETS_KEY }, 'accounts', 'list');
    expect(listed).to.deep.equal({
      code: 0,
      stdout: 'There are no accounts yet. Open one: payments accounts create --name <name>\n',
      stderr: '',
    });
    const dataDir = join(folder, 'keys-only');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'secrets.key'), SECRETS_KEY);
    const named = ['--data-dir', dataDir];
    for (const args of [
      [...named, 'accounts', 'list'],
      ['accounts', 'list', ...named],
    ])
      expect(await payments({ DATABASE_URL: database.url }, ...args)).to.include({ code: 0, stderr: '' });
  });

  it('is never made by a command, which says how to make one', async () => {
    const nowhere = join(folder, 'nowhere');
    const failed = await payments({ DATA_DIR: nowhere }, 'accounts', 'list');
    expect(failed).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `There is no deployment in ${nowhere}. Create one with \`npm start\`, or point to one with --data-dir <folder> or DATABASE_URL.\n`,
    });
    expect(await readdir(folder)).not.to.include('nowhere');

    const noKey = await payments({ DATABASE_URL: database.url, DATA_DIR: nowhere }, 'accounts', 'list');
    expect(noKey.stderr).to.match(/^There is no secrets key in .*--data-dir, or set SECRETS_KEY\.\n$/);
    expect(await readdir(folder)).not.to.include('nowhere');
  });

  it('is not guessed when two are named', async () => {
    const dataDir = await makeDataDir('whole');
    const failed = await payments({ DATABASE_URL: database.url }, 'accounts', 'list', '--data-dir', dataDir);
    expect(failed.stderr).to.equal(
      `DATABASE_URL is set, but ${dataDir} has a database of its own: unset DATABASE_URL, or omit --data-dir.\n`,
    );
  });

  it('is never migrated by a command, which says what to do instead', async () => {
    const SECRETS_KEY = Keyring.generate();
    const fail = async () => {
      const { code, stderr } = await payments(
        { DATABASE_URL: database.url, SECRETS_KEY },
        'accounts',
        'list',
      );
      expect(code).to.equal(3);
      return stderr;
    };
    const [newest] = await database.query(
      'delete from knex_migrations where id = (select max(id) from knex_migrations) returning *',
    );
    expect(await fail()).to.equal(
      `The database lacks migrations of this program: ${String(newest?.['name'])}. Start the service once to apply them: npm start.\n`,
    );
    await database.query(
      `insert into knex_migrations (name, batch, migration_time) values ($1, 1, now()), ('20990101000000_later.ts', 1, now())`,
      [newest?.['name']],
    );
    await database.query(`update schema_floor set migration = '20990101000000_later.ts'`);
    expect(await fail()).to.match(/^The database is newer than this program, and works only with .*_later/);
    await database.query('drop table knex_migrations');
    expect(await fail()).to.match(/^This database has no deployment yet\. .*npm start\.\n$/);
    expect(await database.query(`select to_regclass('knex_migrations') as made`)).to.deep.equal([
      { made: null },
    ]);
  });
});
