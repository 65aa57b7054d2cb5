import { expect } from 'chai';
import { createMetrics } from '../../src/lib/metrics.ts';
import { money } from '../../src/lib/money.ts';
import { watchLiquidity } from '../../src/liquidity/metrics.ts';
import { reservedShare } from '../../src/liquidity/shares.ts';
import { changeMethod, type MethodChange } from '../../src/methods/catalogue.ts';
import { advance, createLink, MINUTE_S, readLink, readMethod, refreshQuote } from '../payment-links/links.ts';
import { BEHIND_PROXY, createCode, linkOf, typeAmount } from '../qr-codes/codes.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const HOUR_S = 60 * MINUTE_S;
const FLOAT = 60_000;
/** About 5,450 USDC: the simulator's rates move. */
const TENTH = '100000';
/** Nearly all of it. */
const MOST = '1000000';

describe('the shares of a float (D38)', () => {
  let service: TestService;
  let account: TestAccount;
  let other: TestAccount;
  let south: TestRail;

  before(async () => {
    south = await startRail('south');
    service = await startService(BEHIND_PROXY, [south.provider]);
    await service.foundation.db.transaction((trx) =>
      changeMethod(trx, 'USDC', { provider: 'simulator', exchangeProvider: 'south' }),
    );
    await service.database.query(
      `insert into exchange_readings (provider, due_at, read_at) values ('south', service_now(), service_now())`,
    );
    await service.database.query(
      `insert into exchange_floats (provider, asset, held) values ('south', 'USDC', ${FLOAT})`,
    );
  });
  after(async () => {
    await service?.close();
    await south?.close();
  });
  beforeEach(async () => {
    // What the test before has promised.
    await service.database.query(`update payment_link_methods set amount_due_expires_at = service_now()`);
    await set({ quoteLifeMs: 15 * MINUTE_S * 1000 });
    [account, other] = [await service.createAccount(), await service.createAccount()];
    await readAgain();
  });

  const set = (change: MethodChange) =>
    service.foundation.db.transaction((trx) => changeMethod(trx, 'USDC', change));
  const pass = async (seconds: number): Promise<void> => {
    await advance(service, seconds);
    await south.database.query(
      'update service_clock set advanced_by = advanced_by + make_interval(secs => $1)',
      [seconds],
    );
  };
  const readAgain = () => service.database.query('update exchange_readings set read_at = service_now()');
  const cli = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    return { code, ...JSON.parse(stdout) };
  };
  const create = (by: TestAccount, amount: string): Promise<any> =>
    createLink(by.api, { amount, accepted_methods: ['USDC'] });
  const isOffered = async (by: TestAccount, amount = '20000'): Promise<boolean> => {
    const { body } = await by.api.get(`/v1/payment_links/payment_methods?amount=${amount}&currency=MXNB`);
    const { available, unavailable_reason: reason } = body.methods.find(
      ({ method }: any) => method === 'USDC',
    );
    if (available === false) expect(reason).to.equal('EXCHANGE_UNAVAILABLE');
    return available as boolean;
  };
  const reservedBy = async (by: TestAccount): Promise<number> => {
    const [{ reserved }] = (await service.database.query(
      `select coalesce(sum(amount_due * coalesce(reserved_share, 1)), 0)::float8 as reserved from payment_link_methods
        where account_id = $1 and exchange_provider = 'south' and amount_due_expires_at > service_now()`,
      [by.id],
    )) as [{ reserved: number }];
    return reserved;
  };

  it('leave one account a third, and the others the rest', async () => {
    for (let count = 0; count < 3; count += 1) await create(account, TENTH);
    expect(await isOffered(account, TENTH)).to.equal(false);
    expect(await isOffered(account, '50000')).to.equal(true);
    expect(await isOffered(other, TENTH)).to.equal(true);
    expect(await isOffered(other, MOST), 'more than a third at once').to.equal(false);
  });

  it('count a quote of days as what is paid of it within an hour', async () => {
    await set({ quoteLifeMs: 72 * HOUR_S * 1000 });
    await create(account, MOST);
    expect(await reservedBy(account)).to.be.within(600, 900);
    expect(await isOffered(account, '900000')).to.equal(true);
    await set({ quoteLifeMs: 15 * MINUTE_S * 1000 });
    expect(await isOffered(other, TENTH)).to.equal(true);
  });

  it('count a quote of days in full on a link that ends within the hour', async () => {
    await set({ quoteLifeMs: 72 * HOUR_S * 1000 });
    const expiresAt = new Date(Date.now() + 10 * MINUTE_S * 1000).toISOString();
    const link = { amount: TENTH, accepted_methods: ['USDC'], expires_at: expiresAt };
    await createLink(account.api, link);
    expect(await reservedBy(account)).to.be.within(4_500, 6_000);
  });

  it('keep no more than the share for calls that run at the same time', async () => {
    const calls = Array.from({ length: 8 }, () => create(account, TENTH));
    const links = await Promise.all(calls.map((call) => call.catch(() => undefined)));
    expect(await reservedBy(account)).to.be.at.most(FLOAT / 3);
    const quoted = links.filter((link) => link?.methods[0].quote_status === 'locked');
    expect(quoted).to.have.length(3);
    // What was left out is filled in once there is room again.
    const waiting = links.find((link) => link?.methods[0].quote_status === 'calculating');
    if (!waiting) return;
    await account.api.post(`/v1/payment_links/${quoted[0].code}/cancel`);
    await refreshQuote(account.api, waiting.code, 'USDC');
    expect((await readMethod(account.api, waiting.code, 'USDC')).quote_status).to.equal('locked');
  });

  it('leave an ended quote as it is while others of the account have taken its place', async () => {
    const link = await create(account, TENTH);
    await pass(16 * MINUTE_S);
    await readAgain();
    for (let count = 0; count < 3; count += 1) await create(account, TENTH);
    await refreshQuote(account.api, link.code, 'USDC');
    expect((await readMethod(account.api, link.code, 'USDC')).quote_status).to.equal('expired');
  });

  describe('of a counter code', () => {
    const offersUsdc = async (url: string, address: string, amount = '45000'): Promise<boolean> => {
      const link = await readLink(account.api, linkOf(await typeAmount(url, amount, { address })));
      return (link.accepted_methods as string[]).includes('USDC');
    };

    it('leave a network a quarter of its account’s, and other payers more', async () => {
      const { url } = await createCode(account.api, { fixed_amount: null });
      // About 2,450 USDC each: a quarter of the account's is 5,000, half 10,000.
      const forms: boolean[] = [];
      for (let form = 0; form < 4; form += 1) forms.push(await offersUsdc(url, '203.0.113.1'));
      expect(forms).to.deep.equal([true, true, false, false]);
      expect(await offersUsdc(url, '203.0.113.2')).to.equal(true);
      expect(await offersUsdc(url, '203.0.113.2')).to.equal(true);
      // The code's half is used up, the account's is not.
      expect(await offersUsdc(url, '203.0.113.3')).to.equal(false);
      expect(await isOffered(account)).to.equal(true);
      const { url: next } = await createCode(account.api, { fixed_amount: null });
      expect(await offersUsdc(next, '203.0.113.3')).to.equal(true);
      expect(await isOffered(other, TENTH)).to.equal(true);
    });

    it('count an IPv6 subscriber as one network, also in forms sent at once', async () => {
      const { url } = await createCode(account.api, { fixed_amount: null });
      await Promise.all(
        Array.from({ length: 8 }, (_, host) =>
          typeAmount(url, '45000', { address: `2001:db8:9:1::${host + 1}` }),
        ),
      );
      expect(await reservedBy(account)).to.be.within(1, FLOAT / 12);
    });
  });

  describe('are set and shown', () => {
    it('by the operator, for an account', async () => {
      const share = (...args: string[]) => runPayments(service, 'liquidity', 'share', ...args, '--json');
      const { stdout } = await share('--account', account.id, '--percent', '100');
      expect(JSON.parse(stdout)).to.deep.equal({ account_id: account.id, share_percent: '100' });
      expect(await isOffered(account, MOST)).to.equal(true);
      expect(await isOffered(other, MOST)).to.equal(false);
      const reset = await share('--account', account.id, '--default');
      expect(JSON.parse(reset.stdout)).to.deep.equal({ account_id: account.id, share_percent: '33.33' });
      expect(await isOffered(account, MOST)).to.equal(false);
      expect((await share('--account', account.id)).code).to.equal(2);
      expect((await share('--account', account.id, '--percent', '101')).code).to.equal(2);
      expect((await share('--account', account.id, '--percent', '0')).code).to.not.equal(0);
      const nobody = '01a2066a-c18d-70f3-acb1-89ef88a2c1fc';
      expect((await share('--account', nobody, '--percent', '5')).stderr).to.include('no account');
    });

    it('as what each account’s quotes reserve', async () => {
      await create(account, TENTH);
      await create(account, TENTH);
      await create(other, TENTH);
      const { promises } = await cli('liquidity', 'status');
      expect(promises).to.have.length(2);
      expect(promises[0]).to.include({
        ...{ provider: 'south', asset: 'USDC', account_id: account.id, quotes: 2, share_percent: '33.33' },
      });
      expect(Number(promises[0].reserved)).to.be.closeTo(await reservedBy(account), 0.001);
      expect(Number(promises[0].used_percent)).to.be.within(45, 65);
      expect(promises[1]).to.include({ account_id: other.id, quotes: 1 });
      const metrics = createMetrics();
      watchLiquidity(metrics, service.foundation.db.read);
      const value = /payments_float_share_used_ratio{provider="south",asset="USDC"} (\S+)/.exec(
        await metrics.expose(),
      )?.[1];
      expect(Number(value)).to.be.closeTo(Number(promises[0].used_percent) / 100, 0.001);
    });
  });

  it('reserve less the longer a quote holds, and all of one of an hour', () => {
    const shareOf = (hours: number) => reservedShare(hours * HOUR_S * 1000).toFixed();
    expect([0, 0.25, 1].map(shareOf)).to.deep.equal(['1', '1', '1']);
    expect(shareOf(2)).to.equal('0.5');
    expect(shareOf(72)).to.equal('0.01388889');
    expect(money(shareOf(24 * 90)).gt(0)).to.equal(true);
  });
});
