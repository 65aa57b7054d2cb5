import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { getDepositRecord } from '../../src/deposits/records-repository.ts';
import { money } from '../../src/lib/money.ts';
import { createIntake, createTakeIn } from '../../src/provider-notices/index.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  historyOf,
  injectFault,
  methodOf,
  MINUTE_S,
  moveMarket,
  pay,
  readLink,
  refreshQuote,
  requireLegalHistories,
  runOut,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, refundDeposit, refundLink, requireSoundBooks, setFees } from '../transfers/rig.ts';
import { notificationFor, receive } from './notifications.ts';

describe('a deposit that is accepted as the payment of its link (D40)', () => {
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
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    await requireSoundBooks(service);
  });

  const link = (fields: object = {}): Promise<any> => createLink(account.api, { amount: '10000', ...fields });
  const send = async (code: string, amount: string, method = 'SPEI'): Promise<any> => {
    const { status, body } = await pay(account.api, code, { method, amount });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body;
  };
  const accept = (id: string): Promise<unknown> => {
    const { db, inbox } = service.foundation;
    return db.transaction((trx) => inbox.acceptAsPayment(trx, OPERATOR, account.id, id));
  };
  const acceptIntoBalance = (id: string): Promise<unknown> => {
    const { db, inbox } = service.foundation;
    return db.transaction((trx) => inbox.accept(trx, OPERATOR, account.id, id));
  };
  const refusalOf = (work: Promise<unknown>): Promise<{ code: string; message: string }> =>
    work.then(
      () => expect.fail('it was not refused'),
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );
  const deposit = async (id: string): Promise<any> => (await account.api.get(`/v1/deposits/${id}`)).body;
  const movements = async (): Promise<string[]> =>
    (await account.api.get('/v1/transactions')).body.data
      .map(({ type, amount, asset }: any) => `${type} ${Number(amount)} ${asset}`)
      .reverse();
  /** The types of its events, in alphabetical order. */
  const told = async (): Promise<string[]> =>
    (await eventsOf(service, account.id))
      .map(({ type }) => type)
      .filter((type) => type !== 'balance.updated');

  describe('of another amount, in the currency of the link', () => {
    it('pays it, although it was short', async () => {
      const { code } = await link();
      const short = await send(code, '9958');
      expect(short).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
      expect(await readLink(account.api, code)).to.include({ amount_received: null, difference: null });
      await accept(short.id);

      const paid = await readLink(account.api, code);
      expect(paid).to.include({
        status: 'paid',
        paid_with_method: 'SPEI',
        amount: '10000.00000000',
        amount_received: '9958.00000000',
        difference: '-42.00000000',
      });
      const listed = (await account.api.get('/v1/payment_links')).body.data[0];
      expect(listed).to.include({ amount_received: '9958.00000000', difference: '-42.00000000' });
      const credited = await deposit(short.id);
      expect(credited).to.include({ status: 'credited', unmatched_reason: 'UNDERPAID' });
      expect(Date.parse(credited.resolved_at)).to.equal(Date.parse(paid.paid_at));
      expect(await movements()).to.deep.equal(['payment 9958 MXNB']);
      expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({});
      expect(await historyOf(service, code)).to.deep.equal(['pay → paid']);
    });

    it('tells of it as of any payment, with the fields that the events have', async () => {
      const { code } = await link();
      const { id } = await send(code, '9958');
      await accept(id);
      expect(await told()).to.deep.equal([
        'deposit.completed',
        'payment_link.paid',
        'payment_link.partial_deposit',
      ]);
      const events = await eventsOf(service, account.id);
      expect(events.find(({ type }) => type === 'payment_link.paid')?.data).to.deep.equal({
        link_code: code,
        amount: '10000.00000000',
        currency: 'MXNB',
        payment_method: 'SPEI',
      });
      expect(events.find(({ type }) => type === 'deposit.completed')?.data).to.deep.equal({
        deposit_id: id,
        amount: '9958.00000000',
        asset: 'MXN',
        method: 'SPEI',
      });
    });

    it('credits an excess, which can be refunded', async () => {
      const { code } = await link();
      const { id } = await send(code, '10500');
      await accept(id);
      expect(await readLink(account.api, code)).to.include({
        status: 'paid',
        amount_received: '10500.00000000',
        difference: '500.00000000',
      });
      const excess = await refundLink(service, account.id, code, '500');
      await runOut(service.workers.transfers);
      expect((await account.api.get(`/v1/refunds/${excess.id}`)).body).to.include({ status: 'completed' });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '10000.00000000 + 0.00000000' });
      await refundLink(service, account.id, code);
      await runOut(service.workers.transfers);
      expect(await balancesOf(account)).to.deep.equal({});
      expect(await deposit(id)).to.include({ status: 'credited', refunded_amount: '10500.00000000' });
    });

    it('refunds no more than arrived', async () => {
      const { code } = await link();
      await accept((await send(code, '9958')).id);
      expect(await refusalOf(refundLink(service, account.id, code, '9958.01'))).to.include({
        code: 'invalid_request',
        message: 'The amount must be more than zero and at most 9958 MXNB.',
      });
      await refundLink(service, account.id, code);
      await runOut(service.workers.transfers);
      expect(await balancesOf(account)).to.deep.equal({});
    });

    it('costs the fee of the link, from the balance or from what the payer sent', async () => {
      await setFees(service, '0.01', '5');
      const [ours, theirs] = [await link(), await link({ fee_bearer: 'payer' })];
      expect(methodOf(theirs, 'SPEI').amount_due).to.equal('10105.00');
      await setFees(service, '0', '0');
      await accept((await send(ours.code, '9958')).id);
      expect(await movements()).to.deep.equal(['payment 9958 MXNB', 'fee -105 MXNB']);
      await accept((await send(theirs.code, '10000')).id);
      expect((await movements()).slice(2)).to.deep.equal(['payment 9895 MXNB']);
      expect(await readLink(account.api, theirs.code)).to.include({
        amount_received: '9895.00000000',
        difference: '-105.00000000',
      });
    });

    it('must leave something after the fee', async () => {
      await setFees(service, '0', '120');
      const [ours, theirs] = [await link(), await link({ fee_bearer: 'payer' })];
      await setFees(service, '0', '0');
      for (const { code } of [ours, theirs]) {
        const { id } = await send(code, '120');
        expect((await refusalOf(accept(id))).code).to.equal('deposit_below_fee');
        expect(await deposit(id)).to.include({ status: 'unmatched' });
      }
    });

    it('counts for the counter that it was scanned at, with what it brought', async () => {
      const { body: counter } = await account.api.post('/v1/qr_codes', {
        name: 'Till 1',
        currency: 'MXNB',
        fixed_amount: '500',
      });
      const scanned = await fetch(`${service.baseUrl}/q/${counter.id}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: service.baseUrl },
      });
      const code = /PL(-[A-Z0-9]{4}){3}/.exec(scanned.headers.get('location') ?? '')?.[0] ?? '';
      await accept((await send(code, '480')).id);
      const { body } = await account.api.get(`/v1/qr_codes/${counter.id}/collections`);
      expect(body.data[0]).to.include({ payment_link_code: code, amount: '480.00000000' });
    });
  });

  describe('at the wrong time or place', () => {
    it('pays an expired link', async () => {
      const { code } = await link({ expires_at: await serviceTimeIn(service, 10 * MINUTE_S) });
      await advance(service, 11 * MINUTE_S);
      const late = await receive(service, await notificationFor(service, code, 'SPEI'));
      expect(late).to.include({ status: 'unmatched', unmatchedReason: 'LINK_EXPIRED' });
      await accept(late?.id ?? '');
      expect(await readLink(account.api, code)).to.include({
        status: 'paid',
        amount_received: '10000.00000000',
        difference: '0.00000000',
      });
      expect(await historyOf(service, code)).to.deep.equal(['expire → expired', 'pay → paid']);
    });

    it('pays no cancelled, deleted, processing or paid link', async () => {
      const cancelled = await link();
      const deleted = await link();
      const processing = await link();
      const paid = await link();
      const sent = await Promise.all(
        [cancelled, deleted, processing, paid].map(({ code }) => send(code, '9958')),
      );
      await account.api.post(`/v1/payment_links/${cancelled.code}/cancel`);
      await account.api.post(`/v1/payment_links/${deleted.code}/cancel`);
      await account.api.delete(`/v1/payment_links/${deleted.code}`);
      await pay(account.api, processing.code, { method: 'MXNB', scenario: 'seen_then_confirmed' });
      await pay(account.api, paid.code, { method: 'SPEI' });
      const refusals = await Promise.all(sent.map(({ id }) => refusalOf(accept(id))));
      expect(refusals.map(({ code }) => code)).to.deep.equal(Array(4).fill('payment_link_not_payable'));
      expect(refusals.map(({ message }) => /^(.*), and/.exec(message)?.[1])).to.deep.equal([
        `Link ${cancelled.code} is cancelled`,
        'The link is deleted',
        `Link ${processing.code} is processing`,
        `Link ${paid.code} is paid`,
      ]);
    });

    it('pays it from another network, but not in another asset', async () => {
      const { code } = await link();
      const elsewhere = await receive(
        service,
        await notificationFor(service, code, 'MXNB', { network: 'Polygon' }),
      );
      const other = await receive(service, await notificationFor(service, code, 'MXNB', { asset: 'USDC' }));
      expect((await refusalOf(accept(other?.id ?? ''))).code).to.equal('deposit_not_due_asset');
      await accept(elsewhere?.id ?? '');
      expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
    });

    it('needs a deposit of the account', async () => {
      const { code } = await link();
      const { id } = await send(code, '9958');
      const { db, inbox } = service.foundation;
      const stranger = await service.createAccount();
      for (const [owner, named] of [
        [stranger.id, id],
        [account.id, stranger.id],
        [account.id, 'x'],
      ] as const) {
        const refused = await refusalOf(
          db.transaction((trx) => inbox.acceptAsPayment(trx, OPERATOR, owner, named)),
        );
        expect(refused.code).to.equal('deposit_not_found');
      }
    });

    it('waits while the account is blocked', async () => {
      const { code } = await link();
      const { id } = await send(code, '9958');
      await service.changeAccount(account.id, { status: 'blocked' });
      expect((await refusalOf(accept(id))).code).to.equal('account_blocked');
      await service.changeAccount(account.id, { status: 'active' });
      await accept(id);
      expect((await readLink(account.api, code)).status).to.equal('paid');
    });
  });

  describe('in another currency than the link', () => {
    /** What an amount is worth at the rate that the payer was promised. */
    const worth = (offered: any, amount: string): string =>
      money(amount)
        .times(money(methodOf(offered, 'USDC').exchange_rate))
        .decimalPlaces(8, 1)
        .toFixed(8);

    /** Accepts less than is due, 70 hours later, when the price of what is bought has moved by a fraction. */
    const acceptWhen = async (moved: string): Promise<any> => {
      await service.database.query(
        `update payment_methods set quote_life_ms = 259200000 where method = 'USDC'`,
      );
      const offered = await link({
        amount: '20000',
        expires_at: await serviceTimeIn(service, 80 * 60 * MINUTE_S),
      });
      await service.database.query(`update payment_methods set quote_life_ms = 900000 where method = 'USDC'`);
      const { id } = await send(offered.code, '900', 'USDC');
      await advance(service, 70 * 60 * MINUTE_S);
      await moveMarket(service, 'MXNB', moved);
      const { db, inbox } = service.foundation;
      const foreseen = await inbox.foreseePayment(db.read, await getDepositRecord(db.read, account.id, id));
      await accept(id);
      expect(await readLink(account.api, offered.code)).to.include({
        status: 'processing',
        difference: null,
      });
      expect(await deposit(id)).to.include({ status: 'pending', resolved_at: null });
      await runToRest(service);
      expect((await deposit(id)).resolved_at).to.not.equal(null);
      const [conversion] = (await account.api.get('/v1/conversions')).body.data;
      expect(conversion).to.include({ price: 'current', quote_expires_at: null });
      return {
        code: offered.code,
        atLinkRate: worth(offered, '900'),
        foreseen,
        brought: conversion.to_amount,
      };
    };

    it('is credited with what it brings, if the market has fallen since', async () => {
      const { code, atLinkRate, foreseen, brought } = await acceptWhen('0.04');
      expect(foreseen).to.deep.include({ atMost: true, received: money(atLinkRate) });
      expect(Number(brought)).to.be.lessThan(Number(atLinkRate));
      expect(await readLink(account.api, code)).to.include({
        status: 'paid',
        amount_received: brought,
        difference: money(brought).minus('20000').toFixed(8),
      });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: `${brought} + 0.00000000` });
      expect(await booksOf(service, account.id, 'fx')).to.deep.equal({});
      expect(await told()).to.deep.equal([
        'conversion.completed',
        'deposit.completed',
        'payment_link.paid',
        'payment_link.partial_deposit',
      ]);
    });

    it('is credited at the rate of the link, if the market has risen since', async () => {
      const { code, atLinkRate, brought } = await acceptWhen('-0.04');
      expect((await readLink(account.api, code)).amount_received).to.equal(atLinkRate);
      expect(await balancesOf(account)).to.deep.equal({ MXNB: `${atLinkRate} + 0.00000000` });
      expect(await booksOf(service, account.id, 'fx')).to.deep.equal({
        MXNB: money(brought).minus(money(atLinkRate)).toFixed(8),
      });
    });

    it('is refunded in what the payer sent, and no more', async () => {
      const offered = await link({ amount: '20000' });
      await accept((await send(offered.code, '1300', 'USDC')).id);
      await runToRest(service);
      expect(Number((await readLink(account.api, offered.code)).difference)).to.be.greaterThan(0);
      expect(
        (await refusalOf(refundLink(service, account.id, offered.code, '1300.000001'))).message,
      ).to.equal('The amount must be more than zero and at most 1300 USDC.');
      await refundLink(service, account.id, offered.code, '100');
      await runToRest(service);
    });

    it('needs a quote that still holds: a new one for the link, while it is active', async () => {
      const offered = await link({
        amount: '20000',
        expires_at: await serviceTimeIn(service, 60 * MINUTE_S),
      });
      const { id } = await send(offered.code, '900', 'USDC');
      await advance(service, 16 * MINUTE_S);
      expect(await refusalOf(accept(id))).to.deep.include({
        code: 'deposit_not_convertible',
        message: `The quote by USDC of link ${offered.code} has expired. Request a new one for the link, and accept deposit ${id} at its rate; or accept it into the balance, or refund it.`,
      });
      await moveMarket(service, 'MXNB', '0.02');
      const { body: renewed } = await refreshQuote(account.api, offered.code, 'USDC');
      await accept(id);
      await runToRest(service);
      const received = money('900').times(money(renewed.exchange_rate)).decimalPlaces(8, 1).toFixed(8);
      const [{ to_amount: brought }] = (await account.api.get('/v1/conversions')).body.data;
      const least = Number(brought) < Number(received) ? brought : received;
      expect((await readLink(account.api, offered.code)).amount_received).to.equal(least);
    });

    it('is not converted for a link that has expired', async () => {
      const offered = await link({
        amount: '20000',
        expires_at: await serviceTimeIn(service, 10 * MINUTE_S),
      });
      const { id } = await send(offered.code, '900', 'USDC');
      await advance(service, 11 * MINUTE_S);
      expect((await refusalOf(accept(id))).message).to.equal(
        `Link ${offered.code} has expired, and its quote by USDC with it. Accept it into the balance, or refund it.`,
      );
      await acceptIntoBalance(id);
      expect(await balancesOf(account)).to.deep.equal({ USDC: '900.00000000 + 0.00000000' });
    });

    it('is exchanged only as far as a link of that amount could be offered', async () => {
      const offered = await link({ amount: '20000' });
      const { id } = await send(offered.code, '2000', 'USDC');
      await service.database.query(
        `insert into fx_limits (from_asset, to_asset, max_exposure, max_deviation) values ('USDC', 'MXNB', 500, 0.05)`,
      );
      expect((await refusalOf(accept(id))).message).to.equal(
        `Deposit ${id} is more USDC than can be exchanged for link ${offered.code} now. Accept it into the balance, or refund it.`,
      );
      await service.database.query('delete from fx_limits');
      const huge = await send(offered.code, '99999999', 'USDC');
      expect((await refusalOf(accept(huge.id))).code).to.equal('deposit_not_convertible');
      await accept(id);
      await runToRest(service);
      expect((await readLink(account.api, offered.code)).status).to.equal('paid');
    });

    it('is unmatched again when the provider refuses to convert it, and is not tried twice', async () => {
      const offered = await link({ amount: '20000' });
      // Seen as what was due, final as less: it was pending once before.
      const seen = await notificationFor(service, offered.code, 'USDC', { final: false });
      await receive(service, seen);
      const { id } = (await receive(service, { ...seen, final: true, amount: money('900') })) ?? { id: '' };
      await injectFault(service, 'convert', { failure: 'refused' });
      await accept(id);
      await runToRest(service);
      expect(await readLink(account.api, offered.code)).to.include({
        status: 'active',
        amount_received: null,
      });
      expect(await deposit(id)).to.include({ status: 'unmatched', unmatched_reason: 'CONVERSION_FAILED' });
      await behave(service);
      expect((await refusalOf(accept(id))).message).to.equal(
        `The conversion of deposit ${id} was tried, and failed. Accept it into the balance, or refund it.`,
      );
      await refundDeposit(service, id);
      await runToRest(service);
      expect(await deposit(id)).to.include({ status: 'refunded' });
    });
  });

  describe('while others act on it', () => {
    /** Runs both at once; the states that each order leads to. */
    const outcomes = async (works: (() => Promise<unknown>)[]): Promise<string[]> =>
      (await Promise.allSettled(works.map((work) => work()))).map((settled) =>
        settled.status === 'fulfilled' ? 'done' : (settled.reason as { code: string }).code,
      );

    it('pays once when two accept it', async () => {
      const { code } = await link();
      const { id } = await send(code, '9958');
      const all = await outcomes(Array.from({ length: 8 }, () => () => accept(id)));
      expect(all.filter((outcome) => outcome === 'done')).to.have.length(1);
      expect(new Set(all)).to.deep.equal(new Set(['done', 'deposit_not_unmatched']));
      expect(await movements()).to.deep.equal(['payment 9958 MXNB']);
      expect((await told()).filter((type) => type === 'payment_link.paid')).to.have.length(1);
    });

    it('is either the payment or refunded, or accepted separately', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { code } = await link();
        const { id } = await send(code, '9958');
        const other = round % 2 === 0 ? () => refundDeposit(service, id) : () => acceptIntoBalance(id);
        const both = [() => accept(id), other];
        const all = await outcomes(round % 3 === 0 ? both : both.reverse());
        expect(all.filter((outcome) => outcome === 'done')).to.have.length(1);
        await runOut(service.workers.transfers);
        const { status } = await deposit(id);
        expect((await readLink(account.api, code)).status).to.equal(
          status === 'credited' ? 'paid' : 'active',
        );
      }
    });

    it('pays one link once, when two deposits are accepted and a third is exact', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { code } = await link();
        const sent = [await send(code, '9958'), await send(code, '10042')];
        await outcomes([
          ...sent.map(
            ({ id }) =>
              () =>
                accept(id),
          ),
          () => pay(account.api, code, { method: 'SPEI' }),
        ]);
        const { data } = (await account.api.get(`/v1/deposits?payment_link_code=${code}`)).body;
        expect(data.filter(({ status }: any) => status === 'credited')).to.have.length(1);
        expect((await readLink(account.api, code)).status).to.equal('paid');
      }
    });

    it('pays a link that is not cancelled, and nothing else', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { code } = await link();
        const { id } = await send(code, '9958');
        const both = [() => accept(id), () => account.api.post(`/v1/payment_links/${code}/cancel`)];
        await outcomes(round % 2 === 0 ? both : both.reverse());
        const { status } = await readLink(account.api, code);
        expect(['paid', 'cancelled']).to.include(status);
        expect((await deposit(id)).status).to.equal(status === 'paid' ? 'credited' : 'unmatched');
      }
    });

    it('pays a link that expires at the same moment', async () => {
      const { code } = await link({ expires_at: await serviceTimeIn(service, 10 * MINUTE_S) });
      const { id } = await send(code, '9958');
      await advance(service, 11 * MINUTE_S);
      expect(await outcomes([() => accept(id), () => service.workers.expiry.runOnce()])).to.deep.equal([
        'done',
        'done',
      ]);
      expect((await readLink(account.api, code)).status).to.equal('paid');
    });

    it('is paid back when the bank takes it back later, and cannot be accepted after that', async () => {
      const takeBack = (depositReference: string): Promise<void> => {
        const { db, deposits, transferKinds, inbox } = service.foundation;
        const intake = createIntake({ db, takeIn: createTakeIn({ deposits, transferKinds, inbox }) });
        const reference = `debit of ${depositReference}`;
        const takenBack = {
          depositReference,
          reference,
          asset: 'MXN',
          amount: money('9958'),
          message: 'Recalled',
        };
        return intake({ provider: 'simulator', report: { type: 'taken_back', takenBack } });
      };
      const [kept, gone] = [await link(), await link()];
      const [first, second] = [await send(kept.code, '9958'), await send(gone.code, '9958')];
      await accept(first.id);
      await takeBack(first.provider_reference);
      expect(await readLink(account.api, kept.code)).to.include({
        status: 'paid',
        difference: '-42.00000000',
      });
      await takeBack(second.provider_reference);
      expect((await refusalOf(accept(second.id))).code).to.equal('deposit_not_unmatched');
    });
  });
});
