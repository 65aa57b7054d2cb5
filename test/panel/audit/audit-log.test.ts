import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR, recordAction, type AuditRecord } from '../../../src/audit-log/record.ts';
import { createLink } from '../../payment-links/links.ts';
import type { Role } from '../../../src/people/roles.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';

describe('the audit log in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const page = async (language: 'en' | 'es' = 'en') => {
    await owner.visitor.post('/panel/language', { language });
    return (await owner.visitor.get(`/panel/accounts/${account.id}/audit`)).text;
  };
  const record = (deed: AuditRecord) =>
    service.foundation.db.transaction((trx) => recordAction(trx, account.id, OPERATOR, deed));

  it('shows amounts as people write them', async () => {
    const deposit = randomUUID();
    const details = { amount: '5000.00000000', asset: 'MXNB' };
    await record({ action: 'deposit.accepted', subject: deposit, details });
    const received = { received: '4999.50000000 MXNB', difference: '-0.50000000' };
    await record({ action: 'deposit.accepted_as_payment', subject: deposit, details: received });
    await record({ action: 'withdrawal.approved', subject: '12500 MXNB → 55 USD', details: {} });
    await record({ action: 'tolerance.set', subject: 'SPEI', details: { percent: '0.5', max: '20 MXN' } });
    expect(readable(await page()))
      .to.contain('Deposit accepted Deposit amount: 5,000.00 MXNB')
      .and.contain('Deposit received: 4,999.50 MXNB · difference: −0.50 MXNB')
      .and.contain('12,500.00 MXNB → 55 USD')
      .and.contain('SPEI maximum: 20.00 MXN · percentage: 0.5');
    expect(readable(await page('es'))).to.contain('Depósito aceptado Depósito monto: 5,000.00 MXNB');
  });

  it('names and links what was acted on, and keeps ids for the file', async () => {
    const { code } = await createLink(account.api, { amount: '10', description: 'Sofá' });
    const [deposit, refund] = [randomUUID(), randomUUID()];
    await record({ action: 'payment_link.cancelled', subject: code });
    await record({ action: 'refund.declined', subject: '10 MXNB → CLABE …9719', details: { refund } });
    await record({ action: 'deposit.refunded', subject: deposit, details: {} });
    const at = `/panel/accounts/${account.id}`;
    const html = await page();
    expect(html)
      .to.contain(`<a href="${at}/links/${code}">Sofá</a>`)
      .and.contain(`<a href="${at}/refunds/${refund}">10.00 MXNB → CLABE …9719</a>`)
      .and.contain(`<a href="${at}/deposits/${deposit}">Deposit</a>`);
    expect(readable(html)).not.to.contain(deposit);
    expect((await owner.visitor.get(`${at}/audit/csv`)).text).to.contain(deposit);
  });

  describe('for those who are no owners', () => {
    const logOf = async (role: Role, query = '') => {
      const { visitor } = await join(service, account.id, role);
      const at = `/panel/accounts/${account.id}/audit`;
      const [html, csv] = [await visitor.get(at + query), await visitor.get(`${at}/csv${query}`)];
      expect([html.status, csv.status]).to.deep.equal([200, 200]);
      return { page: readable(html.text), csv: csv.text, html: html.text };
    };

    before(async () => {
      for (const [action, subject] of [
        ['withdrawal.approved', '700 MXNB → CLABE …9719'],
        ['deposit.accepted', randomUUID()],
        ['bank_statement.taken_in', 'november.xml'],
        ['api_key.created', 'Shop key'],
        ['member.role_changed', 'grace@acme.example'],
        ['invented.by_an_older_version', 'old'],
      ] as const)
        await record({ action, subject });
    });

    it('has what their role can open, and never how people sign in', async () => {
      const reads = async (role: Role) => {
        const { page, csv } = await logOf(role);
        const said = {
          'Withdrawal approved': 'withdrawal.approved',
          'Deposit accepted': 'deposit.accepted',
          'Bank statement taken in': 'bank_statement.taken_in',
          'API key created': 'api_key.created',
          'Role changed': 'member.role_changed',
          'Signed in': 'session.started',
          'invented.by_an_older_version': 'invented.by_an_older_version',
        };
        const rows = page.slice(page.indexOf('Target'));
        return Object.entries(said).flatMap(([name, action]) => {
          expect(rows.includes(name), `${name} for ${role}`).to.equal(csv.includes(`,${action},`));
          return csv.includes(`,${action},`) ? [name] : [];
        });
      };
      expect(await reads('finance')).to.deep.equal([
        'Withdrawal approved',
        'Deposit accepted',
        'Bank statement taken in',
      ]);
      expect(await reads('viewer')).to.deep.equal(['Withdrawal approved', 'Deposit accepted']);
      expect(await reads('developer')).to.deep.equal(['Deposit accepted', 'API key created']);
      expect(await reads('owner')).to.have.length(7);
    });

    it('does not say from which address or in which session somebody acted', async () => {
      const { page, csv } = await logOf('viewer');
      expect(csv).to.contain(',action,subject,user_email,user_id,request_id,details,user_name\r\n');
      expect(page).not.to.contain('IP address');
      const owners = await logOf('owner');
      expect(owners.csv).to.contain(',session_id,address,');
      expect(owners.page).to.contain('IP address');
    });

    it('is not opened by a filter', async () => {
      for (const query of ['?action=session.started', '?action=api_key.created', '?about=Shop+key']) {
        const { csv } = await logOf('finance', query);
        expect(csv, query).not.to.match(/session\.started|api_key\.created/);
      }
      const { html } = await logOf('finance');
      expect(html).to.contain('value="withdrawal.approved"').and.not.to.contain('value="session.started"');
    });
  });

  it('says who it was by name, and finds them by a part of it', async () => {
    const ana = await join(service, account.id, 'owner');
    const viewer = await join(service, account.id, 'viewer');
    await ana.visitor.post('/panel/me/name', { name: 'Ana Lucía Ortiz' });
    const { code } = await createLink(account.api, { amount: '10' });
    await ana.visitor.post(`/panel/accounts/${account.id}/links/${code}/cancel`, { once: randomUUID() });
    const found = async (who: string) => {
      const at = `/panel/accounts/${account.id}/audit?action=payment_link.cancelled&who=${who}`;
      return readable((await viewer.visitor.get(at)).text);
    };
    expect(await found('LUC%C3%8DA')).to.contain(`Ana Lucía Ortiz ${ana.email}`);
    expect(await found(ana.email)).to.contain('Ana Lucía Ortiz');
    expect(await found('somebody+else'))
      .to.contain('No entries.')
      .and.not.to.contain('Ana Lucía');
  });
});
