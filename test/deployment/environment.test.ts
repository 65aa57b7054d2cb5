import { expect } from 'chai';
import { requireEnvironment } from '../../src/deployment/environment.ts';
import { connect, type Database } from '../../src/db/connect.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the environment of a database', () => {
  let database: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    db = connect({ connectionString: database.url, maxTransactions: 8, logger: createLogger('silent') });
  });
  afterEach(async () => {
    await db?.close();
    await database?.drop();
  });

  const messageOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('is the one of the first start, for good', async () => {
    await requireEnvironment(db, 'live');
    await requireEnvironment(db, 'live');
    expect(await messageOf(requireEnvironment(db, 'test'))).to.equal(
      'StartupError: This database belongs to ENVIRONMENT=live: start with that, or choose another DATABASE_URL or DATA_DIR.',
    );
  });

  it('is decided once when processes of both start at the same moment', async () => {
    const starts = Array.from({ length: 12 }, (_, at) =>
      messageOf(requireEnvironment(db, at % 2 === 0 ? 'test' : 'live')),
    );
    const accepted = (await Promise.all(starts)).filter((message) => message === 'accepted');
    expect(accepted).to.have.length(6);
  });

  it('is that of its keys, for a database from before it was recorded', async () => {
    await database.query(
      `with account as (insert into accounts (id, name, created_at) values (gen_random_uuid(), 'Company', now()) returning id)
       insert into credentials (account_id, id, public_id, name, environment, scopes, secret_hmac, pepper_version,
         last_four, api_version, requests_per_minute, money_operations_per_day, created_at)
       select id, id, 'abc', 'Key', 'test', '{}', '', 1, 'abcd', '2026-11-01', 600, 1000, now() from account`,
    );
    expect(await messageOf(requireEnvironment(db, 'live'))).to.match(/^StartupError: .*ENVIRONMENT=test/);
    await requireEnvironment(db, 'test');
  });
});
