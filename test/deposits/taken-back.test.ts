import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { formatAmount, money } from '../../src/lib/money.ts';
import type { TakenBack } from '../../src/methods/index.ts';
import { createIntake, createTakeIn } from '../../src/provider-notices/index.ts';
import { addTwoOperators } from '../operators/two-operators.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refusalOf } from '../transfers/rig.ts';
import { notificationFor, receive } from './notifications.ts';

const PROVIDER = 'simulator';

describe('a final deposit that the bank takes back (D58)', () => {
  let service: TestService;
  let account: TestAccount;
  let code: string;
  let depositReference: string;
  let depositId: string;

  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    const link = await account.api.post('/v1/payment_links', {
      amount: '1000',
      currency: 'MXNB',
      description: 'x',
    });
    code = link.body.code;
  });
  afterEach(async () => {
    expect((await service.foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
  });

  const pay = async (fields: object = {}): Promise<void> => {
    const notification = await notificationFor(service, code, 'MXNB', fields);
    depositReference = notification.providerReference;
    depositId = (await receive(service, notification))?.id ?? '';
  };
  const take = (report: Partial<TakenBack> = {}): Promise<void> => {
    const { db, deposits, transferKinds, inbox } = service.foundation;
    const intake = createIntake({ db, takeIn: createTakeIn({ deposits, transferKinds, inbox }) });
    const takenBack = {
      depositReference,
      reference: `debit of ${depositReference}`,
      asset: 'MXNB',
      amount: money('1000'),
      message: 'Recalled: AM09',
      ...report,
    };
    return intake({ provider: PROVIDER, report: { type: 'taken_back', takenBack } });
  };
  const failureOf = (work: Promise<void>): Promise<string> =>
    work.then(
      () => 'none',
      (error: Error) => error.message,
    );
  const books = async (): Promise<object> => {
    const rows = await service.database.query(
      `select book, balance from ledger_balances where account_id = $1 and balance <> 0`,
      [account.id],
    );
    return Object.fromEntries(
      rows.map(({ book, balance }) => [book, formatAmount(money(balance as string))]),
    );
  };
  const withdraw = (amount: string): Promise<unknown> =>
    service.foundation.db.transaction((trx) =>
      service.foundation.withdrawals.create(trx, OPERATOR, {
        accountId: account.id,
        asset: 'MXNB',
        amount: money(amount),
        method: 'SPEI',
        destination: { clabe: '032180000118359719' },
        requestId: null,
      }),
    );

  it('is paid back out of the balance, and the link stays paid', async () => {
    await pay();
    await take();
    expect(await books()).to.deep.equal({});
    expect((await account.api.get(`/v1/payment_links/${code}`)).body.status).to.equal('paid');
    const [movement] = (await account.api.get('/v1/transactions')).body.data;
    expect(movement).to.include({ type: 'reversal', amount: '-1000.00000000', balance_after: '0.00000000' });
  });

  it('is done once, however often and at how many places at once it is told', async () => {
    await pay();
    await Promise.all([take(), take(), take()]);
    await take();
    expect(await books()).to.deep.equal({});
  });

  it('leaves the account owing what its balance does not cover, and holds that back until it is settled', async () => {
    await pay();
    await withdraw('700');
    await take();
    expect(await books()).to.deep.equal({
      owed: '-700.00000000',
      pending: '700.00000000',
    });
    await receiveAnother('2000');
    await withdraw('100');
    expect(await refusalOf(withdraw('1200.01'))).to.equal(
      'The account owes 700 MXNB for deposits that were taken back. Until that is paid, at most 1200 MXNB can leave it.',
    );
    const settled = await service.foundation.db.transaction((trx) =>
      service.foundation.inbox.settle(trx, OPERATOR, account.id, depositId),
    );
    expect(settled.settledAt).to.be.instanceOf(Date);
    expect(await books()).to.include({ available: '1200.00000000' });
    await withdraw('1200');
  });

  const receiveAnother = async (amount: string): Promise<void> => {
    const request = { amount, currency: 'MXNB', description: 'x' };
    const { body } = await account.api.post('/v1/payment_links', request);
    await receive(service, await notificationFor(service, body.code, 'MXNB'));
  };

  it('cannot be settled with more than there is, nor twice', async () => {
    await pay();
    await withdraw('700');
    await take();
    const settle = (): Promise<unknown> =>
      service.foundation.db.transaction((trx) =>
        service.foundation.inbox.settle(trx, OPERATOR, account.id, depositId),
      );
    expect(await refusalOf(settle())).to.match(/does not have enough funds/);
    await receiveAnother('700');
    const outcomes = await Promise.allSettled([settle(), settle()]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(await books()).to.not.have.property('owed');
  });

  it('can be written off by two operators', async () => {
    const operators = await addTwoOperators(service);
    await pay();
    await withdraw('1000');
    await take({ amount: money('40') });
    await operators.agree(
      ...['deposits', 'write-off', depositId, '--reason', 'Recalled', '--evidence', 'Ticket 1'],
    );
    expect(await books())
      .to.include({ fee: '-40.00000000' })
      .and.not.have.property('owed');
    const { data } = await operators.json(undefined, 'deposits', 'taken-back', '--account', account.id);
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ amount: '40.00000000', owed: '0.00000000', written_off: true });
  });

  it('that paid no link is over', async () => {
    await pay({ amount: money('99') });
    await take({ amount: money('99') });
    expect(await books()).to.deep.equal({});
    const { body } = await account.api.get('/v1/deposits');
    expect(body.data[0].status).to.equal('taken_back');
    // What is told again later changes nothing.
    await receive(service, {
      ...(await notificationFor(service, code, 'MXNB', { amount: money('99') })),
      providerReference: depositReference,
    });
    expect(await books()).to.deep.equal({});
  });

  for (const { what, report, says } of [
    { what: 'more than arrived', report: { amount: money('1000.01') }, says: /cannot be taken back/ },
    { what: 'another asset', report: { asset: 'MXN' }, says: /cannot be taken back/ },
    { what: 'a deposit that nobody knows', report: { depositReference: 'unknown' }, says: /no deposit has/ },
  ]) {
    it(`is refused for ${what}`, async () => {
      await pay();
      expect(await failureOf(take(report))).to.match(says);
      expect(await books()).to.include({ available: '1000.00000000' });
    });
  }

  it('is refused a second time under another reference: an operator must look', async () => {
    await pay();
    await take({ amount: money('50') });
    expect(await failureOf(take({ amount: money('50'), reference: 'another' }))).to.match(
      /already taken back/,
    );
  });
});

describe("the deployment's own movements at a provider (D58)", () => {
  it('change the capital and no account, once', async () => {
    const service = await startService();
    try {
      const { db, deposits, transferKinds, inbox } = service.foundation;
      const intake = createIntake({ db, takeIn: createTakeIn({ deposits, transferKinds, inbox }) });
      const tell = (reference: string, amount: string): Promise<unknown> =>
        intake({
          provider: PROVIDER,
          report: { type: 'other', movement: { reference, asset: 'MXN', amount: money(amount) } },
        });
      await Promise.all([tell('in', '1000'), tell('in', '1000'), tell('out', '-300')]);
      const rows = await service.database.query(
        `select book, balance from ledger_balances where balance <> 0 order by book`,
      );
      expect(rows.map(({ book, balance }) => [book, Number(balance)])).to.deep.equal([
        ['capital', 700],
        ['rail:simulator', -700],
      ]);
      expect((await db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
    } finally {
      await service.close();
    }
  });
});
