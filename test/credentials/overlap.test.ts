import { expect } from 'chai';
import type { DomainError } from '../../src/lib/errors/errors.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';

const HOUR_S = 3_600;

describe('two secrets of one key', () => {
  let service: TestService;
  /** Stands for another process on the same database, where keys are changed. */
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
  });

  const change = async <T>(work: (trx: any) => Promise<T>): Promise<T> => {
    const result = await other.foundation.db.transaction(work);
    await service.foundation.credentials.caughtUp();
    return result;
  };
  const rotate = async (overlapS?: number): Promise<string> =>
    (await change((trx) => other.foundation.credentials.rotate(trx, account.id, account.key.id, overlapS)))
      .secret;
  const endPrevious = () =>
    change((trx) => other.foundation.credentials.endPrevious(trx, account.id, account.key.id));
  const revoke = () => change((trx) => other.foundation.credentials.revoke(trx, account.id, account.key.id));
  const advance = async (seconds: number) => {
    await service.database.query(
      'update service_clock set advanced_by = advanced_by + make_interval(secs => $1)',
      [seconds],
    );
    await service.foundation.credentials.caughtUp();
  };
  const ping = (secret: string) => service.client(secret).get('/v1/ping');
  /** In this order. Several times, so that calls are answered from the cache too. */
  const statuses = async (...secrets: string[]): Promise<number[]> => {
    const rounds = [];
    for (let round = 0; round < 3; round++) {
      const one = [];
      for (const secret of secrets) one.push((await ping(secret)).status);
      rounds.push(one);
    }
    expect(new Set(rounds.map(String)).size, 'the same from the database and the cache').to.equal(1);
    return rounds[0]!;
  };
  const stored = async () => {
    const [row] = await service.database.query(
      `select previous_secret_hmac, previous_pepper_version, previous_last_four, previous_valid_until
         from credentials where id = $1`,
      [account.key.id],
    );
    return Object.values(row!).filter((value) => value !== null).length;
  };

  it('both call as the same key, each by its own last characters, until the old one ends', async () => {
    const fresh = await rotate(HOUR_S);
    expect(await statuses(account.key.secret, fresh)).to.deep.equal([200, 200]);
    for (const secret of [account.key.secret, fresh]) {
      expect((await ping(secret)).body.api_key).to.include({
        id: account.key.id,
        last_four: secret.slice(-4),
      });
    }
    await advance(HOUR_S - 60);
    expect(await statuses(account.key.secret, fresh)).to.deep.equal([200, 200]);
    await advance(60);
    expect(await statuses(account.key.secret, fresh)).to.deep.equal([401, 200]);
  });

  it('leave nothing of the ended one in the database', async () => {
    await rotate(HOUR_S);
    await service.workers.housekeeper.runOnce();
    expect(await stored()).to.equal(4);
    await advance(HOUR_S);
    await service.workers.housekeeper.runOnce();
    expect(await stored()).to.equal(0);
  });

  it('are one as soon as somebody ends the old one, in all processes', async () => {
    const fresh = await rotate(HOUR_S);
    expect(await statuses(account.key.secret, fresh)).to.deep.equal([200, 200]);
    expect(await endPrevious()).to.deep.equal({
      name: 'Test key',
      lastFour: account.key.secret.slice(-4),
    });
    expect(await statuses(account.key.secret, fresh)).to.deep.equal([401, 200]);
    expect(await stored()).to.equal(0);
    expect(await endPrevious(), 'a second time').to.be.undefined;
  });

  it('are the last two when the key is rotated again meanwhile', async () => {
    const second = await rotate(7 * 24 * HOUR_S);
    const third = await rotate(HOUR_S);
    expect(await statuses(account.key.secret, second, third)).to.deep.equal([401, 200, 200]);
    const fourth = await rotate();
    expect(await statuses(second, third, fourth)).to.deep.equal([401, 401, 200]);
    expect(await stored()).to.equal(0);
  });

  it('both stop when the key is revoked, and when it expires', async () => {
    const fresh = await rotate(HOUR_S);
    await revoke();
    expect(await statuses(account.key.secret, fresh)).to.deep.equal([401, 401]);
    expect(await stored()).to.equal(0);

    account = await service.createAccount({ expiresAt: new Date(Date.now() + 30 * 24 * HOUR_S * 1000) });
    const next = await rotate(HOUR_S);
    await service.database.query('update credentials set expires_at = service_now() where id = $1', [
      account.key.id,
    ]);
    await service.foundation.credentials.caughtUp();
    expect(await statuses(account.key.secret, next)).to.deep.equal([401, 401]);
  });

  it('are the last two of rotations at the same moment', async () => {
    const { credentials, db } = other.foundation;
    const issued = await Promise.all(
      [1, 2, 3].map(() =>
        db.transaction((trx) => credentials.rotate(trx, account.id, account.key.id, HOUR_S)),
      ),
    );
    await service.foundation.credentials.caughtUp();
    const secrets = issued.map(({ secret }) => secret);
    const answers = await statuses(account.key.secret, ...secrets);
    expect(answers[0]).to.equal(401);
    expect(answers.filter((status) => status === 200)).to.have.length(2);
  });

  it('are accepted as a whole: neither half fits the other', async () => {
    const fresh = await rotate(HOUR_S);
    const [environment, publicId, secret] = [/^sk_([a-z]+)_(\w{16})_(\w{32})$/.exec(fresh)!]
      .flat()
      .slice(1) as [string, string, string];
    const mixed = `sk_${environment}_${publicId}_${secret.slice(0, 16)}${account.key.secret.slice(-16)}`;
    expect(await statuses(mixed)).to.deep.equal([401]);
  });

  it('live side by side for at most 7 days, and for whole seconds', async () => {
    for (const overlapS of [7 * 24 * HOUR_S + 1, -1, 0.5, Number.NaN]) {
      const refused = await rotate(overlapS).catch((error: DomainError) => error.code);
      expect(refused, String(overlapS)).to.equal('invalid_request');
    }
    expect(await statuses(account.key.secret)).to.deep.equal([200]);
  });
});
