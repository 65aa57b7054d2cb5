import { expect } from 'chai';
import { createWorkers } from '../../src/composition/index.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { DAY_S, MINUTE_S, runOut, serviceTimeIn } from '../payment-links/links.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { signNotice } from '../support/outside/rail/notices.ts';
import { runPayments } from '../support/processes/command.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund, requireSoundBooks, transferRow } from '../transfers/rig.ts';
import { carryBy, depositFor, pass as passAll } from './rig.ts';
import { withdraw } from '../transfers/started.ts';

describe('what the operator sees of several providers', () => {
  let north: TestRail;
  let south: TestRail;
  let service: TestService;
  let account: TestAccount;

  beforeEach(async () => {
    [north, south] = await Promise.all([startRail('north'), startRail('south')]);
    service = await startService({}, [north.provider, south.provider]);
    account = await service.createAccount();
    await fund(account, 'MXNB', '10000');
    await carryBy(service, 'north', 'SPEI');
    await carryBy(service, 'south', 'MXNB');
  });
  afterEach(async () => {
    await service?.close();
    await Promise.all([north?.close(), south?.close()]);
  });

  const pass = (seconds: number) => passAll(service, [north, south], seconds);
  const payments = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    return { code, ...JSON.parse(stdout) };
  };
  const fail = async (id: string): Promise<void> => {
    await north.tell(
      service.baseUrl,
      signNotice(north.access.secret, Buffer.from(`{"id":"${id}","type":"deposit"}`)),
    );
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await service.workers.notices.runOnce();
      await pass(30 * MINUTE_S);
    }
  };

  describe('as their status', () => {
    const statusOf = async (name: string) =>
      (await payments('providers', 'status')).data.find(({ provider }: any) => provider === name);
    const NOTHING = {
      transfers_waiting: 0,
      transfers_pending: 0,
      oldest_pending_s: null,
      transfers_stuck: 0,
      deposits_not_final: 0,
      notices_waiting: 0,
      notices_failed: 0,
      statement_read_to: null,
      statement_error: null,
    };

    it('is nothing at first', async () => {
      expect((await payments('providers', 'status')).data).to.deep.equal([
        { provider: 'simulator', in_deployment: true, methods: ['WIRE', 'USDC', 'USDT', 'BREB'], ...NOTHING },
        { provider: 'north', in_deployment: true, methods: ['SPEI'], ...NOTHING },
        { provider: 'south', in_deployment: true, methods: ['MXNB'], ...NOTHING },
      ]);
    });

    it('counts what waits, by provider', async () => {
      await fail('bad');
      await north.set('pay_out', { failure: 'pending' });
      await withdraw(account, '150');
      await service.workers.transfers.runOnce();
      await withdraw(account, '150');
      await withdraw(account, '150');
      const stuck = await withdraw(account, '150');
      await service.database.query('update transfers set due_at = null, stuck_at = now() where id = $1', [
        stuck,
      ]);
      const { deposit } = await depositFor(service, account, 'MXNB', { final: false });
      await south.tell(service.baseUrl, await south.payIn(deposit));
      await service.workers.notices.runOnce();
      await service.workers.statements.runOnce();
      const readTo = await serviceTimeIn(service, 0);
      await pass(90);
      await south.tell(service.baseUrl, signNotice(south.access.secret, Buffer.from('{"id":"new"}')));

      const { oldest_pending_s: age, statement_read_to: ofNorth, ...atNorth } = await statusOf('north');
      expect(atNorth).to.deep.include({
        transfers_waiting: 2,
        transfers_pending: 1,
        transfers_stuck: 1,
        deposits_not_final: 0,
        notices_waiting: 0,
        notices_failed: 1,
      });
      expect(age).to.be.within(90, 120);
      expect(Math.abs(Date.parse(ofNorth) - Date.parse(readTo))).to.be.lessThan(30_000);
      expect(await statusOf('south')).to.deep.include({
        transfers_waiting: 0,
        transfers_pending: 0,
        oldest_pending_s: null,
        deposits_not_final: 1,
        notices_waiting: 1,
        notices_failed: 0,
      });
    });

    it('includes providers that only rows name', async () => {
      await withdraw(account, '150');
      const without = await runningOn(service.database, { SECRETS_KEY: service.secretsKey }, [
        south.provider,
      ]);
      try {
        const { stdout } = await runPayments(without, 'providers', 'status', '--json');
        const { data } = JSON.parse(stdout);
        expect(data.map(({ provider }: any) => provider)).to.deep.equal(['simulator', 'south', 'north']);
        expect(data[2]).to.deep.include({ in_deployment: false, methods: ['SPEI'], transfers_waiting: 1 });
      } finally {
        await without.close();
      }
    });
  });

  it('as metrics: failed notices, and the age of the oldest pending transfer', async () => {
    const metrics = createMetrics();
    createWorkers({ ...service.foundation, metrics });
    const read = async () => {
      const text = await metrics.expose();
      return ['payments_notices_failed', 'payments_transfers_pending_oldest_seconds'].map((name) =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]),
      );
    };
    expect(await read()).to.deep.equal([0, 0]);
    await fail('one');
    await fail('two');
    await north.set('pay_out', { failure: 'pending' });
    await withdraw(account, '150');
    await service.workers.transfers.runOnce();
    await pass(DAY_S);
    const [failed, age] = await read();
    expect(failed).to.equal(2);
    expect(age).to.be.within(DAY_S, DAY_S + 60);
  });

  describe('when all are reconciled', () => {
    /** Pays out at both providers, of which one comes back, and takes a deposit in at one. */
    const moveMoney = async (): Promise<{ returned: string; settled: string }> => {
      const returned = await withdraw(account, '150');
      await carryBy(service, 'south', 'SPEI');
      const settled = await withdraw(account, '250');
      await runOut(service.workers.transfers);
      const { provider_reference: reference } = await transferRow(service, returned);
      const { deposit } = await depositFor(service, account, 'SPEI');
      await south.tell(service.baseUrl, await south.payIn(deposit));
      await north.tell(service.baseUrl, await north.sendBack(reference));
      await service.workers.notices.runOnce();
      expect((await transferRow(service, returned)).status).to.equal('returned');
      return { returned, settled };
    };
    const times = async (fromS = -60 * MINUTE_S, toS = 60 * MINUTE_S) => [
      '--from',
      await serviceTimeIn(service, fromS),
      '--to',
      await serviceTimeIn(service, toS),
    ];
    const reconcile = async (...args: string[]) => payments('reconcile', ...(await times()), ...args);

    it('matches the payouts and returns of each', async () => {
      await moveMoney();
      const { code, ok, providers } = await reconcile();
      expect({ code, ok }).to.deep.equal({ code: 0, ok: true });
      expect(providers).to.deep.equal([
        { provider: 'simulator', ok: true, matched: 1, differences: [], acknowledged: [] },
        { provider: 'north', ok: true, matched: 2, differences: [], acknowledged: [] },
        { provider: 'south', ok: true, matched: 2, differences: [], acknowledged: [] },
      ]);
      expect((await reconcile('--provider', 'south')).providers).to.deep.equal([providers[2]]);
      await requireSoundBooks(service);
    });

    it('matches a return in the period in which it came, and its payout in the one before', async () => {
      const id = await withdraw(account, '150');
      await runOut(service.workers.transfers);
      await pass(5 * DAY_S);
      await north.tell(
        service.baseUrl,
        await north.sendBack((await transferRow(service, id)).provider_reference),
      );
      await service.workers.notices.runOnce();
      const ofNorth = async (fromS: number, toS: number) =>
        (await payments('reconcile', '--provider', 'north', ...(await times(fromS, toS)))).providers[0];
      expect(await ofNorth(-MINUTE_S, MINUTE_S)).to.include({ ok: true, matched: 1 });
      expect(await ofNorth(-6 * DAY_S, -4 * DAY_S)).to.include({ ok: true, matched: 1 });
      expect(await ofNorth(-6 * DAY_S, MINUTE_S)).to.include({ ok: true, matched: 2 });
    });

    it('reports a return that only one side has, at its provider', async () => {
      const { returned, settled } = await moveMoney();
      const { provider_reference: reference } = await transferRow(service, settled);
      await south.sendBack(reference);
      await north.database.query(`delete from simulator_operations where operation = 'return'`);
      const { code, ok, providers } = await reconcile();
      expect({ code, ok }).to.deep.equal({ code: 1, ok: false });
      const [atSimulator, atNorth, atSouth] = providers;
      expect(atSimulator).to.include({ ok: true, matched: 1 });
      expect(atNorth).to.include({ ok: false, matched: 1 });
      expect(atNorth.differences).to.have.length(1);
      expect(atNorth.differences[0]).to.include({
        problem: 'missing_there',
        kind: 'return',
        record_id: returned,
        ours: '150.00000000 MXN',
        theirs: null,
      });
      expect(atSouth).to.include({ ok: false, matched: 2 });
      expect(atSouth.differences[0]).to.include({
        problem: 'missing_here',
        kind: 'return',
        ours: null,
        theirs: '250.00000000 MXN',
      });
      const { stdout } = await runPayments(service, 'reconcile', ...(await times()));
      expect(stdout)
        .to.match(/^ {2}provider +north$/m)
        .and.match(/^ {4}problem +missing_there\n {4}kind +return$/m);
    });
  });
});
