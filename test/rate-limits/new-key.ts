import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { formatApiKey, newPublicId, newSecret } from '../../src/credentials/secret.ts';
import { rawCall } from '../http/raw-call.ts';
import { whileStoreAnswers } from '../support/outside/rate-limit-store.ts';
import { until } from '../support/poll.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';

/** How many requests an address may make per minute without a usable key. */
const WINDOW = 120;
/** How many keys of an address whose window is full are still looked up in a second. */
const RESERVE = 4;
const CALLS = 40;

/**
 * Registers the tests of a new API key beside clients that still use the old one, on a service with this environment, which is
 * asked for once the suite's own hooks have run.
 */
export function itRotates(environment: () => Record<string, string>): void {
  let service: TestService;
  /** Stands for another process on the same database, where keys are made. */
  let other: TestService;
  let account: TestAccount;

  before(async () => {
    // So that each test can use a network of its own.
    const settings = { ...environment(), TRUSTED_PROXIES: '127.0.0.0/8' };
    service = await startService(settings);
    other = await runningOn(service.database, { ...settings, SECRETS_KEY: service.secretsKey });
  });
  after(async () => {
    await other?.close();
    await service?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const ping = async (address: string, apiKey: string): Promise<number> => {
    const headers = { 'x-forwarded-for': address, authorization: `Bearer ${apiKey}` };
    return (await rawCall(service.baseUrl, { path: '/v1/ping', headers })).status;
  };
  const newAddress = (): string => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const unknownKey = (): string =>
    formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() });
  const callAll = (address: string, keys: string[]): Promise<number[]> =>
    Promise.all(keys.map((key) => ping(address, key)));
  const repeat = <T>(times: number, make: () => T): T[] => Array.from({ length: times }, make);

  /** Calls with this key, two at a time, until the work is done. The address's window is full when the work begins. */
  const whileHammering = async <T>(address: string, apiKey: string, work: () => Promise<T>): Promise<T> => {
    let isOver = false;
    const statuses: number[] = [];
    const hammer = async (): Promise<void> => {
      while (!isOver) {
        statuses.push(await ping(address, apiKey));
        // Still many times the reserve.
        if (statuses.includes(429)) await delay(10);
      }
    };
    const clients = repeat(2, hammer);
    try {
      await until(() => statuses.includes(429), { what: 'the window of the address is full' });
      return await work();
    } finally {
      isOver = true;
      await Promise.all(clients);
      expect([...new Set(statuses)].sort(), 'of the old key').to.deep.equal([401, 429]);
    }
  };
  const callTimes = async (address: string, apiKey: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let call = 0; call < CALLS; call++) statuses.push(await ping(address, apiKey));
    return statuses;
  };

  const rotateElsewhere = async (): Promise<string> => {
    const { db, credentials } = other.foundation;
    const issued = await db.transaction((trx) => credentials.rotate(trx, account.id, account.key.id));
    await service.foundation.credentials.caughtUp();
    return issued.secret;
  };

  it('passes with every call, whether it was rotated before they filled their window or after', async () => {
    const address = newAddress();
    const first = await rotateElsewhere();
    await whileHammering(address, account.key.secret, async () => {
      expect(await callTimes(address, first), 'rotated before').to.deep.equal(repeat(CALLS, () => 200));
      const second = await rotateElsewhere();
      expect(
        await callAll(
          address,
          repeat(CALLS, () => second),
        ),
        'rotated after',
      ).to.deep.equal(repeat(CALLS, () => 200));
      const added = await other.createKey(account.id);
      await service.foundation.credentials.caughtUp();
      expect(
        await callAll(
          address,
          repeat(CALLS, () => added.secret),
        ),
        'created',
      ).to.deep.equal(repeat(CALLS, () => 200));
    });
  });

  it('passes even if the process was never told of it', async () => {
    const address = newAddress();
    await service.database.query('alter table credentials disable trigger user');
    try {
      const secret = await rotateElsewhere();
      await whileHammering(address, account.key.secret, async () => {
        const statuses = await callAll(
          address,
          repeat(CALLS, () => secret),
        );
        expect(statuses).to.deep.equal(repeat(CALLS, () => 200));
      });
    } finally {
      await service.database.query('alter table credentials enable trigger user');
    }
  });

  it('passes beside a stranger who tries keys, and gets no more than the window and the reserve', async () => {
    await whileStoreAnswers([service, other], async () => {
      const network = newAddress().slice(0, -1);
      const stranger = async (tries: number): Promise<number[]> =>
        callAll(`${network}${randomUUID().slice(0, 4)}`, repeat(tries, unknownKey));
      expect(await stranger(WINDOW)).to.deep.equal(repeat(WINDOW, () => 401));
      const secret = await rotateElsewhere();
      // Whatever is looked up now ends in a 500.
      await service.database.query('revoke select on credentials from payments_app');
      const startedAtMs = performance.now();
      const tried = await stranger(3 * WINDOW).finally(() =>
        service.database.query('grant select on credentials to payments_app'),
      );
      // The reserve is filled again every second.
      const mostLookedUp = (): number => RESERVE * (Math.ceil((performance.now() - startedAtMs) / 1_000) + 1);
      expect([...new Set(tried)].sort()).to.deep.equal([429, 500]);
      expect(tried.filter((status) => status !== 429).length).to.be.at.most(mostLookedUp());
      const [statuses, again] = await Promise.all([callTimes(`${network}1`, secret), stranger(CALLS)]);
      expect(statuses).to.deep.equal(repeat(CALLS, () => 200));
      expect([...tried, ...again].filter((status) => status !== 429).length).to.be.at.most(mostLookedUp());
    });
  });
}
