import { expect } from 'chai';
import { connect, type Database } from '../../src/db/connect.ts';
import { requireEnvironment } from '../../src/deployment/environment.ts';
import { forgetSecretsKey, requireSecretsKeys } from '../../src/deployment/secrets-keys.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { runPayments } from '../support/processes/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runningOn, startService } from '../support/service.ts';

describe('the SECRETS_KEY of a database', () => {
  const old = Keyring.generate();
  const fresh = Keyring.generate();
  let database: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    db = connect({ connectionString: database.url, maxTransactions: 8, logger: createLogger('silent') });
    await requireEnvironment(db, 'test');
    await requireSecretsKeys(db, Keyring.parse(old));
  });
  afterEach(async () => {
    await db?.close();
    await database?.drop();
  });

  /** What a start with this key says; `starts` when it goes well. */
  const start = (secretsKey: string): Promise<string> =>
    requireSecretsKeys(db, Keyring.parse(secretsKey)).then(
      () => 'starts',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('is the one of the first start: another does not start, and is told what to do', async () => {
    const message = await start(fresh);
    expect(message).to.match(
      /^StartupError: SECRETS_KEY has another key as version 1 that this database was worked on with/,
    );
    expect(message).to.include('SECRETS_KEY=<newer version>:<new>,1:<old>');
    expect(message).to.not.include(fresh);
    expect(await start(old)).to.equal('starts');
  });

  it('can be rotated, and the old one left out later', async () => {
    expect(await start(`2:${fresh},1:${old}`)).to.equal('starts');
    expect(await start(`2:${fresh}`)).to.equal('starts');
    expect(await start(`2:${fresh},1:${old}`)).to.equal('starts');
  });

  it('cannot be replaced in one step', async () => {
    expect(await start(`2:${fresh}`)).to.match(/SECRETS_KEY lacks version 1/);
    expect(await start(`2:${fresh},1:${old}`)).to.equal('starts');
    expect(await start(`2:${fresh},1:${Keyring.generate()}`)).to.match(/another key as version 1/);
  });

  it('can be given up when it is lost', async () => {
    expect(await forgetSecretsKey(db, 1)).to.deep.equal([]);
    expect(await start(fresh)).to.equal('starts');
    expect(await start(old)).to.match(/another key as version 1/);
    const unknown = await forgetSecretsKey(db, 2).catch((error: Error) => error.message);
    expect(unknown).to.equal('This database was not worked on with version 2 of SECRETS_KEY.');
  });

  it('can be retired once nothing needs it, which is listed', async () => {
    const first = await runningOn(database, { SECRETS_KEY: old });
    const account = await first.createAccount();
    const created = await account.api.post('/v1/webhook_endpoints', {
      url: 'https://shop.example.com/hooks',
      enabled_events: ['payment_link.paid'],
    });
    expect(created.status).to.equal(201);
    const both = await runningOn(database, { SECRETS_KEY: `2:${fresh},1:${old}` });
    const listed = async () => {
      const { stdout } = await runPayments(both, 'secrets', 'list', '--json');
      return Object.fromEntries(
        JSON.parse(stdout).data.map(({ version, held, api_keys, webhook_secrets }: any) => [
          version,
          { held, api_keys, webhook_secrets },
        ]),
      );
    };
    try {
      expect(await listed()).to.deep.equal({
        2: { held: true, api_keys: 0, webhook_secrets: 0 },
        1: { held: true, api_keys: 1, webhook_secrets: 1 },
      });
      const api = both.client(account.key.secret);
      await api.post(`/v1/webhook_endpoints/${created.body.id}/rotate_secret`);
      await runPayments(both, 'keys', 'rotate', account.key.id);
      expect(await listed()).to.deep.equal({
        2: { held: true, api_keys: 1, webhook_secrets: 1 },
        1: { held: true, api_keys: 0, webhook_secrets: 0 },
      });
    } finally {
      await both.close();
      await first.close();
    }
  });

  it('is decided once when processes with different ones start at the same moment', async () => {
    await forgetSecretsKey(db, 1);
    const starts = await Promise.all(
      Array.from({ length: 12 }, (_, at) => start(at % 2 === 0 ? old : fresh)),
    );
    expect(starts.filter((said) => said === 'starts')).to.have.length(6);
  });

  it('keeps a service from starting with another', async () => {
    const service = await startService({ SECRETS_KEY: old });
    const started = await runningOn(service.database, { SECRETS_KEY: fresh }).catch((error: Error) => error);
    await service.close();
    expect(started).to.be.instanceOf(Error).with.property('name', 'StartupError');
  });
});
