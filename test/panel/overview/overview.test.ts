import { expect } from 'chai';
import { changeAccount } from '../../../src/accounts/service.ts';
import { arrival, postAlone } from '../../ledger/entries.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { treasurer } from '../../treasury/rig.ts';
import { quoteConversion } from '../conversions/fixtures.ts';
import { join } from '../people.ts';
import { readable } from '../readable.ts';
import { createLink } from './activity.ts';

describe('the overview', () => {
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
  const open = async () => (await join(service, account.id, 'viewer')).visitor.get(overview());

  it('names what waits for somebody, and where to go', async () => {
    const { api } = account;
    const soon = new Date(Date.now() + 3600_000).toISOString();
    await createLink(account, { expires_at: soon });
    const code = await createLink(account);
    await api.post(`/v1/payment_links/${code}/cancel`);
    await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI', scenario: 'exact' });
    await api.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/' });
    await service.database.query(
      'update webhook_endpoints set consecutive_failures = 1 where account_id = $1',
      [account.id],
    );
    const owner = await treasurer(service, account, 'owner');
    await owner.limit('0');
    const { db, conversions } = service.foundation;
    for (let asked = 0; asked < 2; asked++) {
      const id = await quoteConversion(account);
      await db.transaction((trx) => conversions.confirm(trx, owner.actor, account.id, id));
    }
    const { text } = await open();
    expect(text).to.match(/href="[^"]+\/deposits"[^>]*>1 unmatched deposit to review/);
    expect(readable(text), 'how much').to.match(
      /MXN, held 1,500.00 unmatched deposits, outside your balance/,
    );
    expect(text).to.match(/href="[^"]+\/conversions"[^>]*>2 conversions to be approved/);
    expect(text).not.to.contain('withdrawals to be approved').and.not.contain('refunds to be approved');
    expect(text).to.match(/href="[^"]+\/links\?status=active"[^>]*>1 unpaid link expires within 24 hours/);
    expect(text).to.contain('1 webhook endpoint is failing');
    expect(text, 'which a viewer has no page for').not.to.match(/href="[^"]+\/webhooks"/);
    expect(text, 'nor steps to take').not.to.contain('First steps');
  });

  it('shows of the latest payments who paid, how, and what became of it; balances in the base currency first', async () => {
    const { db } = service.foundation;
    const change = { baseCurrency: 'USD', disableMethods: [], enableMethods: [] };
    await db.transaction((trx) => changeAccount(trx, account.id, change));
    await createLink(account, {}, 'SPEI');
    await postAlone(db, arrival(account.id, 'USDC', '5'));
    const text = readable((await open()).text);
    expect(text).to.match(/Order 7 \S+ Simulated Payer SPEI Credited Today/);
    expect(text).to.match(/USDC 5\.00 available MXNB/);
  });

  it('asks an owner first for a time zone', async () => {
    const { visitor } = await join(service, account.id, 'owner');
    expect(readable((await visitor.get(overview())).text)).to.match(/First steps .*? Set your time zone/);
  });

  it('says so when nothing waits', async () => {
    expect((await open()).text).to.contain('Nothing needs your attention.');
  });
});
