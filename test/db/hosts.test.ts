import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/outside/database-proxy.ts';
import { issueCertificate, testCa } from '../support/outside/receiver.ts';
import { runningOn, type TestAccount, type TestService } from '../support/service.ts';

/** Far above what it takes, on a busy machine too: a second where a host refuses, five where it says nothing. */
const MOVED_MS = 10_000;

describe('a database on several hosts', function () {
  this.timeout(60_000);
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
    expect((await account.api.post('/v1/ping')).status).to.equal(500);
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
    const after = await Promise.all(Array.from({ length: 40 }, () => account.api.post('/v1/ping')));
    expect(after.map(({ status }) => status)).to.deep.equal(Array(40).fill(200));
  });
});

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
