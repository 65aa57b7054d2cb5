import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR, recordDeed, type AuditRecord } from '../../../src/audit-log/record.ts';
import { createLink } from '../../payment-links/links.ts';
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
    service.foundation.db.transaction((trx) => recordDeed(trx, account.id, OPERATOR, deed));

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
      .and.contain('Deposit received: 4,999.50 MXNB difference: −0.50 MXNB')
      .and.contain('12,500.00 MXNB → 55 USD')
      .and.contain('SPEI maximum: 20.00 MXN percentage: 0.5');
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
});
