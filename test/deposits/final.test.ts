import { expect } from 'chai';
import { reconcile } from '../../src/audit/reconcile.ts';
import { verifyLedger } from '../../src/audit/verify.ts';
import type { DepositNotification } from '../../src/deposits/deposit-state.ts';
import type { FinalDeposit } from '../../src/methods/providers/provider.ts';
import { money, roundDownToLedger } from '../../src/lib/money.ts';
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
  requireLegalHistories,
  runToRest,
  serviceTimeIn,
} from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { notificationFor, receive } from './notifications.ts';

/** Facts that may change between seen and final (D27). */
type Facts = Partial<FinalDeposit>;

const PAYERS = 20;

describe('a deposit that changes between seen and final', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
  });
  afterEach(async () => {
    await requireLegalHistories(service, account.id);
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    expect(discrepancies).to.deep.equal([]);
  });

  const readDeposit = async (id: string) => (await account.api.get(`/v1/deposits/${id}`)).body;
  const books = async () => ({
    available: await booksOf(service, account.id, 'available'),
    pending: await booksOf(service, account.id, 'pending'),
    unmatched: await booksOf(service, account.id, 'unmatched'),
  });
  const events = async () =>
    (await eventsOf(service, account.id)).map(({ type, data }) => ({ type, data: data }));

  /** Reports the exact amount due as seen, while the provider's books already have the final facts. */
  const see = async (code: string, method: string, facts: Facts): Promise<DepositNotification> => {
    const seen = await notificationFor(service, code, method, { provider: 'simulator', final: false });
    const { db, simulator } = service.foundation;
    await db.transaction((trx) => simulator!.announceDeposit(trx, { ...seen, ...facts }));
    expect(await receive(service, seen)).to.include({ status: 'pending' });
    return seen;
  };
  const confirmByWorker = async (): Promise<void> => {
    await advance(service, 10);
    await service.workers.confirmations.runOnce();
  };
  const byNotification = async (seen: DepositNotification, facts: Facts): Promise<void> => {
    await receive(service, { ...seen, ...facts, final: true });
  };
  const onlyDeposit = async () => {
    const { data } = (await account.api.get('/v1/deposits')).body;
    expect(data).to.have.length(1);
    return data[0];
  };
  /** Gives two methods of a link the same address, like a wallet that takes several tokens. */
  const shareAddress = (code: string) =>
    service.database.query(
      `update payment_link_methods m set destination = o.destination
         from payment_link_methods o
        where m.link_code = $1 and m.method = 'USDC' and o.link_code = $1 and o.method = 'MXNB'`,
      [code],
    );

  const WAYS = {
    'reported by a notification': byNotification,
    'found by asking the provider': async () => confirmByWorker(),
  };
  const CASES: { what: string; method: string; facts: Facts; reason: string }[] = [
    { what: 'less', method: 'MXNB', facts: { amount: money('0.01') }, reason: 'UNDERPAID' },
    { what: 'less, to be converted', method: 'USDC', facts: { amount: money('0.01') }, reason: 'UNDERPAID' },
    { what: 'more', method: 'MXNB', facts: { amount: money('20000.000001') }, reason: 'OVERPAID' },
    { what: 'another asset', method: 'MXNB', facts: { asset: 'USDT' }, reason: 'WRONG_ASSET' },
    {
      what: 'another asset and amount, to be converted',
      method: 'USDC',
      facts: { asset: 'USDT', amount: money('3') },
      reason: 'WRONG_ASSET',
    },
    {
      what: 'too many decimals',
      method: 'MXNB',
      facts: { amount: money('20000.0000000001') },
      reason: 'WRONG_PRECISION',
    },
    { what: 'another network', method: 'MXNB', facts: { network: 'Polygon' }, reason: 'WRONG_NETWORK' },
  ];
  for (const [way, finish] of Object.entries(WAYS)) {
    for (const { what, method, facts, reason } of CASES) {
      it(`is held outside the balance as ${reason}, and its link can be paid again (${what}, ${way})`, async () => {
        const { code } = await createLink(account.api);
        const seen = await see(code, method, facts);
        await finish(seen, facts);

        const { asset, network, amount: told } = { ...seen, ...facts };
        const amount = roundDownToLedger(told);
        const deposit = await onlyDeposit();
        expect(deposit).to.include({
          status: 'unmatched',
          unmatched_reason: reason,
          payment_link_code: code,
          method,
          asset,
          network,
          amount: amount.toFixed(8),
        });
        expect(await books()).to.deep.equal({
          available: {},
          pending: {},
          unmatched: { [asset]: amount.toFixed(8) },
        });
        expect((await readLink(account.api, code)).status).to.equal('active');
        expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'fail → active']);
        expect(await events()).to.deep.equal([
          reason === 'UNDERPAID'
            ? {
                type: 'payment_link.partial_deposit',
                data: {
                  link_code: code,
                  required_amount: seen.amount.toFixed(8),
                  received_amount: amount.toFixed(8),
                  currency: asset,
                },
              }
            : { type: 'deposit.failed', data: { deposit_id: deposit.id, amount: amount.toFixed(8), reason } },
        ]);

        await pay(account.api, code, { method });
        await runToRest(service);
        expect((await readLink(account.api, code)).status).to.equal('paid');
      });
    }
  }

  for (const amount of ['0.01', '20000.0000000001'])
    it(`matches the provider's statement (${amount})`, async () => {
      // Far enough that nothing from other tests falls within the range.
      await advance(service, 4 * DAY_S);
      const from = new Date(await serviceTimeIn(service, -MINUTE_S));
      const { code } = await createLink(account.api);
      await see(code, 'MXNB', { amount: money(amount) });
      await confirmByWorker();
      const to = new Date(await serviceTimeIn(service, MINUTE_S));
      const { db, providers } = service.foundation;
      const [reconciled] = (await reconcile(db, providers.all, { from, to })).providers;
      expect(reconciled).to.include({ ok: true, matched: 1 });
    });

  it('is refunded automatically in the amount that arrived, for accounts with auto-refund', async () => {
    await service.changeAccount(account.id, { autoRefund: true });
    const { code } = await createLink(account.api);
    const seen = await see(code, 'SPEI', { amount: money('7') });
    await byNotification(seen, { amount: money('7') });
    await runToRest(service);
    expect(await onlyDeposit()).to.include({ status: 'refunded', refunded_amount: '7.00000000' });
    expect(await books()).to.deep.equal({ available: {}, pending: {}, unmatched: {} });
  });

  for (const whose of ['nobody', "another account's link"]) {
    it(`credits nothing when it is final at a place of ${whose}, and is listed as a conflict`, async () => {
      const { code } = await createLink(account.api);
      const other = await service.createAccount();
      const elsewhere = await createLink(other.api);
      const { destination: theirs } = await notificationFor(service, elsewhere.code, 'MXNB');
      const destination = whose === 'nobody' ? '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' : theirs;
      const seen = await see(code, 'MXNB', { destination });
      await confirmByWorker();
      expect(await onlyDeposit()).to.include({ status: 'failed', unmatched_reason: 'NOT_CONFIRMED' });
      expect(await books()).to.deep.equal({ available: {}, pending: {}, unmatched: {} });
      for (const [api, link] of [
        [account.api, code],
        [other.api, elsewhere.code],
      ] as const) {
        expect((await readLink(api, link)).status).to.equal('active');
      }
      const [conflict, ...more] = await service.database.query(
        'select account_id, destination, final from deposit_conflicts where provider_reference = $1',
        [seen.providerReference],
      );
      expect(more).to.deep.equal([]);
      expect(conflict).to.include({ destination, final: true });
      if (whose !== 'nobody') expect(conflict).to.include({ account_id: other.id });
      await pay(account.api, code, { method: 'MXNB' });
      expect((await readLink(account.api, code)).status).to.equal('paid');
    });
  }

  it('shows who sent it in the end', async () => {
    const { code } = await createLink(account.api);
    await see(code, 'MXNB', { payer: { name: 'Sor Filotea', source_address: '0x02' } });
    await confirmByWorker();
    const { status, payer } = await onlyDeposit();
    expect({ status, payer }).to.deep.equal({
      status: 'credited',
      payer: { name: 'Sor Filotea', source_address: '0x02' },
    });
  });

  it('leaves its link expired when the expiry has passed meanwhile', async () => {
    const { code } = await createLink(account.api, {
      expires_at: await serviceTimeIn(service, 6 * MINUTE_S),
    });
    const seen = await see(code, 'MXNB', { amount: money('7') });
    await advance(service, 7 * MINUTE_S);
    await byNotification(seen, { amount: money('7') });
    expect((await readLink(account.api, code)).status).to.equal('expired');
    // The payer was in time, so only the amount is wrong.
    expect(await onlyDeposit()).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
  });

  it('is credited as seen when only the link and the quote have expired since', async () => {
    const { code } = await createLink(account.api, {
      expires_at: await serviceTimeIn(service, 6 * MINUTE_S),
    });
    const seen = await see(code, 'USDC', {});
    await advance(service, DAY_S);
    await byNotification(seen, {});
    await runToRest(service);
    expect((await readLink(account.api, code)).status).to.equal('paid');
  });

  for (const { from, to } of [
    { from: 'MXNB', to: 'USDC' },
    { from: 'USDC', to: 'MXNB' },
  ]) {
    for (const [way, finish] of Object.entries(WAYS)) {
      it(`pays the link by the method it matches (${to} at the same address, ${way})`, async () => {
        const { code } = await createLink(account.api);
        await shareAddress(code);
        const { asset, network, amount } = await notificationFor(service, code, to);
        const seen = await see(code, from, { asset, network, amount });
        // The quote was valid when the payment was seen, which is what counts.
        await advance(service, 16 * MINUTE_S);
        await finish(seen, { asset, network, amount });
        await runToRest(service);
        expect(await onlyDeposit()).to.include({
          status: 'credited',
          method: to,
          asset,
          network,
          amount: amount.toFixed(8),
        });
        expect(await readLink(account.api, code)).to.include({ status: 'paid', paid_with_method: to });
        expect(await books()).to.deep.equal({
          available: { MXNB: '20000.00000000' },
          pending: {},
          unmatched: {},
        });
      });
    }
  }

  it('pays the link when it was seen as underpaid but is final as the exact amount', async () => {
    const { code } = await createLink(account.api);
    const due = await notificationFor(service, code, 'MXNB');
    expect(await receive(service, { ...due, amount: money('1'), final: false })).to.equal(undefined);
    expect(await receive(service, due)).to.include({ status: 'credited' });
    expect((await readLink(account.api, code)).status).to.equal('paid');
  });

  it('is held in the amount that arrived when it comes after it was given up', async () => {
    const { code } = await createLink(account.api);
    const seen = await see(code, 'MXNB', { amount: money('5') });
    await injectFault(service, 'confirm', { failure: 'refused' });
    await confirmByWorker();
    await injectFault(service, 'confirm', {});
    const { id } = await onlyDeposit();
    expect(await readDeposit(id)).to.include({ status: 'failed', unmatched_reason: 'NOT_CONFIRMED' });
    await byNotification(seen, { amount: money('5') });
    expect(await readDeposit(id)).to.include({
      status: 'unmatched',
      unmatched_reason: 'UNDERPAID',
      amount: '5.00000000',
    });
    expect((await books()).unmatched).to.deep.equal({ MXNB: '5.00000000' });
    expect((await events()).map(({ type }) => type)).to.deep.equal([
      'deposit.failed',
      'payment_link.partial_deposit',
    ]);
  });

  it('takes the facts of the first final notification; later ones change nothing', async () => {
    const { code } = await createLink(account.api);
    const seen = await see(code, 'MXNB', { amount: money('5') });
    await byNotification(seen, { amount: money('5') });
    await byNotification(seen, {});
    await confirmByWorker();
    expect(await onlyDeposit()).to.include({ status: 'unmatched', amount: '5.00000000' });
    expect(await events()).to.have.length(1);
  });

  it('counts once when notifications and workers report it at the same time', async () => {
    const links = await Promise.all(Array.from({ length: 4 }, () => createLink(account.api)));
    const amount = money('5');
    const notifications = await Promise.all(links.map(({ code }) => see(code, 'MXNB', { amount })));
    await advance(service, 10);
    await Promise.all([
      service.workers.confirmations.runOnce(),
      ...notifications.flatMap((seen) =>
        Array.from({ length: PAYERS }, () => byNotification(seen, { amount })),
      ),
      service.workers.confirmations.runOnce(),
    ]);
    expect(await books()).to.deep.equal({
      available: {},
      pending: {},
      unmatched: { MXNB: '20.00000000' },
    });
    expect((await events()).map(({ type }) => type)).to.deep.equal(
      Array<string>(links.length).fill('payment_link.partial_deposit'),
    );
    for (const { code } of links) expect((await readLink(account.api, code)).status).to.equal('active');
  });
});
