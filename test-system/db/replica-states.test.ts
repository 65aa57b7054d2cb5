import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createAccount } from '../../src/accounts/service.ts';
import { connect, type Database, type Queryable } from '../../src/db/connect.ts';
import { warnOfReplicas, withReplicas } from '../../src/db/replicas.ts';
import type { LogFields, Logger } from '../../src/lib/logger.ts';
import { createMetrics, type Metrics } from '../../src/lib/metrics.ts';
import { startDatabaseProxy } from '../../test/support/outside/database-proxy.ts';
import { until } from '../../test/support/poll.ts';
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
  type TestReplica,
} from '../../test/support/replication.ts';

/** What a read waits for a replica, and what a busy machine adds. */
const ANSWERED_MS = 1_500;
/** A replica that says nothing is found out after two looks, a second apart. */
const FOUND_OUT_MS = 8_000;

describe('a replica', function () {
  this.timeout(120_000);
  let postgres: ReplicatedPostgres;
  let replica: TestReplica;
  let accountId: string;
  let db: Database;
  let metrics: Metrics;
  const log = (message: string, fields: LogFields = {}) => void logged.push({ message, fields });
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  let logged: { message: string; fields: LogFields }[];
  let cleanUp: (() => unknown)[];

  before(async () => {
    postgres = await startReplicatedPostgres();
    replica = await postgres.addReplica();
  });
  after(() => postgres?.close());
  beforeEach(() => {
    cleanUp = [];
  });
  afterEach(async () => {
    await db?.close();
    for (const one of cleanUp) await one();
  });

  const open = async (...urls: string[]): Promise<void> => {
    logged = [];
    metrics = createMetrics();
    const options = { maxTransactions: 4, logger };
    const primary = connect({ ...options, connectionString: postgres.database.url });
    db = withReplicas(primary, { ...options, metrics, connectionStrings: urls });
    accountId = (
      await db.transaction((trx) => createAccount(trx, { name: 'Acme', email: null, approved: true }))
    ).id;
  };
  /** The server that answers. */
  const whereOn = async (on: Queryable): Promise<string> => {
    const { rows } = await on.query<{ name: string }>({ text: 'show cluster_name' });
    return Object.values(rows[0] ?? {}).join();
  };
  const where = () => db.readingFor(accountId, () => whereOn(db.read));
  const change = () => db.changing([accountId], () => db.transaction(() => Promise.resolve()));
  const untilIn = (name: string) =>
    until(async () => (await where()) === name, { what: `reads on the ${name}`, timeoutMs: 30_000 });
  /** Why it is not asked, as the log said last. */
  const reason = (): unknown => logged.findLast(({ fields }) => 'replica' in fields)?.fields['reason'];
  const untilReason = (wanted: string) =>
    until(
      async () => {
        expect(await where()).to.equal('primary');
        return reason() === wanted;
      },
      { what: `it is ${wanted}`, timeoutMs: 30_000 },
    );
  const figure = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(await metrics.expose())?.[1]);

  it('answers what is read for an account, in one place for each request', async () => {
    await open(replica.url);
    await untilIn('replica');
    expect(await whereOn(db.read)).to.equal('primary');
    const places = await db.readingFor(accountId, () =>
      Promise.all([
        whereOn(db.read),
        whereOn(db.listRead(accountId, {})),
        whereOn(db.listRead(accountId, { status: 'paid' })),
        db.snapshot(whereOn),
      ]),
    );
    expect(places).to.deep.equal(Array(4).fill('replica'));
    expect(await figure('payments_replica_asked')).to.equal(1);
    expect(await figure('payments_replica_lag_seconds')).to.be.lessThan(5);
    expect(logged.map(({ message }) => message)).to.deep.equal(['replica in use']);
  });

  it('is not asked for what a request reads after a transaction of its own', async () => {
    await open(replica.url);
    await untilIn('replica');
    const places = await db.readingFor(accountId, async () => [
      await whereOn(db.read),
      await db.transaction(whereOn),
      await whereOn(db.read),
    ]);
    expect(places).to.deep.equal(['replica', 'primary', 'primary']);
  });

  it('is asked about one account while it lacks changes of another, and not while it lacks one of all', async () => {
    await open(replica.url);
    await untilIn('replica');
    await replica.caughtUp();
    await replica.pause();
    cleanUp.push(() => replica.resume());
    await db.changing(['01900000-0000-7000-8000-000000000001'], () =>
      db.transaction(() => Promise.resolve()),
    );
    expect(await where()).to.equal('replica');
    await db.changing('all', () => db.transaction(() => Promise.resolve()));
    expect(await where()).to.equal('primary');
  });

  it('counts the changes of many transactions at once, none of which waits for the others', async () => {
    await open(replica.url);
    const count = async () =>
      (
        await postgres.database.query(
          'select sum(version)::integer as is from account_versions where account_id = $1',
          [accountId],
        )
      )[0]?.['is'];
    await change();
    const before = Number(await count());
    await Promise.all(Array.from({ length: 100 }, change));
    expect(await count()).to.equal(before + 100);
    expect(logged.filter(({ fields }) => 'error' in fields)).to.deep.equal([]);
  });

  it('that shows nothing new costs a read 200 ms at most, and is not asked at all once it is behind', async () => {
    await open(replica.url);
    await untilIn('replica');
    await replica.pause();
    cleanUp.push(() => replica.resume());
    await change();
    const beganMs = performance.now();
    expect(await where()).to.equal('primary');
    expect(performance.now() - beganMs).to.be.within(150, ANSWERED_MS);
    await untilReason('behind');
    expect(await figure('payments_replica_asked')).to.equal(0);
    expect(await figure('payments_replica_lag_seconds')).to.be.greaterThan(5);
    // Without waiting, now that this is known.
    const laterMs = performance.now();
    for (let read = 0; read < 20; read++) expect(await where()).to.equal('primary');
    expect(performance.now() - laterMs).to.be.lessThan(ANSWERED_MS);
    await replica.resume();
    await untilIn('replica');
  });

  it('that is gone fails no read, is not tried for each, and is asked again when it is back', async () => {
    const proxy = await startDatabaseProxy(replica.url);
    cleanUp.push(() => proxy.close());
    await open(proxy.url);
    await untilIn('replica');
    await proxy.away();
    for (let read = 0; read < 20; read++) expect(await where()).to.equal('primary');
    expect(reason()).to.equal('away');
    await proxy.back();
    await untilIn('replica');
  });

  it('that says nothing any more fails no read, also none that waits for it', async () => {
    const proxy = await startDatabaseProxy(replica.url);
    cleanUp.push(() => proxy.close());
    await open(proxy.url);
    await untilIn('replica');
    const beganMs = performance.now();
    const waiting = db.readingFor(accountId, async () => {
      const first = await whereOn(db.read);
      proxy.goDark();
      return [first, await whereOn(db.read)];
    });
    expect(await waiting).to.deep.equal(['replica', 'primary']);
    expect(performance.now() - beganMs).to.be.lessThan(FOUND_OUT_MS);
    proxy.goLight();
    await untilIn('replica');
  });

  it('of two is left out while it is paused, at the cost of nothing but asking', async () => {
    const second = await postgres.addReplica({ cluster_name: 'second' });
    await open(second.url, replica.url);
    await until(
      async () => {
        await where();
        return logged.filter(({ message }) => message === 'replica in use').length === 2;
      },
      { what: 'both are asked' },
    );
    const both = [await where(), await where()];
    expect(both).to.have.members(['replica', 'second']);
    await second.pause();
    await change();
    await replica.caughtUp();
    const beganMs = performance.now();
    for (let read = 0; read < 10; read++) expect(await where()).to.equal('replica');
    expect(performance.now() - beganMs).to.be.lessThan(ANSWERED_MS);
    await second.kill();
    for (let read = 0; read < 10; read++) expect(await where()).to.equal('replica');
  });

  it('is missed in a process that does not know of it', async () => {
    // It reads for nobody, and so writes no beats.
    await open(replica.url);
    await postgres.database.query('insert into replica_beats default values');
    await warnOfReplicas(db, logger);
    expect(logged.at(-1)?.fields).to.deep.equal({ missing: 'DATABASE_READ_URLS' });
    await postgres.database.query('delete from replica_beats');
    logged = [];
    await warnOfReplicas(db, logger);
    expect(logged.filter(({ fields }) => 'missing' in fields)).to.deep.equal([]);
  });

  it('that was promoted is never asked again, from the first read on', async () => {
    const second = await postgres.addReplica();
    await open(second.url);
    await untilIn('replica');
    await second.promote();
    // Its own writes must not make it look as if it had everything.
    await second.query(`update account_versions set version = version + 1000`);
    for (let read = 0; read < 3; read++) expect(await where()).to.not.equal('replica');
    await untilReason('writable');
  });

  it('of another deployment is not asked, even if that has the same account', async () => {
    const others = await startReplicatedPostgres();
    cleanUp.push(() => others.close());
    const foreign = await others.addReplica();
    await open(foreign.url);
    const beating = setInterval(() => {
      void others.database.query('insert into replica_beats default values');
    }, 500);
    try {
      await untilReason('foreign');
    } finally {
      clearInterval(beating);
    }
    await delay(1_000);
    expect(await where()).to.equal('primary');
  });

  it('whose schema lacks a migration is not asked until it has that', async () => {
    const [newest] = await postgres.database.query(
      'delete from knex_migrations where id = (select max(id) from knex_migrations) returning name, batch',
    );
    await open(replica.url);
    await untilReason('outdated');
    await postgres.database.query(
      'insert into knex_migrations (name, batch, migration_time) values ($1, $2, now())',
      [newest?.['name'], newest?.['batch']],
    );
    await untilIn('replica');
  });

  it('that cancels a snapshot because it is in the way of the log has it read on the primary, whole', async () => {
    const strict = await postgres.addReplica({ max_standby_streaming_delay: '0' });
    await open(strict.url);
    await untilIn('replica');
    await postgres.database.query('create table conflicts as select generate_series(1, 1000) as n');
    await postgres.database.query('grant select on conflicts to payments_app');
    await strict.caughtUp();
    const count = async (on: Queryable) =>
      (await on.query<{ n: number }>({ text: 'select count(*)::integer as n from conflicts' })).rows[0]?.n;
    const places: string[] = [];
    const counts = await db.readingFor(accountId, () =>
      db.snapshot(async (on) => {
        places.push(await whereOn(on));
        const before = await count(on);
        if (places.length === 1) {
          await postgres.database.query('delete from conflicts where n <= 500');
          await postgres.database.query('vacuum conflicts');
          await strict.caughtUp();
        }
        return [before, await count(on)];
      }),
    );
    expect(places).to.deep.equal(['replica', 'primary']);
    expect(counts).to.deep.equal([500, 500]);
    expect(await metrics.expose()).to.match(/^payments_reads_total\{place="primary",why="failed"\} 1$/m);
    // Only that snapshot was in the way.
    await delay(1_500);
    expect(await where()).to.equal('replica');
    expect(reason()).to.equal(undefined);
  });
});
