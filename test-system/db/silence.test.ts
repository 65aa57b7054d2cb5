import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createLink } from '../../test/payment-links/links.ts';
import type { Trx } from '../../src/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/outside/database-proxy.ts';
import { until } from '../../test/support/poll.ts';
import { runningOn, type TestAccount, type TestService } from '../../test/support/service.ts';

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

/** Twice what it takes, on a busy machine too. */
const RECOVERED_MS = 8_000;
/** Twice what is promised, on a busy machine too. */
const READY_MS = 2_000;

describe('a database that falls silent', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    database = await createTestDatabase();
    proxy = await startDatabaseProxy(database.url);
    service = await runningOn(database, { DATABASE_URL: proxy.url });
    account = await service.createAccount();
  });
  after(async () => {
    proxy?.goLight();
    await service?.close();
    proxy?.close();
    await database?.drop();
  });

  afterEach(() => proxy.goLight());

  /** Calls one after another, each with a key of its own that is repeated until it succeeds; tells how long each took. */
  const startLoad = () => {
    let stopping = false;
    const tookMs: number[] = [];
    const statuses = new Set<number>();
    const run = async (client: number): Promise<void> => {
      for (let call = 0; !stopping; call++) {
        const beganMs = performance.now();
        for (let status = 0; status !== 200 && !stopping;) {
          const idempotencyKey = `silence ${client} ${call}`;
          ({ status } = await account.api.post('/v1/ping', {}, { idempotencyKey }));
          statuses.add(status);
          if (status !== 200) await delay(50);
        }
        tookMs.push(performance.now() - beganMs);
      }
    };
    const running = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(run));
    return {
      count: () => tookMs.length,
      async stop() {
        stopping = true;
        await running;
        return { tookMs, statuses };
      },
    };
  };

  /** Asks all the time; tells the slowest answer and how often there was none but good ones. */
  const watchReadiness = () => {
    let stopping = false;
    const asked: { status: number; tookMs: number }[] = [];
    const run = async (): Promise<void> => {
      while (!stopping) {
        const beganMs = performance.now();
        const { status } = await fetch(`${service.baseUrl}/ready`);
        asked.push({ status, tookMs: performance.now() - beganMs });
        await delay(50);
      }
    };
    const running = run();
    return async () => {
      stopping = true;
      await running;
      return asked;
    };
  };

  it('on the connections that are open: calls under load soon succeed again, and /ready answers', async () => {
    const load = startLoad();
    const readiness = watchReadiness();
    await until(() => load.count() > 20, { what: 'calls before the silence' });
    proxy.silence();
    await delay(RECOVERED_MS);
    const during = load.count();
    await until(() => load.count() > during + 20, { what: 'calls after the silence' });
    const { tookMs, statuses } = await load.stop();
    expect([...statuses].filter((status) => ![200, 409, 429, 500].includes(status))).to.deep.equal([]);
    expect(Math.max(...tookMs)).to.be.lessThan(RECOVERED_MS);
    for (const { tookMs: took } of await readiness()) expect(took).to.be.lessThan(READY_MS);
  });

  it('does not keep the locks of transactions that nobody can end any more', async () => {
    const { code } = await createLink(account.api);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { db } = service.foundation;
    const lock = 'select 1 from payment_links where code = $1 for update';
    const holder = db
      .transaction(async (trx) => {
        await trx.query({ text: lock, values: [code] });
        await held;
        await trx.query({ text: 'select 1' });
      })
      .catch((error: unknown) => error);
    await delay(200);
    proxy.silence();
    letGo();
    const beganMs = performance.now();
    for (;;) {
      const { status } = await account.api.post(`/v1/payment_links/${code}/cancel`);
      if (status === 200) break;
      await delay(50);
    }
    expect(performance.now() - beganMs).to.be.lessThan(RECOVERED_MS);
    expect(await holder)
      .to.be.an('error')
      .with.property('name', 'DatabaseAway');
  });

  it('nor of those that wait for something else when their connection is ended', async () => {
    const { code } = await createLink(account.api);
    const { db } = service.foundation;
    const holder = db
      .transaction(async (trx) => {
        await trx.query({ text: 'select 1 from payment_links where code = $1 for update', values: [code] });
        // It has been heard, and owes nothing.
        await delay(1_000);
        proxy.silence();
        await db.read.query({ text: 'select 1' });
      })
      .catch((error: unknown) => error);
    const beganMs = performance.now();
    while ((await account.api.post(`/v1/payment_links/${code}/cancel`)).status !== 200) await delay(50);
    expect(performance.now() - beganMs).to.be.lessThan(RECOVERED_MS);
    expect(await holder).to.be.an('error');
  });

  it('also to new connections: /ready says so within 1 s, and is ready soon after it speaks again', async () => {
    proxy.goDark();
    const readiness = watchReadiness();
    await delay(4_000);
    const asked = await readiness();
    expect(asked.map(({ status }) => status))
      .to.include(503)
      .and.not.include(500);
    for (const { tookMs } of asked) expect(tookMs).to.be.lessThan(READY_MS);
    expect(asked.at(-1)?.status).to.equal(503);
    proxy.goLight();
    const beganMs = performance.now();
    while ((await fetch(`${service.baseUrl}/ready`)).status !== 200) await delay(50);
    expect(performance.now() - beganMs).to.be.lessThan(RECOVERED_MS);
    // A connection that was begun in the dark may still fail.
    while ((await account.api.post('/v1/ping')).status !== 200) await delay(50);
    expect(performance.now() - beganMs).to.be.lessThan(RECOVERED_MS);
  });

  it('is not a database that works: a statement may take its time', async () => {
    const { db } = service.foundation;
    const { rows } = await db.transaction((trx) =>
      trx.query<{ done: number }>({ text: 'select 1 as done from pg_sleep(3.5)' }),
    );
    expect(rows).to.deep.equal([{ done: 1 }]);
    // Nor is one that waits for another's lock.
    const { code } = await createLink(account.api);
    const lock = 'select 1 from payment_links where code = $1 for update';
    const holder = db.transaction(async (trx) => {
      await trx.query({ text: lock, values: [code] });
      await delay(3_000);
    });
    await delay(100);
    expect((await account.api.post(`/v1/payment_links/${code}/cancel`)).status).to.equal(200);
    await holder;
  });

  it('nor is one to which a large value takes long to be sent', async () => {
    const { db } = service.foundation;
    const lengthOf = (text: string) =>
      db.transaction(async (trx) => {
        // What came before in the transaction is done.
        await trx.now;
        return trx.query<{ length: number }>({
          name: 'length',
          text: 'select length($1) as length',
          values: [text],
        });
      });
    // A statement that the server knows already begins for it when all values have arrived.
    await lengthOf('');
    proxy.slowDown(1_000_000);
    try {
      expect((await lengthOf('x'.repeat(6_000_000))).rows).to.deep.equal([{ length: 6_000_000 }]);
    } finally {
      proxy.slowDown(undefined);
    }
  });

  it('nor is one that is too busy to let anybody in, while it still answers others', async () => {
    const { db } = service.foundation;
    const answering = new AbortController();
    let entered = 0;
    // Each has its connection before nobody is let in any more.
    const entering = (work: (trx: Trx) => Promise<unknown>) =>
      db.transaction(async (trx) => {
        await trx.query({ text: 'select 1' });
        entered += 1;
        await until(() => entered === 2, { what: 'both have a connection' });
        return work(trx);
      });
    const others = entering(async (trx) => {
      for (; !answering.signal.aborted; await delay(200)) await trx.query({ text: 'select 1' });
    });
    const slow = entering((trx) => {
      proxy.letNobodyIn();
      return trx.query({ text: 'select 1 from pg_sleep(7)' });
    });
    await slow.finally(() => answering.abort());
    await others;
  });

  it('is noticed by who only listens', async () => {
    const heard: string[] = [];
    let losses = 0;
    const listener = service.foundation.db.listen('silence_test', {
      told: (message) => heard.push(message),
      lost: () => (losses += 1),
    });
    try {
      while (!listener.isListening()) await delay(20);
      proxy.silence();
      const beganMs = performance.now();
      while (losses === 0 || !listener.isListening()) await delay(50);
      expect(performance.now() - beganMs).to.be.lessThan(2 * RECOVERED_MS);
      await database.query(`select pg_notify('silence_test', 'again')`);
      while (heard.length === 0) await delay(20);
      expect(heard).to.deep.equal(['again']);
    } finally {
      await listener.close();
    }
  });
});
