import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { collectForWeeks, createLink } from '../../../test/panel/overview/activity.ts';
import { join, type Person } from '../../../test/panel/people.ts';

describe('the movements in the panel', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let viewer: Person;
  let code: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await collectForWeeks(service, account, new Date('2031-06-15T12:00:00Z'));
    code = await createLink(account, {}, 'SPEI');
    viewer = await join(service, account.id, 'viewer');
  });
  after(() => service?.close());

  const movements = (query = '') => `/panel/accounts/${account.id}/movements${query}`;
  const listed = async (query: string) =>
    (await account.api.get(`/v1/transactions?limit=100&${query}`)).body.data as any[];

  it('are filtered, paged through, and lead to what caused them', async () => {
    const { page, complaints } = await openAs(browser(), service, viewer, movements());
    await page.getByRole('combobox', { name: 'Asset' }).selectOption('MXNB');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Payment');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/type=payment/);
    const first = page.getByRole('row').nth(1);
    expect(await first.getByRole('link').getAttribute('href')).to.match(
      new RegExp(`/panel/accounts/${account.id}/links/${code}$`),
    );
    const [newest] = await listed('asset=MXNB&type=payment');
    expect(await first.textContent())
      .to.match(/\+1,500(\.00)? MXNB/)
      .and.to.contain('Payment')
      .and.to.contain(code);
    expect(newest.amount).to.equal('1500.00000000');

    await page.goto(page.url().replace(/\?.*/, ''));
    const rows = page.getByRole('region', { name: 'Movements' }).getByRole('row');
    const seen = await rows.count();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL(/cursor=/);
    expect(seen - 1 + (await rows.count()) - 1).to.equal((await listed('')).length);
    expect(complaints).to.deep.equal([]);
    await requireGoodPage(browser(), service, viewer, { name: 'movements', path: movements() });
  });
});
