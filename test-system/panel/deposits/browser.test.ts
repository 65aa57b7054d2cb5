import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { createLink, pay, runToRest } from '../../../test/payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { balancesOf, WALLET } from '../../../test/transfers/rig.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { join } from '../../../test/panel/people.ts';
import { payTooLittle } from '../../../test/panel/deposits/fixtures.ts';

describe('deposits in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('goes from a partial payment in the inbox to the balance', async () => {
    const { code } = await createLink(account.api);
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    const checkout = await page.context().newPage();
    await checkout.goto(`${service.baseUrl}/pay/${code}?method=SPEI&lang=en`);
    await checkout.getByRole('button', { name: 'Pay too little' }).click();
    await checkout.getByText(/is missing\./).waitFor();

    await page.getByRole('link', { name: 'Deposits' }).click();
    const waiting = page.getByRole('region', { name: 'Waiting for your decision' }).first();
    await waiting.getByText('Too little').waitFor();
    await waiting.getByRole('link', { name: /Decide on/ }).click();
    await page.getByText(/is missing\./).waitFor();
    await page.getByRole('button', { name: 'Accept 18,000.00 MXN' }).click();
    await page.getByRole('heading', { name: 'Accept it into the balance only' }).waitFor();
    expect(await balancesOf(account), 'nothing moves before it was reviewed').to.deep.equal({});
    expect(await page.locator('dl.facts').textContent()).to.match(/Balance after18,000\.00 MXN$/);
    await page.getByRole('button', { name: 'Accept 18,000.00 MXN' }).dblclick();
    await page.getByText('The deposit was accepted into your balance.').waitFor();
    await page.getByRole('link', { name: 'All deposits' }).click();
    await page.getByText('Nothing is waiting for a decision.').waitFor();
    expect(await balancesOf(account)).to.deep.equal({ MXN: '18000.00000000 + 0.00000000' });
    expect(complaints).to.deep.equal([]);
  });

  it('chooses several by keyboard, on a phone too, and decides on them at once', async () => {
    const own = await service.createAccount();
    for (let count = 0; count < 3; count += 1) await payTooLittle(own);
    const { page, complaints } = await signedIn(browser(), service, own.id, 'finance', {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(new URL(`/panel/accounts/${own.id}/deposits`, page.url()).href);
    for (const index of [0, 1]) {
      await page.getByRole('checkbox', { name: 'Select 18,000.00 MXN' }).nth(index).focus();
      await page.keyboard.press('Space');
    }
    await page.getByRole('button', { name: 'Accept selected' }).click();
    await page.getByText('Total: 36,000.00 MXNB').waitFor();
    await page.getByRole('button', { name: 'Accept 2 deposits' }).dblclick();
    await page.getByText('2 deposits were accepted.').waitFor();
    expect(await balancesOf(own)).to.deep.equal({ MXNB: '36000.00000000 + 0.00000000' });
    expect(complaints).to.deep.equal([]);
  });

  it('assigns a payment to the link that was meant', async () => {
    const id = await payTooLittle(account);
    const meant = await createLink(account.api, { amount: '18000', description: 'Order 7' });
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    await page.goto(new URL(`/panel/accounts/${account.id}/deposits/${id}`, page.url()).href);
    await page.getByRole('button', { name: 'Choose the link' }).click();
    await page.getByRole('link', { name: 'Order 7' }).click();
    await page.getByRole('button', { name: `Pay ${meant.code} with it` }).dblclick();
    await page.getByText('The link is paid.').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('goes from a partial payment to the paid link, and the payer reads so', async () => {
    const { code } = await createLink(account.api);
    const { body } = await pay(account.api, code, { method: 'SPEI', scenario: 'under' });
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    await page.goto(new URL(`/panel/accounts/${account.id}/deposits/${body.id}`, page.url()).href);
    await page.getByRole('button', { name: 'Accept as payment' }).click();
    await page.getByRole('heading', { name: 'Accept it as the payment' }).waitFor();
    expect(await page.locator('dl.facts').textContent()).to.match(/Difference−2,000\.00 MXNBBalance after/);
    await page.getByRole('button', { name: 'Accept as payment' }).dblclick();
    await page.getByText('The link is paid.').waitFor();
    await page.getByRole('link', { name: code }).click();
    await page.getByText('−2,000.00').waitFor();
    const checkout = await page.context().newPage();
    await checkout.goto(`${service.baseUrl}/pay/${code}?lang=en`);
    await checkout.getByText('You do not need to send anything else.').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('sends a payment on chain to the address that the payer named, without JavaScript', async () => {
    const { code } = await createLink(account.api);
    const { body } = await pay(account.api, code, { method: 'USDC', scenario: 'over' });
    const finance = await join(service, account.id, 'finance');
    const path = `/panel/accounts/${account.id}/deposits`;
    const { page } = await openAs(browser(), service, finance, path, { javaScriptEnabled: false });
    await page
      .getByRole('link', { name: /Decide on .*USDC/ })
      .first()
      .click();
    await page.getByLabel('Reason').selectOption('Duplicate payment');
    await page.getByLabel('Address on Polygon').fill(WALLET.slice(0, -1));
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByRole('alert').getByText('This is not an address: it has 0x').waitFor();
    await page.getByLabel('Address on Polygon').fill(WALLET);
    await page.getByRole('button', { name: 'Review the refund' }).click();
    await page.getByText('The destination is new.').waitFor();
    await page.getByRole('button', { name: /^Refund .* USDC$/ }).click();
    await page.getByText('It waits because the destination is new.').waitFor();
    const second = await join(service, account.id, 'owner');
    const approving = await openAs(browser(), service, second, new URL(page.url()).pathname, {
      javaScriptEnabled: false,
    });
    await approving.page.getByRole('button', { name: 'Approve' }).click();
    await approving.page.getByText('You approved it.').waitFor();
    await runToRest(service);
    await page.goto(page.url());
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByText(WALLET).waitFor();
    expect((await account.api.get(`/v1/deposits/${body.id}`)).body.status).to.equal('refunded');
  });

  it('is accessible, light, still, and fits the smallest phone on every page', async () => {
    const owner = await join(service, account.id, 'owner');
    const { code } = await createLink(account.api);
    const { body: converted } = await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const bySpei = await payTooLittle(account);
    const [refund] = (await account.api.get('/v1/refunds')).body.data;
    for (const [name, path] of Object.entries({
      deposits: 'deposits',
      'deposit-credited': `deposits/${converted.id}`,
      'deposit-to-decide': `deposits/${bySpei}`,
      'deposit-as-payment': `deposits/${bySpei}/accept-as-payment`,
      'deposit-accept': `deposits/${bySpei}/accept`,
      refunds: 'refunds',
      refund: `refunds/${refund.id}`,
    })) {
      await requireGoodPage(browser(), service, owner, {
        name,
        path: `/panel/accounts/${account.id}/${path}`,
      });
    }
  });
});
