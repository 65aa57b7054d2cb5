import { expect } from 'chai';
import { createCredentialService } from '../../src/credentials/service.ts';
import type { Queryable } from '../../src/db/connect.ts';
import type { Listener } from '../../src/db/listener.ts';
import { LISTENERS } from '../support/database.ts';
import { until } from '../support/poll.ts';
import { runPaymentsAs } from '../support/processes/command.ts';
import { refusal } from '../support/refusal.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';

const REFUSED = { status: 401, code: 'invalid_api_key' };

describe('a recently used key', () => {
  let service: TestService;
  /** Stands for another process on the same database, where the operator works. */
  let other: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
  });
  after(async () => {
    await other?.close();
    await service?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    await remember();
  });

  const ping = () => account.api.get('/v1/ping');
  /** Repeats until the key is cached: the listening connection may only just have been opened. */
  const remember = async () => {
    for (let call = 0; call < 20; call++) expect((await ping()).status).to.equal(200);
  };
  const elsewhere = (work: (trx: any) => Promise<unknown>) => other.foundation.db.transaction(work);

  /** Credentials with a cache, a count of their database lookups, and their listener for changes. */
  const observed = () => {
    const { db, keyring } = service.foundation;
    let lookUps = 0;
    let listener: Listener | undefined;
    const read: Queryable = {
      query(config) {
        lookUps++;
        return db.read.query(config);
      },
    };
    const credentials = createCredentialService({
      db: { read, listen: (channel, events) => (listener = db.listen(channel, events)) },
      keyring,
      environment: 'test',
    });
    const authenticate = () => credentials.authenticate(account.key.secret, '127.0.0.1');
    return {
      authenticate,
      lookUps: () => lookUps,
      isListening: () => listener?.isListening() ?? false,
      /** The listening connection takes a while to open; nothing is cached before. */
      untilRemembered: () =>
        until(
          async () => {
            const before = lookUps;
            expect(await authenticate()).to.include({ accountId: account.id });
            return lookUps === before;
          },
          { what: 'the key is cached' },
        ),
      close: () => credentials.close(),
    };
  };

  it('is not looked up for every call', async () => {
    const { authenticate, lookUps, untilRemembered, close } = observed();
    try {
      await untilRemembered();
      const before = lookUps();
      const startedAt = performance.now();
      for (let call = 0; call < 200; call++) await authenticate();
      const seconds = (performance.now() - startedAt) / 1000;
      expect(lookUps() - before).to.be.at.most(Math.ceil(seconds));
      await until(async () => (await authenticate()) !== undefined && lookUps() > before, {
        what: 'after a second it is looked up again',
      });
    } finally {
      await close();
    }
  });

  it('is refused as soon as another process revokes it', async () => {
    await elsewhere((trx) => other.foundation.credentials.revoke(trx, account.id, account.key.id));
    await service.foundation.credentials.caughtUp();
    expect(refusal(await ping())).to.deep.equal(REFUSED);
  });

  it('is refused as soon as another process rotates it, and its successor works', async () => {
    const rotated: any = await elsewhere((trx) =>
      other.foundation.credentials.rotate(trx, account.id, account.key.id),
    );
    await service.foundation.credentials.caughtUp();
    expect(refusal(await ping())).to.deep.equal(REFUSED);
    expect((await service.client(rotated.secret).get('/v1/ping')).status).to.equal(200);
  });

  it('is refused by every process once the command that ends it has answered', async () => {
    const { db, keyring } = service.foundation;
    // A process that believes that it hears of changes, but does not hear of this one in time.
    const deaf: Listener = {
      isListening: () => true,
      caughtUp: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const credentials = createCredentialService({
      db: { read: db.read, listen: () => deaf },
      keyring,
      environment: 'test',
    });
    for (const command of ['rotate', 'revoke']) {
      const { key } = await service.createAccount();
      const authenticate = () => credentials.authenticate(key.secret, '127.0.0.1');
      expect(await authenticate()).to.include({ credentialId: key.id });
      const outcome = await runPaymentsAs(undefined, other, 'keys', command, key.id);
      expect(outcome.code, outcome.stderr).to.equal(0);
      expect(await authenticate()).to.equal(undefined);
    }
  });

  it("follows its account's state as soon as another process changes it", async () => {
    await other.changeAccount(account.id, { status: 'suspended' });
    await service.foundation.credentials.caughtUp();
    const link = { amount: '150', currency: 'MXNB', description: 'x' };
    expect(refusal(await account.api.post('/v1/payment_links', link))).to.deep.equal({
      status: 403,
      code: 'account_suspended',
    });
  });

  it('is still refused with a wrong secret or environment', async () => {
    const wrong = `${account.key.secret.slice(0, -1)}${account.key.secret.endsWith('A') ? 'B' : 'A'}`;
    expect(refusal(await service.client(wrong).get('/v1/ping'))).to.deep.equal(REFUSED);
    const live = account.key.secret.replace('sk_test_', 'sk_live_');
    expect(refusal(await service.client(live).get('/v1/ping'))).to.deep.equal(REFUSED);
  });

  it('is looked up for every call while the listening connection is down', async () => {
    const { authenticate, lookUps, isListening, untilRemembered, close } = observed();
    try {
      await untilRemembered();
      // The listening connection is cut and cannot reconnect; those for queries stay open.
      await service.database.query('select 1');
      await service.database.allowConnections(false);
      await service.database.query(`select pg_terminate_backend(pid) from (${LISTENERS}) as listeners`);
      await until(() => !isListening(), { what: 'the loss of the listening connection is noticed' });
      const before = lookUps();
      for (let call = 0; call < 5; call++) await authenticate();
      expect(lookUps() - before).to.equal(5);
    } finally {
      await service.database.allowConnections(true);
      await close();
    }
  });
});
