import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import pg from 'pg';
import { connect } from '../../src/db/connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate, requirePrimary } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/outside/database-proxy.ts';
import { issueCertificate, testCa } from '../../test/support/outside/receiver.ts';
import { until } from '../../test/support/poll.ts';
import { makeDataDir } from '../../test/support/cluster.ts';
import { runningOn, type TestAccount, type TestService } from '../../test/support/service.ts';

/** Far above what it takes, on a busy machine too: a second where a host refuses, five where it says nothing. */
const MOVED_MS = 10_000;

describe('a database on several hosts', () => {
  let database: TestDatabase;
  let first: Awaited<ReturnType<typeof startDatabaseProxy>>;
  let second: typeof first;
  let proxies: (typeof first)[];
  let service: TestService;
  let account: TestAccount;

  beforeEach(async () => {
    database = await createTestDatabase();
    proxies = [];
    first = await proxyOf();
    second = await proxyOf();
  });
  afterEach(async () => {
    await service?.close();
    for (const proxy of proxies) proxy.close();
    await database?.drop();
  });

  const proxyOf = async (tls?: { key: string; cert: string }) => {
    const proxy = await startDatabaseProxy(database.url, { tls });
    proxies.push(proxy);
    return proxy;
  };
  const start = async (): Promise<void> => {
    const [one, other] = [new URL(first.url), new URL(second.url)];
    const hosts = `${one.host},${other.host}`;
    const url = `postgresql://${one.username}@${hosts}${one.pathname}?target_session_attrs=read-write`;
    service = await runningOn(database, { DATABASE_URL: url });
    account = await service.createAccount();
  };
  /** Until a call that writes succeeds. */
  const untilServed = async (): Promise<number> => {
    const beganMs = performance.now();
    while ((await account.api.post('/v1/ping')).status !== 200) await delay(20);
    return performance.now() - beganMs;
  };

  it('is found on whichever takes writes, also at the start', async () => {
    await first.away();
    await start();
    expect(await untilServed()).to.be.lessThan(MOVED_MS);
  });

  it('goes on at another when its host is gone, and stays there when that is back', async () => {
    await start();
    await untilServed();
    await first.away();
    expect(await untilServed()).to.be.lessThan(MOVED_MS);
    await first.back();
    await second.away();
    expect(await untilServed()).to.be.lessThan(MOVED_MS);
    await second.back();
  });

  it('goes on at another when its host says nothing any more', async () => {
    await start();
    await untilServed();
    first.goDark();
    expect(await untilServed()).to.be.lessThan(MOVED_MS);
    first.goLight();
  });

  it('stays with its host while that says nothing and the others refuse, and goes on with it afterwards', async () => {
    await start();
    await untilServed();
    await second.away();
    first.goDark();
    await delay(6_000);
    const { status, headers } = await account.api.post('/v1/ping');
    expect([status, headers.get('retry-after')]).to.deep.equal([500, '1']);
    first.goLight();
    expect(await untilServed()).to.be.lessThan(MOVED_MS);
    await second.back();
  });

  it('is reached over TLS by the name in its certificate, and by no other', async () => {
    const secure = await proxyOf(await issueCertificate([], 'valid'));
    const forged = await proxyOf(await issueCertificate([], 'untrusted'));
    const folder = await mkdtemp(join(tmpdir(), 'payments-tls-'));
    try {
      const ca = join(folder, 'ca.pem');
      await writeFile(ca, (await testCa()).cert);
      const at = (url: string) => ({ DATABASE_URL: `${url}?sslmode=verify-full&sslrootcert=${ca}` });
      service = await runningOn(database, at(secure.url));
      account = await service.createAccount();
      await untilServed();
      // Silence is noticed there as well.
      secure.silence();
      expect(await untilServed()).to.be.lessThan(MOVED_MS);
      expect(await failureOf(runningOn(database, at(forged.url)))).to.match(/certificate/);
      const byOtherName = secure.url.replace('127.0.0.1', 'localhost');
      expect(await failureOf(runningOn(database, at(byOtherName)))).to.match(
        /does not match certificate's altnames/,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is away where its server takes no writes, and no connection to that is used again', async () => {
    await start();
    await untilServed();
    const name = new URL(database.url).pathname.slice(1);
    const demote = (isReadOnly: boolean) =>
      onServer(database.url, [
        `alter database ${name} set default_transaction_read_only = ${isReadOnly}`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ]);
    await demote(true);
    const answers = [];
    for (let call = 0; call < 20; call++) {
      answers.push((await account.api.post('/v1/ping')).status);
      await delay(50);
    }
    expect(answers.slice(-10)).to.deep.equal(Array(10).fill(500));
    // Without ending the connections that were made meanwhile.
    await onServer(database.url, [`alter database ${name} set default_transaction_read_only = false`]);
    expect(await untilServed()).to.be.lessThan(MOVED_MS);
    const readOnly = () =>
      service.foundation.db.transaction((trx) => trx.query({ text: 'show transaction_read_only' }));
    // On a busy machine, a connection may not be made in time: then the transaction fails, but never on an old one.
    const allAtOnce = async (): Promise<boolean> => {
      const outcomes = await Promise.allSettled(Array.from({ length: 40 }, readOnly));
      const rows = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.rows : []));
      expect(rows.flatMap((row) => Object.values(row as object))).not.to.include('on');
      return outcomes.every(({ status }) => status === 'fulfilled');
    };
    await until(allAtOnce, { what: '40 transactions at once' });
  });
});

describe('two hosts of a database that both take writes', () => {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('are told apart: the one that was promoted last is gone to, also while the other answers', async () => {
    const folder = makeDataDir();
    ends.push(() => rm(folder, { recursive: true, force: true }));
    // Postgres may run as another user, who passes here.
    await chmod(folder, 0o711);
    const first = await startServer(join(folder, 'first'));
    await migrate(first.connectionString);
    await first.stop();
    await promisify(execFile)('cp', ['-a', join(folder, 'first'), join(folder, 'second')]);
    await writeFile(join(folder, 'second/postgres/data/standby.signal'), '');
    const servers = [];
    for (const name of ['first', 'second']) {
      const server = await startServer(join(folder, name));
      ends.push(() => server.stop());
      servers.push(server.connectionString);
    }
    const [one = '', other = ''] = servers;
    const url = one.replace(/@[^/]*/, (host) => `${host},${/@([^/]*)/.exec(other)?.[1]}`);
    const db = connect({ connectionString: url, maxTransactions: 2, logger: createLogger('silent') });
    ends.push(() => db.close());
    const timelines = () =>
      Promise.all([
        db.read.query<{ timeline: string }>(TIMELINE),
        db.transaction((trx) => trx.query<{ timeline: string }>(TIMELINE)),
      ])
        .then((answers) => answers.map(({ rows }) => rows[0]?.timeline))
        // Connections are cut when the host changes.
        .catch(() => []);
    expect(await timelines()).to.deep.equal(['00000001', '00000001']);

    await onServer(other, ['select pg_promote()']);
    await until(async () => (await timelines()).join() === '00000002,00000002', {
      what: 'the service is at the promoted one',
      timeoutMs: MOVED_MS,
    });
    // The first still takes writes, and nobody goes back, also when the other is gone.
    await onServer(one, ['create table written ()']);
    await delay(LOOKED_MS);
    expect(await timelines()).to.deep.equal(['00000002', '00000002']);
    expect(await requirePrimary(url)).to.equal(other);
    await ends.pop()?.();
    await delay(LOOKED_MS);
    expect(await timelines()).to.deep.equal([]);
  });
});

/** A little longer than until all hosts are looked at again. */
const LOOKED_MS = 2_500;
const TIMELINE = { text: 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline' };

function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  const settings = {
    ...{ wal_level: 'replica', max_wal_senders: '1', fsync: 'off' },
    ...{ shared_buffers: '16MB', max_connections: '40', io_method: 'sync' },
  };
  return startEmbeddedPostgres({ dataDir, logger: createLogger('silent'), settings });
}

async function failureOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'it did not fail',
    (error: unknown) => String(error),
  );
}

/** As an administrator of the server, over its database `postgres`. */
async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, 'postgres') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
