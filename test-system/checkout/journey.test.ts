import { expect } from 'chai';
import { changeBrand } from '../../src/accounts/brand.ts';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { createLink, pay } from '../../test/payment-links/links.ts';
import { requireGoodPage } from '../panel/browser.ts';
import { join } from '../../test/panel/people.ts';
import { drawPng } from '../../test/support/images.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import {
  browserOfSuite,
  layoutShift,
  NEWS_MS,
  openPage,
  photograph,
  requireAccessible,
  visit,
} from './browser.ts';

const MAX_PAGE_BYTES = 35_000;
/** After three polls without news, and the poll that fails. */
const STALE_NEWS_MS = 20_000;

describe("a payer's journey through a branded page", function () {
  this.timeout(90_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    // A yellow is the hardest: no white text on it, and no link in it on white.
    const brand = { color: '#ffd600', logo: drawPng(180, 60) };
    await service.foundation.db.transaction((trx) => changeBrand(trx, account.id, OPERATOR, brand));
  });
  after(() => service?.close());

  const newLink = (): Promise<any> => createLink(account.api, { description: 'Order 1042' });

  for (const [name, options] of [
    ['a phone', { viewport: { width: 390, height: 844 } }],
    ['a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ] as const) {
    it(`moves nothing under the payer's finger, up to the receipt, on ${name}`, async () => {
      const link = await newLink();
      const { page } = await visit(browser(), link.url, options);
      expect(await layoutShift(page), 'the methods').to.equal(0);
      await page.getByRole('link', { name: 'USDC on Polygon' }).click();
      await page.getByRole('timer').waitFor();
      expect(await layoutShift(page), 'the details').to.equal(0);
      await page.goto(`${link.url}?method=SPEI`);
      await pay(account.api, link.code, { method: 'SPEI' });
      await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: NEWS_MS });
      expect(await layoutShift(page), 'until it is paid').to.equal(0);

      const receipt = await page.locator('.receipt').innerText();
      expect(receipt).to.contain('Café Azul').and.contain('$20,000.00 MXN').and.contain('SPEI transfer');
      expect(receipt)
        .to.contain(link.code)
        .and.match(/Reference\s+\d+/);
      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      await photograph(page, `receipt-${name}`);
      expect(await page.locator('button:visible, nav:visible, .mark:visible').count(), 'on paper').to.equal(
        0,
      );
      expect(await page.locator('.receipt').isVisible()).to.equal(true);
    });
  }

  it('can be read in its colour, in both modes, and weighs little with its logo', async () => {
    const { url } = await newLink();
    const still = { reducedMotion: 'reduce' } as const;
    for (const colorScheme of ['light', 'dark'] as const) {
      const opened = await openPage(browser(), `${url}?method=USDC`, { colorScheme, ...still });
      await requireAccessible(opened.page, `in ${colorScheme} mode`, { onlyLook: colorScheme === 'dark' });
      const isShown =
        '[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth === 180)';
      expect(await opened.page.evaluate<boolean>(isShown), 'the logo').to.equal(true);
      expect(await opened.bytes()).to.be.lessThan(MAX_PAGE_BYTES);
      expect(opened.complaints).to.deep.equal([]);
      await opened.page.context().close();
    }
    const owner = await join(service, account.id, 'owner');
    await requireGoodPage(browser(), service, owner, {
      name: 'settings',
      path: `/panel/accounts/${account.id}/settings`,
    });
  });

  it('says that it is not up to date while it is offline, and recovers by itself', async () => {
    const link = await newLink();
    const { page } = await visit(browser(), `${link.url}?method=SPEI`);
    const notice = page.locator('#stale', { hasText: 'If you have paid, your payment is not lost' });
    expect(await notice.isVisible()).to.equal(false);
    await page.context().setOffline(true);
    await notice.waitFor();
    expect(await page.getByRole('status').textContent()).to.contain('This page is not up to date');
    await photograph(page, 'offline');
    await pay(account.api, link.code, { method: 'SPEI' });
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: NEWS_MS });
    expect(await notice.isVisible()).to.equal(false);
  });

  it('says so as well while the service does not respond', async () => {
    const { url } = await newLink();
    const { page } = await visit(browser(), `${url}?method=SPEI`);
    const notice = page.locator('#stale');
    await page.route(/\/status\?/, () => {
      // It is never answered.
    });
    await notice.waitFor({ timeout: STALE_NEWS_MS });
  });
});
