import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { generate } from 'selfsigned';
import {
  browserOfSuite,
  layoutShift,
  NEWS_MS,
  photograph,
  readQr,
  requireAccessible,
  visit,
} from '../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { createCode } from '../../test/qr-codes/codes.ts';

/** An A6 sheet in CSS pixels. */
const SHEET = { width: 397, height: 559 };

describe('a counter code in a browser', function () {
  this.timeout(90_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(() => service?.close());

  const collectionsOf = async (id: string) =>
    (await account.api.get(`/v1/qr_codes/${id}/collections`)).body.data;

  it('takes a payer from the scan to the collection', async () => {
    const { id, url } = await createCode(account.api, { fixed_amount: null, store_label: 'Reforma 222' });
    const { page, complaints } = await visit(browser(), url);
    expect(await layoutShift(page), 'the amount form moves').to.equal(0);
    await photograph(page, 'counter-amount');
    await requireAccessible(page, 'the amount form');
    await page.getByRole('textbox', { name: 'How much are you paying?' }).fill('$250.50');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/pay\/PL-/);
    await page.getByRole('link', { name: 'SPEI transfer' }).click();
    await page.getByRole('button', { name: 'Pay the exact amount' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: NEWS_MS });
    expect(complaints).to.deep.equal([]);
    const [collected] = await collectionsOf(id);
    expect(collected).to.include({ amount: '250.50000000', method: 'SPEI' });
  });

  it('does the same without JavaScript, in Spanish and dark mode, and asks again after a wrong amount', async () => {
    const { id, url } = await createCode(account.api, { fixed_amount: null });
    const { page, complaints } = await visit(browser(), url, {
      locale: 'es-MX',
      javaScriptEnabled: false,
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    await page.getByRole('textbox').fill('5');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('alert').getByText('Es muy poco. El mínimo es $10.00 MXN.').waitFor();
    await photograph(page, 'counter-refused');
    await page.getByRole('textbox').fill('100');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/pay\/PL-/);
    expect(await collectionsOf(id)).to.deep.equal([]);
    // Browsers log an error for the 400 of the refused form.
    expect(complaints.filter((text) => !text.includes('400'))).to.deep.equal([]);
  });

  it('opens a link at once when it has a fixed amount', async () => {
    const { url } = await createCode(account.api);
    const { page } = await visit(browser(), url);
    expect(page.url()).to.match(/\/pay\/PL-/);
    await page.getByText('150.00').first().waitFor();
  });

  describe('scanned with two phones of the same model from the same address', () => {
    /** Two contexts share nothing, and send the same headers from the same address. */
    const expectLinkEach = async (url: string): Promise<void> => {
      const phones = [
        await browser().newContext({ ignoreHTTPSErrors: true }),
        await browser().newContext({ ignoreHTTPSErrors: true }),
      ] as const;
      const scanWith = async (phone: BrowserContext): Promise<string> => {
        const page = await phone.newPage();
        await page.goto(url);
        expect(page.url()).to.match(/\/pay\/PL-/);
        return page.url();
      };
      const first = await scanWith(phones[0]);
      const second = await scanWith(phones[1]);
      expect(second).not.to.equal(first);
      expect(await scanWith(phones[0])).to.equal(first);
      expect(await scanWith(phones[1])).to.equal(second);
      for (const phone of phones) await phone.close();
    };

    it('gives each its own link, and the same one on the next scan', async () => {
      const { url } = await createCode(account.api);
      await expectLinkEach(url);
    });

    it('does the same over https, where the cookie is bound to the host', async () => {
      const proxy = await startTlsProxy(() => secure.baseUrl);
      const { port } = proxy.address() as AddressInfo;
      const secure = await startService({ CHECKOUT_BASE_URL: `https://127.0.0.1:${port}` });
      try {
        const { url } = await createCode((await secure.createAccount()).api);
        expect(url).to.match(/^https:/);
        await expectLinkEach(url);
      } finally {
        proxy.close();
        proxy.closeAllConnections();
        await secure.close();
      }
    });
  });

  it('is printed on an A6 sheet that a camera can read', async () => {
    const { url } = await createCode(account.api, { name: 'Entrance ticket', store_label: 'Reforma 222' });
    const { page, complaints } = await visit(browser(), `${url}/print`, {
      viewport: SHEET,
      colorScheme: 'dark',
    });
    await photograph(page, 'counter-sheet');
    await requireAccessible(page, 'the sheet');
    expect(await readQr(browser(), page.locator('.code'))).to.equal(url);
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
    const { page } = await visit(browser(), `${url}/print`, { viewport: SHEET });
    expect(pagesOf(await print(page))).to.equal(1);
    await page.emulateMedia({ media: 'print' });
    await photograph(page, 'counter-sheet-longest');
    expect(await readQr(browser(), page.locator('.code'))).to.equal(url);
  });
});

/** Terminates TLS in front of the service, as a deployment's proxy does. */
async function startTlsProxy(target: () => string): Promise<Server> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const forwarded = request(target() + incoming.url, {
      method: incoming.method,
      headers: incoming.headers,
    });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

async function print(page: Page): Promise<string> {
  return (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
}

function pagesOf(pdf: string): number {
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
