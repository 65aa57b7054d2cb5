import { expect } from 'chai';
import { browserOfSuite, NEWS_MS, readQr } from '../../checkout/browser.ts';
import { until } from '../../../test/support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { join } from '../../../test/panel/people.ts';
import { createLink, createPaidLink } from '../../../test/panel/links/fixtures.ts';

describe('payment links in the panel, in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const at = (path = '') => `/panel/accounts/${account.id}/links${path}`;

  it('are created by clicking, paid, and refunded once by a double click', async () => {
    const { page, complaints, person } = await signedIn(browser(), service, account.id, 'finance');
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('button', { name: 'New payment link' }).click();
    await page.getByRole('heading', { name: 'New payment link' }).waitFor();
    await page.waitForLoadState();
    await page.getByLabel('Currency').selectOption('MXNB');
    await page.getByRole('textbox', { name: 'Amount' }).fill('25000');
    await page.getByLabel('Description').fill('Café, mesa 4');
    // The methods follow the amount while it is typed.
    await page.getByText('converted at a guaranteed rate').first().waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('150');
    await page.getByText('needs a conversion').first().waitFor();
    await page.getByLabel('SPEI').check();
    await page.getByText('More options').click();
    await page.getByLabel('Name 1').fill('order_id');
    await page.getByLabel('Value 1').fill('ORD-9');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('The payment link was created.').waitFor();
    const address = (await page.locator('#link-url').textContent()) ?? '';
    expect(await readQr(browser(), page.locator('.qr'))).to.equal(address);
    await page.getByLabel('Link for the payer').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(address);

    // Somebody else watches, and need not reload.
    const path = new URL(page.url()).pathname;
    const watching = await openAs(browser(), service, await join(service, account.id, 'viewer'), path);
    const simulation = page.getByRole('region', { name: 'Pay with the simulator' });
    await simulation.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('The simulated payment was sent.').waitFor();
    await watching.page.locator('.timeline [data-kind="paid"]').waitFor({ timeout: NEWS_MS });
    expect(await watching.page.locator('#announcement').textContent()).to.equal('Paid');
    expect(await watching.page.locator('[hx-get]').count()).to.equal(0);

    await page.locator('summary').getByText('Refund', { exact: true }).click();
    await page.getByLabel('Amount to refund').fill('50.25');
    await page.getByLabel('Reason').selectOption('Duplicate payment');
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByRole('heading', { name: 'Review the refund' }).waitFor();
    await page.getByRole('button', { name: 'Refund 50.25 MXNB' }).dblclick();
    await page.getByText('The refund is on its way.').waitFor();
    await page.getByRole('link', { name: /^PL-/ }).click();
    await page.getByText('99.75 MXNB can still be refunded').waitFor({ state: 'attached' });
    await service.workers.transfers.runOnce();
    await page.locator('.timeline [data-kind="refund_settled"]').waitFor({ timeout: NEWS_MS });
    expect(await page.locator('.timeline [data-kind="refund_requested"]').count()).to.equal(1);
    expect(await page.getByText(`requested by ${person.email}`).count()).to.equal(1);
    expect([...complaints, ...watching.complaints]).to.deep.equal([]);
  });

  it('ask for no news while nobody looks', async () => {
    const code = await createLink(account);
    const { page } = await signedIn(browser(), service, account.id, 'viewer');
    const polls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('seen=')) polls.push(request.url());
    });
    // Hidden from the start: a poll that was due before would count. The window hears of a request after the page did.
    await page.addInitScript(`
      globalThis.somebodyLooks = false;
      globalThis.heldBack = 0;
      Object.defineProperty(document, 'hidden', { get: () => !somebodyLooks });
      addEventListener('htmx:before:request', (event) => { if (event.defaultPrevented) heldBack += 1; });
    `);
    await page.goto(new URL(at(`/${code}`), page.url()).href);
    await until(() => page.evaluate<boolean>('heldBack > 0'), { what: 'a poll is held back' });
    expect(polls).to.deep.equal([]);
    const asked = page.waitForRequest(/seen=/, { timeout: NEWS_MS });
    await page.evaluate('somebodyLooks = true');
    await asked;
  });

  it('work without scripts', async () => {
    const { page } = await signedIn(browser(), service, account.id, 'owner', { javaScriptEnabled: false });
    await page.goto(new URL(at('/new'), page.url()).href);
    await page.getByRole('textbox', { name: 'Amount' }).fill('150');
    await page.getByLabel('Currency').selectOption('MXNB');
    await page.getByLabel('Description').fill('Order 11');
    await page.getByRole('button', { name: 'Show the methods for this amount' }).click();
    await page.getByText('needs a conversion').first().waitFor();
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('The payment link was created.').waitFor();
    await page
      .getByRole('region', { name: 'Pay with the simulator' })
      .getByRole('button', { name: 'Pay' })
      .click();
    await page.locator('.timeline [data-kind="paid"]').waitFor();
    await page.locator('summary').getByText('Refund', { exact: true }).click();
    await page.getByLabel('Reason').selectOption('Other');
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByRole('button', { name: 'Refund 150.00 MXNB' }).click();
    await page.getByText('The refund is on its way.').waitFor();
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('searchbox', { name: /^Search Code/ }).fill('order 11');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.getByRole('rowheader', { name: /^Order/ }).count()).to.equal(1);
  });

  it('look good in both languages and modes, on phones and desktops', async () => {
    const shop = await service.createAccount();
    const owner = await join(service, shop.id, 'owner');
    await shop.api.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/' });
    const fields = {
      description: 'Café Azul, mesa 4',
      metadata: { order_id: 'ORD-10442', store: 'Reforma' },
    };
    const own = `/panel/accounts/${shop.id}/links`;
    const active = await createLink(shop, { ...fields, amount: '25000' });
    const paid = await createPaidLink(shop, fields);
    const refund = { amount: '50', reason: 'other', once: '0192f3a2-0000-7000-8000-000000000001' };
    await owner.visitor.post(`${own}/${paid}/refund`, refund);
    const partly = await createLink(shop, fields);
    const under = { method: 'SPEI', scenario: 'under' };
    await shop.api.post(`/v1/test_helpers/payment_links/${partly}/deposit`, under);
    const cancelled = await createLink(shop, { amount: '123456.5', description: 'x'.repeat(120) });
    await shop.api.post(`/v1/payment_links/${cancelled}/cancel`);
    for (const [name, path] of Object.entries({
      list: own,
      new: `${own}/new`,
      active: `${own}/${active}`,
      paid: `${own}/${paid}`,
      'partly-paid': `${own}/${partly}`,
    }))
      await requireGoodPage(browser(), service, owner, { name: `links-${name}`, path });
  });
});
