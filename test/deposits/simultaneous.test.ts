import { expect } from 'chai';
import { verifyLedger } from '../../src/audit/verify.ts';
import { eventsOf } from '../events/events.ts';
import {
  booksOf,
  createLink,
  methodOf,
  injectFault,
  pay,
  readLink,
  requireLegalHistories,
  runToRest,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { notificationFor, receive } from './notifications.ts';
import { refundLink } from '../transfers/rig.ts';

const PAYERS = 50;

describe('simultaneous payments', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });

  const countOf = async (type: string) =>
    (await eventsOf(service, account.id)).filter((event) => event.type === type).length;

  for (const { what, method, asset, first } of [
    {
      what: 'result in one credit, and the rest are unmatched',
      method: 'SPEI',
      asset: 'MXN',
      first: 'credited',
    },
    {
      what: 'result in one conversion, and the rest are unmatched',
      method: 'USDC',
      asset: 'USDC',
      first: 'pending',
    },
  ]) {
    it(`of one link by ${method}, fifty of them, ${what}`, async () => {
      const link = await createLink(account.api);
      const answers = await Promise.all(
        Array.from({ length: PAYERS }, () => pay(account.api, link.code, { method })),
      );
      const outcomes = answers.map(({ body }) => body.unmatched_reason ?? body.status).sort();
      expect(outcomes).to.deep.equal([...Array<string>(PAYERS - 1).fill('LINK_ALREADY_PAID'), first].sort());

      await runToRest(service);
      expect((await readLink(account.api, link.code)).status).to.equal('paid');
      const movements = (await account.api.get('/v1/transactions')).body.data;
      expect(movements.map(({ type, amount }: any) => [type, amount])).to.deep.equal([
        ['payment', link.amount],
      ]);
      const unmatched = (PAYERS - 1) * Number(methodOf(link, method).amount_due);
      expect(Number((await booksOf(service, account.id, 'unmatched'))[asset])).to.be.closeTo(
        unmatched,
        0.000001,
      );
      expect(await countOf('payment_link.paid')).to.equal(1);
      expect(await countOf('deposit.completed')).to.equal(1);
      expect(await countOf('deposit.failed')).to.equal(PAYERS - 1);
    });
  }

  it('with one reference are one deposit, however often it is reported', async () => {
    const link = await createLink(account.api);
    const notification = await notificationFor(service, link.code, 'SPEI');
    for (let round = 0; round < 10; round++) {
      const stray = {
        ...notification,
        destination: '646180000000000000',
        providerReference: `stray ${round}`,
      };
      const deposits = await Promise.all(Array.from({ length: 8 }, () => receive(service, stray)));
      expect(new Set(deposits.map((deposit) => deposit?.id)).size).to.equal(1);
    }
  });

  it('of one link by all its methods result in one credit', async () => {
    const link = await createLink(account.api);
    const notifications = await Promise.all(
      Array.from({ length: PAYERS }, (_, payer) => {
        const method = link.accepted_methods[payer % link.accepted_methods.length];
        return notificationFor(service, link.code, method, { final: payer % 3 > 0 });
      }),
    );
    await Promise.all(notifications.map((notification) => receive(service, notification)));
    // Some were only seen, after another had taken the link: they are reported again when final.
    await Promise.all(
      notifications.map((notification) => receive(service, { ...notification, final: true })),
    );
    await runToRest(service);
    expect((await readLink(account.api, link.code)).status).to.equal('paid');
    const deposits = await service.database.query(
      'select status, count(*)::int as count from deposits where account_id = $1 group by status order by status',
      [account.id],
    );
    expect(deposits).to.deep.equal([
      { status: 'credited', count: 1 },
      { status: 'unmatched', count: PAYERS - 1 },
    ]);
  });

  for (const method of ['SPEI', 'USDC']) {
    it(`by ${method} that are one payment reported fifty times are one deposit`, async () => {
      const { code } = await createLink(account.api);
      const notification = await notificationFor(service, code, method);
      const deposits = await Promise.all(
        Array.from({ length: PAYERS }, () => receive(service, notification)),
      );
      expect(new Set(deposits.map((deposit) => deposit?.id)).size).to.equal(1);
      // The simulator converts what it quoted, wherever the money was announced.
      await runToRest(service);
      expect((await readLink(account.api, code)).status).to.equal('paid');
      expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({});
      expect(await countOf('deposit.completed')).to.equal(1);
      const [row] = await service.database.query(
        'select count(*)::int as count from deposits where account_id = $1',
        [account.id],
      );
      expect(row).to.deep.equal({ count: 1 });
    });
  }

  it('reported as seen and as final at once result in one credit', async () => {
    const { code } = await createLink(account.api);
    const notification = await notificationFor(service, code, 'MXNB', { provider: 'simulator' });
    const told = Array.from({ length: PAYERS }, (_, teller) => ({
      ...notification,
      final: teller % 2 === 0,
    }));
    await Promise.all(told.map((telling) => receive(service, telling)));
    expect((await readLink(account.api, code)).status).to.equal('paid');
    expect(await booksOf(service, account.id, 'pending')).to.deep.equal({});
    expect(await countOf('payment_link.paid')).to.equal(1);
  });

  it('can be partially refunded while other partial refunds fail', async () => {
    const { code } = await createLink(account.api);
    await pay(account.api, code, { method: 'SPEI' });
    const refundPart = () => refundLink(service, account.id, code, '100');
    for (let part = 0; part < 20; part += 1) await refundPart();
    await injectFault(service, 'refund', { failure: 'refused' });
    const failed = async () =>
      (await account.api.get('/v1/refunds?status=failed&limit=100')).body.data as unknown[];
    // A round takes on no more than it can carry out in time, on a busy machine not all.
    const failAll = async () => {
      while ((await failed()).length < 20) await service.workers.transfers.runOnce();
    };
    // Failing refunds return money to the link while new ones take it out.
    await Promise.all([failAll(), ...Array.from({ length: 20 }, () => refundPart())]);
    await injectFault(service, 'refund', {});
    await runToRest(service);
    const outcomes = await service.database.query(
      `select status, sum(amount) as amount from transfers where account_id = $1 and kind = 'refund'
        group by status order by status`,
      [account.id],
    );
    expect(outcomes.reduce((sum, { amount }) => sum + Number(amount), 0)).to.equal(4_000);
    const settled = outcomes.find(({ status }) => status === 'settled')?.['amount'];
    const [link] = await service.database.query('select refund_total from payment_links where code = $1', [
      code,
    ]);
    expect(link?.['refund_total']).to.equal(settled);
    expect(Number((await booksOf(service, account.id, 'available'))['MXNB'])).to.equal(
      20_000 - Number(settled),
    );
    expect(await failed()).to.have.length.of.at.least(20);
  });

  it('do not deadlock with refunds of other payments', async () => {
    await service.database.query(`update payment_methods set fee_fixed = 1 where method = 'MXNB'`);
    const makeLinks = (amount: string) =>
      Promise.all(
        Array.from({ length: 12 }, () =>
          createLink(account.api, { amount, accepted_methods: ['MXNB'], description: 'x' }),
        ),
      );
    // The rail cannot carry the last decimals of these: the service keeps them when the rest is refunded.
    const paid = await makeLinks('500.12345678');
    await Promise.all(paid.map(({ code }) => pay(account.api, code, { method: 'MXNB' })));
    for (const { code } of paid.slice(0, -1)) {
      await refundLink(service, account.id, code);
    }
    const unpaid = await makeLinks('500');
    const notifications = await Promise.all(unpaid.map(({ code }) => notificationFor(service, code, 'MXNB')));
    const [done] = await Promise.all([
      service.workers.transfers.runOnce(),
      ...notifications.map((notification) => receive(service, notification)),
    ]);
    expect(done).to.equal(11);
    const refunded = (await account.api.get('/v1/refunds?status=completed')).body.data;
    expect(refunded).to.have.length(11);
    await service.database.query(`update payment_methods set fee_fixed = 0 where method = 'MXNB'`);
  });
});
