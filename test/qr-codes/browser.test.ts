import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { NEWS_MS, photograph, readQr, requireAccessible, startBrowser, visit } from '../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { createCode } from './codes.ts';

/** An A6 sheet in CSS pixels. */
const SHEET = { width: 397, height: 559 };

describe('a counter code in a browser', function () {
  this.timeout(90_000);
  let browser: Browser;
  let service: TestService;
  let account: TestAccount;

  before(async function () {
    browser = await startBrowser(this);
    service = await startService();
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const collectionsOf = async (id: string) =>
    (await account.api.get(`/v1/qr_codes/${id}/collections`)).body.data;

  it('takes a payer from the scan to what was collected', async () => {
    const { id, url } = await createCode(account.api, { fixed_amount: null, store_label: 'Reforma 222' });
    const { page, complaints } = await visit(browser, url);
    await photograph(page, 'counter-amount');
    await requireAccessible(page, 'the amount form');
    await page.getByRole('spinbutton', { name: 'How much are you paying?' }).fill('250.50');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/pay\/PL-/);
    await page.getByRole('link', { name: 'SPEI transfer' }).click();
    await page.getByRole('button', { name: 'Pay the exact amount' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: NEWS_MS });
    expect(complaints).to.deep.equal([]);
    const [collected] = await collectionsOf(id);
    expect(collected).to.include({ amount: '250.50000000', method: 'SPEI' });
  });

  it('does the same without JavaScript, in Spanish and in the dark, and asks again for a wrong amount', async () => {
    const { id, url } = await createCode(account.api, { fixed_amount: null });
    const { page, complaints } = await visit(browser, url, {
      locale: 'es-MX',
      javaScriptEnabled: false,
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('spinbutton').fill('5');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('alert').getByText('Ese monto no se puede pagar aquí').waitFor();
    await photograph(page, 'counter-refused');
    await page.getByRole('spinbutton').fill('100');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/pay\/PL-/);
    expect(await collectionsOf(id)).to.deep.equal([]);
    // That the form was refused, which any browser says of a 400.
    expect(complaints.filter((text) => !text.includes('400'))).to.deep.equal([]);
  });

  it('opens a link at once when it has an amount of its own', async () => {
    const { url } = await createCode(account.api);
    const { page } = await visit(browser, url);
    expect(page.url()).to.match(/\/pay\/PL-/);
    await page.getByText('150.00').first().waitFor();
  });

  it('stands on an A6 sheet that a camera reads', async () => {
    const { url } = await createCode(account.api, { name: 'Entrance ticket', store_label: 'Reforma 222' });
    const { page, complaints } = await visit(browser, `${url}/print`, {
      viewport: SHEET,
      colorScheme: 'dark',
    });
    await photograph(page, 'counter-sheet');
    await requireAccessible(page, 'the sheet');
    expect(await readQr(browser, page.locator('.code'))).to.equal(url);
    expect(complaints).to.deep.equal([]);
    const pdf = await print(page);
    expect(pagesOf(pdf)).to.equal(1);
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(pdf) ?? [];
    // A6 in points.
    expect([Number(width), Number(height)].map(Math.round)).to.deep.equal([298, 420]);
  });

  it('fits its sheet with the longest names', async () => {
    const longest = 'Wide words '.repeat(9).padEnd(100, 'W');
    await service.database.query('update accounts set name = $2 where id = $1', [account.id, longest]);
    const { url } = await createCode(account.api, { name: longest, store_label: longest });
    const { page } = await visit(browser, `${url}/print`, { viewport: SHEET });
    expect(pagesOf(await print(page))).to.equal(1);
    await page.emulateMedia({ media: 'print' });
    await photograph(page, 'counter-sheet-longest');
    expect(await readQr(browser, page.locator('.code'))).to.equal(url);
  });
});

async function print(page: Page): Promise<string> {
  return (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
}

function pagesOf(pdf: string): number {
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
