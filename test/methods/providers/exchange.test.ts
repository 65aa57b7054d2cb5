import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { ProviderFailure } from '../../../src/methods/providers/provider.ts';
import { changeMethod, type MethodChange } from '../../../src/methods/catalogue.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import {
  advance,
  createLink,
  MINUTE_S,
  readLink,
  readMethod,
  refreshQuote,
  runToRest,
  serviceTimeIn,
} from '../../payment-links/links.ts';
import { startRail, type TestRail } from '../../support/outside/rail.ts';
import { runPayments } from '../../support/processes/command.ts';
import { invalid, refusal } from '../../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const FLOAT = {
  providerReference: 'float',
  method: 'USDC',
  asset: 'USDC',
  network: 'Arbitrum',
  destination: '0x0000000000000000000000000000000000000001',
  reference: null,
  payer: {},
  final: true,
};
const MUCH = { amount: '900000', accepted_methods: ['USDC'] };

describe('a method that one provider receives by and another exchanges for (D38)', () => {
  let service: TestService;
  let account: TestAccount;
  /** Receives, and exchanges nothing. */
  let north: TestRail;
  let south: TestRail;
  let isSilent = false;

  before(async () => {
    [north, south] = await Promise.all([startRail('north'), startRail('south')]);
    service = await startService({}, [
      { ...north.provider, exchanges: () => false, holdsAtPar: (asset, other) => asset === other },
      {
        ...south.provider,
        readBalances: (request, signal) =>
          isSilent
            ? Promise.reject(new ProviderFailure('timeout', 'It does not answer.'))
            : south.provider.readBalances(request, signal),
      },
    ]);
    // What south has to sell.
    await south.payIn({ ...FLOAT, amount: money('110000') });
  });
  after(async () => {
    await service?.close();
    await Promise.all([north?.close(), south?.close()]);
  });
  beforeEach(async () => {
    account = await service.createAccount();
    // Its tests are about the whole float; for shares of it, see test/liquidity/shares.test.ts.
    await service.database.query('update accounts set promise_share = 1');
    await set({ provider: 'north', exchangeProvider: 'south' });
    await readFloats();
  });

  const set = (change: MethodChange) =>
    service.foundation.db.transaction((trx) => changeMethod(trx, 'USDC', change));
  const pass = async (seconds: number): Promise<void> => {
    await advance(service, seconds);
    for (const rail of [north, south])
      await rail.database.query(
        'update service_clock set advanced_by = advanced_by + make_interval(secs => $1)',
        [seconds],
      );
  };
  const readFloats = async (): Promise<void> => {
    await pass(31);
    await service.workers.liquidity.runOnce();
  };
  /** A payer pays, and north says so. */
  const pay = async (code: string): Promise<void> => {
    const payment = await notificationFor(service, code, 'USDC', { provider: 'north' });
    await north.payIn(payment);
    await receive(service, payment);
  };
  const operationsOf = async (rail: TestRail): Promise<Record<string, number>> => {
    const rows = await rail.database.query(
      'select operation, count(*)::int as count from simulator_operations group by operation',
    );
    return Object.fromEntries(rows.map(({ operation, count }) => [operation, count as number]));
  };
  const assessUsdc = async (amount = '20000') => {
    const { body } = await account.api.get(
      `/v1/payment_links/payment_methods?amount=${amount}&currency=MXNB`,
    );
    return body.methods.find(({ method }: { method: string }) => method === 'USDC');
  };

  it('is offered only where somebody exchanges', async () => {
    expect(await assessUsdc()).to.include({ available: true });
    await set({ exchangeProvider: null });
    expect(await assessUsdc()).to.be.undefined;
    const request = { amount: '20000', currency: 'MXNB', description: 'Order', accepted_methods: ['USDC'] };
    expect(refusal(await account.api.post('/v1/payment_links', request))).to.include({
      status: 400,
      code: 'invalid_request',
    });
    // Nothing is exchanged for a link in its own asset.
    await createLink(account.api, { amount: '20', currency: 'USDC', accepted_methods: ['USDC'] });
  });

  it('is not offered while the operator has paused the other, and what was promised is exchanged all the same', async () => {
    const { code } = await createLink(account.api, { ...MUCH, amount: '20000' });
    const rails = (...args: string[]) =>
      runPayments(service, 'rails', ...args, '--direction', 'in', '--provider', 'south');
    await rails('pause', '--reason', 'Maintenance');
    expect(await assessUsdc()).to.include({ available: false, unavailable_reason: 'EXCHANGE_UNAVAILABLE' });
    await pay(code);
    await runToRest(service);
    expect((await readLink(account.api, code)).status).to.equal('paid');
    await rails('resume');
    expect(await assessUsdc()).to.include({ available: true });
  });

  it('is offered only while what the other holds covers what it has promised', async () => {
    // About 50,000 USDC each: the simulator's rates move.
    const first = await createLink(account.api, MUCH);
    const second = await createLink(account.api, MUCH);
    expect(await assessUsdc('900000')).to.include({
      available: false,
      unavailable_reason: 'EXCHANGE_UNAVAILABLE',
    });
    const request = { ...MUCH, currency: 'MXNB', description: 'Order' };
    const refused = await account.api.post('/v1/payment_links', request);
    expect(refusal(refused)).to.deep.equal(invalid('accepted_methods[0]'));
    expect(refused.body.error.message).to.include('EXCHANGE_UNAVAILABLE');
    expect(await assessUsdc('20000')).to.include({ available: true });

    // What was promised is kept.
    await pay(first.code);
    await runToRest(service);
    expect((await readLink(account.api, first.code)).status).to.equal('paid');
    await readFloats();
    expect(await assessUsdc('900000')).to.include({ available: false });

    expect((await account.api.post(`/v1/payment_links/${second.code}/cancel`)).status).to.equal(200);
    expect(await assessUsdc('900000')).to.include({ available: true });
  });

  it('promises nothing again when a quote has ended and the float is used up', async () => {
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    await pass(16 * MINUTE_S);
    await service.database.query('update exchange_floats set held = 1000');
    await service.database.query('update exchange_readings set read_at = service_now()');
    expect((await refreshQuote(account.api, code, 'USDC')).status).to.equal(200);
    expect((await readMethod(account.api, code, 'USDC')).quote_status).to.equal('expired');
    await readFloats();
    await refreshQuote(account.api, code, 'USDC');
    expect((await readMethod(account.api, code, 'USDC')).quote_status).to.equal('locked');
  });

  it('is not offered while it is not known what the other holds', async () => {
    await pass(11 * MINUTE_S);
    expect(await assessUsdc()).to.include({ available: false, unavailable_reason: 'EXCHANGE_UNAVAILABLE' });
    isSilent = true;
    await readFloats();
    isSilent = false;
    expect(await assessUsdc()).to.include({ available: false });
    await pass(MINUTE_S);
    await readFloats();
    expect(await assessUsdc()).to.include({ available: true });
  });

  it('pays a link with what was locked, and each provider does its part', async () => {
    const [atNorth, atSouth] = [await operationsOf(north), await operationsOf(south)];
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    const stored = await service.database.query(
      'select provider, exchange_provider from payment_link_methods where link_code = $1',
      [code],
    );
    expect(stored).to.deep.equal([{ provider: 'north', exchange_provider: 'south' }]);

    await pay(code);
    expect((await readLink(account.api, code)).status).to.equal('processing');
    await runToRest(service);
    expect((await readLink(account.api, code)).status).to.equal('paid');
    const { body: balances } = await account.api.get('/v1/balances');
    expect(balances.data.find(({ asset }: { asset: string }) => asset === 'MXNB').available).to.equal(
      '20000.00000000',
    );

    const done = (before: Record<string, number>, after: Record<string, number>, name: string) =>
      (after[name] ?? 0) - (before[name] ?? 0);
    const [north2, south2] = [await operationsOf(north), await operationsOf(south)];
    expect(['quote', 'convert'].map((name) => done(atNorth, north2, name))).to.deep.equal([0, 0]);
    expect(['quote', 'convert'].map((name) => done(atSouth, south2, name))).to.deep.equal([1, 1]);

    const { db } = service.foundation;
    const range = {
      from: new Date(await serviceTimeIn(service, -60 * MINUTE_S)),
      to: new Date(await serviceTimeIn(service, MINUTE_S)),
    };
    const { providers } = await reconcile(db, [north.provider, south.provider], range);
    const differences = providers.flatMap((one) =>
      one.differences.map(({ problem, provider_reference: reference }) => [one.provider, problem, reference]),
    );
    expect(differences).to.deep.equal([['south', 'missing_here', FLOAT.providerReference]]);
    expect(await db.snapshot(verifyLedger)).to.deep.include({ ok: true });
  });

  it('keeps a link with the one that quoted, when the method is given another', async () => {
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    const before = await readMethod(account.api, code, 'USDC');
    const quotes = (await operationsOf(south))['quote'] ?? 0;
    await set({ exchangeProvider: 'simulator' });
    await pass(16 * MINUTE_S);
    await readFloats();
    expect((await refreshQuote(account.api, code, 'USDC')).status).to.equal(200);
    expect((await readMethod(account.api, code, 'USDC')).instructions).to.deep.equal(before.instructions);
    expect((await operationsOf(south))['quote']).to.equal(quotes + 1);
  });

  it('holds the payment when the exchange is refused, and offers the link again', async () => {
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    await south.set('convert', { failure: 'refused' });
    try {
      await pay(code);
      await runToRest(service);
    } finally {
      await south.set('convert');
    }
    expect((await readLink(account.api, code)).status).to.equal('active');
    const [deposit] = await service.database.query(
      'select status, unmatched_reason, provider from deposits where payment_link_code = $1',
      [code],
    );
    expect(deposit).to.deep.equal({
      status: 'unmatched',
      unmatched_reason: 'CONVERSION_FAILED',
      provider: 'north',
    });
  });
});
