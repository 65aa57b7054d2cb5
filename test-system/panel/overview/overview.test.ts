import { expect } from 'chai';
import { browserOfSuite } from '../../checkout/browser.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { openAs, requireGoodPage, signedIn } from '../browser.ts';
import { join } from '../../../test/panel/people.ts';
import { collectForWeeks, createLink } from '../../../test/panel/overview/activity.ts';

describe('the overview', function () {
  this.timeout(120_000);
  const browser = browserOfSuite();
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    await service.database.query(`update service_clock set advanced_by = '0'`);
    account = await service.createAccount();
  });
  after(() => service?.close());

  const overview = () => `/panel/accounts/${account.id}`;

  it('leads to the first payment and the webhook by clicking, and then leaves it at that', async () => {
    await service.database.query('update credentials set revoked_at = now() where account_id = $1', [
      account.id,
    ]);
    const { page, complaints, person } = await signedIn(browser(), service, account.id, 'owner');
    const steps = page.getByRole('region', { name: 'First steps' });
    const done = () => steps.getByText('Done').count();
    expect(await done()).to.equal(0);
    expect(await steps.getByRole('link', { name: 'Create an API key' }).getAttribute('href')).to.match(
      /\/keys$/,
    );
    expect(await steps.getByRole('link', { name: 'Create a payment link' }).getAttribute('href')).to.match(
      /\/links\/new$/,
    );
    expect(await steps.getByRole('link', { name: 'Register a webhook' }).getAttribute('href')).to.match(
      /\/webhooks$/,
    );
    expect(await steps.getByRole('link', { name: 'Open the payment page' }).count()).to.equal(0);
    expect(await page.getByText('No balances yet.').count()).to.equal(1);
    await requireGoodPage(browser(), service, person, { name: 'overview-new', path: overview() });

    account = { ...account, api: service.client((await service.createKey(account.id)).secret) };
    await createLink(account);
    await page.reload();
    expect(await done()).to.equal(2);
    expect(complaints).to.deep.equal([]);
    await steps.getByRole('link', { name: 'Open the payment page' }).click();
    await page
      .getByRole('link', { name: /SPEI/ })
      .or(page.getByRole('button', { name: /SPEI/ }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Pay the exact amount' }).click();
    await page.getByText('Payment received').or(page.getByText('Paid')).first().waitFor();

    const again = await openAs(browser(), service, person, overview());
    await again.page.getByRole('region', { name: 'First steps' }).waitFor();
    expect(await again.page.getByText('Done').count()).to.equal(3);
    expect(await again.page.locator('.balances').textContent()).to.equal('MXNB1,500.00available');
    await account.api.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/' });
    await again.page.reload();
    await again.page.getByRole('heading', { name: 'Latest payments' }).waitFor();
    expect(await again.page.getByRole('region', { name: 'First steps' }).count()).to.equal(0);
    expect(again.complaints).to.deep.equal([]);
  });

  it('hides the first steps for everybody when somebody says so, once', async () => {
    const { page, person } = await signedIn(browser(), service, account.id, 'developer');
    await page.getByRole('button', { name: 'Hide these steps' }).click();
    await page.getByText('The first steps are hidden.').waitFor();
    expect(await page.getByRole('region', { name: 'First steps' }).count()).to.equal(0);
    const owner = await join(service, account.id, 'owner');
    expect((await owner.visitor.get(overview())).text).not.to.contain('First steps');
    await person.visitor.post(`${overview()}/first-steps/dismiss`);
    const log = (await owner.visitor.get(`${overview()}/audit/csv`)).text;
    expect(log.match(/first_steps\.dismissed/g)).to.have.length(1);
  });

  it('shows what came in by day and method beside the period before, with the same figures as a table', async () => {
    await collectForWeeks(service, account, new Date('2031-06-15T12:00:00Z'));
    await createLink(account, {}, 'SPEI');
    await createLink(account);
    const person = await join(service, account.id, 'owner');
    const { page, complaints } = await openAs(browser(), service, person, `${overview()}?asset=MXNB`);
    const section = page.getByRole('region', { name: 'Money in and out' });
    const totals = async (type: string, from: string, until: string) => {
      const [row] = await service.database.query(
        `select coalesce(abs(sum(amount)), 0)::text as total,
                count(distinct (created_at at time zone 'UTC')::date)::integer as days
           from ledger_postings
          where account_id = $1 and asset = 'MXNB' and book = 'available' and type = $2
            and created_at >= $3 and created_at < $4`,
        [account.id, type, from, until],
      );
      return row as { total: string; days: number };
    };
    const number = (text: string | null) => Number(/[\d,.]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
    const tiles = section.locator('.tiles a');
    const collected = await totals('payment', '2031-05-17', '2031-06-16');
    expect(number(await tiles.nth(0).locator('strong').textContent())).to.equal(Number(collected.total));
    const before = await totals('payment', '2031-04-17', '2031-05-17');
    const change = Math.round(
      (100 * (Number(collected.total) - Number(before.total))) / Number(before.total),
    );
    expect(await tiles.nth(0).textContent()).to.contain(`${change < 0 ? '▼' : '▲'} ${Math.abs(change)}%`);
    const fees = await totals('fee', '2031-05-17', '2031-06-16');
    expect(number(await tiles.nth(2).locator('strong').textContent())).to.equal(Number(fees.total));

    await section.getByText('As a table').click();
    const rows = await section.getByRole('row').allTextContents();
    expect(rows[0]).to.equal('DaySPEIUSDCTotal');
    expect(rows.length - 1).to.equal(collected.days);
    expect(await section.locator('svg.plot g').count(), 'a column for each day').to.equal(30);
    expect(await section.getByText(/^Paid 50% · 1$/).count(), 'of the two links in MXNB').to.equal(1);
    expect(complaints).to.deep.equal([]);

    await section.locator('.chart').focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowLeft');
    expect(await section.locator('.reading').textContent()).to.match(/^13 Jun 2031: [\d,.]+ MXNB/);
    await section.getByRole('link', { name: 'Refunds and withdrawals' }).click();
    await section.getByRole('link', { name: '12 months' }).click();
    const out = await totals('withdrawal', '2030-07-01', '2031-07-01');
    expect(number(await tiles.nth(1).locator('strong').textContent())).to.equal(Number(out.total));
    expect(await section.locator('svg.plot g').count(), 'a column for each month').to.equal(12);
    await section.getByRole('link', { name: 'USDC', exact: true }).click();
    await section.getByRole('link', { name: /^Collected [\d,.]+ USDC/ }).waitFor();
    await requireGoodPage(browser(), service, person, { name: 'overview-busy', path: overview() });
  });
});
