import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { verifyLedger } from '../../src/audit/verify.ts';
import { drop as dropSeen } from '../../src/deposits/confirmation.ts';
import { UNCLAIMED_ACCOUNT_ID } from '../../src/deposits/deposit-state.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  DAY_S,
  historyOf,
  MINUTE_S,
  injectFault,
  pay,
  readLink,
  refreshQuote,
  requireLegalHistories,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import type { Client } from '../support/client.ts';
import { stopClock } from '../support/clock.ts';
import { runPayments } from '../support/processes/command.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { notificationFor, receive } from './notifications.ts';
import { executionsOf, refundDeposit, refusalOf, WALLET } from '../transfers/rig.ts';
import { refundUnmatched } from '../transfers/started.ts';

describe('a deposit', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
    api = account.api;
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });

  const told = async () => (await eventsOf(service, account.id)).map(({ type }) => type);
  const balances = async () => {
    const { data } = (await api.get('/v1/balances')).body;
    return data.map(({ asset, available, pending }: any) => ({ asset, available, pending }));
  };
  const readDeposit = async (id: string) => (await api.get(`/v1/deposits/${id}`)).body;
  const unmatched = () => booksOf(service, account.id, 'unmatched');

  describe('of the exact amount due', () => {
    it('without conversion is credited at once', async () => {
      const { code } = await createLink(api);
      const { body } = await pay(api, code, { method: 'SPEI', scenario: 'exact' });
      expect(body).to.include({ status: 'credited', amount: '20000.00000000' });
      expect((await readLink(api, code)).status).to.equal('paid');
      expect(await balances()).to.deep.equal([
        { asset: 'MXNB', available: '20000.00000000', pending: '0.00000000' },
      ]);
      expect(await told()).to.deep.equal(['balance.updated', 'deposit.completed', 'payment_link.paid']);
    });

    it('to be converted is pending until converted, then credited', async () => {
      const { code } = await createLink(api);
      const { body } = await pay(api, code, { method: 'USDC' });
      expect(body.status).to.equal('pending');
      expect((await readLink(api, code)).status).to.equal('processing');
      expect(await balances()).to.deep.equal([
        { asset: 'USDC', available: '0.00000000', pending: body.amount },
      ]);
      expect(await told()).to.deep.equal([]);

      await service.workers.transfers.runOnce();
      expect(await readDeposit(body.id)).to.include({ status: 'credited' });
      expect(await readLink(api, code)).to.include({ status: 'paid', paid_with_method: 'USDC' });
      expect(await balances()).to.deep.equal([
        { asset: 'MXNB', available: '20000.00000000', pending: '0.00000000' },
      ]);
      expect(await told()).to.deep.equal([
        'balance.updated',
        'conversion.completed',
        'deposit.completed',
        'payment_link.paid',
      ]);
    });

    for (const { method, steps } of [
      { method: 'MXNB', steps: 1 },
      { method: 'USDC', steps: 2 },
    ]) {
      it(`by ${method} that is only seen is pending until confirmed`, async () => {
        const { code } = await createLink(api);
        const { body } = await pay(api, code, { method, scenario: 'seen_then_confirmed' });
        expect(body.status).to.equal('pending');
        expect((await readLink(api, code)).status).to.equal('processing');
        const [balance] = await balances();
        expect(balance).to.deep.equal({ asset: method, available: '0.00000000', pending: body.amount });
        await advance(service, 1);
        await service.workers.confirmations.runOnce();
        expect((await readDeposit(body.id)).status, 'not yet final').to.equal('pending');

        await advance(service, 5);
        await service.workers.confirmations.runOnce();
        expect((await readLink(api, code)).status).to.equal(steps === 1 ? 'paid' : 'processing');
        await service.workers.transfers.runOnce();
        expect((await readLink(api, code)).status).to.equal('paid');
        expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'settle → paid']);
        expect(await balances()).to.deep.equal([
          { asset: 'MXNB', available: '20000.00000000', pending: '0.00000000' },
        ]);
      });
    }

    it('that is reported twice counts once', async () => {
      for (const method of ['SPEI', 'USDC']) {
        const { code } = await createLink(api);
        await pay(api, code, { method, scenario: 'duplicate' });
        await runToRest(service);
        expect((await readLink(api, code)).status).to.equal('paid');
      }
      expect(await balances()).to.deep.equal([
        { asset: 'MXNB', available: '40000.00000000', pending: '0.00000000' },
      ]);
      expect(await unmatched()).to.deep.equal({});
      expect((await told()).filter((type) => type === 'payment_link.paid')).to.have.length(2);
    });
  });

  interface Mismatch {
    what: string;
    body: { method: string; scenario?: string };
    reason: string;
    /** What happens between the link's creation and the payment. */
    first?: (code: string) => Promise<unknown>;
  }
  const MISMATCHES: Mismatch[] = [
    { what: 'of too little', body: { method: 'SPEI', scenario: 'under' }, reason: 'UNDERPAID' },
    {
      what: 'of too little, to be converted',
      body: { method: 'USDC', scenario: 'under' },
      reason: 'UNDERPAID',
    },
    { what: 'of too much', body: { method: 'SPEI', scenario: 'over' }, reason: 'OVERPAID' },
    { what: 'of too much, to be converted', body: { method: 'WIRE', scenario: 'over' }, reason: 'OVERPAID' },
    {
      what: 'over the wrong network',
      body: { method: 'USDC', scenario: 'wrong_network' },
      reason: 'WRONG_NETWORK',
    },
    {
      what: 'that arrives after the link has expired',
      body: { method: 'SPEI' },
      reason: 'LINK_EXPIRED',
      first: () => advance(service, 8 * DAY_S),
    },
    {
      what: 'that arrives after the link was cancelled',
      body: { method: 'SPEI' },
      reason: 'LINK_CANCELLED',
      first: (code) => api.post(`/v1/payment_links/${code}/cancel`),
    },
    {
      what: 'that arrives after another has paid the link',
      body: { method: 'MXNB' },
      reason: 'LINK_ALREADY_PAID',
      first: (code) => pay(api, code, { method: 'SPEI' }),
    },
    {
      what: 'that arrives while another is being converted',
      body: { method: 'MXNB' },
      reason: 'LINK_ALREADY_PAID',
      first: (code) => pay(api, code, { method: 'USDC' }),
    },
    {
      what: 'that arrives after the quote has expired',
      body: { method: 'USDC' },
      reason: 'QUOTE_EXPIRED',
      first: () => advance(service, 16 * MINUTE_S),
    },
  ];
  for (const { what, body, reason, first } of MISMATCHES) {
    it(`${what} is held outside the balance as ${reason}`, async () => {
      const { code } = await createLink(api);
      await first?.(code);
      const [before, toldBefore, balancesBefore] = [
        await readLink(api, code),
        await told(),
        await balances(),
      ];
      const { body: deposit } = await pay(api, code, body);
      expect(deposit).to.include({ status: 'unmatched', unmatched_reason: reason, payment_link_code: code });
      expect((await readLink(api, code)).status).to.equal(before.status);
      expect(await balances()).to.deep.equal(balancesBefore);
      expect(await unmatched()).to.deep.equal({ [deposit.asset]: deposit.amount });
      const type = reason === 'UNDERPAID' ? 'payment_link.partial_deposit' : 'deposit.failed';
      expect(await told()).to.deep.equal([...toldBefore, type].sort());
      await runToRest(service);
    });
  }

  it('that arrives while the quote is being recalculated is held as QUOTE_EXPIRED', async () => {
    const { code } = await createLink(api);
    const notification = await notificationFor(service, code, 'USDC');
    await advance(service, 16 * MINUTE_S);
    await injectFault(service, 'quote', { failure: 'unavailable' });
    expect((await refreshQuote(api, code, 'USDC')).body.quote_status).to.equal('calculating');
    expect(await receive(service, notification)).to.include({
      status: 'unmatched',
      unmatchedReason: 'QUOTE_EXPIRED',
    });
  });

  it('to an unknown destination can be refunded, but not accepted', async () => {
    const { code } = await createLink(api);
    const stray = { ...(await notificationFor(service, code, 'MXNB')), destination: `0x${'0'.repeat(40)}` };
    const deposit = await receive(service, stray);
    expect(deposit).to.include({
      accountId: UNCLAIMED_ACCOUNT_ID,
      status: 'unmatched',
      unmatchedReason: 'UNKNOWN_DESTINATION',
    });
    const { db, inbox } = service.foundation;
    const id = deposit?.id ?? '';
    const accepting = (accountId: string) =>
      db.transaction((trx) => inbox.accept(trx, OPERATOR, accountId, id));
    expect(await refusalOf(accepting(UNCLAIMED_ACCOUNT_ID))).to.match(/can only be refunded/);
    expect(await refusalOf(accepting(account.id))).to.equal(`There is no deposit ${id}.`);
    await refundDeposit(service, id);
    await runToRest(service);
    expect(await booksOf(service, UNCLAIMED_ACCOUNT_ID, 'unmatched')).to.deep.equal({});
    expect(await told()).to.deep.equal([]);
  });

  it('that is only seen must be the amount due, and causes no events before it is final', async () => {
    const { code } = await createLink(api);
    const seen = { method: 'USDC', scenario: 'seen_then_confirmed' };
    expect(refusal(await pay(api, code, { ...seen, amount: '1' }))).to.deep.equal(invalid('scenario'));
    const notification = await notificationFor(service, code, 'USDC', { amount: money('1'), final: false });
    expect(await receive(service, notification)).to.equal(undefined);
    expect(await told()).to.deep.equal([]);
    expect(await receive(service, { ...notification, final: true })).to.include({
      unmatchedReason: 'UNDERPAID',
    });
    expect(await unmatched()).to.deep.equal({ USDC: '1.00000000' });
  });

  describe('that was seen and then dropped', () => {
    const drop = async () => {
      await injectFault(service, 'confirm', { failure: 'refused' });
      await advance(service, 10);
      await service.workers.confirmations.runOnce();
      await injectFault(service, 'confirm', {});
    };

    for (const method of ['MXNB', 'USDC']) {
      it(`by ${method} leaves the link active, so that it can be paid again`, async () => {
        const { code } = await createLink(api);
        const { body } = await pay(api, code, { method, scenario: 'seen_then_confirmed' });
        await drop();
        expect(await readDeposit(body.id)).to.include({
          status: 'failed',
          unmatched_reason: 'NOT_CONFIRMED',
        });
        expect((await readLink(api, code)).status).to.equal('active');
        expect(await balances()).to.deep.equal([]);
        expect(await unmatched()).to.deep.equal({});
        const [event, ...others] = await eventsOf(service, account.id);
        expect(others).to.deep.equal([]);
        expect(event).to.deep.include({
          type: 'deposit.failed',
          data: { deposit_id: body.id, amount: body.amount, reason: 'NOT_CONFIRMED' },
        });

        await pay(api, code, { method, scenario: 'seen_then_confirmed' });
        await runToRest(service);
        expect((await readLink(api, code)).status).to.equal('paid');
        expect(await balances()).to.deep.equal([
          { asset: 'MXNB', available: '20000.00000000', pending: '0.00000000' },
        ]);
      });
    }

    it('is held outside the balance when it arrives after all', async () => {
      const { code } = await createLink(api);
      const notification = await notificationFor(service, code, 'MXNB', { final: false });
      const seen = await receive(service, notification);
      await service.foundation.db.transaction((trx) => dropSeen(trx, service.foundation.holding, seen!));
      await pay(api, code, { method: 'SPEI' });
      const came = await receive(service, { ...notification, final: true });
      expect(came).to.include({ id: seen?.id, status: 'unmatched', unmatchedReason: 'NOT_CONFIRMED' });
      expect(await receive(service, { ...notification, final: true })).to.include({ id: seen?.id });
      expect(await unmatched()).to.deep.equal({ MXNB: '20000.00000000' });
      expect((await verifyLedger(service.foundation.db.read)).discrepancies).to.deep.equal([]);
    });

    it('leaves the link expired when the expiry has passed meanwhile', async () => {
      const { code } = await createLink(api, { expires_at: await serviceTimeIn(service, 6 * MINUTE_S) });
      await pay(api, code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
      await advance(service, 7 * MINUTE_S);
      await service.workers.expiry.runOnce();
      expect((await readLink(api, code)).status).to.equal('processing');
      await drop();
      expect((await readLink(api, code)).status).to.equal('expired');
      await service.workers.expiry.runOnce();
      expect(await historyOf(service, code)).to.deep.equal([
        'receive → processing',
        'fail → active',
        'expire → expired',
      ]);
      expect((await pay(api, code, { method: 'SPEI' })).body.unmatched_reason).to.equal('LINK_EXPIRED');
    });

    it('is credited as in time even if the link and the quote expired before it was final', async () => {
      const { code } = await createLink(api, { expires_at: await serviceTimeIn(service, 6 * MINUTE_S) });
      await pay(api, code, { method: 'USDC', scenario: 'seen_then_confirmed' });
      await advance(service, DAY_S);
      await runToRest(service);
      expect((await readLink(api, code)).status).to.equal('paid');
    });
  });

  it('is asked about again, with growing pauses, while the provider is unavailable', async () => {
    await stopClock(service.database);
    const { code } = await createLink(api);
    const { body } = await pay(api, code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    await injectFault(service, 'confirm', { failure: 'unavailable' });
    const waitsS = async () => {
      const [row] = await service.database.query(
        'select extract(epoch from confirmation_due_at - service_now())::float8 as s from deposits where id = $1',
        [body.id],
      );
      return row?.['s'];
    };
    for (const attempt of [1, 2, 3]) {
      await advance(service, 5);
      expect(await service.workers.confirmations.runOnce()).to.equal(1);
      expect(await waitsS()).to.equal(attempt);
      expect(await service.workers.confirmations.runOnce()).to.equal(0);
    }
    await injectFault(service, 'confirm', {});
    await runToRest(service);
    expect((await readLink(api, code)).status).to.equal('paid');
  });

  describe('that pays no link', () => {
    it('is refunded automatically for accounts with auto-refund', async () => {
      await service.changeAccount(account.id, { autoRefund: true });
      const { code } = await createLink(api);
      const { body } = await pay(api, code, { method: 'SPEI', scenario: 'over' });
      expect(body.status).to.equal('refunding');
      expect(await unmatched()).to.deep.equal({ MXN: body.amount });
      expect(await told()).to.deep.equal(['deposit.failed']);

      await service.workers.transfers.runOnce();
      const deposit = await readDeposit(body.id);
      expect(deposit).to.include({ status: 'refunded', refunded_amount: body.amount });
      expect(deposit.resolved_at).to.be.a('string');
      expect(await unmatched()).to.deep.equal({});
      expect(await balances()).to.deep.equal([]);
      const completed = (await eventsOf(service, account.id)).find(({ type }) => type === 'refund.completed');
      expect(completed?.data).to.include({ payment_link_code: code, amount: body.amount, asset: 'MXN' });
      const [refund] = (await api.get('/v1/refunds')).body.data;
      expect(refund).to.include({ id: completed?.data['refund_id'] });
    });

    it('waits for a destination when its rail knows no safe way back, whatever the account wants', async () => {
      await service.changeAccount(account.id, { autoRefund: true });
      const { code } = await createLink(api);
      const { body } = await pay(api, code, { method: 'USDC', scenario: 'over' });
      expect(body.status).to.equal('unmatched');
      await runToRest(service);
      expect((await api.get('/v1/refunds')).body.data).to.deep.equal([]);

      const { db, inbox } = service.foundation;
      const refundTo = (destination: object) =>
        db.transaction((trx) => refundUnmatched({ inbox }, trx, account.id, body.id, destination));
      expect(await refusalOf(refundTo({}))).to.equal(
        'USDC cannot return a payment by itself. Ask the payer for an address on Polygon, and pass it.',
      );
      expect(await refusalOf(refundTo({ address: WALLET, network: 'Ethereum' }))).to.match(/network Polygon/);
      expect(await refusalOf(refundTo({ address: 'elsewhere', network: 'Polygon' }))).to.match(
        /address must be/,
      );

      const { id } = await refundTo({ address: WALLET, network: 'Polygon' });
      await runToRest(service);
      const destination = { address: WALLET, network: 'Polygon' };
      expect((await api.get(`/v1/refunds/${id}`)).body).to.deep.include({ status: 'completed', destination });
      const [sent] = await executionsOf(service, id);
      expect(sent.details.to).to.deep.equal(destination);
    });

    it('stays unmatched when it cannot be refunded', async () => {
      await service.changeAccount(account.id, { autoRefund: true });
      await injectFault(service, 'refund', { failure: 'refused' });
      const { code } = await createLink(api);
      const { body } = await pay(api, code, { method: 'SPEI', scenario: 'over' });
      await runToRest(service);
      expect(await readDeposit(body.id)).to.include({ status: 'unmatched', refunded_amount: '0.00000000' });
      expect(await unmatched()).to.deep.equal({ MXN: body.amount });
      expect(await told()).to.deep.equal(['deposit.failed', 'refund.failed']);
      const { db, inbox } = service.foundation;
      await db.transaction((trx) => inbox.accept(trx, OPERATOR, account.id, body.id));
      expect(await balances()).to.deep.equal([
        { asset: 'MXN', available: body.amount, pending: '0.00000000' },
      ]);
    });

    it('is refunded or accepted once, even when both are requested at the same time', async () => {
      const { db, inbox } = service.foundation;
      for (let round = 0; round < 3; round += 1) {
        const { code } = await createLink(api);
        const { body } = await pay(api, code, { method: 'SPEI', scenario: 'under' });
        expect((await inbox.list(db.read, { accountId: account.id })).map(({ id }) => id)).to.deep.equal([
          body.id,
        ]);
        const decisions = await Promise.allSettled(
          Array.from({ length: 8 }, (_, place) =>
            db.transaction<unknown>((trx) =>
              place % 2 === 0
                ? inbox.accept(trx, OPERATOR, account.id, body.id)
                : refundUnmatched({ inbox }, trx, account.id, body.id),
            ),
          ),
        );
        expect(decisions.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
        for (const decision of decisions) {
          if (decision.status === 'rejected') expect(decision.reason).to.be.instanceOf(DomainError);
        }
        await runToRest(service);
        expect((await readDeposit(body.id)).status).to.be.oneOf(['accepted', 'refunded']);
        expect(await unmatched()).to.deep.equal({});
      }
    });

    describe('on the command line', () => {
      const payments = async (...args: string[]): Promise<any> => {
        const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
        return { code, stderr, ...(JSON.parse(stdout) as object) };
      };

      it('is listed, refunded and accepted', async () => {
        const { code } = await createLink(api);
        const { body: under } = await pay(api, code, { method: 'SPEI', scenario: 'under' });
        const { body: over } = await pay(api, code, { method: 'SPEI', scenario: 'over' });
        const inbox = await payments('deposits', 'unmatched', '--account', account.id);
        expect(inbox.data.map(({ id }: any) => id)).to.deep.equal([over.id, under.id]);
        const { stdout: table } = await runPayments(
          service,
          'deposits',
          'unmatched',
          '--account',
          account.id,
        );
        expect(table, 'in 80 columns').to.match(/^ID +AMOUNT +ASSET +UNMATCHED REASON$/m);

        const [refund, accepted] = await Promise.all([
          payments('deposits', 'refund', under.id),
          payments('deposits', 'accept', over.id),
        ]);
        expect(refund.code).to.equal(0);
        expect(accepted).to.include({ code: 0, id: over.id, status: 'accepted' });
        await runToRest(service);
        expect(await readDeposit(under.id)).to.include({ status: 'refunded' });
        expect(await balances()).to.deep.equal([
          { asset: 'MXN', available: over.amount, pending: '0.00000000' },
        ]);
        expect(await told()).to.deep.equal([
          'balance.updated',
          'deposit.completed',
          'deposit.failed',
          'payment_link.partial_deposit',
          'refund.completed',
        ]);

        const again = await payments('deposits', 'refund', under.id);
        expect(again.code).to.equal(1);
        expect(again.stderr).to.equal(
          `Deposit ${under.id} is refunded; only an unmatched deposit can be refunded.\n`,
        );
      });
    });
  });
});
