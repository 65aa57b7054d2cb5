import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserOfSuite } from '../../checkout/browser.ts';
import { injectFault } from '../../../test/payment-links/links.ts';
import { startClocks, stopClock } from '../../../test/support/clock.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  requireSoundBooks,
  restore,
  setFees,
} from '../../../test/transfers/rig.ts';
import { CLABE, deedsOf, letTimePass, requestOf, treasurer } from '../../../test/treasury/rig.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { join } from '../../../test/panel/people.ts';

describe('withdrawals in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  afterEach(() => startClocks());
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    await fund(account, 'MXNB', '100000');
    await setFees(service, '0.01', '1.5');
  });

  const fill = async (page: Page, amount: string) => {
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const factOf = (page: Page, label: string) =>
    page.locator(`dl.facts dt:text-is("${label}") + dd`).first().textContent();
  /** Of what waits; the list of all below it has it, too. */
  const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for a decision' });
  const idOn = (page: Page) => /withdrawals\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  const paths = () => ({ withdrawals: `/panel/accounts/${account.id}/withdrawals` });

  it('saves a destination, says how long a withdrawal to it waits, and sends it then', async () => {
    await stopClock(service.database);
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    await page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
    await page.getByText('No withdrawals yet.').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Add a destination' }).click();
    await page.getByRole('link', { name: 'A bank account in Mexico, in MXN' }).click();
    await page.getByLabel('Name').fill('Main account');
    await page.getByLabel('CLABE').fill('032180000118359718');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'This is not a CLABE' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Main account');
    await page.getByLabel('CLABE').fill('032 180 00011835971 9');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByRole('rowheader', { name: 'Main account' }).waitFor();
    expect(await page.getByRole('row').count(), 'a heading and one destination').to.equal(2);
    expect(await page.getByRole('row').last().textContent()).to.contain(`${CLABE} (IXE), Café Azul`);

    await page.getByRole('link', { name: 'Main account' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await fill(page, '99');
    await page.getByRole('alert').filter({ hasText: 'This amount cannot be sent.' }).waitFor();
    await fill(page, '1500.50');
    expect(await factOf(page, 'Fee')).to.equal('16.51 MXNB');
    expect(await factOf(page, 'Arrives')).to.equal('1,483.99 MXN');
    await page.getByText('The destination is new.').waitFor();
    const goes = page.locator('dt:text-is("Will be sent") + dd time');
    const at = new Date((await goes.getAttribute('datetime')) ?? '');
    await page.getByRole('button', { name: 'Withdraw 1,500.50 MXNB' }).dblclick();
    await page.getByText('It waits because the destination is new.').waitFor();
    const id = idOn(page);
    expect(await balancesOf(account)).to.include({ MXNB: '98499.50000000 + 1500.50000000' });
    await service.workers.transfers.runOnce();
    expect(await executionsOf(service, id)).to.deep.equal([]);
    await letTimePass(service, '23 hours 59 minutes');
    await service.workers.transfers.runOnce();
    expect(await executionsOf(service, id)).to.deep.equal([]);
    await letTimePass(service, '1 minute');
    const [row] = await service.database.query('select service_now() >= $1 as due', [at]);
    expect(row?.['due']).to.equal(true);
    await service.workers.transfers.runOnce();
    expect(await executionsOf(service, id)).to.have.lengthOf(1);
    await requireSoundBooks(service);
    // The browser itself reports the two forms that were refused.
    expect(complaints.filter((one) => !one.includes('422'))).to.deep.equal([]);
  });

  it('offers a balance only with destinations that can take it, and understands amounts as people write them', async () => {
    await fund(account, 'USDC', '1500.25');
    const ada = await treasurer(service, account, 'owner');
    await ada.save();
    const options = { javaScriptEnabled: false };
    const bob = await join(service, account.id, 'finance');
    const { page } = await openAs(browser(), service, bob, `${paths().withdrawals}/new`, options);
    const ways = await page.getByLabel('From and to').locator('option').allTextContents();
    expect(ways).to.have.length(1);
    expect(ways[0]).to.match(/^MXNB → Main account/);
    const refused = [
      ['1.234', 'This amount can be read in two ways.'],
      ['100000.01', 'The balance is lower than this amount. At most 100,000.00 MXNB.'],
      ['abc', 'This amount cannot be sent.'],
    ] as const;
    for (const [amount, why] of refused) {
      await fill(page, amount);
      await page.getByRole('alert').filter({ hasText: why }).waitFor();
      expect(await page.getByLabel('Amount').inputValue(), 'what was entered stays').to.equal(amount);
      expect(await page.getByLabel('Amount').getAttribute('aria-invalid')).to.equal('true');
    }
    await fill(page, '1.500,50');
    await page.getByRole('button', { name: 'Withdraw 1,500.50 MXNB' }).waitFor();
    expect(await factOf(page, 'Amount')).to.equal('1,500.50 MXNB');
    expect(await factOf(page, 'Balance after')).to.equal('98,499.50 MXNB');
    await page.getByRole('link', { name: 'Change it' }).click();
    expect(await page.getByLabel('Amount').inputValue()).to.equal('1500.50');
  });

  it('is approved once by two people who do so at the same time in their own browsers', async () => {
    const ada = await treasurer(service, account, 'owner');
    const destination = await ada.save();
    await letTimePass(service);
    await ada.limit('10000');
    const asking = await signedIn(browser(), service, account.id, 'finance');
    await asking.page.goto(`${asking.page.url()}/withdrawals/new?destination=${destination}`);
    await fill(asking.page, '25000');
    await asking.page
      .getByText('this is above 10,000.00 MXN, so by the account’s rules it needs the approval')
      .waitFor();
    await asking.page.getByRole('button', { name: 'Withdraw 25,000.00 MXNB' }).click();
    await asking.page.getByText('You requested it, and by the account’s rules').waitFor();
    expect(await asking.page.getByRole('button', { name: 'Approve' }).count()).to.equal(0);
    const id = idOn(asking.page);

    const approvers = await Promise.all(
      (['owner', 'finance'] as const).map((role) => signedIn(browser(), service, account.id, role)),
    );
    for (const { page } of approvers) {
      await page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
      await waiting(page).getByRole('link', { name: 'Review 25,000.00 MXNB to Main account' }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    }
    await Promise.all(approvers.map(({ page }) => page.getByRole('button', { name: 'Approve' }).click()));
    const said = await Promise.all(
      approvers.map(async ({ page }) => {
        await page.waitForURL(/[?](flash|problem)=/);
        return page.locator('.flash, .refusal').textContent();
      }),
    );
    expect(said.sort()).to.deep.equal([
      'It was already decided, or sent. See the history below.',
      'You approved it.',
    ]);
    await Promise.all([service.workers.transfers.runOnce(), service.workers.transfers.runOnce()]);
    expect(await executionsOf(service, id)).to.have.lengthOf(1);
    const { decision, decided_by } = await requestOf(service, id);
    expect(decision).to.equal('approved');
    const winner = approvers.find(({ person }) => person.id === decided_by);
    expect((await deedsOf(service, account.id)).filter((deed) => deed.includes('approved'))).to.have.lengthOf(
      1,
    );

    await asking.page.reload();
    await asking.page.getByText(`Approved by ${winner?.person.email ?? ''}`).waitFor();
    await asking.page.getByText('Completed', { exact: true }).waitFor();
    await requireSoundBooks(service);
    const complaints = [asking, ...approvers].flatMap((one) => one.complaints);
    expect(complaints).to.deep.equal([]);
  });

  it('is declined by another, or taken back, without JavaScript too', async () => {
    const ada = await treasurer(service, account, 'owner');
    const destination = await ada.save();
    const [first, second] = [await ada.withdraw(destination, '500'), await ada.withdraw(destination, '600')];
    const bob = await join(service, account.id, 'finance');
    const options = { javaScriptEnabled: false };
    const { page } = await openAs(browser(), service, bob, `${paths().withdrawals}/${first.id}`, options);
    await page.getByLabel('Reason').fill('We do not know it.');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('You declined it. Nothing was sent.').waitFor();
    await page.getByText(`Declined by ${bob.email}`).waitFor();
    await page.goto(page.url().replace(/withdrawals.*/, 'withdrawals/destinations'));
    await page.getByRole('link', { name: 'Main account' }).click();
    await page.locator('summary', { hasText: 'Remove the destination' }).click();
    await page.getByRole('button', { name: 'Remove the destination' }).click();
    await page.getByText('The destination is removed.').waitFor();
    expect((await requestOf(service, second.id)).decision).to.equal('declined');
    expect(await balancesOf(account)).to.include({ MXNB: '100000.00000000 + 0.00000000' });
  });

  it('is only seen by viewers, and limits are only changed by owners', async () => {
    const ada = await treasurer(service, account, 'owner');
    await ada.limit('10000');
    const { id } = await ada.withdraw(await ada.save(), '500');
    const viewer = await signedIn(browser(), service, account.id, 'viewer');
    await viewer.page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
    await waiting(viewer.page).getByRole('link', { name: 'Review 500.00 MXNB to Main account' }).click();
    await viewer.page.getByText(ada.email).first().waitFor();
    expect(await viewer.page.locator('main').getByRole('button').count()).to.equal(0);
    expect(idOn(viewer.page)).to.equal(id);
    const owner = await signedIn(browser(), service, account.id, 'owner');
    await owner.page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
    await owner.page.getByRole('link', { name: 'Limits' }).click();
    await owner.page.getByText('refunds to a destination that someone names').waitFor();
    await owner.page.locator('#currency').selectOption('MXN');
    await owner.page.locator('#amount').fill('20000');
    await owner.page.getByRole('button', { name: 'Set the limit' }).click();
    await owner.page.getByText('The limit was set.').waitFor();
    expect(await factOf(owner.page, 'Limit for 24 hours')).to.equal('10,000.00 MXN');
    expect(await factOf(owner.page, 'Moved without a second person in the last 24 hours')).to.equal(
      '500.00 MXN',
    );
    expect(await factOf(owner.page, 'One person may still move')).to.equal('9,500.00 MXN');
    expect(await factOf(owner.page, 'Change waiting')).to.match(/^20,000\.00 MXN, from /);
  });

  it('has good pages', async () => {
    const ada = await treasurer(service, account, 'owner');
    const main = await ada.save('Cuenta principal BBVA');
    await letTimePass(service);
    await ada.withdraw(main, '1200');
    await service.workers.transfers.runOnce();
    await ada.limit('20000');
    await ada.limit('50000');
    const fresh = await ada.save('Proveedor de servicios de logística');
    const waiting = await ada.withdraw(main, '25000');
    await ada.withdraw(fresh, '300');
    await injectFault(service, 'pay_out', { failure: 'unavailable' });
    const delayed = await ada.withdraw(main, '150');
    await service.workers.transfers.runOnce();
    const owner = await join(service, account.id, 'owner');
    const { withdrawals } = paths();
    const confirm = new URLSearchParams({ destination: fresh, asset: 'MXNB', amount: '30000' });
    const pages: Record<string, string> = {
      withdrawal: `${withdrawals}/${waiting.id}`,
      'withdrawal-delayed': `${withdrawals}/${delayed.id}`,
      'withdrawal-new': `${withdrawals}/new`,
      'withdrawal-confirm': `${withdrawals}/confirm?${confirm.toString()}`,
      'withdrawal-methods': `${withdrawals}/destinations/new`,
      'withdrawal-bank': `${withdrawals}/destinations/new?method=WIRE`,
      'withdrawal-limits': `${withdrawals}/limits`,
    };
    for (const [name, path] of Object.entries(pages)) {
      await requireGoodPage(browser(), service, owner, { name, path });
    }
  });
});
