import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { endVisits, photograph, requireAccessible, startBrowser, visit } from '../checkout/browser.ts';
import { startService, type TestService } from '../support/service.ts';

const PAGES = {
  home: '/',
  overview: '/docs',
  guide: '/docs/guides/webhooks',
  operation: '/docs/operations/createPaymentLink',
  event: '/docs/events/payment_link.paid',
  search: '/docs/search?q=webhook',
};
const SMALLEST = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 900 };
const MAX_PAGE_BYTES = 60_000;

describe('the reference in a browser', function () {
  this.timeout(60_000);
  let service: TestService;
  let browser: Browser;

  before(async function () {
    browser = await startBrowser(this);
    service = await startService();
  });
  afterEach(endVisits);
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  for (const [name, path] of Object.entries(PAGES)) {
    it(`is accessible and light on a phone and a desktop: ${name}`, async () => {
      const { page, complaints, bytes } = await visit(browser, service.baseUrl + path, {
        viewport: SMALLEST,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        locale: name.length % 2 === 0 ? 'es-MX' : 'en-US',
      });
      await photograph(page, `reference-${name}-phone`);
      await requireAccessible(page, `${name} on a phone`);
      expect(await bytes(), `${name} in bytes`).to.be.lessThan(MAX_PAGE_BYTES);
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'dark' });
      await photograph(page, `reference-${name}-desktop`);
      await requireAccessible(page, `${name} in the dark`, { onlyLook: true });
      expect(complaints, name).to.deep.equal([]);
    });
  }

  it('shows the samples of one language at a time, without a script', async () => {
    const { page } = await visit(browser, service.baseUrl + PAGES.operation, { javaScriptEnabled: false });
    expect(await page.locator('.sample:visible').innerText()).to.contain('curl http');
    await page.getByText('Go', { exact: true }).click();
    expect(await page.locator('.sample:visible').innerText()).to.contain('client.CreatePaymentLink(ctx');
  });

  it('keeps the chosen language, and copies', async () => {
    const { page } = await visit(browser, service.baseUrl + PAGES.operation);
    await page.getByRole('radio', { name: 'Python' }).check({ force: true });
    await page.goto(`${service.baseUrl}/docs/operations/getPing`);
    const sample = page.locator('.sample:visible');
    expect(await sample.innerText()).to.contain('payments.get_ping()');
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.match(/^import os\n/);
  });
});
