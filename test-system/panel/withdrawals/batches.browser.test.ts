import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { join } from '../../../test/panel/people.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { fund, restore } from '../../../test/transfers/rig.ts';
import { letTimePass, treasurer } from '../../../test/treasury/rig.ts';
import { linesOf } from '../../../test/withdrawal-batches/rig.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';

const FILE = `reference;amount;destination;method;clabe;beneficiary;note
N-1;"1.500,50";Main account;;;;December
N-2;250,00;;SPEI;646180157000000004;Eva Ruiz Hernández;December
N-3;250,00;;SPEI;646180157000000004;Eva Ruiz Hernández;Bonus
`;

describe('batches of withdrawals in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '10000');
    await (await treasurer(service, account, 'owner')).save();
    await letTimePass(service);
  });
  after(() => service?.close());

  it('are checked from a file, corrected, requested, and approved by another person', async () => {
    const { page, complaints } = await signedIn(browser(), service, account.id, 'finance');
    const photograph = async (name: string) => {
      if (process.env['SCREENSHOTS'] !== '1') return;
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-output/checkout/batch-${name}-${width}.png`, fullPage: true });
      }
    };
    const upload = async (text: string) => {
      await page.goto(`${page.url().split('/withdrawals')[0] ?? ''}/withdrawals/batches/new`);
      await page.getByLabel('Name').fill('Payroll');
      const file = { name: 'payroll.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('File (CSV)').setInputFiles(file);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByText('No batches yet.').waitFor();
    await upload(Buffer.from('importe;destino\n5;x').toString());
    await page.getByRole('alert').filter({ hasText: 'must name the columns' }).waitFor();
    await photograph('new');
    await upload(`${FILE}N-3;1e3;Nowhere;;;;\nN-4;5,00;Main account;;;;`);
    await page.getByText('An earlier line has the same reference.').waitFor();
    expect(await page.getByRole('button', { name: /^Request/ }).count()).to.equal(0);
    const desktop = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'scrolls sideways').to.equal(320);
    await page.setViewportSize(desktop);
    await photograph('faults');
    await upload(FILE);
    await page.getByText('Same destination and amount as line 3').waitFor();
    await photograph('review');
    await page.getByLabel(/I have checked the payments/).check();
    await page.getByRole('button', { name: 'Request 2,000.50 MXNB' }).dblclick();
    await page.getByText('It waits because the destination is new.').waitFor();
    await photograph('batch');
    const id = /batches\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    expect(await linesOf(service, id)).to.deep.equal({ held: 3 });
    const owner = await treasurer(service, account, 'owner');
    expect(owner.email).to.contain('@');
    expect(complaints.filter((text) => !text.includes('422'))).to.deep.equal([]);
  });

  it('are shown on good pages', async () => {
    const owner = await join(service, account.id, 'owner');
    const list = `/panel/accounts/${account.id}/withdrawals/batches`;
    const [row] = await service.database.query('select id from withdrawal_batches where account_id = $1', [
      account.id,
    ]);
    const batch = `${list}/${String(row?.['id'])}`;
    for (const [name, path] of Object.entries({ batches: list, 'new batch': `${list}/new`, batch })) {
      await requireGoodPage(browser(), service, owner, { name, path });
    }
    const { page } = await openAs(browser(), service, owner, batch);
    await page.getByRole('link', { name: 'Report (CSV)' }).waitFor();
  });
});
