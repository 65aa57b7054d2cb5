import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { runningOn, type TestService } from '../support/service.ts';

describe('a new SECRETS_KEY in front of the old', () => {
  const old = Keyring.generate();
  const fresh = Keyring.generate();
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database?.drop());

  /** Runs the service as if restarted with these keys. */
  async function under<T>(secretsKey: string, act: (service: TestService) => Promise<T>): Promise<T> {
    const service = await runningOn(database, { SECRETS_KEY: secretsKey });
    try {
      return await act(service);
    } finally {
      await service.close();
    }
  }
  const ping = async (service: TestService, secret: string): Promise<number> =>
    (await service.client(secret).get('/v1/ping')).status;
  const pepperOf = async (id: string) =>
    (await database.query('select pepper_version from credentials where id = $1', [id]))[0]?.[
      'pepper_version'
    ];

  it('keeps API keys usable until their version is removed, and protects new secrets', async () => {
    const { accountId, first, second } = await under(`1:${old}`, async (service) => {
      const { id, key } = await service.createAccount();
      return { accountId: id, first: key, second: await service.createKey(id) };
    });
    expect(await pepperOf(first.id)).to.equal(1);

    const rotated = await under(`2:${fresh},1:${old}`, async (service) => {
      expect(await ping(service, first.secret)).to.equal(200);
      const { db, credentials } = service.foundation;
      const issued = await db.transaction((trx) => credentials.rotate(trx, accountId, first.id));
      await credentials.caughtUp();
      expect(await ping(service, issued.secret)).to.equal(200);
      expect(await ping(service, first.secret)).to.equal(401);
      expect(await ping(service, second.secret)).to.equal(200);
      return issued;
    });
    expect(await pepperOf(first.id)).to.equal(2);
    expect(await pepperOf(second.id)).to.equal(1);

    await under(`2:${fresh}`, async (service) => {
      expect(await ping(service, rotated.secret)).to.equal(200);
      expect(await ping(service, second.secret)).to.equal(401);
    });
    await under(`1:${old}`, async (service) => {
      expect(await ping(service, rotated.secret)).to.equal(401);
      expect(await ping(service, second.secret)).to.equal(200);
    });
  });
});
