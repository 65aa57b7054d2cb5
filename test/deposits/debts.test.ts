import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { money } from '../../src/lib/money.ts';
import { addTwoOperators } from '../operators/two-operators.ts';
import { createLink, moveMarket, pay, readMethod, runOut, runToRest } from '../payment-links/links.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  refundDeposit,
  refundLink,
  refusalOf,
  requireSoundBooks,
  restore,
} from '../transfers/rig.ts';
import { withdraw } from '../transfers/started.ts';
import { allowLargeMoves } from '../fx/moves.ts';
import { treasuryOf } from '../treasury/rig.ts';
import { takeBack } from './take-backs.ts';

describe('what an account owes for deposits that were taken back (D58)', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    await allowLargeMoves(service);
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
  });
  afterEach(async () => {
    await moveMarket(service, 'USDC', '0');
    await requireSoundBooks(service);
  });

  const payLink = async (method: string, fields: object): Promise<{ code: string; depositId: string }> => {
    const { code } = await createLink(account.api, { ...fields, accepted_methods: [method] });
    const { status, body } = await pay(account.api, code, { method });
    expect(status, JSON.stringify(body)).to.equal(201);
    await runToRest(service);
    return { code, depositId: body.id };
  };
  const owed = async (): Promise<object> =>
    Object.fromEntries(
      (
        await service.database.query(
          `select asset, -balance as owed from ledger_balances
            where account_id = $1 and book = 'owed' and balance <> 0`,
          [account.id],
        )
      ).map((row) => [row['asset'], row['owed']]),
    );
  const available = async (asset: string): Promise<number> =>
    Number(((await balancesOf(account))[asset] ?? '0').split(' ')[0]);
  const settle = (id: string) =>
    service.foundation.db.transaction((trx) =>
      service.foundation.inbox.settle(trx, OPERATOR, account.id, id),
    );
  const turnOnApiRefunds = () =>
    service.foundation.db.transaction((trx) =>
      treasuryOf(service).apiRefunds.set(trx, account.id, OPERATOR, {
        currency: 'MXN',
        amount: money('1000000'),
      }),
    );
  const apiRefund = (body: object) => account.api.post('/v1/refunds', body, { idempotencyKey: randomUUID() });
  const convert = async (fromAsset: string, amount: string, toAsset: string) => {
    const { conversions, db } = service.foundation;
    const request = { accountId: account.id, fromAsset, amount: money(amount), toAsset, requestId: null };
    const quote = await conversions.requestQuote(request, randomUUID());
    const { id } = await db.transaction((trx) => conversions.create(trx, request, quote));
    return db.transaction((trx) => conversions.confirm(trx, OPERATOR, account.id, id));
  };

  it('is paid at par from what was credited, whatever the rail calls it', async () => {
    const { depositId } = await payLink('SPEI', { amount: '100' });
    await fund(account, 'MXNB', '25000');
    await takeBack(service, depositId);
    expect(await owed()).to.deep.equal({});
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '25000.00000000 + 0.00000000' });
    await withdraw(account, '25000');
  });

  it('is paid at par by whoever settles it, once the balance covers it', async () => {
    const { depositId } = await payLink('SPEI', { amount: '200' });
    await withdraw(account, '150');
    await takeBack(service, depositId);
    expect(await owed()).to.deep.equal({ MXN: '150.00000000' });
    expect(await refusalOf(settle(depositId))).to.match(/enough funds/);
    await fund(account, 'MXNB', '160');
    await settle(depositId);
    expect(await owed()).to.deep.equal({});
    expect(await balancesOf(account)).to.deep.include({ MXNB: '10.00000000 + 150.00000000' });
    await runOut(service.workers.transfers);
  });

  it('is paid without anybody doing anything, once the balance covers it', async () => {
    const { depositId } = await payLink('SPEI', { amount: '200' });
    await withdraw(account, '150');
    await takeBack(service, depositId);
    await runOut(service.workers.debts);
    expect(await owed()).to.deep.equal({ MXN: '150.00000000' });
    await fund(account, 'MXNB', '150');
    await service.database.query(
      'update deposits_taken_back set due_at = service_now() where account_id = $1',
      [account.id],
    );
    await runOut(service.workers.debts);
    expect(await owed()).to.deep.equal({});
    await runOut(service.workers.transfers);
  });

  describe('of a converted payment', () => {
    it('is bought from what was credited, at the price of today', async () => {
      const { code, depositId } = await payLink('USDC', { amount: '20000' });
      const { amount_due: paid } = await readMethod(account.api, code, 'USDC');
      await fund(account, 'MXNB', '10000');
      await moveMarket(service, 'USDC', '0.04');
      await takeBack(service, depositId);
      expect(await owed()).to.deep.equal({ USDC: money(paid).toFixed(8) });
      await runOut(service.workers.debts);
      await runOut(service.workers.transfers);
      expect(await owed()).to.deep.equal({});
      expect(await available('USDC')).to.equal(0);
      expect(await available('MXNB')).to.be.within(30_000 - 21_500, 30_000 - 20_300);
      const [row] = await service.database.query(
        'select settled_at, written_off from deposits_taken_back where deposit_id = $1',
        [depositId],
      );
      expect(row?.['settled_at']).to.be.instanceOf(Date);
      expect(row?.['written_off']).to.equal(false);
    });

    it('is bought once, by however many workers', async () => {
      const { depositId } = await payLink('USDC', { amount: '20000' });
      await fund(account, 'MXNB', '100000');
      await takeBack(service, depositId);
      const again = () =>
        service.database.query(
          'update deposits_taken_back set due_at = service_now() where account_id = $1',
          [account.id],
        );
      for (let round = 0; round < 3; round++) {
        await Promise.all([service.workers.debts.runOnce(), service.workers.debts.runOnce()]);
        await again();
      }
      await runOut(service.workers.transfers);
      const [bought] = await service.database.query(
        `select count(*)::int as count from transfers where account_id = $1 and kind = 'conversion'`,
        [account.id],
      );
      expect(bought?.['count']).to.equal(1);
      expect(await owed()).to.deep.equal({});
    });

    it('waits while the balance does not cover its price, and holds the rest of nothing else', async () => {
      const { depositId } = await payLink('USDC', { amount: '20000' });
      await withdraw(account, '15000');
      await takeBack(service, depositId);
      await runOut(service.workers.debts);
      expect(Object.keys(await owed())).to.deep.equal(['USDC']);
      expect(await available('MXNB')).to.equal(5_000);
      await fund(account, 'MXNB', '20000');
      await service.database.query(
        'update deposits_taken_back set due_at = service_now() where account_id = $1',
        [account.id],
      );
      await runOut(service.workers.debts);
      await runOut(service.workers.transfers);
      expect(await owed()).to.deep.equal({});
    });
  });

  describe('while it is not paid', () => {
    /** An account that owes about 20,000 MXN in dollars, and has 120,000 MXNB. */
    const owing = async (): Promise<{ code: string; depositId: string }> => {
      const { depositId } = await payLink('USDC', { amount: '20000' });
      const { code } = await payLink('SPEI', { amount: '100000' });
      await takeBack(service, depositId);
      return { code, depositId };
    };

    it('only its value is held back: what is more can be withdrawn, exchanged and refunded', async () => {
      const { code } = await owing();
      await turnOnApiRefunds();
      await withdraw(account, '50000');
      expect((await apiRefund({ payment_link: code, amount: '10000' })).status).to.equal(201);
      await convert('MXNB', '1000', 'COP');
      expect(await refusalOf(withdraw(account, '50000'))).to.match(
        /^The account owes .* USDC for deposits that were taken back\. Until that is paid, at most .* MXNB can leave it\.$/,
      );
      expect(refusal(await apiRefund({ payment_link: code, amount: '50000' }))).to.deep.equal({
        status: 409,
        code: 'account_owes_money',
      });
      await runOut(service.workers.transfers);
    });

    it('all of it can be exchanged for what is owed, and nothing else', async () => {
      const { depositId } = await owing();
      expect(await refusalOf(convert('MXNB', '119000', 'COP'))).to.match(/account owes/);
      await convert('MXNB', '119000', 'USDC');
      await runOut(service.workers.transfers);
      await settle(depositId);
      expect(await owed()).to.deep.equal({});
    });

    it('what was sent by mistake goes back to its payer', async () => {
      await owing();
      const { code } = await createLink(account.api, { amount: '500', accepted_methods: ['SPEI'] });
      const { body } = await pay(account.api, code, { method: 'SPEI', amount: '400' });
      await withdraw(account, '90000');
      await refundDeposit(service, body.id);
      await runOut(service.workers.transfers);
    });
  });

  describe('is not refunded as well', () => {
    for (const { what, method, amount } of [
      { what: 'a payment at par', method: 'SPEI', amount: '500' },
      { what: 'a converted payment', method: 'USDC', amount: '20000' },
    ]) {
      it(`of ${what}: it went back already`, async () => {
        const { code, depositId } = await payLink(method, { amount });
        await fund(account, 'MXNB', '100000');
        await turnOnApiRefunds();
        await takeBack(service, depositId);
        expect(await refusalOf(refundLink(service, account.id, code))).to.equal(
          `The bank took back the payment of link ${code}: the payer has that money already.`,
        );
        if (method === 'SPEI')
          expect(refusal(await apiRefund({ payment_link: code }))).to.deep.equal({
            status: 409,
            code: 'deposit_taken_back',
          });
      });
    }

    it('after it was written off either', async () => {
      const operators = await addTwoOperators(service);
      const { code, depositId } = await payLink('SPEI', { amount: '500' });
      await withdraw(account, '500');
      await takeBack(service, depositId);
      await operators.agree(
        ...['deposits', 'write-off', depositId, '--reason', 'Recalled', '--evidence', 'Ticket 1'],
      );
      await fund(account, 'MXNB', '1000');
      await turnOnApiRefunds();
      expect(refusal(await apiRefund({ payment_link: code }))).to.deep.equal({
        status: 409,
        code: 'deposit_taken_back',
      });
      await runOut(service.workers.transfers);
    });

    it('beyond what was left of it', async () => {
      const { code, depositId } = await payLink('SPEI', { amount: '500' });
      await refundLink(service, account.id, code, '100');
      // Both together are less than what was paid, so the refund goes on.
      await takeBack(service, depositId, { amount: '150' });
      expect(await refusalOf(refundLink(service, account.id, code, '250.01'))).to.match(/at most 250 MXNB/);
      const { id } = await refundLink(service, account.id, code);
      await runOut(service.workers.transfers);
      expect((await executionsOf(service, id))[0]).to.include({ amount: '-250.00000000' });
    });

    it('by a refund that had not been sent yet', async () => {
      const { code, depositId } = await payLink('SPEI', { amount: '500' });
      const { id } = await refundLink(service, account.id, code);
      await takeBack(service, depositId);
      await runOut(service.workers.transfers);
      expect(await executionsOf(service, id)).to.deep.equal([]);
      expect((await account.api.get(`/v1/refunds/${id}`)).body.status).to.equal('failed');
      expect(await owed()).to.deep.equal({});
      expect(await balancesOf(account)).to.deep.equal({});
    });

    it('by a refund whose amount was being bought', async () => {
      const { code, depositId } = await payLink('USDC', { amount: '20000' });
      await fund(account, 'MXNB', '100000');
      const { id } = await refundLink(service, account.id, code);
      await takeBack(service, depositId);
      await runOut(service.workers.transfers);
      expect(await executionsOf(service, id)).to.deep.equal([]);
      expect((await account.api.get(`/v1/refunds/${id}`)).body.status).to.equal('failed');
    });

    it('where a part of an unmatched deposit was taken back', async () => {
      const { code } = await createLink(account.api, { amount: '500', accepted_methods: ['SPEI'] });
      const { body } = await pay(account.api, code, { method: 'SPEI', amount: '400' });
      await turnOnApiRefunds();
      await takeBack(service, body.id, { amount: '150' });
      expect(await refusalOf(refundDeposit(service, body.id))).to.match(
        /^The bank took back 150 MXN of deposit/,
      );
      expect(refusal(await apiRefund({ deposit: body.id }))).to.deep.equal({
        status: 409,
        code: 'deposit_taken_back',
      });
    });
  });
});
