import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectError } from '../http/raw-call.ts';
import { createConverted, quotesAsked } from '../idempotency/quoted-calls.ts';
import { fund } from '../transfers/rig.ts';
import { itOnOneDay } from '../support/clock.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { advance, behave, moveMarket } from './links.ts';

describe('a request that can be refused without asking the provider', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
  });

  /** Advances the clock by hours and moves the market. */
  const letMarketMove = async (): Promise<void> => {
    await advance(service, 3 * 3_600);
    await moveMarket(service, 'USDC', '-0.08');
  };
  const rateNow = async (): Promise<number> =>
    Number((await createConverted(account.api, randomUUID())).body.methods[0].exchange_rate);

  it('is refused first when its expiry is invalid, so that the corrected call gets the current rate', async () => {
    const key = randomUUID();
    const before = await quotesAsked(service);
    const refused = await createConverted(account.api, key, { expires_at: '2150-01-01T00:00:00Z' });
    expectError(refused, 400, 'invalid_request', 'expires_at');
    expect(await quotesAsked(service)).to.equal(before);
    await letMarketMove();
    const created = await createConverted(account.api, key);
    expect(created.status).to.equal(201);
    expect(Number(created.body.methods[0].exchange_rate) / (await rateNow())).to.be.closeTo(1, 0.01);
  });

  itOnOneDay(
    'is refused first when the quota is used up, so that the retry gets the current rate',
    async () => {
      const { secret } = await service.createKey(account.id, { moneyOperationsPerDay: 1 });
      const limited = service.client(secret);
      expect((await createConverted(limited, randomUUID())).status).to.equal(201);
      const key = randomUUID();
      const before = await quotesAsked(service);
      expectError(await createConverted(limited, key), 429, 'rate_limit_exceeded');
      expect(await quotesAsked(service)).to.equal(before);
      await letMarketMove();
      const created = await createConverted(account.api, key);
      expect(created.status).to.equal(201);
      expect(Number(created.body.methods[0].exchange_rate) / (await rateNow())).to.be.closeTo(1, 0.01);
    },
  );

  it('is refused first when a conversion lacks funds, so that the retry gets the current rate', async () => {
    const convert = (key: string) =>
      runPayments(
        service,
        ...['conversions', 'create', '--account', account.id, '--from', 'MXNB', '--to', 'USDC'],
        ...['--amount', '1000', '--idempotency-key', key, '--json'],
      );
    const key = randomUUID();
    const before = await quotesAsked(service);
    const refused = await convert(key);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('The account has 0 MXNB, and 1000 are needed.');
    expect(await quotesAsked(service)).to.equal(before);
    await letMarketMove();
    await fund(account, 'MXNB', '2000');
    const converted = JSON.parse((await convert(key)).stdout);
    const fresh = JSON.parse((await convert(randomUUID())).stdout);
    expect(converted.status).to.equal('processing');
    expect(Number(converted.exchange_rate) / Number(fresh.exchange_rate)).to.be.closeTo(1, 0.01);
  });
});
