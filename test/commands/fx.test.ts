import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { notificationFor, receive } from '../deposits/notifications.ts';
import { advance, createLink, DAY_S, methodOf, runToRest, serviceTimeIn } from '../payment-links/links.ts';
import { startLimitedRail, type LimitedRail } from '../payment-links/methods/limited-rail.ts';
import { runPayments } from '../support/processes/command.ts';
import type { TestAccount, TestService } from '../support/service.ts';

describe('payments fx report', () => {
  let rail: LimitedRail;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    rail = await startLimitedRail();
    service = rail.service;
    account = await service.createAccount();
    rail.limits.quoteS = 9;
    // The market moves further here than conversions may by default.
    await service.database.query('update payment_methods set max_slippage = 0.1');
  });
  after(() => rail?.close());

  const report = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runPayments(service, 'fx', 'report', ...args, '--json');
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const receivePayment = async (link: any, method: string): Promise<void> => {
    await receive(service, await notificationFor(service, link.code, method, { provider: 'rail' }));
  };
  /** A payment at a price of the service's own, converted after the market has moved; what it brought too much. */
  const payAfterMove = async (by: string): Promise<string> => {
    const link = await createLink(account.api, { accepted_methods: ['USDC'] });
    const { amount_due, exchange_rate } = methodOf(link, 'USDC');
    await rail.moveMarket('MXNB', by);
    await receivePayment(link, 'USDC');
    await runToRest(service);
    await rail.moveMarket('MXNB', '0');
    const { body } = await account.api.get(`/v1/conversions?payment_link_code=${link.code}`);
    const expected = money(amount_due).times(exchange_rate).decimalPlaces(8, 1);
    return money(body.data[0].to_amount).minus(expected).toFixed(8);
  };
  const today = async (): Promise<string> => (await serviceTimeIn(service, 0)).slice(0, 10);
  const sum = (...amounts: string[]): string =>
    amounts.reduce((total, amount) => total.plus(amount), money('0')).toFixed(8);

  it('has nothing to tell before anything was priced', async () => {
    expect(await report()).to.deep.include({ exposure: [], results: [] });
  });

  it("tells each day's gain and loss, from conversions whose rate moved", async () => {
    const gained = await payAfterMove('-0.05');
    const lost = await payAfterMove('0.03');
    expect(money(gained).gt(0)).to.equal(true);
    expect(money(lost).lt(0)).to.equal(true);
    const first = {
      ...{ day: await today(), from_asset: 'USDC', asset: 'MXNB', method: 'USDC', conversions: 2 },
      ...{ gain: gained, loss: lost, result: sum(gained, lost) },
    };
    expect((await report()).results).to.deep.equal([first]);

    await advance(service, DAY_S);
    const later = await payAfterMove('-0.01');
    const second = {
      ...{ day: await today(), from_asset: 'USDC', asset: 'MXNB', method: 'USDC', conversions: 1 },
      ...{ gain: later, loss: '0.00000000', result: later },
    };
    expect((await report()).results).to.deep.equal([first, second]);
    const midnight = `${second.day}T00:00:00Z`;
    expect((await report('--from', midnight)).results).to.deep.equal([second]);
    expect((await report('--to', midnight)).results).to.deep.equal([first]);
  });

  it('shows what is paid and not converted yet, for each pair, until it is converted', async () => {
    const [one, other, inUsdc] = await Promise.all([
      createLink(account.api, { accepted_methods: ['USDC'] }),
      createLink(account.api, { accepted_methods: ['USDC'] }),
      createLink(account.api, { accepted_methods: ['SPEI'], currency: 'USDC', amount: '1500' }),
    ]);
    expect((await report()).exposure).to.deep.equal([]);
    await receivePayment(one, 'USDC');
    await receivePayment(other, 'USDC');
    await receivePayment(inUsdc, 'SPEI');

    const dues = [one, other].map((link) => methodOf(link, 'USDC'));
    const { exposure } = await report();
    expect(exposure.map(({ from_asset, to_asset }: any) => `${from_asset} ${to_asset}`)).to.deep.equal([
      'MXN USDC',
      'USDC MXNB',
    ]);
    expect(exposure[1]).to.include({
      payments: 2,
      from_amount: sum(...dues.map(({ amount_due }) => amount_due)),
      to_amount: sum(
        ...dues.map(({ amount_due, exchange_rate }) =>
          money(amount_due).times(exchange_rate).decimalPlaces(8, 1).toFixed(8),
        ),
      ),
    });
    expect(Date.parse(exposure[1].oldest_at)).to.be.at.most(Date.parse(await serviceTimeIn(service, 0)));

    await runToRest(service);
    expect((await report()).exposure).to.deep.equal([]);
  });

  it("does not count what is converted at the provider's own quote", async () => {
    rail.limits.quoteS = undefined;
    await receivePayment(await createLink(account.api, { accepted_methods: ['USDC'] }), 'USDC');
    expect((await report()).exposure).to.deep.equal([]);
    await runToRest(service);
    rail.limits.quoteS = 9;
  });

  it('is read by people too, and needs a period', async () => {
    const { stdout } = await runPayments(service, 'fx', 'report');
    expect(stdout).to.match(/^results$/m);
    const at = '2026-11-01T00:00:00Z';
    const refused = await runPayments(service, 'fx', 'report', '--from', at, '--to', at);
    expect(refused).to.deep.include({ code: 2, stderr: '--from must be before --to.\n' });
  });
});
