import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { join } from '../../../test/panel/people.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { executionsOf, fund } from '../../../test/transfers/rig.ts';
import { letTimePass, requestOf, treasurer } from '../../../test/treasury/rig.ts';
import { runOut } from '../../../test/payment-links/links.ts';
import { openAs, requireGoodPage } from '../browser.ts';

const PHONE = { width: 390, height: 844 };

describe('approvals in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  /** Waits for two approvals, one of them an owner's. */
  let id: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    await fund(account, 'MXNB', '100000');
    const ada = await treasurer(service, account, 'owner');
    const bob = await treasurer(service, account, 'finance');
    await treasurer(service, account, 'finance');
    const saved = await ada.save('Banco del Bajío, operating account');
    await letTimePass(service);
    await ada.limit('1000');
    await ada.rule('5000', { kind: 'withdrawal', approvals: 2, owners: 1 });
    await ada.rule('0', { kind: 'conversion', approvals: 1, owners: 1 });
    await ada.limit('2000');
    ({ id } = await bob.withdraw(saved, '7500'));
  });
  after(() => service?.close());

  const at = (path: string) => `/panel/accounts/${account.id}${path}`;

  it('are given on a phone, one tap from the overview, and without scrolling', async () => {
    const finance = await join(service, account.id, 'finance');
    const owner = await join(service, account.id, 'owner');
    for (const [person, said] of [
      [finance, 'You approved it. It needs one more approval.'],
      [owner, 'You approved it.'],
    ] as const) {
      const { page, complaints } = await openAs(browser(), service, person, at(''), { viewport: PHONE });
      await page.getByRole('link', { name: '1 transfer waits for your approval' }).click();
      await page.getByRole('link', { name: /7,500\.00 MXNB/ }).click();
      const approve = page.getByRole('button', { name: 'Approve 7,500.00 MXNB' });
      const box = await approve.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).to.be.at.most(PHONE.height);
      await approve.click();
      await page.getByText(said, { exact: true }).waitFor();
      expect(complaints).to.deep.equal([]);
      await page.context().close();
    }
    expect((await requestOf(service, id)).decision).to.equal('approved');
    await runOut(service.workers.transfers);
    expect(await executionsOf(service, id)).to.have.lengthOf(1);
  });

  it('have good pages', async () => {
    const bob = await treasurer(service, account, 'finance');
    const ada = await treasurer(service, account, 'owner');
    const { id: waiting } = await bob.withdraw(await ada.save('Proveedor'), '6000');
    const owner = await join(service, account.id, 'owner');
    const finance = await join(service, account.id, 'finance');
    for (const [name, path, person] of [
      ['approval-rules', at('/withdrawals/limits'), owner],
      ['approval-waiting', at(`/withdrawals/${waiting}`), owner],
      ['approvals', at('/approvals'), owner],
      ['audit-of-record', at(`/audit?about=${waiting}`), owner],
      ['approval-done', at(`/withdrawals/${id}`), finance],
    ] as const) {
      await requireGoodPage(browser(), service, person, { name, path });
    }
    await finance.visitor.post(at(`/withdrawals/${waiting}/approve`), {});
    await requireGoodPage(browser(), service, finance, {
      name: 'approval-given',
      path: at(`/withdrawals/${waiting}`),
    });
  });
});
