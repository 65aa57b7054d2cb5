import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserOfSuite } from '../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { openAs } from './browser.ts';
import { join } from '../../test/panel/people.ts';

const ORDERS = Array.from({ length: 10 }, (_, index) => ({
  reference: `ORD-70${index}`,
  description: `Coffee, order ${index + 1}`,
  amount: String(100 + index * 12.5),
}));

describe('a day in finance', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    for (const { amount, ...order } of ORDERS) {
      const link = { amount, currency: 'MXNB', ...order };
      const { body } = await account.api.post('/v1/payment_links', link);
      await account.api.post(`/v1/test_helpers/payment_links/${body.code}/deposit`, { method: 'SPEI' });
    }
  });
  after(() => service?.close());

  it('reconciles ten payments, refunds one and says where one is, on three pages', async () => {
    const finance = await join(service, account.id, 'finance');
    const path = `/panel/accounts/${account.id}/movements`;
    const { page, complaints } = await openAs(browser(), service, finance, path);
    const seen = pagesSeen(page);

    await page.getByRole('link', { name: 'Today', exact: true }).click();
    const list = page.getByRole('region', { name: 'Movements' });
    for (const { reference, description, amount } of ORDERS) {
      const row = list.getByRole('row').filter({ hasText: reference });
      expect(await row.textContent(), reference)
        .to.contain(description)
        .and.contain('SPEI')
        .and.contain(`+${Number(amount).toFixed(2)}`);
    }
    const sum = ORDERS.reduce((total, { amount }) => total + Number(amount), 0);
    const totals = await page.getByRole('region', { name: 'Totals' }).getByRole('row').nth(1).textContent();
    expect(totals)
      .to.match(/^MXNB10/)
      .and.contain(sum.toLocaleString('en', { minimumFractionDigits: 2 }));

    await list.getByRole('link', { name: 'Coffee, order 8' }).click();
    await page.locator('summary').getByText('Refund', { exact: true }).click();
    await page.getByLabel('Reason').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByRole('button', { name: 'Refund 187.50 MXNB' }).click();
    await page.getByText('The refund is on its way.').waitFor();

    await page.getByRole('searchbox', { name: 'Search everything' }).fill('ORD-702');
    await page.keyboard.press('Enter');
    await page.getByText('Coffee, order 3').first().waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(await page.getByRole('region', { name: 'Details' }).textContent())
      .to.contain('ORD-702')
      .and.contain('125.00');
    expect([...seen].sort()).to.deep.equal(['the link', 'the movements', 'the refund']);
    expect(complaints).to.deep.equal([]);
  });
});

/** By its address within the account; a refund is the same page from its review to what became of it. */
const PAGES: readonly [RegExp, string][] = [
  [/^movements$/, 'the movements'],
  [/^links\/PL[-A-Z0-9]+$/, 'the link'],
  [/^links\/PL[-A-Z0-9]+\/refund\/review$|^refunds\/[0-9a-f-]+$/, 'the refund'],
];

/** The pages that were shown. */
function pagesSeen(page: Page): ReadonlySet<string> {
  const seen = new Set<string>();
  const note = (url: string): void => {
    const [, within = ''] = /\/accounts\/[^/]+\/([^?]*)/.exec(url) ?? [];
    seen.add(PAGES.find(([address]) => address.test(within))?.[1] ?? within);
  };
  note(page.url());
  page.on('framenavigated', (frame) => note(frame.url()));
  return seen;
}
