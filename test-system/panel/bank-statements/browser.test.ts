import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { join, type Person } from '../../../test/panel/people.ts';
import { startBank, statement, type Bank } from '../../../test/panel/bank-statements/files.ts';

describe('bank statements in a browser', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let bank: Bank;
  let owner: Person;
  let root: string;

  before(async () => {
    bank = await startBank();
    owner = await join(bank.service, bank.account.id, 'owner');
    root = `/panel/accounts/${bank.account.id}/bank-statements`;
  });
  after(async () => {
    await bank?.close();
  });

  it('are handed in, read and confirmed', async () => {
    const { page, complaints } = await openAs(browser(), bank.service, owner, root);
    const small = { opening: '100.00', credit: '40.00', closing: '140.00' };
    const choose = async (name: string, content: string): Promise<void> => {
      const buffer = Buffer.from(content);
      await page.getByLabel('Statement file').setInputFiles({ name, mimeType: 'application/xml', buffer });
      await page.getByRole('button', { name: 'Show the summary' }).click();
      await page.getByRole('heading', { name: 'Bank statement file' }).waitFor();
    };
    await choose('monday.xml', statement(small));
    await page.getByText('It continues where the last statement ended, and is booked.').waitFor();
    const balance = page.getByLabel('Closing balance of Test Bank …3000 in the bank’s portal, in EUR');
    await balance.fill('150.00');
    await page.getByLabel('Number of credits to Test Bank …3000').fill('1');
    await page.getByLabel('Sum of the credits to Test Bank …3000, in EUR').fill('40.00');
    await page.getByLabel('Number of debits from Test Bank …3000').fill('0');
    await page.getByLabel('Sum of the debits from Test Bank …3000, in EUR').fill('0');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').getByText('Nothing was booked').waitFor();
    await balance.fill('140.00');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('status').getByText('The file was taken in.').waitFor();
    await requireGoodPage(browser(), bank.service, owner, {
      name: 'bank-done',
      path: new URL(page.url()).pathname,
    });

    await page.getByRole('link', { name: 'All bank statements' }).click();
    await choose(
      'large.xml',
      statement({ opening: '140.00', credit: '5000.00', closing: '5140.00', id: 'S2' }),
    );
    await requireGoodPage(browser(), bank.service, owner, {
      name: 'bank-two',
      path: new URL(page.url()).pathname,
    });
    await page.getByRole('link', { name: 'All bank statements' }).click();
    await choose('untied.xml', statement({ ...small, closing: '141.00' }));
    await requireGoodPage(browser(), bank.service, owner, {
      name: 'bank-refused',
      path: new URL(page.url()).pathname,
    });
    await requireGoodPage(browser(), bank.service, owner, { name: 'bank-list', path: root });
    // The balance that was wrong.
    expect(complaints.filter((text) => !text.includes('422'))).to.deep.equal([]);
  });
});
