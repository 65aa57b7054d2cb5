import { randomUUID } from 'node:crypto';
import { BigNumber } from 'bignumber.js';
import { expect } from 'chai';
import { allowLargeMoves } from '../fx/moves.ts';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  createLink,
  injectFault,
  pay,
  readMethod,
  runOut,
  runToRest,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  eventsSince,
  executionsOf,
  fund,
  movementsOf,
  postingsOf,
  refundDeposit,
  refundLink,
  refusalOf,
  requireSoundBooks,
  restore,
  setFees,
  traceOf,
  WALLET,
} from './rig.ts';
import { startWithdrawal } from './started.ts';

const CHECK_VIOLATION = '23514';

describe('a refund', () => {
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

  const refund = (code: string, amount?: string, accountId = account.id) =>
    refundLink(service, accountId, code, amount);
  const read = async (id: string) => (await account.api.get(`/v1/refunds/${id}`)).body;
  const readDeposit = async (id: string) => (await account.api.get(`/v1/deposits/${id}`)).body;
  /** Pays a link by a method, and waits for conversion and finality. */
  const payLink = async (method: string, fields: object): Promise<{ code: string; depositId: string }> => {
    const { code } = await createLink(account.api, fields);
    const { body } = await pay(account.api, code, { method });
    await runToRest(service);
    return { code, depositId: body.id };
  };
  const counted = async (code: string) => {
    const [row] = await service.database.query(
      `select l.refund_total as of_link, d.refund_total as of_deposit from payment_links l
         join deposits d on d.account_id = l.account_id and d.payment_link_code = l.code where l.code = $1`,
      [code],
    );
    return row;
  };

  describe('of a paid link', () => {
    it('sends all of it back, with events', async () => {
      const { code, depositId } = await payLink('SPEI', { amount: '150.50' });
      const earlier = await eventsOf(service, account.id);
      const { id } = await refund(code);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '0.00000000 + 150.50000000' });
      const facts = {
        object: 'refund',
        id,
        amount: '150.50000000',
        asset: 'MXNB',
        deposit_id: depositId,
        payment_link_code: code,
        // The call that created the link has not caused it.
        request_id: null,
      };
      expect(await read(id)).to.include({ ...facts, status: 'processing', provider_reference: null });
      expect(await readDeposit(depositId)).to.include({ refunded_amount: '0.00000000' });

      expect(await service.workers.transfers.runOnce()).to.equal(1);
      expect(await service.workers.transfers.runOnce()).to.equal(0);
      const [execution, ...others] = await executionsOf(service, id);
      expect(others).to.deep.equal([]);
      expect(execution).to.include({ operation: 'refund', asset: 'MXN', amount: '-150.50000000' });
      expect(execution.details.depositReference).to.equal((await readDeposit(depositId)).provider_reference);
      expect(await read(id)).to.include({
        ...facts,
        status: 'completed',
        provider_reference: execution.reference,
      });
      expect(await readDeposit(depositId)).to.include({
        status: 'credited',
        refunded_amount: '150.50000000',
      });
      expect(await balancesOf(account)).to.deep.equal({});
      expect(await movementsOf(account, id)).to.deep.equal(['refund of refund: -150.50000000 MXNB']);
      expect(await postingsOf(service, id, 'refund_settled')).to.deep.equal([
        'conversion -150.50000000 MXN',
        'rail:simulator 150.50000000 MXN',
        'conversion 150.50000000 MXNB',
        'pending -150.50000000 MXNB',
      ]);
      expect(await eventsSince(service, account.id, earlier)).to.have.deep.members([
        {
          type: 'balance.updated',
          data: { asset: 'MXNB', new_balance: '0.00000000', change: '-150.50000000', reason: 'refund' },
        },
        {
          type: 'refund.completed',
          data: { refund_id: id, payment_link_code: code, amount: '150.50000000', asset: 'MXNB' },
        },
      ]);
      expect(await refusalOf(refund(code))).to.equal(`Payment link ${code} has been fully refunded.`);
      expect((await account.api.get(`/v1/payment_links/${code}`)).body.status).to.equal('paid');
      await requireSoundBooks(service);
    });

    it('sends parts back, then the rest', async () => {
      const { code, depositId } = await payLink('MXNB', { amount: '100' });
      const parts = [await refund(code, '33.333333'), await refund(code, '33.333333'), await refund(code)];
      expect(parts.map(({ amount }) => amount)).to.deep.equal(['33.33333300', '33.33333300', '33.33333400']);
      await runOut(service.workers.transfers);
      expect(await readDeposit(depositId)).to.include({ refunded_amount: '100.00000000' });
      expect(await balancesOf(account)).to.deep.equal({});
      await requireSoundBooks(service);
    });

    it('is refused for an amount that the rail cannot carry, with the finest that it can', async () => {
      const { code } = await payLink('SPEI', { amount: '500' });
      const before = await traceOf(service, account.id);
      expect(await refusalOf(refund(code, '299.999'))).to.equal(
        'SPEI carries at most 2 decimals: the amount must be a multiple of 0.01 MXNB, or all that is left, 500 MXNB.',
      );
      expect(await traceOf(service, account.id)).to.deep.equal(before);
    });

    it('returns the whole of what was paid for an amount that the rail had to round up', async () => {
      const { code, depositId } = await payLink('SPEI', { amount: '299.999' });
      await refund(code, '99.99');
      const { id } = await refund(code);
      await runOut(service.workers.transfers);
      expect((await executionsOf(service, id))[0]).to.include({ asset: 'MXN', amount: '-200.01000000' });
      expect(await readDeposit(depositId)).to.include({ refunded_amount: '300.00000000' });
      expect(await balancesOf(account)).to.deep.equal({});
      await requireSoundBooks(service);
    });

    describe('that was converted', () => {
      const quote = async (code: string, amount?: string) => {
        const { foundation } = service;
        const asked = amount === undefined ? undefined : money(amount);
        const destination = { address: WALLET, network: 'Polygon' };
        const request = { accountId: account.id, code, amount: asked, destination, reason: null };
        const purchase = await foundation.refundQuotes.prepare(OPERATOR, request);
        if (!purchase) throw new Error('the payment was not converted');
        const quoted = await foundation.conversions.requestQuote(purchase, randomUUID());
        return foundation.db.transaction((trx) =>
          foundation.refundQuotes.create(trx, OPERATOR, request, purchase, quoted),
        );
      };
      const confirm = (id: string) =>
        service.foundation.db.transaction((trx) =>
          service.foundation.refundQuotes.confirm(trx, OPERATOR, account.id, id),
        );
      /** Makes MXNB worth this much more or less to the market. */
      const move = (share: string) =>
        service.database.query(`update simulator_rates set moved_by = $1 where asset = 'MXNB'`, [share]);
      const booked = async (book: string) =>
        service.database.query(
          `select asset, balance from ledger_balances where account_id = $1 and book = $2 and balance <> 0`,
          [account.id, book],
        );
      afterEach(() => move('0'));

      it('gives the payer what they paid, and costs the account what that costs today', async () => {
        const { code, depositId } = await payLink('USDC', { amount: '20000' });
        const { amount_due: paid } = await readMethod(account.api, code, 'USDC');
        const fxBefore = await booked('fx');
        // The peso has risen: the same dollars cost fewer pesos, and the account keeps what it gained.
        await move('0.1');
        const { refund, conversion } = await quote(code);
        expect(refund).to.include({
          asset: 'USDC',
          amount: new BigNumber(paid).toFixed(8),
          status: 'requested',
        });
        expect(conversion).to.include({ asset: 'MXNB', toAsset: 'USDC' });
        const cost = Number(conversion.amount);
        expect(cost).to.be.within(20_000 / 1.13, 20_000 / 1.07);
        // Nothing happens before it is confirmed.
        await runOut(service.workers.transfers);
        expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
        await confirm(refund.id);
        await runOut(service.workers.transfers);
        expect((await executionsOf(service, refund.id))[0]).to.include({
          asset: 'USDC',
          amount: `-${new BigNumber(paid).toFixed(8)}`,
        });
        const { MXNB: left } = await balancesOf(account);
        expect(Number(left?.split(' ')[0])).to.be.closeTo(20_000 - cost, 1e-6);
        expect(await booked('fx')).to.deep.equal(fxBefore);
        expect(await readDeposit(depositId)).to.include({ refunded_amount: new BigNumber(paid).toFixed(8) });
        expect((await account.api.get(`/v1/refunds/${refund.id}`)).body).to.include({
          status: 'completed',
          conversion_id: conversion.id,
        });
        await requireSoundBooks(service);
      });

      it('gains nobody anything at the cost of the service, whichever way the rate moves', async () => {
        for (const share of ['0.1', '-0.1', '0.5']) {
          await move('0');
          const { code } = await payLink('USDC', { amount: '20000' });
          await fund(account, 'MXNB', '20000');
          const before = await houseValue();
          await move(share);
          await confirm((await quote(code)).refund.id);
          await runOut(service.workers.transfers);
          // The service bought exactly what it sent, at the price that the account was debited.
          expect(await houseValue()).to.deep.equal(before);
        }
        await requireSoundBooks(service);
      });

      /** What the service itself gained or lost: everything but what rails and conversions moved for accounts. */
      const houseValue = async () =>
        service.database.query(
          `select book, asset, sum(balance)::text as total from ledger_balances where book in ('fee', 'fx')
            group by book, asset having sum(balance) <> 0 order by book, asset`,
        );

      it('can be refunded in parts, never more than was paid, even by quotes that are confirmed at once', async () => {
        const { code, depositId } = await payLink('USDC', { amount: '20000' });
        await fund(account, 'MXNB', '20000');
        const { amount_due: paid } = await readMethod(account.api, code, 'USDC');
        const most = new BigNumber(paid);
        const parts = [most.times('0.6').toFixed(6), most.times('0.6').toFixed(6)];
        const quotes = await Promise.all(parts.map((amount) => quote(code, amount)));
        const outcomes = await Promise.allSettled(quotes.map(({ refund }) => confirm(refund.id)));
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
        await runOut(service.workers.transfers);
        const { refund: rest } = await quote(code);
        expect(new BigNumber(rest.amount).plus(parts[0] ?? '').eq(most)).to.equal(true);
        await confirm(rest.id);
        await runOut(service.workers.transfers);
        expect(await readDeposit(depositId)).to.include({ refunded_amount: most.toFixed(8) });
        expect(await refusalOf(quote(code))).to.match(/fully refunded/);
        const [link] = await service.database.query(
          'select amount = refund_total as whole from payment_links where code = $1',
          [code],
        );
        expect(link).to.deep.equal({ whole: true });
        await requireSoundBooks(service);
      });

      it('is confirmed once, and not after its quote has expired', async () => {
        const { code } = await payLink('USDC', { amount: '20000' });
        await fund(account, 'MXNB', '1000');
        const { refund } = await quote(code);
        const attempts = await Promise.allSettled([
          confirm(refund.id),
          confirm(refund.id),
          confirm(refund.id),
        ]);
        expect(attempts.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
        await runOut(service.workers.transfers);
        expect(await executionsOf(service, refund.id)).to.have.lengthOf(1);
        const { code: second } = await payLink('USDC', { amount: '20000' });
        const late = await quote(second);
        await advance(service, 16 * 60);
        expect(await refusalOf(confirm(late.refund.id))).to.match(/has expired/);
        expect(await refusalOf(confirmAlone(late.conversion.id))).to.match(/belongs to a refund/);
        expect((await account.api.get('/v1/refunds?status=requested')).body.data).to.have.lengthOf(1);
        await requireSoundBooks(service);
      });

      /** As if the conversion were one of the account's own. */
      const confirmAlone = (id: string) =>
        service.foundation.db.transaction((trx) =>
          service.foundation.conversions.confirm(trx, OPERATOR, account.id, id),
        );

      it('gives everything back when what it sends cannot be bought', async () => {
        const { code, depositId } = await payLink('USDC', { amount: '20000' });
        await fund(account, 'MXNB', '1000');
        const { refund } = await quote(code);
        await confirm(refund.id);
        await injectFault(service, 'convert', { failure: 'refused' });
        await runOut(service.workers.transfers);
        expect(await balancesOf(account)).to.deep.equal({ MXNB: '21000.00000000 + 0.00000000' });
        expect((await account.api.get(`/v1/refunds/${refund.id}`)).body).to.include({ status: 'failed' });
        expect(await readDeposit(depositId)).to.include({ refunded_amount: '0.00000000' });
        await injectFault(service, 'convert', {});
        expect((await quote(code)).refund.amount).to.equal(refund.amount);
        await requireSoundBooks(service);
      });

      it('leaves what was bought in the balance when it cannot be sent, and can be refunded again', async () => {
        const { code } = await payLink('USDC', { amount: '20000' });
        await fund(account, 'MXNB', '1000');
        const { refund, conversion } = await quote(code);
        await confirm(refund.id);
        await injectFault(service, 'refund', { failure: 'refused' });
        await runOut(service.workers.transfers);
        const { USDC, MXNB } = await balancesOf(account);
        expect(USDC).to.equal(`${refund.amount} + 0.00000000`);
        const left = new BigNumber('21000').minus(conversion.amount);
        expect(MXNB).to.equal(`${left.toFixed(8)} + 0.00000000`);
        await injectFault(service, 'refund', {});
        const [event] = (await eventsOf(service, account.id)).filter(({ type }) => type === 'refund.failed');
        expect(event?.data).to.include({ amount: refund.amount, asset: 'USDC' });
        await fund(account, 'MXNB', '20000');
        await confirm((await quote(code)).refund.id);
        await runOut(service.workers.transfers);
        await requireSoundBooks(service);
      });

      it('is not refunded without a quote', async () => {
        const { code } = await payLink('USDC', { amount: '20000' });
        const { db, refunds } = service.foundation;
        const destination = { address: WALLET, network: 'Polygon' };
        const request = { accountId: account.id, code, amount: undefined, destination, reason: null };
        expect(await refusalOf(db.transaction((trx) => refunds.refundLink(trx, OPERATOR, request)))).to.match(
          /was converted/,
        );
      });
    });

    for (const { bearer, credited, kept } of [
      { bearer: 'merchant', credited: '1978.00000000', kept: '22' },
      { bearer: 'payer', credited: '2000.00000000', kept: '22' },
    ]) {
      it(`does not return the fee that the ${bearer} bore`, async () => {
        await setFees(service, '0.01', '2');
        const { code, depositId } = await payLink('SPEI', { amount: '2000', fee_bearer: bearer });
        expect(await balancesOf(account)).to.deep.equal({ MXNB: `${credited} + 0.00000000` });
        if (bearer === 'merchant') {
          expect(await refusalOf(refund(code))).to.equal('The account has 1978 MXNB, and 2000 are needed.');
          await setFees(service, '0', '0');
          await fund(account, 'MXNB', kept);
        }
        const { id } = await refund(code);
        await runOut(service.workers.transfers);
        expect((await executionsOf(service, id))[0]).to.include({ asset: 'MXN', amount: '-2000.00000000' });
        expect(await readDeposit(depositId)).to.include({
          amount: bearer === 'payer' ? '2022.00000000' : '2000.00000000',
          refunded_amount: '2000.00000000',
        });
        expect(await balancesOf(account)).to.deep.equal({});
        await requireSoundBooks(service);
      });
    }

    it('of 60 out of 100 happens once when requested twice at the same time', async () => {
      const { code } = await fund(account, 'MXNB', '100');
      await fund(account, 'MXNB', '100');
      const outcomes = await Promise.allSettled([refund(code, '60'), refund(code, '60')]);
      const [refused, ...others] = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(others).to.deep.equal([]);
      expect(refused?.reason).to.include({
        code: 'invalid_request',
        message: 'The amount must be more than zero and at most 40 MXNB.',
      });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '140.00000000 + 60.00000000' });
      expect(await counted(code)).to.deep.equal({ of_link: '60.00000000', of_deposit: '60.00000000' });
      await runOut(service.workers.transfers);
      await requireSoundBooks(service);
    });

    it('that the provider refuses is reversed, and can be repeated', async () => {
      const { code, depositId } = await fund(account, 'MXNB', '100');
      const earlier = await eventsOf(service, account.id);
      await injectFault(service, 'refund', { failure: 'refused' });
      const { id } = await refund(code, '60');
      await service.workers.transfers.runOnce();
      await injectFault(service, 'refund', {});
      expect(await service.workers.transfers.runOnce(), 'a refusal is final').to.equal(0);

      const reason = 'PROVIDER_REFUSED';
      expect(await read(id)).to.include({
        status: 'failed',
        failure_reason: reason,
        failure_message: 'The simulator is set to refuse.',
      });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '100.00000000 + 0.00000000' });
      expect(await movementsOf(account, id)).to.deep.equal([
        'refund of refund: -60.00000000 MXNB',
        'reversal of refund: 60.00000000 MXNB',
      ]);
      expect(await counted(code)).to.deep.equal({ of_link: '0.00000000', of_deposit: '0.00000000' });
      expect((await eventsSince(service, account.id, earlier)).at(-1)).to.deep.equal({
        type: 'refund.failed',
        data: { refund_id: id, payment_link_code: code, amount: '60.00000000', asset: 'MXNB', reason },
      });

      await refund(code);
      await runOut(service.workers.transfers);
      expect(await readDeposit(depositId)).to.include({ refunded_amount: '100.00000000' });
      expect(await balancesOf(account)).to.deep.equal({});
      await requireSoundBooks(service);
    });
  });

  describe('is refused, and leaves nothing behind,', () => {
    for (const { what, amount } of [
      { what: 'of a negative amount', amount: '-1' },
      { what: 'of nothing', amount: '0' },
      { what: 'above what was paid', amount: '100.00000001' },
    ]) {
      it(what, async () => {
        const { code } = await fund(account, 'MXNB', '100');
        await fund(account, 'MXNB', '100');
        const before = await traceOf(service, account.id);
        expect(await refusalOf(refund(code, amount))).to.equal(
          'The amount must be more than zero and at most 100 MXNB.',
        );
        expect(await traceOf(service, account.id)).to.deep.equal(before);
      });
    }

    it('of money that has been spent since', async () => {
      const { code } = await fund(account, 'MXNB', '200');
      await service.foundation.db.transaction((trx) =>
        startWithdrawal(service.foundation, trx, {
          accountId: account.id,
          asset: 'MXNB',
          amount: money('150'),
          method: 'SPEI',
          destination: { clabe: '032180000118359719' },
          requestId: null,
        }),
      );
      const before = await traceOf(service, account.id);
      expect(await refusalOf(refund(code))).to.equal('The account has 50 MXNB, and 200 are needed.');
      expect(await traceOf(service, account.id)).to.deep.equal(before);
      await runOut(service.workers.transfers);
    });

    it('of a link that is not paid', async () => {
      const { code } = await createLink(account.api);
      expect(await refusalOf(refund(code))).to.equal(
        `Payment link ${code} is active; only paid links can be refunded.`,
      );
      await account.api.post(`/v1/payment_links/${code}/cancel`);
      expect(await refusalOf(refund(code))).to.match(/is cancelled; only paid links/);
    });

    it("of another account's link, or an unknown one", async () => {
      const { code } = await fund(account, 'MXNB', '100');
      const stranger = await service.createAccount();
      expect(await refusalOf(refund(code, '10', stranger.id))).to.equal(`There is no payment link ${code}.`);
      expect(await refusalOf(refund('PL-AAAA-AAAA-AAAA', '10'))).to.match(/^There is no payment link/);
    });

    for (const { table, constraint, amount } of [
      { table: 'payment_links', constraint: 'payment_links_refunded_at_most', amount: '100.00000001' },
      { table: 'payment_links', constraint: 'payment_links_refunded_at_most', amount: '-0.00000001' },
      { table: 'deposits', constraint: 'deposits_refunded_at_most', amount: '100.00000001' },
      { table: 'deposits', constraint: 'deposits_refunded_at_most', amount: '-0.00000001' },
    ]) {
      it(`by the database, of ${amount} out of 100 in ${table}`, async () => {
        await fund(account, 'MXNB', '100');
        const attempt = service.database.query(
          `update ${table} set refund_total = $2 where account_id = $1`,
          [account.id, amount],
        );
        expect(await attempt.catch((error: unknown) => error)).to.include({
          code: CHECK_VIOLATION,
          constraint,
        });
      });
    }

    it('by the database, of a link that is not paid', async () => {
      const { code } = await createLink(account.api);
      const attempt = service.database.query(`update payment_links set refund_total = 1 where code = $1`, [
        code,
      ]);
      expect(await attempt.catch((error: unknown) => error)).to.include({
        code: CHECK_VIOLATION,
        constraint: 'payment_links_refunded_at_most',
      });
    });
  });

  describe('of an unmatched deposit', () => {
    const payTooMuch = async (): Promise<{ code: string; depositId: string; amount: string }> => {
      const { code } = await createLink(account.api, { amount: '200' });
      const { body } = await pay(account.api, code, { method: 'SPEI', scenario: 'over' });
      return { code, depositId: body.id, amount: body.amount };
    };
    const sendBack = (id: string) => refundDeposit(service, id);

    it('sends all of it back without affecting the balance', async () => {
      const { code, depositId, amount } = await payTooMuch();
      const earlier = await eventsOf(service, account.id);
      const { id } = await sendBack(depositId);
      expect(await readDeposit(depositId)).to.include({
        status: 'refunding',
        refunded_amount: '0.00000000',
      });
      await runOut(service.workers.transfers);
      expect((await executionsOf(service, id))[0]).to.include({
        operation: 'refund',
        asset: 'MXN',
        amount: `-${amount}`,
      });
      const deposit = await readDeposit(depositId);
      expect(deposit).to.include({ status: 'refunded', refunded_amount: amount });
      expect(deposit.resolved_at).to.be.a('string');
      expect(await movementsOf(account, id)).to.deep.equal([]);
      expect(await balancesOf(account)).to.deep.equal({});
      expect(await postingsOf(service, id, 'unmatched_refund')).to.deep.equal([
        `rail:simulator ${amount} MXN`,
        `unmatched -${amount} MXN`,
      ]);
      expect(await eventsSince(service, account.id, earlier)).to.deep.equal([
        {
          type: 'refund.completed',
          data: { refund_id: id, payment_link_code: code, amount, asset: 'MXN' },
        },
      ]);
      expect(await refusalOf(sendBack(depositId))).to.match(/is refunded; only an unmatched deposit/);
      await requireSoundBooks(service);
    });

    it('that fails leaves it unmatched, to be refunded again or accepted', async () => {
      const { depositId, amount } = await payTooMuch();
      await injectFault(service, 'refund', { failure: 'refused' });
      const { id } = await sendBack(depositId);
      expect(await refusalOf(sendBack(depositId))).to.match(/is refunding; only an unmatched deposit/);
      await service.workers.transfers.runOnce();
      await injectFault(service, 'refund', {});
      expect(await read(id)).to.include({ status: 'failed' });
      expect(await readDeposit(depositId)).to.include({
        status: 'unmatched',
        refunded_amount: '0.00000000',
        resolved_at: null,
      });
      await sendBack(depositId);
      await runOut(service.workers.transfers);
      expect(await readDeposit(depositId)).to.include({ status: 'refunded', refunded_amount: amount });
      await requireSoundBooks(service);
    });

    it('happens once when requested several times at once', async () => {
      const { depositId } = await payTooMuch();
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => sendBack(depositId)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      await runOut(service.workers.transfers);
      expect((await account.api.get('/v1/refunds')).body.data).to.have.length(1);
      await requireSoundBooks(service);
    });
  });
});
