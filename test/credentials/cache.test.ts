import { expect } from 'chai';
import { createCredentialService } from '../../src/credentials/service.ts';
import type { Queryable } from '../../src/db/connect.ts';
import type { Listener } from '../../src/db/listener.ts';
import { until } from '../support/poll.ts';
import { refusal } from '../support/refusal.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';

const REFUSED = { status: 401, code: 'invalid_api_key' };

describe('a key that was just used', () => {
  let service: TestService;
  /** Another process on the same database: where the operator works. */
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
  /** Until it is known without asking the database: its listening connection may only just have been opened. */
  const remember = async () => {
    for (let call = 0; call < 20; call++) expect((await ping()).status).to.equal(200);
  };
  const elsewhere = (work: (trx: any) => Promise<unknown>) => other.foundation.db.transaction(work);

  /** Credentials that remember, with what they asked the database, and what they hear its changes by. */
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
      /** The listening connection takes its time to open; nothing is remembered before. */
      untilRemembered: () =>
        until(
          async () => {
            const before = lookUps;
            expect(await authenticate()).to.include({ accountId: account.id });
            return lookUps === before;
          },
          { what: 'the key is remembered' },
        ),
      close: () => credentials.close(),
    };
  };

  it('is not looked up for each call', async () => {
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

  it('is refused as soon as it was revoked elsewhere', async () => {
    await elsewhere((trx) => other.foundation.credentials.revoke(trx, account.key.id));
    await service.foundation.credentials.caughtUp();
    expect(refusal(await ping())).to.deep.equal(REFUSED);
  });

  it('is refused as soon as it was rotated elsewhere, and its successor is good', async () => {
    const rotated: any = await elsewhere((trx) => other.foundation.credentials.rotate(trx, account.key.id));
    await service.foundation.credentials.caughtUp();
    expect(refusal(await ping())).to.deep.equal(REFUSED);
    expect((await service.client(rotated.secret).get('/v1/ping')).status).to.equal(200);
  });

  it("follows its account's state as soon as that was changed elsewhere", async () => {
    await other.changeAccount(account.id, { status: 'suspended' });
    await service.foundation.credentials.caughtUp();
    const link = { amount: '150', currency: 'MXNB', description: 'x' };
    expect(refusal(await account.api.post('/v1/payment_links', link))).to.deep.equal({
      status: 403,
      code: 'account_suspended',
    });
  });

  it('is refused for a wrong secret, an address or an environment all the same', async () => {
    const wrong = `${account.key.secret.slice(0, -1)}${account.key.secret.endsWith('A') ? 'B' : 'A'}`;
    expect(refusal(await service.client(wrong).get('/v1/ping'))).to.deep.equal(REFUSED);
    const live = account.key.secret.replace('sk_test_', 'sk_live_');
    expect(refusal(await service.client(live).get('/v1/ping'))).to.deep.equal(REFUSED);
  });

  it('is looked up each time while nothing can be heard of its changes', async () => {
    const { authenticate, lookUps, isListening, untilRemembered, close } = observed();
    try {
      await untilRemembered();
      // The listening connection is cut off, and cannot come back; those for queries stay.
      await service.database.query('select 1');
      await service.database.allowConnections(false);
      await service.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen %'`,
      );
      await until(() => !isListening(), { what: 'the end of the listening connection is noticed' });
      const before = lookUps();
      for (let call = 0; call < 5; call++) await authenticate();
      expect(lookUps() - before).to.equal(5);
    } finally {
      await service.database.allowConnections(true);
      await close();
    }
  });
});
