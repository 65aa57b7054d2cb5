import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { requestIdOf, untilLogged } from '../../../test/request-logs/entries.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { join, type Person } from '../../../test/panel/people.ts';
import { writeCall } from '../../../test/panel/call-log/calls.ts';

describe('the call log in a browser', () => {
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let developer: Person;
  let requestId: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount({ name: 'Web shop' });
    developer = await join(service, account.id, 'developer');
    const order = { amount: '500', currency: 'MXNB', description: 'Order 7', metadata: { order: '7' } };
    const options = { idempotencyKey: 'order-7' };
    requestId = requestIdOf(await account.api.post('/v1/payment_links', order, options));
    await account.api.post('/v1/payment_links', order, options);
    await account.api.get('/v1/payment_links/PL-AAAA-BBBB-CCCC');
    await account.api.get('/v1/payment_links?limit=5&status=active');
    await untilLogged(account.api);
    await writeCall(service, account, { api_version: '2026-05-01' }, 30);
    await writeCall(service, account, { status: 429, error_code: 'rate_limit_exceeded' }, 50);
    await service.createKey(account.id, { name: 'Nightly', apiVersion: '2026-05-01' });
  });
  after(() => service?.close());

  it('leads from the failures to the calls, to one of them, and to its key', async () => {
    const { page, complaints } = await openAs(browser(), service, developer, `/panel/accounts/${account.id}`);
    await page.getByRole('link', { name: 'Call log' }).click();
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByRole('link', { name: 'payment_link_not_found' }).click();
    expect(await page.getByRole('combobox', { name: 'Error code' }).inputValue()).to.equal(
      'payment_link_not_found',
    );
    await page.getByRole('link', { name: 'GET /v1/payment_links/PL-AAAA-BBBB-CCCC' }).click();
    await page.getByText('This account has no payment link with this code').waitFor();
    await page.getByRole('link', { name: /Web shop/ }).click();
    await page.getByRole('heading', { name: 'Web shop' }).waitFor();
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByLabel('Request id or idempotency key').fill('order-7');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Replay', { exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'POST /v1/payment_links' }).count()).to.equal(2);
    expect(complaints).to.deep.equal([]);
  });

  it('narrows the list by chips, and takes each off by itself', async () => {
    const list = `/panel/accounts/${account.id}/call-log`;
    const { page, complaints } = await openAs(browser(), service, developer, list);
    const call = (name: string) => page.getByRole('link', { name, exact: true }).first();
    await call('POST /v1/payment_links').waitFor();
    expect(await call('GET /v1/payment_links').count(), 'a read that succeeded').to.equal(0);
    await page.getByRole('link', { name: 'Successful reads' }).click();
    await call('GET /v1/payment_links').waitFor();
    await page.getByRole('link', { name: 'POST', exact: true }).click();
    await page.getByLabel('Operation').selectOption('createPaymentLink');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: /Operation: createPaymentLink/ }).click();
    expect(new URL(page.url()).search).to.equal('?method=POST&reads=shown');
    await page.getByRole('link', { name: '30 days' }).click();
    await page.getByRole('link', { name: /From / }).waitFor();
    await call('POST /v1/payment_links').click();
    await page.getByText('"amount": "500"').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });

  const pages: Record<string, () => string> = {
    calls: () => '',
    'found-calls': () => '?operation=getPing&reads=shown&method=GET&status=succeeded&from=2026-01-01',
    call: () => `/${requestId}`,
    failures: () => '/failures',
    versions: () => '/versions',
  };
  for (const [name, path] of Object.entries(pages)) {
    it(`is on pages that are accessible, light, still, and fit the smallest phone: ${name}`, async () => {
      await requireGoodPage(browser(), service, developer, {
        name: `call-log-${name}`,
        path: `/panel/accounts/${account.id}/call-log${path()}`,
      });
    });
  }
});
