import { expect } from 'chai';
import { connect, type Database } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { startLoop } from '../../src/lib/work/loop.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/poll.ts';

describe('work that a transaction leaves', () => {
  let database: TestDatabase;
  let db: Database;
  let other: Database;

  const open = () =>
    connect({ connectionString: database.url, maxTransactions: 4, logger: createLogger('silent') });
  /** Counts the wake-ups of a worker of this process. */
  const worker = (of: Database) => {
    const woken = { times: 0, stop: of.onWork('deliveries', () => woken.times++) };
    return woken;
  };
  const leaveWork = (of: Database) =>
    of.transaction((trx) => {
      trx.leave('deliveries');
      return Promise.resolve();
    });

  before(async () => (database = await createTestDatabase()));
  after(() => database?.drop());
  beforeEach(() => {
    db = open();
    other = open();
  });
  afterEach(() => Promise.all([db.close(), other.close()]));

  it('wakes the worker of its own process when it is committed', async () => {
    const woken = worker(db);
    await db.transaction((trx) => {
      trx.leave('deliveries');
      expect(woken.times).to.equal(0);
      return Promise.resolve();
    });
    expect(woken.times).to.equal(1);
  });

  it('wakes nobody when it is rolled back', async () => {
    const woken = worker(db);
    const failure = await db
      .transaction((trx) => {
        trx.leave('deliveries');
        return Promise.reject(new Error('not after all'));
      })
      .catch((error: Error) => error.message);
    expect(failure).to.equal('not after all');
    expect(woken.times).to.equal(0);
  });

  it('wakes no worker for other work, and none that has stopped', async () => {
    const woken = worker(db);
    await db.transaction((trx) => {
      trx.leave('transfers');
      return Promise.resolve();
    });
    woken.stop();
    await leaveWork(db);
    expect(woken.times).to.equal(0);
  });

  it('wakes the worker of another process where its own has none, once for many', async () => {
    const woken = worker(other);
    // Its connection opens meanwhile.
    await until(
      async () => {
        await leaveWork(db);
        return woken.times > 0;
      },
      { what: 'it hears of it' },
    );
    woken.times = 0;
    await Promise.all(Array.from({ length: 100 }, () => leaveWork(db)));
    await until(() => woken.times > 0, { what: 'it hears of them' });
    expect(woken.times).to.be.below(50);
  });

  it('is told before a short-lived process ends', async () => {
    const woken = worker(other);
    await until(
      async () => {
        const command = open();
        await leaveWork(command);
        await command.close();
        return woken.times > 0;
      },
      { what: 'it hears of it' },
    );
  });

  it('is found by the look of a worker whose connection was cut, and wakes it again once that is back', async () => {
    const [written, found] = [new Set<number>(), new Set<number>()];
    const loop = startLoop({
      name: 'test',
      pauseMs: 100,
      logger: createLogger('silent'),
      wokenBy: (wake) => other.onWork('deliveries', wake),
      round: () => {
        for (const one of written) found.add(one);
        return Promise.resolve(false);
      },
    });
    const woken = worker(other);
    const leave = async (one: number): Promise<void> => {
      written.add(one);
      await leaveWork(db);
    };
    try {
      await until(() => leave(1).then(() => woken.times > 0), { what: 'it hears of it' });
      woken.times = 0;
      const cut = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "work"' and datname = current_database()`,
      );
      expect(cut).to.have.length(1);
      await leave(2);
      await until(() => found.has(2), { what: 'it looks by itself' });
      await until(() => leave(3).then(() => woken.times > 0), { what: 'it hears again' });
    } finally {
      await loop.stop();
      woken.stop();
    }
  });
});
