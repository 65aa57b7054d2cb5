import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { eventsOf } from '../events/events.ts';
import {
  booksOf,
  createLink,
  DAY_S,
  advance,
  behave,
  historyOf,
  pay,
  readLink,
  readMethod,
  requireLegalHistories,
  runOut,
  runToRest,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, refundLink, requireSoundBooks, setFees } from '../transfers/rig.ts';
import { notificationFor, receive } from './notifications.ts';
import { money } from '../../src/lib/money.ts';

const CLABE = '032180000118359719';
const OTHER_CLABE = '012180001183597197';

describe('the rest of a payment that was too little (D7)', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    await setFees(service, '0', '0');
    account = await service.createAccount();
    await service.changeAccount(account.id, { payTheRest: true });
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    await requireSoundBooks(service);
  });

  const link = (fields: object = {}): Promise<any> => createLink(account.api, { amount: '10000', ...fields });
  const send = async (code: string, amount: string, payer: Record<string, string> = { account: CLABE }) =>
    receive(
      service,
      await notificationFor(service, code, 'SPEI', { amount: money(amount), payer }),
    ) as Promise<any>;
  const missing = async (code: string, method = 'SPEI'): Promise<string | undefined> =>
    (await readMethod(account.api, code, method)).amount_missing;
  const deposit = async (id: string): Promise<any> => (await account.api.get(`/v1/deposits/${id}`)).body;
  const told = async (): Promise<string[]> =>
    (await eventsOf(service, account.id))
      .map(({ type }) => type)
      .filter((type) => type !== 'balance.updated');
  const movements = async (): Promise<string[]> =>
    (await account.api.get('/v1/transactions')).body.data
      .map(({ type, amount, asset }: any) => `${type} ${Number(amount)} ${asset}`)
      .reverse();
  const acceptTogether = (id: string): Promise<any> => {
    const { db, inbox } = service.foundation;
    return db.transaction((trx) => inbox.acceptTogether(trx, OPERATOR, account.id, id));
  };
  const autoRefunds = async (): Promise<void> => {
    await advance(service, 61);
    await service.workers.partRefunds.runOnce();
    await runOut(service.workers.transfers);
  };

  it('pays the link together with what had arrived, when it comes from the same payer', async () => {
    const { code } = await link();
    expect(await missing(code)).to.equal(undefined);
    const first = await send(code, '6000');
    expect(await missing(code)).to.equal('4000.00');
    const second = await send(code, '1500');
    expect(await missing(code)).to.equal('2500.00');
    const last = await send(code, '2500');

    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      paid_with_method: 'SPEI',
      amount_received: '10000.00000000',
      difference: '0.00000000',
    });
    expect(await missing(code)).to.equal(undefined);
    expect(await deposit(first.id)).to.include({ status: 'credited', unmatched_reason: 'UNDERPAID' });
    expect(await deposit(second.id)).to.include({ status: 'credited' });
    expect(await deposit(last.id)).to.include({ status: 'credited' });
    expect(await movements()).to.deep.equal(['payment 6000 MXNB', 'payment 1500 MXNB', 'payment 2500 MXNB']);
    expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({});
    expect(await historyOf(service, code)).to.deep.equal(['pay → paid']);
    expect(await told()).to.deep.equal([
      'deposit.completed',
      'deposit.completed',
      'deposit.completed',
      'payment_link.paid',
      'payment_link.partial_deposit',
      'payment_link.partial_deposit',
    ]);
  });

  it('is not asked for unless the account wants it, and nothing is added up', async () => {
    await service.changeAccount(account.id, { payTheRest: false });
    const { code } = await link();
    await send(code, '6000');
    expect(await missing(code)).to.equal(undefined);
    expect(await send(code, '4000')).to.include({ status: 'unmatched', unmatchedReason: 'UNDERPAID' });
    expect(await readLink(account.api, code)).to.include({ status: 'active' });
  });

  for (const [who, payer] of [
    ['another payer', { account: OTHER_CLABE }],
    ['a payer of whom the rail reports no account', { name: 'Juana Inés' }],
  ] as const) {
    it(`waits for a person when it comes from ${who}`, async () => {
      const { code } = await link();
      const first = await send(code, '6000');
      const rest = await send(code, '4000', payer);
      expect(rest).to.include({ status: 'unmatched', unmatchedReason: 'UNDERPAID' });
      expect(await missing(code)).to.equal('0.00');
      expect((await acceptTogether(rest.id)).deposits).to.have.length(2);
      expect(await readLink(account.api, code)).to.include({
        status: 'paid',
        amount_received: '10000.00000000',
      });
      expect(await deposit(first.id)).to.include({ status: 'credited' });
    });
  }

  it('counts towards the amount due by a wallet too, from the same address', async () => {
    const { code } = await link({ currency: 'USDC', amount: '100' });
    const method = (await readLink(account.api, code)).methods.find(
      ({ asset }: any) => asset === 'USDC',
    ).method;
    await pay(account.api, code, { method, scenario: 'under' });
    expect(Number(await missing(code, method))).to.equal(10);
    // The simulated payer sends what the page asks for.
    expect((await pay(account.api, code, { method })).body).to.include({
      status: 'credited',
      amount: '10.00000000',
    });
    expect(await readLink(account.api, code)).to.include({ status: 'paid', amount_received: '100.00000000' });
  });

  it('is not offered in another asset', async () => {
    const { code } = await link({ amount: '20000' });
    await send(code, '6000');
    const { methods } = await readLink(account.api, code);
    const asked = methods.filter(({ amount_missing: rest }: any) => rest !== undefined);
    expect(asked.map(({ method }: any) => method)).to.deep.equal(['SPEI']);
  });

  it('is not needed by a payer who sends the whole amount, and the earlier part stays held', async () => {
    const { code } = await link();
    const first = await send(code, '6000');
    expect(await send(code, '10000')).to.include({ status: 'credited', acceptedBy: null });
    expect(await deposit(first.id)).to.include({ status: 'unmatched' });
    expect(await readLink(account.api, code)).to.include({ amount_received: '10000.00000000' });
  });

  it('that is too much waits for a person, who credits all of it', async () => {
    const { code } = await link();
    await send(code, '6000');
    const over = await send(code, '4500');
    expect(over).to.include({ status: 'unmatched' });
    await acceptTogether(over.id);
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '10500.00000000',
      difference: '500.00000000',
    });
  });

  it('may be off by what the account tolerates, measured once against the whole amount', async () => {
    const { db, tolerances } = service.foundation;
    await db.transaction((trx) =>
      tolerances.set(trx, account.id, OPERATOR, 'SPEI', { share: money('0.01'), max: money('5') }),
    );
    const { code } = await link();
    await send(code, '6000');
    expect(await send(code, '3994')).to.include({ status: 'unmatched' });
    expect(await missing(code)).to.equal('6.00');
    await send(code, '3');
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '9997.00000000',
    });
  });

  it('credits the link exactly, with a fee that the payer bears and the rounding of the rail', async () => {
    await setFees(service, '0.01', '3');
    const { code, methods } = await link({ amount: '100.005', fee_bearer: 'payer' });
    const due = Number(methods.find(({ method }: any) => method === 'SPEI').amount_due);
    await send(code, '33.33');
    await send(code, (due - 33.33).toFixed(2));
    expect(await readLink(account.api, code)).to.include({ status: 'paid', amount_received: '100.00500000' });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '100.00500000 + 0.00000000' });
  });

  it('debits the fee that the merchant bears once', async () => {
    await setFees(service, '0', '3');
    const { code } = await link();
    await send(code, '6000');
    await send(code, '4000');
    expect(await movements()).to.deep.equal(['payment 6000 MXNB', 'payment 4000 MXNB', 'fee -3 MXNB']);
  });

  it('grows again when an earlier part is refunded meanwhile', async () => {
    const { code } = await link();
    const first = await send(code, '6000');
    await send(code, '1000');
    const { db, inbox } = service.foundation;
    await db.transaction((trx) =>
      inbox.refund(trx, OPERATOR, account.id, first.id, { destination: { clabe: CLABE }, reason: null }),
    );
    expect(await missing(code)).to.equal('9000.00');
    expect(await send(code, '3000')).to.include({ status: 'unmatched' });
    expect(await missing(code)).to.equal('6000.00');
    await send(code, '6000');
    expect(await readLink(account.api, code)).to.include({ status: 'paid' });
  });

  it('can no longer be paid once the link is cancelled or has expired; a person may still accept all', async () => {
    const { code } = await link();
    await send(code, '6000');
    await advance(service, 8 * DAY_S);
    expect(await missing(code)).to.equal(undefined);
    const late = await send(code, '4000');
    expect(late).to.include({ status: 'unmatched', unmatchedReason: 'LINK_EXPIRED' });
    await acceptTogether(late.id);
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '10000.00000000',
    });

    const other = await link();
    await send(other.code, '6000');
    await account.api.post(`/v1/payment_links/${other.code}/cancel`, {});
    expect(await send(other.code, '4000')).to.include({ unmatchedReason: 'LINK_CANCELLED' });
  });

  it('is not completed by a part that its bank took back', async () => {
    const { code } = await link();
    const first = await send(code, '6000');
    const { db, inbox } = service.foundation;
    await db.transaction((trx) =>
      inbox.takeBack(trx, 'simulator', {
        depositReference: first.providerReference,
        reference: 'reversal-1',
        asset: 'MXN',
        amount: money('1000'),
        message: 'reversed',
      }),
    );
    expect(await missing(code)).to.equal(undefined);
    expect(await send(code, '4000')).to.include({ status: 'unmatched' });
    expect(await missing(code)).to.equal('6000.00');
  });

  it('counts once, however often it is reported', async () => {
    const { code } = await link();
    await send(code, '6000');
    const rest = await notificationFor(service, code, 'SPEI', {
      amount: money('4000'),
      payer: { account: CLABE },
    });
    const [one, again] = [await receive(service, rest), await receive(service, rest)];
    expect(again?.id).to.equal(one?.id);
    expect(await movements()).to.have.length(2);
  });

  it('is credited once when many send it at the same moment', async () => {
    const { code } = await link();
    await send(code, '6000');
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(code, '4000')));
    const outcomes = sent.map(({ status, unmatchedReason }) =>
      status === 'credited' ? status : unmatchedReason,
    );
    expect(outcomes.sort()).to.deep.equal([...Array<string>(7).fill('LINK_ALREADY_PAID'), 'credited'].sort());
    expect(await movements()).to.deep.equal(['payment 6000 MXNB', 'payment 4000 MXNB']);
  });

  it('and a refund of the earlier part at the same moment never use the same money twice', async () => {
    const { db, inbox } = service.foundation;
    for (let round = 0; round < 5; round += 1) {
      const { code } = await link();
      const first = await send(code, '6000');
      const refunded = db
        .transaction((trx) =>
          inbox.refund(trx, OPERATOR, account.id, first.id, { destination: { clabe: CLABE }, reason: null }),
        )
        .then(() => true)
        .catch(() => false);
      const [wasRefunded, rest] = await Promise.all([refunded, send(code, '4000')]);
      expect(rest.status).to.equal(wasRefunded ? 'unmatched' : 'credited');
    }
    await runToRest(service);
  });

  describe('when the link is refunded', () => {
    it('each deposit goes back by itself, the one with the most left first', async () => {
      const { code } = await link();
      const first = await send(code, '6000');
      const last = await send(code, '4000');
      const refund = await refundLink(service, account.id, code);
      expect(refund).to.include({ depositId: first.id });
      expect(Number(refund.amount)).to.equal(6000);
      await runOut(service.workers.transfers);
      const other = await refundLink(service, account.id, code);
      expect(other).to.include({ depositId: last.id });
      await runOut(service.workers.transfers);
      expect(await balancesOf(account)).to.deep.equal({});
    });

    it('no more than one deposit goes back at once, and no more than the link received in all', async () => {
      await setFees(service, '0', '100');
      const { code } = await link({ fee_bearer: 'payer' });
      await send(code, '6000');
      await send(code, '4100');
      const refused = await refundLink(service, account.id, code, '6000.01').catch(({ code }) => code);
      expect(refused).to.equal('invalid_request');
      await refundLink(service, account.id, code);
      await runOut(service.workers.transfers);
      expect(Number((await refundLink(service, account.id, code)).amount)).to.equal(4000);
      await runOut(service.workers.transfers);
    });
  });

  describe('with automatic refunds', () => {
    beforeEach(() => service.changeAccount(account.id, { autoRefund: true }));

    it('can be paid before anything is returned', async () => {
      const { code } = await link();
      const first = await send(code, '6000');
      await autoRefunds();
      expect(await deposit(first.id)).to.include({ status: 'unmatched' });
      await send(code, '4000');
      await autoRefunds();
      expect(await deposit(first.id)).to.include({ status: 'credited' });
    });

    for (const [when, end] of [
      ['the link has expired', (_: string) => advance(service, 8 * DAY_S)],
      ['the link is cancelled', (code: string) => account.api.post(`/v1/payment_links/${code}/cancel`, {})],
      ['another payment has paid the link', (code: string) => send(code, '10000')],
      [
        'the account no longer asks for the rest',
        () => service.changeAccount(account.id, { payTheRest: false }),
      ],
    ] as const) {
      it(`is returned what arrived once ${when}`, async () => {
        const { code } = await link();
        const first = (await pay(account.api, code, { method: 'SPEI', scenario: 'under' })).body;
        await end(code);
        await autoRefunds();
        expect(await deposit(first.id)).to.include({ status: 'refunded' });
      });
    }
  });
});
