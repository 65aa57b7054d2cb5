import { expect } from 'chai';
import { createBatchWorker } from '../../src/db/batch-worker.ts';
import { connect, type Database } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/poll.ts';

describe('a batch worker', () => {
  const logger = createLogger('silent');
  let database: TestDatabase;
  let db: Database;

  before(async () => {
    database = await createTestDatabase();
    db = connect({ connectionString: database.url, maxTransactions: 2, logger });
  });
  after(async () => {
    await db?.close();
    await database?.drop();
  });

  /** A worker with one job that has this many rows to process. */
  const workerWith = (rows: number) => {
    const state = { left: rows, batches: 0 };
    const job = (_trx: unknown, { limit }: { limit: number }): Promise<number> => {
      const done = Math.min(state.left, limit);
      state.left -= done;
      state.batches += 1;
      return Promise.resolve(done);
    };
    const options = { name: 'trial', db, logger, pauseMs: 60_000, batchSize: 10, jobs: [job] };
    return { state, worker: createBatchWorker(options) };
  };

  it('continues until less than a batch is left', async () => {
    const { state, worker } = workerWith(25);
    expect(await worker.runOnce()).to.equal(25);
    expect(state.batches).to.equal(3);
  });

  it('pauses after processing less than a full batch', async () => {
    const { state, worker } = workerWith(13);
    const loop = worker.start();
    try {
      await until(() => state.left === 0, { what: 'everything is processed' });
      // As in practice, new rows keep coming: they must wait for the pause to end.
      state.left = 3;
      for (let turn = 0; turn < 20; turn++) await db.transaction((trx) => trx.query({ text: 'select 1' }));
      expect(state).to.deep.equal({ left: 3, batches: 2 });
    } finally {
      await loop.stop();
    }
  });

  it('stops between two batches, however much is left', async () => {
    const { state, worker } = workerWith(Infinity);
    const loop = worker.start();
    await until(() => state.batches > 3, { what: 'it works' });
    await loop.stop();
    const { batches } = state;
    await db.transaction((trx) => trx.query({ text: 'select 1' }));
    expect(state.batches).to.equal(batches);
  });
});
