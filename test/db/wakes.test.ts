import { expect } from 'chai';
import { connect, type Database } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
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
});
