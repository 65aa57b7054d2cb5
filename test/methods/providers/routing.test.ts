import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod } from '../../../src/methods/catalogue.ts';
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
import { refusal } from '../../support/refusal.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../../support/service.ts';
import { fund, refundLink } from '../../transfers/rig.ts';
import { startWithdrawal } from '../../transfers/started.ts';

const CLABE = '032180000118359719';

describe('several providers', () => {
  let service: TestService;
  let account: TestAccount;
  let north: TestRail;
  let south: TestRail;

  before(async () => {
    [north, south] = await Promise.all([startRail('north'), startRail('south')]);
    service = await startService({}, [north.provider, south.provider]);
  });
  after(async () => {
    await service?.close();
    await Promise.all([north?.close(), south?.close()]);
  });
  beforeEach(async () => {
    account = await service.createAccount();
    await pass(0);
  });
  afterEach(() => move('simulator', 'SPEI', 'USDC', 'MXNB'));

  /** Time passes for the service and for the rails, whose quotes end by their own clocks. */
  const pass = async (seconds: number): Promise<void> => {
    await advance(service, seconds);
    const [clock] = await service.database.query(
      'select extract(epoch from advanced_by) as s from service_clock',
    );
    for (const rail of [north, south]) {
      await rail.database.query('update service_clock set advanced_by = make_interval(secs => $1)', [
        clock?.['s'],
      ]);
    }
  };
  /** Moves methods to another provider. */
  const move = async (provider: string, ...methods: string[]): Promise<void> => {
    for (const method of methods) {
      await service.foundation.db.transaction((trx) => changeMethod(trx, method, { provider }));
    }
  };
  const withdraw = async (amount: string): Promise<string> => {
    const { db, withdrawals } = service.foundation;
    const request = { accountId: account.id, asset: 'MXNB', amount: money(amount), method: 'SPEI' };
    const { id } = await db.transaction((trx) =>
      startWithdrawal({ withdrawals }, trx, { ...request, destination: { clabe: CLABE }, requestId: null }),
    );
    return id;
  };
  const statusesOf = async (ids: readonly string[]) =>
    service.database.query(
      'select status, provider, count(*)::int from transfers where id = any ($1) group by 1, 2',
      [ids],
    );
  /** The ids of the withdrawals that a rail has paid out, by its own books. */
  const paidBy = async (rail: TestRail): Promise<string[]> => {
    const rows = await rail.database.query(
      `select idempotency_key from simulator_operations where operation = 'pay_out' order by idempotency_key`,
    );
    return rows.map((row) => String(row['idempotency_key']).split(':')[1] ?? '');
  };
  const operationsOf = async (rail: TestRail, operation: string): Promise<number> => {
    const [row] = await rail.database.query(
      'select count(*)::int as count from simulator_operations where operation = $1',
      [operation],
    );
    return row?.['count'] as number;
  };

  it('misroute no withdrawal when its method moves while half of them are in flight', async () => {
    await fund(account, 'MXNB', '20000');
    await move('north', 'SPEI');
    const first = await Promise.all(Array.from({ length: 10 }, () => withdraw('200')));
    // The rail pays out, but its responses are lost.
    await north.set('pay_out', { failure: 'lost_answer' });
    await service.workers.transfers.runOnce();
    expect(await statusesOf(first)).to.deep.equal([{ status: 'sent', provider: 'north', count: 10 }]);
    const untouched = await Promise.all(Array.from({ length: 10 }, () => withdraw('200')));

    await move('south', 'SPEI');
    const later = await Promise.all(Array.from({ length: 10 }, () => withdraw('200')));
    await north.set('pay_out');
    await runToRest(service);

    const byNorth = [...first, ...untouched];
    expect(await statusesOf(byNorth)).to.deep.equal([{ status: 'settled', provider: 'north', count: 20 }]);
    expect(await statusesOf(later)).to.deep.equal([{ status: 'settled', provider: 'south', count: 10 }]);
    expect(await paidBy(north)).to.have.members(byNorth);
    expect(await paidBy(south)).to.have.members(later);
    const { db } = service.foundation;
    const range = {
      from: new Date(await serviceTimeIn(service, -60 * MINUTE_S)),
      to: new Date(await serviceTimeIn(service, MINUTE_S)),
    };
    const { ok, providers } = await reconcile(db, [north.provider, south.provider], range);
    expect(ok).to.be.true;
    expect(providers.map(({ provider, matched }) => [provider, matched])).to.deep.equal([
      ['north', 20],
      ['south', 10],
    ]);
    expect(await db.snapshot(verifyLedger)).to.deep.include({ ok: true });
  });

  it('keep a link with the one that it was offered with', async () => {
    await move('north', 'USDC');
    const { code } = await createLink(account.api, { accepted_methods: ['USDC'] });
    const before = await readMethod(account.api, code, 'USDC');
    await move('south', 'USDC');
    await pass(16 * MINUTE_S);
    expect((await refreshQuote(account.api, code, 'USDC')).status).to.equal(200);
    expect((await readMethod(account.api, code, 'USDC')).instructions).to.deep.equal(before.instructions);
    expect([await operationsOf(north, 'quote'), await operationsOf(south, 'quote')]).to.deep.equal([2, 0]);

    // What it was paid with is converted by the provider whose quote it is.
    const deposit = await receive(
      service,
      await notificationFor(service, code, 'USDC', { provider: 'north' }),
    );
    expect(deposit).to.include({ status: 'pending' });
    await runToRest(service);
    expect((await readLink(account.api, code)).status).to.equal('paid');
    expect([await operationsOf(north, 'convert'), await operationsOf(south, 'convert')]).to.deep.equal([
      1, 0,
    ]);

    await createLink(account.api, { accepted_methods: ['USDC'] });
    expect([await operationsOf(north, 'quote'), await operationsOf(south, 'quote')]).to.deep.equal([2, 1]);
  });

  it('confirm and refund a deposit with the one that reported it', async () => {
    await move('north', 'MXNB');
    const { code } = await createLink(account.api, { accepted_methods: ['MXNB'] });
    const seen = await notificationFor(service, code, 'MXNB', { provider: 'north', final: false });
    await receive(service, seen);
    await move('south', 'MXNB');
    const asked = north.received['confirmDeposit'] ?? 0;
    await advance(service, 30);
    await service.workers.confirmations.runOnce();
    expect(north.received['confirmDeposit']).to.equal(asked + 1);
    expect(south.received['confirmDeposit']).to.equal(undefined);
    expect(await receive(service, { ...seen, final: true })).to.include({ status: 'credited' });

    const refund = await refundLink(service, account.id, code);
    await runToRest(service);
    expect(await statusesOf([refund.id])).to.deep.equal([{ status: 'settled', provider: 'north', count: 1 }]);
    expect([await operationsOf(north, 'refund'), await operationsOf(south, 'refund')]).to.deep.equal([1, 0]);
  });

  it('offer no method whose provider this deployment does not have, and lose none of its transfers', async () => {
    await fund(account, 'MXNB', '20000');
    await move('north', 'SPEI');
    const id = await withdraw('200');
    const before = await statusesOf([id]);
    const without = await runningOn(service.database, { SECRETS_KEY: service.secretsKey }, [south.provider]);
    try {
      const api = without.client(account.key.secret);
      const link = await createLink(api);
      expect(link.methods.map(({ method }: any) => method)).not.to.include('SPEI');
      const request = { amount: '20000', currency: 'MXNB', description: 'Order', accepted_methods: ['SPEI'] };
      expect(refusal(await api.post('/v1/payment_links', request))).to.include({
        status: 400,
        code: 'invalid_request',
      });
      await without.workers.transfers.runOnce();
      expect(await statusesOf([id])).to.deep.equal(before);
    } finally {
      await without.close();
    }
    await advance(service, MINUTE_S);
    await runToRest(service);
    expect(await statusesOf([id])).to.deep.equal([{ status: 'settled', provider: 'north', count: 1 }]);
  });
});
