import { expect } from 'chai';
import { createCustomer } from '../../../test/customers/customers.ts';
import { createLink, pay } from '../../../test/payment-links/links.ts';
import { join, type Person } from '../../../test/panel/people.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { browserOfSuite } from '../../checkout/browser.ts';
import { openAs, requireGoodPage } from '../browser.ts';

describe('customers in the panel', function () {
  this.timeout(240_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'payments@example.com' });
  });
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const root = (path = '') => `/panel/accounts/${account.id}${path}`;

  it('are created, chosen for a link while one types, and sent their statement', async () => {
    const { page, complaints } = await openAs(browser(), service, owner, root('/customers/new'));
    await page.getByLabel('Name').fill('Ana Ruiz');
    await page.getByLabel('E-mail (optional)').fill('ana@example.com');
    await page.getByRole('button', { name: 'Create the customer' }).dblclick();
    await page.getByText('The customer was created.').waitFor();
    const { data } = (await account.api.get('/v1/customers')).body;
    expect(data, 'the double click created one').to.have.length(1);

    await page.goto(new URL(root('/links/new'), page.url()).href);
    await page.getByLabel('Amount', { exact: true }).fill('150');
    await page.getByLabel('Currency').selectOption('MXNB');
    await page.getByLabel('Description').fill('Order 7');
    await page.getByLabel('Find a customer').pressSequentially('rui');
    await page.getByLabel('Ana Ruiz').check();
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('link', { name: 'Ana Ruiz' }).click();
    await page.getByText('1 open link').waitFor();

    await page.getByRole('link', { name: 'Statement', exact: true }).click();
    await page.getByRole('button', { name: 'Send to ana@example.com' }).click();
    await page.getByText('The statement was sent.').waitFor();
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('have pages that are good in both languages', async () => {
    const { id } = await createCustomer(account.api, {
      ...{ name: 'Ejemplo Comercial S.A. de C.V.', email: 'pagos@ejemplo.mx', tax_id: 'EJE120315AB1' },
      ...{ reference: 'shop-1042', language: 'es' },
    });
    await createCustomer(account.api, { name: 'Ana Ruiz' });
    const { code } = await createLink(account.api, { amount: '1000', customer_id: id });
    await pay(account.api, code, { method: 'SPEI' });
    await createLink(account.api, { amount: '250.50', customer_id: id });
    await createLink(account.api, { amount: '185000', currency: 'COP', customer_id: id });
    for (const [name, path] of Object.entries({
      customers: '/customers',
      'new-customer': '/customers/new',
      customer: `/customers/${id}`,
      'customer-edit': `/customers/${id}/edit`,
      'customer-links': `/customers/${id}/links`,
      'customer-statement': `/customers/${id}/statement`,
      'link-for-customer': `/links/new?customer=${id}`,
    }))
      await requireGoodPage(browser(), service, owner, { name, path: root(path) });
  });
});
