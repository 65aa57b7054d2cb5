import { expect } from 'chai';
import { browserOfSuite, requireAccessible } from '../../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { join, type Person } from '../../../test/panel/people.ts';

describe('the settings in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  it('open at the field that is wrong, with what was entered', async () => {
    const path = `/panel/accounts/${account.id}/settings`;
    const { page } = await openAs(browser(), service, owner, path);
    await page.getByLabel('Method').selectOption('SPEI');
    await page.getByLabel('Percentage of the amount due').fill('11');
    await page.getByLabel('Maximum').fill('20');
    await page.getByRole('button', { name: 'Set the tolerance' }).click();
    await page.getByRole('alert').getByText('Enter a percentage above 0 and up to 10').waitFor();
    const share = page.getByLabel('Percentage of the amount due');
    expect(await share.evaluate((field) => field === document.activeElement)).to.equal(true);
    expect(await page.getByLabel('Maximum').inputValue()).to.equal('20');
    await requireAccessible(page, 'a refused form');
    await share.fill('0.5');
    await page.getByRole('button', { name: 'Set the tolerance' }).click();
    await page.getByRole('status').getByText('The tolerance was set').waitFor();
    await requireGoodPage(browser(), service, owner, { name: 'settings', path });
    await page.getByRole('button', { name: 'Remove the tolerance for SPEI' }).click();
    await page.getByText('No tolerance').waitFor();
  });
});
