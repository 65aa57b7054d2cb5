import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { advance, createLink, MINUTE_S, pay, runToRest } from '../../../test/payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { balancesOf, fund } from '../../../test/transfers/rig.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { join } from '../../../test/panel/people.ts';
import { quoteConversion } from '../../../test/panel/conversions/fixtures.ts';

describe('conversions in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    await service.database.query(`update service_clock set advanced_by = '0'`);
  });
  after(() => service?.close());

  const at = (path = '') => `/panel/accounts/${account.id}/conversions${path}`;
  const renewProofs = () => service.database.query('update user_sessions set proven_at = service_now()');

  it('shows a quote with its countdown, and converts', async () => {
    await fund(account, 'MXNB', '1000');
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    await page.getByRole('link', { name: 'Conversions' }).click();
    await page.getByRole('button', { name: 'New conversion' }).click();
    const chosen = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    expect(await chosen('To'), 'never into itself').not.to.equal(
      await chosen('From your available balance of'),
    );
    await page.getByLabel('From your available balance of').selectOption('1,000.00 MXNB');
    await page.getByLabel('Amount').fill('250,5');
    await page.getByLabel('To', { exact: true }).selectOption('USDC');
    await page.getByRole('button', { name: 'Get a quote' }).dblclick();
    await page.getByText('1 MXNB =').waitFor();
    const countdown = page.getByRole('timer');
    expect(await countdown.textContent()).to.match(/^1[45]:\d\d$/);
    const shown = await countdown.textContent();
    await countdown.filter({ hasNotText: shown ?? '' }).waitFor();
    await page.getByRole('button', { name: 'Convert now' }).dblclick();
    await page.getByText('The conversion was confirmed').waitFor();
    await runToRest(service);
    await page.reload();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect((await balancesOf(account))['MXNB']).to.equal('749.50000000 + 0.00000000');
    expect((await account.api.get('/v1/conversions')).body.data).to.have.length(1);
    expect(complaints).to.deep.equal([]);
  });

  it('offers a new quote as soon as the old one has ended', async () => {
    const id = await quoteConversion(account);
    const finance = await join(service, account.id, 'finance');
    await advance(service, 15 * MINUTE_S - 3);
    await renewProofs();
    const { page } = await openAs(browser(), service, finance, at(`/${id}`));
    await page.getByRole('button', { name: 'Convert now' }).waitFor();
    await page.getByText('This quote has expired').waitFor();
    expect(await page.getByRole('button', { name: 'Convert now' }).isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'Get a new quote' }).click();
    await page.getByText('100.00 MXNB').waitFor();
    expect(await page.getByRole('timer').textContent()).to.match(/^1[45]:\d\d$/);
  });

  it('says until when a quote holds, and that it has ended, without JavaScript', async () => {
    const id = await quoteConversion(account);
    const finance = await join(service, account.id, 'finance');
    const { page } = await openAs(browser(), service, finance, at(`/${id}`), { javaScriptEnabled: false });
    await page.getByText('This quote is valid until').waitFor();
    await advance(service, 15 * MINUTE_S);
    await renewProofs();
    await page.getByRole('button', { name: 'Convert now' }).click();
    await page.getByText('The quote expired before it was confirmed.').waitFor();
    await page.getByRole('button', { name: 'Get a new quote' }).click();
    await page.getByRole('button', { name: 'Convert now' }).click();
    await page.getByText('The conversion was confirmed').waitFor();
  });

  it('is accessible, light, still, and fits the smallest phone, before and after it is confirmed', async () => {
    const finance = await join(service, account.id, 'finance');
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const [done] = (await account.api.get('/v1/conversions')).body.data;
    const quoted = await quoteConversion(account);
    for (const [name, path] of Object.entries({
      'conversion-quoted': at(`/${quoted}`),
      'conversion-done': at(`/${done.id}`),
    })) {
      await requireGoodPage(browser(), service, finance, { name, path });
    }
    await advance(service, 15 * MINUTE_S);
    await renewProofs();
    await requireGoodPage(browser(), service, finance, { name: 'conversion-ended', path: at(`/${quoted}`) });
  });
});
