import { expect } from 'chai';
import knex from 'knex';
import { once } from 'node:events';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts';
import { StartupError } from '../../../src/lib/errors/errors.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import {
  eventually,
  findPostmasters,
  findProcesses,
  findSupervisors,
  LOCKS,
  query,
  Sandbox,
  SETTINGS,
  signalIfRunning,
} from './sandbox.ts';

describe('bundled Postgres', () => {
  let sandbox: Sandbox;
  /** Shared by tests that do not need a fresh one. */
  let dataDir: string;
  const started: EmbeddedPostgres[] = [];

  before(async () => {
    sandbox = await Sandbox.open();
    dataDir = sandbox.path('data');
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
    await sandbox.killAll();
  });
  after(() => sandbox.close());

  describe('starting', () => {
    it('creates the database at the first start and keeps its rows across restarts', async () => {
      const first = await start();
      await query(first.connectionString, 'create table kept (id int); insert into kept values (7)');
      await first.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);

      const second = await start();
      expect(await query(second.connectionString, 'select id from kept')).to.deep.equal([{ id: 7 }]);
      await second.stop();
    });

    it('has stopped once stop() resolves, even right after the start', async () => {
      const postgres = await start();
      await postgres.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });

    it('serves as superuser, in UTF-8 with checksums, and on no network port', async () => {
      const postgres = await start();
      const [row] = await query(
        postgres.connectionString,
        `select current_database() as database, rolsuper as superuser, upper('ñandú') as upper,
           current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
           current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses
         from pg_roles where rolname = current_user`,
      );
      expect(row).to.deep.equal({
        database: 'payments',
        superuser: true,
        upper: 'ÑANDÚ',
        encoding: 'UTF8',
        checksums: 'on',
        zone: 'UTC',
        addresses: '',
      });
    });

    it('returns a connection string that Knex understands, alone and in a configuration', async () => {
      const { connectionString } = await start();
      for (const connection of [connectionString, { connectionString }]) {
        const db = knex({ client: 'pg', connection });
        expect((await db.raw<pg.QueryResult>('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
        await db.destroy();
      }
    });

    for (const [kind, name] of [
      ['is too long for a socket address', `${'deep/'.repeat(20)}data`],
      ['has spaces, quotes and accents', `Año "nuevo", it's mine`],
    ] as const) {
      it(`works in a folder whose path ${kind}`, async () => {
        const postgres = await start(sandbox.path(name));
        const socketDir = decodeURIComponent(new URL(postgres.connectionString).hostname);
        for (const folder of [socketDir, `${socketDir}-programs`]) sandbox.alsoRemove(folder);
        expect(await isServing(postgres)).to.be.true;
        await postgres.stop();
        expect(await findProcesses(sandbox.path(name))).to.deep.equal([]);
      });
    }

    it('starts over when the first start was killed halfway', async () => {
      const fresh = sandbox.path('interrupted');
      const listHome = (): Promise<string[]> => readdir(`${fresh}/postgres`).catch(() => []);
      const starter = sandbox.spawnUser(fresh);
      await eventually(async () => (await listHome()).some((name) => name.startsWith('data-new-')));
      starter.kill('SIGKILL');
      await once(starter, 'exit');
      expect(await listHome()).not.to.include('data');

      expect(await isServing(await start(fresh))).to.be.true;
      expect((await listHome()).filter((name) => name.includes('-new-'))).to.deep.equal([]);
    });

    it('says in one line why Postgres does not start, and starts once the cause is gone', async () => {
      const error = await start(dataDir, { max_connections: '0' }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(StartupError);
      expect((error as Error).message)
        .to.match(/max_connections.*DATABASE_URL/)
        .and.not.include('\n');
      expect(await isServing(await start())).to.be.true;
    });

    it('says in one line that a data directory cannot be used', async () => {
      const file = sandbox.path('file');
      await writeFile(file, '');
      const error = await start(file).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(StartupError);
      expect((error as Error).message)
        .to.include(file)
        .and.not.include('\n');
    });
  });

  describe('sharing', () => {
    it('serves five processes that start at once on a fresh folder with one server', async () => {
      const fresh = sandbox.path('raced');
      const users = await Promise.all(Array.from({ length: 5 }, () => sandbox.startUser(fresh)));
      const answers = await Promise.all(
        users.map((user) => query(user.connectionString, 'select pg_postmaster_start_time()::text as at')),
      );
      expect(new Set(answers.map(([row]) => row?.['at'])).size).to.equal(1);
      expect(await findPostmasters(fresh)).to.have.length(1);
      expect(await findSupervisors(fresh)).to.have.length(1);
      await Promise.all(users.map((user) => user.stop()));
      expect(await findProcesses(fresh)).to.deep.equal([]);
    });

    it('lets another user join and leave beside the first', async () => {
      const owner = await start();
      const guest = await sandbox.startUser(dataDir);
      expect(guest.connectionString).to.equal(owner.connectionString);
      await guest.stop();
      expect(await isServing(owner)).to.be.true;
    });

    it('keeps serving the other user when the first leaves, and stops with the last', async () => {
      const owner = await sandbox.startUser(dataDir);
      const guest = await start();
      const postmasters = await findPostmasters(dataDir);
      await owner.stop();
      expect(await isServing(guest)).to.be.true;
      expect(await findPostmasters(dataDir)).to.deep.equal(postmasters);
      await guest.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });

    it('serves a user that joins while the last one is leaving', async () => {
      const first = await start();
      const [second] = await Promise.all([start(), first.stop()]);
      expect(await isServing(second)).to.be.true;
      await second.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });
  });

  describe('after a kill', () => {
    it('of its last user, Postgres stops by itself and loses nothing', async () => {
      const user = await sandbox.startUser(dataDir);
      await query(user.connectionString, 'create table of_killed (id int); insert into of_killed values (7)');
      await user.kill();
      await eventually(async () => (await findProcesses(dataDir)).length === 0);

      const next = await start();
      expect(await query(next.connectionString, 'select id from of_killed')).to.deep.equal([{ id: 7 }]);
    });

    it('of Postgres, it serves again and loses nothing', async () => {
      const postgres = await start();
      await query(postgres.connectionString, 'create table durable (id int); insert into durable values (7)');
      await killOne(findPostmasters);
      await eventually(() => isServing(postgres));
      expect(await query(postgres.connectionString, 'select id from durable')).to.deep.equal([{ id: 7 }]);
      await postgres.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });

    it('of Postgres, repeated before it has started, it serves users that joined meanwhile', async () => {
      await start();
      const supervisors = await findSupervisors(dataDir);
      const killed = new Set([await killOne(findPostmasters)]);
      const newcomer = start();
      await eventually(async () => {
        for (const pid of await findPostmasters(dataDir)) {
          signalIfRunning(pid, 'SIGKILL');
          killed.add(pid);
        }
        return killed.size > 5;
      });
      const served = await newcomer;
      await eventually(() => isServing(served));
      expect(await findSupervisors(dataDir)).to.deep.equal(supervisors);
    });

    it('of Postgres while writing its lock files, the next start works', async () => {
      await sandbox.startUser(dataDir);
      await sandbox.killAll();
      for (const lock of LOCKS) await truncate(join(dataDir, 'postgres', lock));
      expect(await isServing(await start())).to.be.true;
    });

    it('of the supervisor while Postgres writes its lock files, the next start takes that Postgres over', async () => {
      const user = await sandbox.startUser(dataDir);
      const postmasters = await findPostmasters(dataDir);
      user.pause();
      const [lock = ''] = LOCKS.map((name) => join(dataDir, 'postgres', name));
      const written = await readFile(lock);
      await truncate(lock);
      const supervisor = await killOne(findSupervisors);
      await user.kill();

      const next = start();
      await eventually(async () => (await findSupervisors(dataDir)).some((pid) => pid !== supervisor));
      await writeFile(lock, written);
      expect(await isServing(await next)).to.be.true;
      expect(await findPostmasters(dataDir)).to.deep.equal(postmasters);
    });

    it('of the supervisor, sessions continue, and another supervisor takes Postgres over', async () => {
      const postgres = await start();
      const client = new pg.Client({ connectionString: postgres.connectionString });
      await client.connect();
      const postmasters = await findPostmasters(dataDir);

      const killed = await killOne(findSupervisors);
      await eventually(async () => (await findSupervisors(dataDir)).some((pid) => pid !== killed));
      expect((await client.query('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
      await client.end();
      expect(await findPostmasters(dataDir)).to.deep.equal(postmasters);
      await postgres.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });

    it('of the supervisor with five users, one supervisor takes over for all', async () => {
      const users = await Promise.all(Array.from({ length: 5 }, () => start()));
      const killed = await killOne(findSupervisors);
      await eventually(async () => {
        const supervisors = await findSupervisors(dataDir);
        return supervisors.length === 1 && supervisors[0] !== killed;
      });
      const [last, ...others] = users;
      await Promise.all(others.map((user) => user.stop()));
      // If the others left before it had joined the new supervisor, this one starts Postgres again.
      await eventually(() => isServing(last!));
      await last!.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });

    it('of the supervisor and then of Postgres, it serves again', async () => {
      const postgres = await start();
      const killed = await killOne(findSupervisors);
      await eventually(async () => (await findSupervisors(dataDir)).some((pid) => pid !== killed));
      await killOne(findPostmasters);
      await eventually(() => isServing(postgres));
    });

    it('of user and supervisor, the next start takes over the Postgres they left behind', async () => {
      const user = await sandbox.startUser(dataDir);
      const postmasters = await findPostmasters(dataDir);
      // Paused first, so that it cannot notice and start another supervisor.
      user.pause();
      await killOne(findSupervisors);
      await user.kill();

      const next = await start();
      expect(await isServing(next)).to.be.true;
      expect(await findPostmasters(dataDir)).to.deep.equal(postmasters);
      await next.stop();
      expect(await findProcesses(dataDir)).to.deep.equal([]);
    });

    it('of everything at once, nothing is lost at the next start', async () => {
      const user = await sandbox.startUser(dataDir);
      await query(user.connectionString, 'create table of_all (id int); insert into of_all values (7)');
      await sandbox.killAll();

      const next = await start();
      expect(await query(next.connectionString, 'select id from of_all')).to.deep.equal([{ id: 7 }]);
    });

    it('of everything but a busy session, the next start waits for that session', async () => {
      const user = await sandbox.startUser(dataDir);
      const work = `do $$ begin while clock_timestamp() < now() + interval '1 s' loop null; end loop; end $$`;
      const busy = query(user.connectionString, work).catch(() => undefined);
      await eventually(async () => {
        const sessions = `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`;
        return (await query(user.connectionString, sessions)).length === 1;
      });
      await sandbox.killAll();

      expect(await isServing(await start())).to.be.true;
      await busy;
    });
  });

  async function start(folder = dataDir, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({
      dataDir: folder,
      logger: createLogger('silent'),
      settings: { ...SETTINGS, ...settings },
    });
    started.push(postgres);
    return postgres;
  }

  async function killOne(find: (path: string) => Promise<number[]>): Promise<number> {
    const [pid, ...others] = await find(dataDir);
    expect(others).to.deep.equal([]);
    process.kill(pid!, 'SIGKILL');
    return pid!;
  }

  async function isServing({ connectionString }: EmbeddedPostgres): Promise<boolean> {
    return query(connectionString, 'select 1').then(
      () => true,
      () => false,
    );
  }
});
