import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { notificationFor, receive } from '../deposits/notifications.ts';
import { openBankService, type BankService } from '../methods/bank/bank-service.ts';
import { createLink, pay, runToRest } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const show = async (service: TestService, id: string): Promise<any> => {
  const { stdout, stderr } = await runPayments(service, 'deposits', 'show', id, '--json');
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

describe('payments deposits show', () => {
  let service: TestService;
  let account: TestAccount;
  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('shows what arrived, what was due, the conversion, and what was credited', async () => {
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const [{ id }] = (await account.api.get(`/v1/deposits?payment_link_code=${code}`)).body.data;
    const shown = await show(service, id);
    expect(shown).to.include({ id, account_id: account.id, status: 'credited', asset: 'USDC', bank: null });
    expect(shown.link).to.include({ code, status: 'paid', amount: '20000.00000000', currency: 'MXNB' });
    expect(shown.link).to.include({ amount_due: shown.amount, asset_due: 'USDC' });
    expect(shown.conversions).to.have.length(1);
    expect(shown.conversions[0]).to.include({ status: 'completed', from_asset: 'USDC', to_asset: 'MXNB' });
    expect(shown.movements.map(({ type, asset }: any) => [type, asset])).to.deep.equal([['payment', 'MXNB']]);
    expect(shown).to.deep.include({ refunds: [], taken_back: null, conflicts: [] });
  });

  it('shows who else was told to have the same reference, and what was told otherwise', async () => {
    const other = await service.createAccount();
    const [first, second] = [await createLink(account.api), await createLink(other.api)];
    const notification = await notificationFor(service, first.code, 'SPEI');
    const { providerReference } = notification;
    const deposit = await receive(service, notification);
    await receive(service, await notificationFor(service, second.code, 'SPEI', { providerReference }));
    await service.database.query(
      `insert into report_conflicts (id, provider, kind, reference, known, told, created_at)
       values ($1, 'simulator', 'deposit', $2, '20000 MXN', '20001 MXN', service_now()),
              ($3, 'simulator', 'return', $2, '1 MXN', '2 MXN', service_now())`,
      [randomUUID(), providerReference, randomUUID()],
    );
    const { conflicts } = await show(service, deposit!.id);
    expect(conflicts.map(({ account_id: id }: any) => id)).to.deep.equal([other.id, null]);
    expect(conflicts[0].told).to.match(/^20000\.00000000 MXN for /);
    expect(conflicts[1].told).to.equal('20001 MXN');
  });

  it('is read by people, too, and says if there is no such deposit', async () => {
    const { code } = await createLink(account.api);
    const answer = await pay(account.api, code, { method: 'SPEI', scenario: 'under' });
    const { id } = answer.body;
    const { stdout } = await runPayments(service, 'deposits', 'show', id);
    expect(stdout)
      .to.match(new RegExp(`^id +${id}$`, 'm'))
      .and.match(/^unmatched_reason +UNDERPAID$/m);
    expect(stdout).to.match(/^link\n +code +PL-/m);
    const { code: exit, stderr } = await runPayments(service, 'deposits', 'show', randomUUID());
    expect(exit).to.equal(1);
    expect(stderr).to.match(/There is no deposit/);
  });

  describe('of an account at a bank', () => {
    let rig: BankService;
    afterEach(() => rig.close());

    it('shows that it was told early, and by which file the books have it', async () => {
      rig = await openBankService('0.00');
      const { code, reference } = await rig.createLink('250');
      const payment = { amount: '250.00', booked: '2026-11-23', text: reference, servicer: 'B77' };
      await rig.hand('early.xml', rig.bank.notify('2026-11-23', [payment]));
      const [row] = await rig.service.database.query('select id from deposits');
      const id = String(row?.['id']);
      const early = await show(rig.service, id);
      expect(early).to.include({ status: 'pending', payment_link_code: code });
      expect(early.bank).to.include({ told_early: 'booked', is_final: false, booked_by: null });

      await rig.hand('day.xml', rig.bank.close('2026-11-23', [payment], 'DAY'));
      const { status, bank, movements } = await show(rig.service, id);
      expect(status).to.equal('credited');
      expect(bank).to.include({ account: 'operations-usd', told_early: 'booked', is_final: true });
      expect(bank.booked_by).to.include({ statement: '1', bank_id: 'DAY', format: 'camt.053.001.08' });
      expect(bank.booked_by.file).to.match(/day\.xml$/);
      expect(movements).to.have.length(1);
    });
  });
});
