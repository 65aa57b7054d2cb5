import { expect } from 'chai';
import { createLink, pay, readLink } from '../../payment-links/links.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, mailTo, type Person } from '../people.ts';
import { readable } from '../readable.ts';

describe('what an account tolerates, in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });

  const at = (path: string) => `/panel/accounts/${account.id}/settings${path}`;
  const set = (form: Record<string, string>, by = owner) => by.visitor.post(at('/tolerance'), form);
  const page = async () => readable((await owner.visitor.get(at(''))).text);
  const payShort = async (): Promise<string> => {
    const { code } = await createLink(account.api, { amount: '2000' });
    await pay(account.api, code, { method: 'SPEI', amount: '1990' });
    return (await readLink(account.api, code)).status as string;
  };

  it('is set by an owner, applies to the next payment, and is removed', async () => {
    expect(await page()).to.contain('No tolerance: only the exact amount pays a link.');
    expect(await payShort()).to.equal('active');
    const answer = await set({ method: 'SPEI', share: '0,5 %', max: '$20' });
    expect(answer.headers.get('location')).to.equal(at('?flash=tolerance_set'));
    expect(await page()).to.contain('SPEI 0.5% 20.00 MXN Remove');
    expect(await payShort()).to.equal('paid');
    const removed = await owner.visitor.post(at('/tolerance/remove'), { method: 'SPEI' });
    expect(removed.headers.get('location')).to.equal(at('?flash=tolerance_removed'));
    expect(await page()).to.contain('No tolerance');
    expect(await payShort()).to.equal('active');
  });

  it('is in the audit log, and owners are told of each change', async () => {
    const other = await join(service, account.id, 'owner');
    await set({ method: 'SPEI', share: '0.5', max: '20' });
    // Nothing changes.
    await set({ method: 'SPEI', share: '0.50', max: '20.00' });
    await set({ method: 'SPEI', share: '1', max: '20' });
    await owner.visitor.post(at('/tolerance/remove'), { method: 'SPEI' });
    await owner.visitor.post(at('/tolerance/remove'), { method: 'SPEI' });
    const rows = await service.database.query(
      `select action, subject, details, user_email from audit_entries
        where account_id = $1 and action like 'tolerance.%' order by created_at, id`,
      [account.id],
    );
    const by = { subject: 'SPEI', user_email: owner.email };
    expect(rows).to.deep.equal([
      { action: 'tolerance.set', details: { percent: '0.5', max: '20 MXN' }, ...by },
      { action: 'tolerance.set', details: { percent: '1', max: '20 MXN' }, ...by },
      { action: 'tolerance.removed', details: {}, ...by },
    ]);
    const mails = (await mailTo(service, other.email)).filter(({ subject }) => subject.includes('tolerance'));
    expect(mails.map(({ body }) => body.match(/(?<=before {2}|now {5}).+/g))).to.deep.equal([
      ['not at all', '0.5% of it, and at most 20 MXN'],
      ['0.5% of it, and at most 20 MXN', '1% of it, and at most 20 MXN'],
      ['1% of it, and at most 20 MXN', 'not at all'],
    ]);
    expect(mails[0]?.body).to.contain(owner.email).and.contain(at(''));
  });

  it('shows what the operator has set', async () => {
    const options = ['--method', 'USDC', '--underpaid-tolerance', '2', '--max', '1.5'];
    await runPayments(service, 'accounts', 'tolerance', account.id, ...options);
    expect(await page()).to.contain('USDC 2% 1.50 USDC');
  });
});
