import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { browserOfSuite, photograph, requireAccessible } from '../../checkout/browser.ts';
import { advance, MINUTE_S, runOut } from '../../../test/payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { balancesOf, fund, restore, WALLET } from '../../../test/transfers/rig.ts';
import { treasurer } from '../../../test/treasury/rig.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { quoteConversion } from '../../../test/panel/conversions/fixtures.ts';
import { createPaidLink } from '../../../test/panel/links/fixtures.ts';
import { join, signInAnew } from '../../../test/panel/people.ts';
import { createConvertedLink, quoteRefund } from '../../../test/panel/refunds/fixtures.ts';

const CLABE = '032180000118359719';

describe('refunds in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    await restore(service);
    await service.database.query(`update service_clock set advanced_by = '0'`);
    account = await service.createAccount();
  });
  after(() => service?.close());

  const at = (path = '') => `/panel/accounts/${account.id}${path}`;

  it('by API are turned on by an owner, with a limit', async () => {
    const { page, person, complaints } = await signedIn(browser(), service, account.id, 'owner');
    await page.goto(new URL(at('/refunds'), page.url()).href);
    await page.getByRole('link', { name: 'Refunds by API' }).click();
    await requireGoodPage(browser(), service, person, { name: 'refunds-api-off', path: at('/refunds/api') });
    await page.getByLabel('Limit for 24 hours').fill('20000');
    await page.getByLabel('Currency').selectOption('MXN');
    await page.getByRole('button', { name: 'Turn on refunds by API' }).click();
    await page.getByText('Refunds by API are on, with this limit.').waitFor();
    const body = { payment_link: await createPaidLink(account), amount: '100.50' };
    const { body: refund } = await account.api.post('/v1/refunds', body);
    await requireGoodPage(browser(), service, person, { name: 'refunds-api', path: at('/refunds/api') });
    await requireGoodPage(browser(), service, person, {
      name: 'refund-by-key',
      path: at(`/refunds/${refund.id}`),
    });
    await requireGoodPage(browser(), service, person, { name: 'key-that-refunds', path: at('/keys/new') });
    expect(complaints).to.deep.equal([]);
  });

  it('go elsewhere only after a review that says what they wait for', async () => {
    const owner = await join(service, account.id, 'owner');
    const code = await createPaidLink(account);
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    await page.goto(new URL(at(`/links/${code}`), page.url()).href);
    await page.locator('summary').getByText('Refund', { exact: true }).click();
    await page.getByLabel('Amount to refund').fill('60');
    await page.getByLabel('Reason').selectOption('Requested by the customer');
    await page.getByText('Send it elsewhere').click();
    await page.getByLabel('CLABE').fill(CLABE.replace('9719', '9718'));
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByRole('alert').getByText('This is not a CLABE: it has 18 digits').waitFor();
    expect(await page.getByLabel('Amount to refund').inputValue()).to.equal('60');
    await page.getByLabel('CLABE').fill(CLABE);
    await page.getByLabel('Account holder').fill('María Pérez');
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByRole('heading', { name: 'Review the refund' }).waitFor();
    await page.getByText(`${CLABE} (IXE), María Pérez`).waitFor();
    await page.getByText(`These people can approve it: ${owner.email}.`).waitFor();
    await requireAccessible(page, 'the review');
    await photograph(page, 'panel-refund-review-en');
    await page.getByRole('button', { name: 'Refund 60.00 MXNB' }).dblclick();
    await page.getByText('It waits because the destination is new.').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('You took it back. Nothing was sent.').waitFor();
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '150.00000000 + 0.00000000' });
    expect(complaints.filter((one) => !one.includes('422'))).to.deep.equal([]);
  });

  it('of converted payments show their cost with a countdown, and are confirmed in time', async () => {
    const code = await createConvertedLink(service, account);
    const { page, complaints } = await signedIn(browser(), service, account.id, 'owner');
    await page.goto(new URL(at(`/links/${code}`), page.url()).href);
    await page.locator('summary').getByText('Refund', { exact: true }).click();
    await page.getByLabel('Amount to refund (USDC)').fill('250');
    await page.getByLabel('Reason').selectOption('Duplicate payment');
    await page.getByLabel('Address on Polygon').fill(WALLET);
    await page.getByRole('button', { name: 'Get a quote' }).dblclick();
    await page.getByRole('heading', { name: 'What it costs' }).waitFor();
    expect(await page.getByRole('timer').textContent()).to.match(/^1[45]:\d\d$/);
    await page.getByText(/^1 USDC = [\d.]+ MXNB$/).waitFor();
    await page.getByRole('button', { name: /^Refund for [\d,.]+ MXNB$/ }).dblclick();
    await page.getByText('It waits because the destination is new.').waitFor();
    await runOut(service.workers.transfers);
    await page.reload();
    await page.getByText('Amount bought').waitFor();
    expect((await balancesOf(account))['USDC']).to.equal('0.00000000 + 250.00000000');
    expect(complaints).to.deep.equal([]);
  });

  it('lead back to the link as soon as the quote has expired', async () => {
    const id = await quoteRefund(service, account);
    const finance = await join(service, account.id, 'finance');
    await advance(service, 15 * MINUTE_S - 3);
    await signInAnew(service);
    const { page } = await openAs(browser(), service, finance, at(`/refunds/${id}`));
    await page.getByRole('button', { name: /^Refund for/ }).waitFor();
    await page.getByText('This quote has expired').waitFor();
    expect(await page.getByRole('button', { name: /^Refund for/ }).isVisible()).to.equal(false);
    await page.getByRole('link', { name: 'Ask for a new quote on the page of the payment link' }).click();
    await page.getByRole('button', { name: 'Get a quote' }).waitFor();
  });

  it('have good pages, with what waits beside them', async () => {
    const owner = await join(service, account.id, 'owner');
    const finance = await join(service, account.id, 'finance');
    const fresh = await join(service, account.id, 'finance', { isNew: true });
    const paid = await createPaidLink(account, { description: 'Café Azul, mesa 4' });
    const once = () => ({ once: randomUUID() });
    const form = { reason: 'requested_by_customer', clabe: CLABE, beneficiary: 'María Pérez', amount: '60' };
    const asked = await finance.visitor.post(at(`/links/${paid}/refund`), { ...once(), ...form });
    const waiting = new URL(asked.headers.get('location') ?? '', 'http://panel').pathname;
    const quoted = await quoteRefund(service, account);
    const [{ conversion_id: purchase, payment_link_code: converted } = {}] = await service.database.query(
      'select conversion_id, payment_link_code from transfers where id = $1',
      [quoted],
    );
    await fund(account, 'MXNB', '9000');
    await (await treasurer(service, account, 'owner')).limit('50000');
    await (await treasurer(service, account, 'owner')).limit('1000');
    await (await treasurer(service, account, 'owner')).limit('80000', 'USD');
    const conversion = await quoteConversion(account, '5000');
    await finance.visitor.post(at(`/conversions/${conversion}/confirm`), once());
    for (const [name, path] of Object.entries({
      refunds: at('/refunds'),
      'refund-waiting': waiting,
      'refund-quoted': at(`/refunds/${quoted}`),
      'refund-form': at(`/links/${paid}`),
      'refund-form-converted': at(`/links/${String(converted)}`),
      'conversions-waiting': at('/conversions'),
      'conversion-waiting': at(`/conversions/${conversion}`),
      'conversion-of-refund': at(`/conversions/${String(purchase)}`),
      'limit-changing': at('/withdrawals/limits'),
      'overview-waiting': at(),
      'team-new': at('/team'),
      'member-new': at(`/team/${fresh.id}`),
    })) {
      await requireGoodPage(browser(), service, owner, { name, path });
    }
    await advance(service, 15 * MINUTE_S);
    await signInAnew(service);
    await requireGoodPage(browser(), service, owner, {
      name: 'refund-expired',
      path: at(`/refunds/${quoted}`),
    });
  });
});
