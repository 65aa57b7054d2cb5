import { expect } from 'chai';
import pg from 'pg';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { drop } from '../../src/deposits/confirmation.ts';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  behave,
  booksOf,
  createLink,
  historyOf,
  injectFault,
  MINUTE_S,
  moveMarket,
  readLink,
  readMethod,
  refreshQuote,
  requireLegalHistories,
  runOut,
  runToRest,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, setFees } from '../transfers/rig.ts';
import { refundAsOperator } from '../transfers/started.ts';
import { conversionsAtProvider } from './conversions.ts';
import { notificationFor, receive } from './notifications.ts';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe('the rest of a payment that is exchanged (D7)', () => {
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

  const link = async (fields: object = {}): Promise<{ code: string; due: number }> => {
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'], ...fields });
    return { code, due: await dueOf(code) };
  };
  const method = (code: string): Promise<any> => readMethod(account.api, code, 'USDC');
  const dueOf = async (code: string): Promise<number> => Number((await method(code)).amount_due);
  const missing = async (code: string): Promise<string | undefined> => (await method(code)).amount_missing;
  const send = async (code: string, amount: number | string, fields: object = {}): Promise<any> =>
    receive(
      service,
      await notificationFor(service, code, 'USDC', {
        amount: money(typeof amount === 'number' ? amount.toFixed(6) : amount),
        payer: { source_address: WALLET },
        ...fields,
      }),
    );
  const sendRest = async (code: string, fields: object = {}): Promise<any> =>
    send(code, (await missing(code))!, fields);
  const deposit = async (id: string): Promise<any> => (await account.api.get(`/v1/deposits/${id}`)).body;
  const settle = (): Promise<void> => runOut(service.workers.transfers);
  const movements = async (): Promise<any[]> =>
    (await account.api.get('/v1/transactions')).body.data.reverse();
  const fxResult = async (): Promise<string> => {
    const [row] = await service.database.query(
      `select coalesce(sum(amount), 0)::text as sum from ledger_postings where account_id = $1 and book = 'fx'`,
      [account.id],
    );
    return row?.['sum'] as string;
  };
  const refund = (id: string): Promise<any> => {
    const { db, inbox } = service.foundation;
    const to = { destination: { address: WALLET, network: 'Polygon' }, reason: null };
    return db.transaction((trx) => inbox.refund(trx, OPERATOR, account.id, id, to));
  };
  const acceptTogether = (id: string): Promise<any> => {
    const { db, inbox } = service.foundation;
    return db.transaction((trx) => inbox.acceptTogether(trx, OPERATOR, account.id, id));
  };

  it('pays the link together with what had arrived, by one conversion at the price that was promised', async () => {
    const { code, due } = await link();
    const first = await send(code, due / 3);
    expect(Number(await missing(code))).to.be.closeTo((due * 2) / 3, 0.000002);
    const second = await send(code, due / 3);
    const last = await sendRest(code);
    expect(last).to.include({ status: 'pending', acceptedBy: 'rest' });
    expect(await readLink(account.api, code)).to.include({ status: 'processing' });
    expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({});
    await settle();

    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '20000.00000000',
      difference: '0.00000000',
    });
    expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'settle → paid']);
    expect(await conversionsAtProvider(service, code)).to.equal(1);
    for (const { id } of [first, second, last]) expect(await deposit(id)).to.include({ status: 'credited' });
    const credited = await movements();
    expect(credited.map(({ type, asset }) => `${type} ${asset}`)).to.deep.equal(
      Array(3).fill('payment MXNB'),
    );
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
    expect(await booksOf(service, account.id, 'pending')).to.deep.equal({});
    const told = (await eventsOf(service, account.id)).map(({ type }) => type);
    expect(told.filter((type) => type !== 'balance.updated')).to.deep.equal([
      'conversion.completed',
      'deposit.completed',
      'deposit.completed',
      'deposit.completed',
      'payment_link.paid',
      'payment_link.partial_deposit',
      'payment_link.partial_deposit',
    ]);
  });

  it('credits the link exactly, with a fee that the payer bears, however the parts are rounded', async () => {
    await setFees(service, '0.01', '3');
    const { code } = await link({ amount: '20000.01', fee_bearer: 'payer' });
    for (const part of ['0.000001', '7.777777', '333.333333']) await send(code, part);
    await sendRest(code);
    await settle();
    expect(await readLink(account.api, code)).to.include({
      status: 'paid',
      amount_received: '20000.01000000',
    });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.01000000 + 0.00000000' });
  });

  it('is not asked for unless the account wants it', async () => {
    await service.changeAccount(account.id, { payTheRest: false });
    const { code, due } = await link();
    await send(code, due / 2);
    expect(await missing(code)).to.equal(undefined);
    expect(await send(code, due / 2)).to.include({ status: 'unmatched', unmatchedReason: 'UNDERPAID' });
  });

  describe('once its quote has expired', () => {
    it('is what a new quote leaves, and that price is for all of it', async () => {
      const { code, due } = await link();
      await send(code, due * 0.9);
      await advance(service, 16 * MINUTE_S);
      expect(await method(code))
        .to.include({ quote_status: 'expired' })
        .and.not.have.property('amount_missing');
      await moveMarket(service, 'USDC', '-0.02');
      await refreshQuote(account.api, code, 'USDC');
      const dueNow = await dueOf(code);
      const fresh = await link();
      // Prices move a little with each second.
      expect(dueNow).to.be.closeTo(fresh.due, fresh.due / 100_000);
      expect(dueNow).not.to.be.closeTo(due, due / 1_000);
      expect(Number(await missing(code))).to.be.closeTo(dueNow - due * 0.9, 0.000002);
      await sendRest(code);
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
      expect(await fxResult()).to.equal('0');
    });

    it('freezes no price: neither a tiny part nor nearly all of it is worth more than a whole payment', async () => {
      for (const share of [0.0001, 0.9999]) {
        const { code, due } = await link();
        await send(code, due * share);
        await advance(service, 16 * MINUTE_S);
        await moveMarket(service, 'USDC', '-0.04');
        await refreshQuote(account.api, code, 'USDC');
        const fresh = await link();
        // Prices move a little with each second.
        expect(await dueOf(code)).to.be.closeTo(fresh.due, fresh.due / 100_000);
        await sendRest(code);
        await settle();
        expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
        await moveMarket(service, 'USDC', '0');
      }
      expect(await fxResult()).to.equal('0');
    });

    it('is held when it arrives too late, and counts for nothing by itself', async () => {
      const { code, due } = await link();
      await send(code, due / 2);
      const rest = (await missing(code))!;
      await advance(service, 16 * MINUTE_S);
      const late = await send(code, rest);
      expect(late).to.include({ status: 'unmatched', unmatchedReason: 'QUOTE_EXPIRED' });
      await refreshQuote(account.api, code, 'USDC');
      expect(Number(await missing(code))).to.be.closeTo((await dueOf(code)) - due / 2, 0.000002);
      expect(await readLink(account.api, code)).to.include({ status: 'active' });
    });

    it('has no amount while the provider refuses a new quote, and one as soon as it does not', async () => {
      const { code, due } = await link();
      await send(code, due / 2);
      await advance(service, 16 * MINUTE_S);
      await injectFault(service, 'quote', { failure: 'refused' });
      await refreshQuote(account.api, code, 'USDC');
      expect(await method(code))
        .to.include({ quote_status: 'calculating' })
        .and.not.have.property('amount_missing');
      await behave(service);
      await advance(service, 5);
      await runOut(service.workers.quotes);
      await sendRest(code);
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
    });

    it('may be nothing, and then a person accepts what arrived, at no more than the rate of the link', async () => {
      const { code, due } = await link();
      const first = await send(code, due * 0.99);
      await advance(service, 16 * MINUTE_S);
      await moveMarket(service, 'USDC', '0.02');
      await refreshQuote(account.api, code, 'USDC');
      expect(Number(await missing(code))).to.equal(0);
      await acceptTogether(first.id);
      await moveMarket(service, 'USDC', '0.01');
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid' });
      expect(Number((await readLink(account.api, code)).amount_received)).to.be.lessThan(20000 * 1.01);
    });
  });

  describe('that is only seen', () => {
    const seen = { final: false };
    const finalOf = async (code: string, { providerReference, amount }: any) =>
      receive(
        service,
        await notificationFor(service, code, 'USDC', {
          ...{ providerReference, amount: money(amount), payer: { source_address: WALLET } },
        }),
      );

    it('counts once it is final, though its quote has expired meanwhile', async () => {
      const { code, due } = await link();
      const first = await send(code, due / 2);
      const rest = await sendRest(code, seen);
      expect(rest).to.include({ status: 'pending' });
      expect(await readLink(account.api, code)).to.include({ status: 'processing' });
      expect(await deposit(first.id)).to.include({ status: 'unmatched' });
      await advance(service, 16 * MINUTE_S);
      await finalOf(code, rest);
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
    });

    it('is held when what it was the rest of was refunded meanwhile', async () => {
      const { code, due } = await link();
      const first = await send(code, due / 2);
      const rest = await sendRest(code, seen);
      await refund(first.id);
      await settle();
      await finalOf(code, rest);
      expect(await deposit(rest.id)).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
      expect(await readLink(account.api, code)).to.include({ status: 'active' });
      expect(Number(await missing(code))).to.be.closeTo(due / 2, 0.000002);
    });

    it('is asked for again when it vanishes, and pays when it is sent again', async () => {
      const { code, due } = await link();
      await send(code, due / 2);
      const before = await missing(code);
      const rest = await sendRest(code, seen);
      const { db, holding } = service.foundation;
      const { paymentLinkCode, method: name, accountId, id } = rest;
      await db.transaction((trx) => drop(trx, holding, { accountId, id, paymentLinkCode, method: name }));
      expect(await missing(code)).to.equal(before);
      await sendRest(code);
      await settle();
      expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
    });

    it('is judged by its final amount', async () => {
      const { code, due } = await link();
      await send(code, due / 2);
      const rest = await sendRest(code, seen);
      await finalOf(code, { ...rest, amount: '1' });
      expect(await deposit(rest.id)).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
      expect(Number(await missing(code))).to.be.closeTo(due / 2 - 1, 0.000002);
    });
  });

  it('waits for a person when it comes from another payer, who has all of it converted together', async () => {
    const { code, due } = await link();
    await send(code, due / 2);
    const rest = await sendRest(code, { payer: { source_address: OTHER_WALLET } });
    expect(rest).to.include({ status: 'unmatched', unmatchedReason: 'UNDERPAID' });
    expect(Number(await missing(code))).to.equal(0);
    expect(await acceptTogether(rest.id)).to.include({ isConverted: true, atMost: false });
    await settle();
    expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
  });

  it('is not converted while a program is connected that would credit the last deposit only', async () => {
    const { code, due } = await link();
    await send(code, due / 2);
    const older = new pg.Client({
      connectionString: service.database.url,
      application_name: 'payments/20261203125000',
    });
    await older.connect();
    const rest = await sendRest(code);
    expect(rest).to.include({ status: 'unmatched', unmatchedReason: 'UNDERPAID' });
    const refused = await acceptTogether(rest.id).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'deposit_not_convertible' });
    expect((refused as Error).message).to.include('an older version of this service');

    await older.end();
    await acceptTogether(rest.id);
    await settle();
    expect(await readLink(account.api, code)).to.include({ status: 'paid' });
  });

  it('whose conversion fails leaves every part held, the link open, and nothing credited', async () => {
    const { code, due } = await link();
    const first = await send(code, due / 2);
    await injectFault(service, 'convert', { failure: 'refused' });
    const rest = await sendRest(code);
    await runToRest(service);
    for (const { id } of [first, rest]) {
      expect(await deposit(id)).to.include({ status: 'unmatched', unmatched_reason: 'CONVERSION_FAILED' });
    }
    expect(await readLink(account.api, code)).to.include({ status: 'active' });
    expect(await missing(code)).to.equal(undefined);
    expect(await balancesOf(account)).to.deep.equal({});
    await behave(service);
    for (const { id } of [first, rest]) await refund(id);
    await settle();
    for (const { id } of [first, rest]) expect(await deposit(id)).to.include({ status: 'refunded' });
    expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({});
  });

  it('is credited once when many send it at the same moment', async () => {
    const { code, due } = await link();
    await send(code, due / 2);
    const rest = (await missing(code))!;
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(code, rest)));
    const outcomes = sent.map(({ status, unmatchedReason }) => unmatchedReason ?? status).sort();
    expect(outcomes).to.deep.equal([...Array<string>(7).fill('LINK_ALREADY_PAID'), 'pending'].sort());
    await settle();
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
  });

  it('and a refund of the earlier part at the same moment never use the same money twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { code, due } = await link();
      const first = await send(code, due / 2);
      const rest = (await missing(code))!;
      const refunded = refund(first.id).then(
        () => true,
        () => false,
      );
      const [wasRefunded, last] = await Promise.all([refunded, send(code, rest)]);
      expect(last.status).to.equal(wasRefunded ? 'unmatched' : 'pending');
    }
    await runToRest(service);
  });

  it('changes nothing when a part is reported again with another amount', async () => {
    const { code, due } = await link();
    const { providerReference } = await send(code, due / 2);
    const before = await missing(code);
    await send(code, due / 4, { providerReference });
    expect(await missing(code)).to.equal(before);
    await sendRest(code);
    await settle();
    await send(code, due, { providerReference });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '20000.00000000 + 0.00000000' });
  });

  it('cannot be paid for a link that is cancelled, and what arrived goes back in its own asset', async () => {
    const { code, due } = await link();
    const first = await send(code, due / 2);
    await account.api.post(`/v1/payment_links/${code}/cancel`, {});
    expect(await missing(code)).to.equal(undefined);
    expect(await send(code, due / 2)).to.include({ unmatchedReason: 'LINK_CANCELLED' });
    const { refund: back } = await refund(first.id);
    expect(back).to.include({ asset: 'USDC', amount: first.amount });
    await settle();
    expect(await deposit(first.id)).to.include({ status: 'refunded' });
  });

  it('is refunded deposit by deposit once it has paid, and the link counts the share of each', async () => {
    const { code, due } = await link();
    const [first, last] = [await send(code, due * 0.75), await sendRest(code)];
    await settle();
    // Buying back what the payer sent costs more than it brought.
    await fund(account, 'MXNB', '1000');
    const refunded: string[] = [];
    for (const { id, amount } of [first, last]) {
      const request = { accountId: account.id, code, depositId: id, amount: undefined };
      const back = await refundAsOperator(service.foundation, {
        ...request,
        destination: { address: WALLET, network: 'Polygon' },
      });
      expect(back).to.include({ depositId: id, asset: 'USDC', amount });
      await settle();
      const [row] = await service.database.query('select refund_total from payment_links where code = $1', [
        code,
      ]);
      refunded.push(row?.['refund_total'] as string);
    }
    expect(Number(refunded[0])).to.be.closeTo(15000, 0.001);
    expect(refunded[1]).to.equal('20000.00000000');
  });
});
