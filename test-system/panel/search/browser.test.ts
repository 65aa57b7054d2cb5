import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { createLink } from '../../../test/payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { fund, refundLink } from '../../../test/transfers/rig.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { join, type Person } from '../../../test/panel/people.ts';

describe('the search in a browser', () => {
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let owner: Person;
  let code: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount({ name: 'Web shop' });
    owner = await join(service, account.id, 'owner');
    ({ code } = await createLink(account.api, { description: 'Bicicleta roja', amount: '640' }));
    const { code: funded } = await fund(account, 'MXNB', '640');
    await refundLink(service, account.id, funded, '640');
  });
  after(() => service?.close());

  it('is reached from any page by a key, and leads to what was searched for', async () => {
    const start = `/panel/accounts/${account.id}/deposits`;
    const { page, complaints } = await openAs(browser(), service, owner, start);
    const field = page.getByRole('searchbox', { name: 'Search everything' });
    await page.keyboard.press('/');
    expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).to.equal(true);
    expect(await field.inputValue()).to.equal('');
    await page.keyboard.type('PL/');
    expect(await field.inputValue(), 'typed in a field, it is a character').to.equal('PL/');
    await field.fill(code.toLowerCase().replaceAll('-', ''));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/links/${code}`);
    await page.keyboard.press('/');
    await field.fill('640');
    await page.keyboard.press('Enter');
    for (const name of ['Payment links', 'Deposits', 'Refunds']) {
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    expect(await field.inputValue()).to.equal('640');
    await page.getByRole('link', { name: 'Bicicleta roja' }).click();
    await page.waitForURL(`**/links/${code}`);
    expect(complaints).to.deep.equal([]);
  });

  it('opens on a phone when asked to, to be typed in at once', async () => {
    const start = `/panel/accounts/${account.id}`;
    const { page, complaints } = await openAs(browser(), service, owner, start, {
      viewport: { width: 390, height: 844 },
    });
    const field = page.getByRole('searchbox', { name: 'Search everything' });
    expect(await field.isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'Search everything' }).click();
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/links/${code}`);
    expect(complaints).to.deep.equal([]);
  });

  it('works without scripts', async () => {
    const start = `/panel/accounts/${account.id}`;
    const { page } = await openAs(browser(), service, owner, start, { javaScriptEnabled: false });
    await page.getByRole('searchbox', { name: 'Search everything' }).fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/links/${code}`);
  });

  const pages: Record<string, string> = { results: '?q=640', nothing: '?q=nada', start: '' };
  for (const [name, query] of Object.entries(pages)) {
    it(`is on pages that are accessible, light, still, and fit the smallest phone: ${name}`, async () => {
      await requireGoodPage(browser(), service, owner, {
        name: `search-${name}`,
        path: `/panel/accounts/${account.id}/search${query}`,
      });
    });
  }
});
