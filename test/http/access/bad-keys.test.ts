import { expect } from 'chai';
import { createAccount } from '../../../src/accounts/service.ts';
import { formatApiKey, newPublicId, newSecret } from '../../../src/credentials/secret.ts';
import type { Answer } from '../../support/client.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError, rawCall } from '../raw-call.ts';

/** How many requests an address may make per minute without a usable key. */
const LIMIT = 120;

describe('an address that keeps trying unusable keys', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    // So that each test can use its own address.
    service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
    account = await service.createAccount();
  });
  after(() => service?.close());

  const ping = (address: string, apiKey: string, path = '/v1/ping'): Promise<Answer> =>
    rawCall(service.baseUrl, {
      path,
      headers: { 'x-forwarded-for': address, authorization: `Bearer ${apiKey}` },
    });
  const unknownKey = (): string =>
    formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() });
  const useUp = async (address: string): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => ping(address, unknownKey())));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 401));
  };
  /** Makes every key lookup fail meanwhile, resulting in a 500. */
  const withoutLookUps = async <T>(work: () => Promise<T>): Promise<T> => {
    await service.database.query('revoke select on credentials from payments_app');
    try {
      return await work();
    } finally {
      await service.database.query('grant select on credentials to payments_app');
    }
  };

  it('no longer reaches the database beyond its limit with a key that was just refused', async () => {
    const address = '192.0.2.1';
    await useUp(address);
    const keys = [unknownKey(), 'nonsense', '', account.key.secret.slice(0, -1)];
    for (const apiKey of keys) expectError(await ping(address, apiKey), 429, 'rate_limit_exceeded');
    await withoutLookUps(async () => {
      const paths = ['/v1/ping', '/v1/nope', '/nope'];
      for (const path of paths) {
        for (const apiKey of keys) {
          const answer = await ping(address, apiKey, path);
          expectError(answer, 429, 'rate_limit_exceeded');
          expect(answer.headers.get('ratelimit-limit')).to.equal(String(LIMIT));
          expect(answer.headers.get('ratelimit-remaining')).to.equal('0');
          expect(Number(answer.headers.get('ratelimit-reset'))).to.be.within(1, 60);
          expect(answer.headers.get('retry-after')).to.equal(answer.headers.get('ratelimit-reset'));
        }
      }
      const elsewhere = await ping('192.0.2.2', unknownKey());
      expect(elsewhere.status, 'keys of other addresses are looked up').to.equal(500);
    });
  });

  it('is not limited while key lookups fail', async () => {
    const address = '192.0.2.9';
    const { secret } = await service.createKey(account.id);
    await withoutLookUps(async () => {
      const answers = await Promise.all(Array.from({ length: LIMIT + 1 }, () => ping(address, secret)));
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 500));
      for (const { headers } of answers) expect(headers.get('ratelimit-limit')).to.equal(String(LIMIT));
    });
    expect((await ping(address, secret)).status).to.equal(200);
  });

  it('can still use keys that were usable before', async () => {
    const address = '192.0.2.3';
    expect((await ping('192.0.2.4', account.key.secret)).status).to.equal(200);
    await useUp(address);
    expect((await ping(address, account.key.secret)).status).to.equal(200);
    // A change to an account makes the process look its keys up again.
    await service.changeAccount(account.id, { kyc: 'approved' });
    expect((await ping(address, account.key.secret)).status).to.equal(200);
  });

  it('can use a new key at once', async () => {
    const address = '192.0.2.5';
    await useUp(address);
    const { secret } = await service.createKey(account.id);
    expect((await ping(address, secret)).status).to.equal(200);
  });

  it('can use the key of an account that has just been approved', async () => {
    const address = '192.0.2.6';
    const { db } = service.foundation;
    const { id } = await db.transaction((trx) =>
      createAccount(trx, { name: 'Approved later', email: null, approved: false }),
    );
    const { secret } = await service.createKey(id);
    await useUp(address);
    await service.changeAccount(id, { kyb: 'approved' });
    expect((await ping(address, secret)).status).to.equal(200);
  });

  it('learns nothing about a key that used to be usable', async () => {
    const address = '192.0.2.7';
    const key = await service.createKey(account.id);
    expect((await ping('192.0.2.8', key.secret)).status).to.equal(200);
    const { credentials, db } = service.foundation;
    await db.transaction((trx) => credentials.revoke(trx, account.id, key.id));
    await credentials.caughtUp();
    await useUp(address);
    for (let call = 0; call < 3; call++)
      expectError(await ping(address, key.secret), 429, 'rate_limit_exceeded');
    expectError(await ping('192.0.2.9', key.secret), 401, 'invalid_api_key');
  });
});
