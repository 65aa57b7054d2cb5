import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { backUp } from '../../src/db/backup/back-up.ts';
import { restore } from '../../src/db/backup/restore.ts';
import { connect, type Database, type Queryable } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createLink, pay, readLink } from '../../test/payment-links/links.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/outside/database-proxy.ts';
import { canStartPgbouncer, startPgbouncer, type Pgbouncer } from '../../test/support/outside/pgbouncer.ts';
import { until } from '../../test/support/poll.ts';
import { runningOn, type TestService } from '../../test/support/service.ts';

const SESSION = { pool_mode: 'session', default_pool_size: 60 };
/** What PgBouncer needs to be told before it lets in who sends settings at the start of a connection: it drops them. */
const DROPS_SETTINGS = {
  ...SESSION,
  ignore_startup_parameters: 'options,statement_timeout,idle_in_transaction_session_timeout',
};
const OWN = `select current_user as role, current_setting('timezone') as zone,
                    current_setting('plan_cache_mode') as plans, current_setting('statement_timeout') as timeout`;
/** Twice what it takes, on a busy machine too. */
const RECOVERED_MS = 8_000;

describe('behind PgBouncer', () => {
  before(function () {
    if (!canStartPgbouncer()) this.skip();
  });

  let database: TestDatabase;
  let pooler: Pgbouncer | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
    await database.drop();
  });

  const behind = async (settings: Record<string, string | number>): Promise<string> => {
    pooler = await startPgbouncer(database.url, settings);
    return pooler.url;
  };

  describe('with a session for each connection', () => {
    let services: TestService[];
    beforeEach(() => {
      services = [];
    });
    afterEach(async () => {
      for (const service of services) await service.close();
    });

    const start = async (environment: Record<string, string>): Promise<TestService> => {
      const service = await runningOn(database, environment);
      services.push(service);
      return service;
    };

    it('takes payments, lists them, and hears what another process announces', async () => {
      const url = await behind(SESSION);
      const service = await start({ DATABASE_URL: url });
      const other = await start({ DATABASE_URL: url, SECRETS_KEY: service.secretsKey });
      const { api, key, id } = await service.createAccount();
      const { code } = await createLink(api);
      await pay(api, code, { method: 'SPEI' });
      expect((await readLink(api, code)).status).to.equal('paid');
      const list = await api.get('/v1/payment_links?status=paid');
      expect(list.body.data.map((link: { code: string }) => link.code)).to.deep.equal([code]);
      const events = await api.get('/v1/events?type=payment_link.paid');
      expect(events.body.data).to.have.length(1);

      const elsewhere = other.client(key.secret);
      expect((await elsewhere.get('/v1/ping')).status).to.equal(200);
      await service.foundation.db.transaction((trx) =>
        service.foundation.credentials.revoke(trx, id, key.id),
      );
      await until(async () => (await elsewhere.get('/v1/ping')).status === 401, {
        what: 'the key is revoked',
      });
    });

    it('lets a statement work for as long as it may', async () => {
      const { db } = (await start({ DATABASE_URL: await behind(SESSION) })).foundation;
      const { rows } = await db.transaction((trx) => trx.query({ text: 'select pg_sleep(4), 1 as one' }));
      expect(rows).to.deep.equal([{ pg_sleep: '', one: 1 }]);
    });

    it('goes on soon when the connections to the pooler have fallen silent', async () => {
      const proxy = await startDatabaseProxy(await behind(SESSION));
      try {
        const service = await start({ DATABASE_URL: proxy.url });
        const { api } = await service.createAccount();
        await createLink(api);
        proxy.silence();
        const beganMs = performance.now();
        while ((await api.post('/v1/ping', {})).status !== 200) await delay(50);
        expect(performance.now() - beganMs).to.be.lessThan(RECOVERED_MS);
      } finally {
        proxy.close();
      }
    });
  });

  describe('that drops what a connection asks for at its start', () => {
    let db: Database;
    beforeEach(async () => {
      db = connect({
        connectionString: await behind(DROPS_SETTINGS),
        maxTransactions: 4,
        logger: createLogger('silent'),
      });
    });
    afterEach(() => db?.close());

    it('each connection has the role of the service, its time zone and a timeout', async () => {
      const read = async (on: Queryable) => (await on.query({ text: OWN })).rows[0];
      const own = { role: 'payments_app', zone: 'UTC', plans: 'force_generic_plan' };
      expect(await read(db.read)).to.deep.equal({ ...own, timeout: '5s' });
      expect(await read(db.listRead('account', { status: 'paid' }))).to.deep.equal({
        ...own,
        timeout: '10s',
      });
      expect(await db.transaction(read)).to.deep.equal({ ...own, timeout: '15s' });
      expect(await db.snapshot(read)).to.deep.equal({ ...own, timeout: '15s' });
    });

    it('the ledger cannot be changed', async () => {
      for (const text of ['update ledger_postings set amount = 0', 'delete from ledger_entries']) {
        const failure = await db.transaction((trx) => trx.query({ text })).catch((error: unknown) => error);
        expect(failure).to.include({ code: '42501' });
      }
    });
  });

  it('is backed up, and restored into an empty database, whose schema is made', async () => {
    const url = await behind(SESSION);
    const keyring = Keyring.parse(Keyring.generate());
    await database.query(`insert into deployment (environment) values ('test') on conflict do nothing`);
    const file = new PassThrough();
    const written = buffer(file);
    const { rows } = await backUp(url, keyring, file);
    const empty = await createTestDatabase('template1');
    try {
      const [name] = await empty.query('select current_database() as name');
      const source = Readable.from([await written]);
      const unsealing = { acceptUnsealed: false, keyring };
      const restored = await restore(
        url.replace(/[^/]*$/, String(name?.['name'])),
        source,
        'test',
        unsealing,
      );
      expect(restored).to.include({ rows, isVerified: true });
    } finally {
      await empty.drop();
    }
  });

  for (const mode of ['transaction', 'statement']) {
    it(`does not start with sessions that are shared by ${mode}`, async () => {
      const url = await behind({ ...DROPS_SETTINGS, pool_mode: mode });
      const failure = await migrate(url).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('name', 'StartupError');
      expect(String(failure)).to.include('pool_mode = session');
    });
  }
});
