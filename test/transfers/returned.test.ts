import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import type { ReturnedTransfer } from '../../src/methods/providers/provider.ts';
import { returnTransfer } from '../../src/transfers/returned.ts';
import { eventsOf } from '../events/events.ts';
import { createLink, pay, runOut } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  eventsSince,
  fund,
  movementsOf,
  postingsOf,
  refundDeposit,
  refundLink,
  requireSoundBooks,
  restore,
  setFees,
  traceOf,
  transferRow,
} from './rig.ts';
import { startWithdrawal } from './started.ts';

const CLABE = '032180000118359719';

describe('money that was sent out and comes back', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
  });
  afterEach(() => requireSoundBooks(service));

  const withdraw = async (): Promise<string> => {
    await setFees(service, '0.01', '1');
    const { db, withdrawals } = service.foundation;
    const request = { accountId: account.id, asset: 'MXNB', amount: money('400'), method: 'SPEI' };
    const destination = { clabe: CLABE };
    const { id } = await db.transaction((trx) =>
      startWithdrawal({ withdrawals }, trx, { ...request, destination, requestId: null }),
    );
    await runOut(service.workers.transfers);
    return id;
  };
  /** The provider's report of a settled transfer's return. */
  const reportOf = async (id: string, fields: Partial<ReturnedTransfer> = {}): Promise<ReturnedTransfer> => {
    const { provider_reference, to_asset, asset, to_amount, amount } = await transferRow(service, id);
    return {
      providerReference: provider_reference,
      returnReference: `return of ${provider_reference}`,
      asset: to_asset ?? asset,
      amount: money(to_amount ?? amount),
      reason: 'ACCOUNT_CLOSED',
      message: `Account ${CLABE} is closed.`,
      ...fields,
    };
  };
  const take = (report: ReturnedTransfer, provider = 'simulator') =>
    service.foundation.db.transaction((trx) =>
      returnTransfer(trx, service.foundation.transferKinds, provider, report),
    );
  const faultOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'it was taken in',
      (error: unknown) => (error as Error).message,
    );

  it('is back in the balance, fee included, and is reported with its reason', async () => {
    const id = await withdraw();
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '600.00000000 + 0.00000000' });
    const earlier = await eventsOf(service, account.id);
    await take(await reportOf(id));

    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
    const { body } = await account.api.get(`/v1/withdrawals/${id}`);
    expect(body).to.include({
      status: 'returned',
      failure_reason: 'ACCOUNT_CLOSED',
      failure_message: `Account ${CLABE} is closed.`,
    });
    expect(body.finished_at).to.be.a('string');
    expect(Date.parse(body.returned_at)).to.be.at.least(Date.parse(body.finished_at));
    expect((await account.api.get('/v1/withdrawals?status=returned')).body.data).to.deep.equal([body]);
    expect(await movementsOf(account, id)).to.deep.equal([
      'withdrawal of withdrawal: -395.00000000 MXNB',
      'fee of withdrawal: -5.00000000 MXNB',
      'reversal of withdrawal: 400.00000000 MXNB',
    ]);
    expect(await postingsOf(service, id, 'withdrawal_returned')).to.deep.equal([
      'conversion 395.00000000 MXN',
      'rail:simulator -395.00000000 MXN',
      'available 400.00000000 MXNB',
      'conversion -395.00000000 MXNB',
      'fee -5.00000000 MXNB',
    ]);
    expect(await eventsSince(service, account.id, earlier)).to.have.deep.members([
      {
        type: 'balance.updated',
        data: { asset: 'MXNB', new_balance: '1000.00000000', change: '400.00000000', reason: 'reversal' },
      },
      {
        type: 'withdrawal.failed',
        data: { withdrawal_id: id, amount: '400.00000000', reason: 'ACCOUNT_CLOSED' },
      },
    ]);
  });

  it('is taken in once, however often and by how many it is reported', async () => {
    const id = await withdraw();
    const report = await reportOf(id);
    await Promise.all(Array.from({ length: 8 }, () => take(report)));
    await take(report);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
  });

  it('makes the refunded part of a link refundable again', async () => {
    const { code, depositId } = await fund(account, 'MXNB', '150.5');
    const { id } = await refundLink(service, account.id, code, '100.000001');
    await runOut(service.workers.transfers);
    const earlier = await eventsOf(service, account.id);
    await take(await reportOf(id, { reason: 'RETURNED' }));
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1150.50000000 + 0.00000000' });
    expect((await account.api.get(`/v1/refunds/${id}`)).body).to.include({
      status: 'returned',
      failure_reason: 'RETURNED',
    });
    expect((await account.api.get(`/v1/deposits/${depositId}`)).body).to.include({
      refunded_amount: '0.00000000',
    });
    expect((await eventsSince(service, account.id, earlier)).at(-1)).to.deep.equal({
      type: 'refund.failed',
      data: {
        refund_id: id,
        payment_link_code: code,
        amount: '100.00000100',
        asset: 'MXNB',
        reason: 'RETURNED',
      },
    });

    await refundLink(service, account.id, code);
    await runOut(service.workers.transfers);
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
  });

  it('leaves a refunded unmatched deposit unmatched again', async () => {
    const { code } = await createLink(account.api, { amount: '200' });
    const { body } = await pay(account.api, code, { method: 'SPEI', scenario: 'over' });
    const { id } = await refundDeposit(service, body.id);
    await runOut(service.workers.transfers);
    await take(await reportOf(id));
    expect((await account.api.get(`/v1/deposits/${body.id}`)).body).to.include({
      status: 'unmatched',
      refunded_amount: '0.00000000',
      resolved_at: null,
    });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
    await refundDeposit(service, body.id);
    await runOut(service.workers.transfers);
    expect((await account.api.get(`/v1/deposits/${body.id}`)).body).to.include({ status: 'refunded' });
  });

  describe('changes nothing', () => {
    for (const { what, change, provider, fault } of [
      {
        what: 'when another amount came back',
        change: { amount: money('394.99') },
        fault: /395 MXN of withdrawal .* were sent, but 394.99 MXN returned/,
      },
      { what: 'when it came back in another asset', change: { asset: 'USD' }, fault: /but 395 USD returned/ },
      {
        what: 'for a reference that nothing was sent under',
        change: { providerReference: 'unheard of' },
        fault: /no transfer has the reference unheard of/,
      },
      {
        what: 'when another provider reports it',
        change: {},
        provider: 'other',
        fault: /no transfer has the reference/,
      },
    ]) {
      it(what, async () => {
        const report = await reportOf(await withdraw(), change);
        const before = await traceOf(service, account.id);
        expect(await faultOf(take(report, provider))).to.match(fault);
        expect(await traceOf(service, account.id)).to.deep.equal(before);
      });
    }

    it('when it is reported a second time as another return', async () => {
      const id = await withdraw();
      await take(await reportOf(id));
      const before = await traceOf(service, account.id);
      expect(await faultOf(take(await reportOf(id, { returnReference: 'a second one' })))).to.equal(
        `withdrawal ${id} is returned and cannot be returned`,
      );
      expect(await traceOf(service, account.id)).to.deep.equal(before);
    });
  });
});
