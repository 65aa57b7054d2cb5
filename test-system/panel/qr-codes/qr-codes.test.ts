import { expect } from 'chai';
import { browserOfSuite, readQr } from '../../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { join, type Person } from '../../../test/panel/people.ts';

describe('counter codes in the panel', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const root = (path = '') => `/panel/accounts/${account.id}/qr-codes${path}`;
  const deeds = async () =>
    (await owner.visitor.get(`/panel/accounts/${account.id}/audit/csv`)).text
      .match(/qr_code\.\w+/g)
      ?.reverse() ?? [];

  it('are created, printed, paid, changed, disabled and enabled', async () => {
    const { page, complaints } = await openAs(browser(), service, owner, root());
    await page.getByText('No counter codes yet.').waitFor();
    await page.getByRole('button', { name: 'Create a counter code' }).click();
    await page.getByLabel('Name').fill('Till 4');
    await page.getByLabel('Store (optional)').fill('Reforma 222');
    await page.getByLabel('Your reference (optional)').fill('till-04');
    await page.getByLabel('Fixed amount (optional)').fill('5');
    await page.getByRole('button', { name: 'Create a counter code' }).click();
    await page.getByRole('alert').filter({ hasText: "within the currency's limits" }).waitFor();
    expect(await page.getByLabel('Store (optional)').inputValue()).to.equal('Reforma 222');
    await page.getByLabel('Fixed amount (optional)').fill('145');
    await page.getByRole('button', { name: 'Create a counter code' }).dblclick();
    await page.getByRole('heading', { name: 'Till 4' }).waitFor();
    await page.getByText('The counter code was created.').waitFor();

    const { body } = await account.api.get('/v1/qr_codes');
    expect(body.data, 'the double click created one').to.have.length(1);
    const [code] = body.data;
    expect(code).to.include({
      name: 'Till 4',
      store_label: 'Reforma 222',
      external_reference: 'till-04',
      fixed_amount: '145.00000000',
    });
    expect(await readQr(browser(), page.locator('.qr'))).to.equal(code.url);
    const sheet = await page.getByRole('link', { name: 'Sheet to print' }).getAttribute('href');
    expect(await (await fetch(sheet!)).text())
      .to.contain('Till 4')
      .and.to.contain('145.00');

    const scan = await fetch(code.url as string, { redirect: 'manual' });
    const link = scan.headers.get('location')!.replace('/pay/', '');
    await account.api.post(`/v1/test_helpers/payment_links/${link}/deposit`, { method: 'SPEI' });
    await page.reload();
    expect(await page.getByRole('region', { name: 'Collections' }).getByRole('row').nth(1).textContent())
      .to.contain(link)
      .and.to.contain('SPEI')
      .and.to.contain('145.00 MXNB');

    await page.getByLabel('Name').fill('Till 5');
    await page.getByLabel('Fixed amount (optional)').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Till 5' }).waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('The counter code was disabled.').waitFor();
    expect((await fetch(code.url as string)).status).to.equal(404);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('The counter code was enabled.').waitFor();
    expect((await account.api.get(`/v1/qr_codes/${code.id}`)).body).to.include({
      name: 'Till 5',
      fixed_amount: null,
      store_label: 'Reforma 222',
      status: 'active',
    });
    await page.locator('summary', { hasText: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').filter({ hasText: 'cannot be deleted' }).waitFor();
    expect(complaints.filter((text) => !text.includes('422'))).to.deep.equal([]);
    expect(await deeds()).to.deep.equal([
      'qr_code.created',
      'qr_code.changed',
      'qr_code.disabled',
      'qr_code.enabled',
    ]);
    await requireGoodPage(browser(), service, owner, { name: 'qr-code', path: root(`/${code.id}`) });
  });
});
