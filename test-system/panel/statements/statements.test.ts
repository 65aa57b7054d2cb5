import { expect } from 'chai';
import { money } from '../../../src/lib/money.ts';
import { browserOfSuite, photograph } from '../../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage } from '../browser.ts';
import { collectForWeeks } from '../../../test/panel/overview/activity.ts';
import { join, type Person } from '../../../test/panel/people.ts';
import { monthOf } from '../../../test/panel/statements/month.ts';

describe('monthly statements in the panel', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;
  let viewer: Person;

  before(async () => {
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notices@payments.example' });
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    await collectForWeeks(service, account, new Date('2031-06-15T12:00:00Z'));
    viewer = await join(service, account.id, 'viewer');
  });
  after(() => service?.close());

  const root = () => `/panel/accounts/${account.id}/statements`;
  const month = (query: string) => `${root()}/month?${query}`;
  const plain = (text: string | null) => money((text ?? '').replaceAll(',', '').replace('−', '-').trim());

  it('open from the list, and agree with the ledger', async () => {
    const { page, complaints } = await openAs(browser(), service, viewer, root());
    expect(await page.getByRole('rowheader').allTextContents()).to.deep.equal([
      'June 2031 In progress',
      'May 2031',
    ]);
    await page.getByRole('link', { name: 'MXNB statement, May 2031' }).click();
    await page.getByRole('heading', { name: 'MXNB statement, May 2031' }).waitFor();
    const { opening, closing, movements } = await monthOf(
      service,
      account.id,
      'MXNB',
      '2031-05-01',
      '2031-06-01',
    );
    const amountOf = async (name: string) =>
      plain(await page.getByRole('row', { name }).getByRole('cell').last().textContent());
    expect((await amountOf('Opening balance')).toFixed(8)).to.equal(money(opening).toFixed(8));
    expect((await amountOf('Closing balance')).toFixed(8)).to.equal(money(closing).toFixed(8));
    expect((await amountOf('Sum of all movements')).toFixed(8)).to.equal(
      money(closing).minus(money(opening)).toFixed(8),
    );
    const rows = page.getByRole('region', { name: 'Movements' }).locator('tbody tr');
    expect(await rows.count()).to.equal(movements);
    const listed = await rows.locator('td:nth-child(4)').allTextContents();
    expect(listed.reduce((sum, text) => sum.plus(plain(text)), money(opening)).toFixed(8)).to.equal(
      money(closing).toFixed(8),
    );
    const dates = await rows.locator('td:first-child').allTextContents();
    const times = dates.map((date) => Date.parse(date));
    expect(times).to.deep.equal([...times].sort((one, other) => one - other));
    expect(complaints).to.deep.equal([]);
    await requireGoodPage(browser(), service, viewer, { name: 'statements', path: root() });
    await requireGoodPage(browser(), service, viewer, {
      name: 'statement',
      path: month('month=2031-05&asset=MXNB'),
    });
  });

  it('are sent by e-mail to who asks for them on their list', async () => {
    const finance = await join(service, account.id, 'finance');
    const { page, complaints } = await openAs(browser(), service, finance, root());
    await page.getByRole('button', { name: 'E-mail me each statement' }).click();
    await page.getByRole('status').getByText('You will get an e-mail after each month.').waitFor();
    await requireGoodPage(browser(), service, finance, { name: 'statements-mailed', path: root() });
    await page.getByRole('button', { name: 'Stop these e-mails' }).click();
    await page.getByRole('status').getByText('You get no more e-mails with statements.').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('print black on white on Letter paper, without navigation', async () => {
    const { page } = await openAs(browser(), service, viewer, month('month=2031-05&asset=MXNB'), {
      colorScheme: 'dark',
    });
    const pdf = await page.pdf({
      preferCSSPageSize: true,
      ...(process.env['SCREENSHOTS'] === '1' && { path: 'test-output/checkout/panel-statement.pdf' }),
    });
    const text = pdf.toString('latin1');
    expect(text.match(/\/MediaBox\s*\[\s*0 0 61[12][\d.]* 79[12][\d.]*\s*\]/g)?.length).to.be.greaterThan(1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 816, height: 1056 });
    await photograph(page, 'panel-statement-printed');
    for (const hidden of [
      page.getByRole('navigation').first(),
      page.locator('footer'),
      page.getByText('Download:'),
    ])
      expect(await hidden.isVisible()).to.equal(false);
    expect(await page.getByText('Café Azul').first().isVisible()).to.equal(true);
    const colours = await page.evaluate<string[]>(
      `['color', 'backgroundColor'].map((name) => getComputedStyle(document.body)[name])`,
    );
    expect(colours[0]).to.equal('rgb(0, 0, 0)');
    expect(colours[1]).to.be.oneOf(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']);
  });
});
