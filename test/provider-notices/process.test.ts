import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import type { Provider, RawNotice, Report } from '../../src/methods/providers/provider.ts';
import { claimNotices } from '../../src/provider-notices/repository.ts';
import { MINUTE_S, DAY_S, booksOf, readLink, runOut } from '../payment-links/links.ts';
import { eventsOf } from '../events/events.ts';
import { stopClock } from '../support/clock.ts';
import { until } from '../support/poll.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { signNotice, writeNotice } from '../support/outside/rail/notices.ts';
import { runPayments } from '../support/processes/command.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, transferRow } from '../transfers/rig.ts';
import {
  carryBy,
  CLABE,
  depositFor,
  depositsOf,
  noticesOf,
  pass as passAll,
  recordLog,
  requireDiscreet,
  workersLoggingTo,
} from './rig.ts';
import { withdraw } from '../transfers/started.ts';

describe('processing the notices of a provider', () => {
  let north: TestRail;
  let service: TestService;
  let account: TestAccount;
  /** How many notices each reading was of. */
  let readTogether: number[] = [];
  let delayed: (report: Report) => Report | Promise<Report>;

  before(async () => {
    north = await startRail('north');
    const { notices } = north.provider;
    const reader: Provider['notices'] = {
      ...notices!,
      read(bodies, signal) {
        readTogether.push(bodies.length);
        return notices!.read(bodies, signal).map((reading) => reading.then(delayed));
      },
    };
    service = await startService({}, [{ ...north.provider, notices: reader }]);
    await carryBy(service, 'north', 'SPEI');
    await carryBy(service, 'north', 'MXNB');
  });
  after(async () => {
    await service?.close();
    await north?.close();
  });
  beforeEach(async () => {
    await service.database.query('delete from provider_notices');
    await north.set('pay_out');
    await pass(DAY_S);
    account = await service.createAccount();
    readTogether = [];
    delayed = (report) => report;
  });
  afterEach(() => requireSoundBooks(service));

  const pass = (seconds: number) => passAll(service, [north], seconds);
  const tell = async (...notices: RawNotice[]): Promise<void> => {
    for (const notice of notices) expect((await north.tell(service.baseUrl, notice)).status).to.equal(200);
  };
  const process = () => service.workers.notices.runOnce();
  const stored = () => noticesOf(service, 'north');
  const statuses = async () => (await stored()).map(({ status }) => status);
  const statusOf = async (code: string) => (await readLink(account.api, code)).status;
  /** Settles a withdrawal, and returns it with the rail's reference. */
  const payOut = async (): Promise<{ id: string; reference: string }> => {
    await fundByNorth('1000');
    const id = await withdraw(account, '150');
    await runOut(service.workers.transfers);
    const { status, provider_reference: reference } = await transferRow(service, id);
    expect(status).to.equal('settled');
    return { id, reference };
  };
  const fundByNorth = async (amount: string): Promise<void> => {
    await carryBy(service, 'simulator', 'MXNB');
    await fund(account, 'MXNB', amount);
    await carryBy(service, 'north', 'MXNB');
  };

  describe('about a deposit', () => {
    it('takes it in, and is processed', async () => {
      const { code, deposit } = await depositFor(service, account, 'SPEI');
      await tell(await north.payIn(deposit));
      expect(await process()).to.equal(1);
      expect(await statusOf(code)).to.equal('paid');
      const [row] = await depositsOf(service, account.id);
      expect(row).to.deep.include({ status: 'credited', provider: 'north', payer: deposit.payer });
      const [notice] = await stored();
      expect(notice).to.include({ status: 'processed', attempts: 1, due_at: null, last_error: null });
      expect(await process()).to.equal(0);
    });

    it('takes it in with those that come with it, whatever its payer wrote', async () => {
      const payers = ['A\0B', '\ud83d cut in half', 'María'].map((name) => ({ name }));
      const links = [];
      for (const payer of payers) links.push(await depositFor(service, account, 'SPEI', { payer }));
      for (const { deposit } of links) await tell(await north.payIn(deposit));
      await process();
      for (const { code } of links) expect(await statusOf(code)).to.equal('paid');
      const deposits = await depositsOf(service, account.id);
      expect(deposits.map(({ payer }) => payer.name)).to.have.members([
        'A\ufffdB',
        '\ufffd cut in half',
        'María',
      ]);
    });

    it('takes it in once when it is told by several notices, by several workers at once', async () => {
      const { code, deposit } = await depositFor(service, account, 'SPEI');
      const notice = await north.payIn(deposit);
      const others = Array.from({ length: 9 }, () =>
        writeNotice(north.access.secret, { type: 'deposit', deposit }),
      );
      await Promise.all([notice, notice, ...others].map((one) => tell(one)));
      const second = workersLoggingTo(service, recordLog().logger);
      const counts = await Promise.all([process(), second.notices.runOnce(), process()]);
      expect(counts.reduce((sum, count) => sum + count)).to.equal(10);
      expect(await statuses()).to.deep.equal(Array(10).fill('processed'));
      expect(await depositsOf(service, account.id)).to.have.length(1);
      expect(await statusOf(code)).to.equal('paid');
      expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '20000.00000000' });
    });

    for (const order of ['seen first', 'final first']) {
      it(`does not depend on the order of its notices (${order})`, async () => {
        const { code, deposit } = await depositFor(service, account, 'MXNB', { final: false });
        const seen = await north.payIn(deposit);
        const final = writeNotice(north.access.secret, {
          type: 'deposit',
          deposit: { ...deposit, final: true },
        });
        await tell(order === 'seen first' ? seen : final);
        await process();
        expect(await statusOf(code)).to.equal(order === 'seen first' ? 'processing' : 'paid');
        await tell(order === 'seen first' ? final : seen);
        await process();
        expect(await statusOf(code)).to.equal('paid');
        expect((await depositsOf(service, account.id)).map(({ status }) => status)).to.deep.equal([
          'credited',
        ]);
      });
    }

    it('keeps one that is not what was due as unmatched', async () => {
      const { code, deposit } = await depositFor(service, account, 'SPEI', { amount: money('19999.99') });
      await tell(await north.payIn(deposit));
      await process();
      expect(await statusOf(code)).to.equal('active');
      const [row] = await depositsOf(service, account.id);
      expect(row).to.include({ status: 'unmatched', unmatched_reason: 'UNDERPAID' });
    });
  });

  describe('about money that came back', () => {
    it('gives it back to the account, once', async () => {
      const { id, reference } = await payOut();
      const notice = await north.sendBack(reference, 'ACCOUNT_CLOSED');
      await tell(notice, signNotice(north.access.secret, Buffer.from(`${notice.body.toString()} `)));
      await process();
      const returned = JSON.parse(notice.body.toString()).returned;
      await tell(writeNotice(north.access.secret, { type: 'return', returned }));
      await process();
      expect(await statuses()).to.deep.equal(['processed', 'processed']);
      expect(await transferRow(service, id)).to.include({
        status: 'returned',
        failure_reason: 'ACCOUNT_CLOSED',
      });
      expect(await balancesOf(account)).to.deep.include({ MXNB: '1000.00000000 + 0.00000000' });
      const failed = (await eventsOf(service, account.id)).filter(({ type }) => type === 'withdrawal.failed');
      expect(failed).to.have.length(1);
    });

    it('waits for the payout to be settled here, if it comes before', async () => {
      await fundByNorth('1000');
      await north.set('pay_out', { failure: 'lost_answer' });
      const id = await withdraw(account, '150');
      await service.workers.transfers.runOnce();
      const [sent] = await north.database.query(
        `select reference from simulator_operations where idempotency_key like '%:' || $1`,
        [id],
      );
      await tell(await north.sendBack(String(sent?.['reference'])));
      await process();
      const [early] = await stored();
      expect(early).to.include({ status: 'waiting', attempts: 1 });
      expect(early.last_error).to.match(/^no transfer has the reference /);

      await north.set('pay_out');
      await pass(30);
      await runOut(service.workers.transfers);
      expect((await transferRow(service, id)).status).to.equal('settled');
      expect(await process()).to.equal(1);
      expect(await statuses()).to.deep.equal(['processed']);
      expect((await transferRow(service, id)).status).to.equal('returned');
      expect(await balancesOf(account)).to.deep.include({ MXNB: '1000.00000000 + 0.00000000' });
    });
  });

  it('has a pending transfer asked about at once when it has moved on', async () => {
    await fundByNorth('1000');
    await north.set('pay_out', { failure: 'pending' });
    const id = await withdraw(account, '150');
    await service.workers.transfers.runOnce();
    await pass(DAY_S);
    await service.workers.transfers.runOnce();
    const { due_in_s, provider_reference: reference } = await transferRow(service, id);
    expect(due_in_s).to.be.greaterThan(10 * MINUTE_S);
    await north.set('pay_out');
    expect(await service.workers.transfers.runOnce()).to.equal(0);
    await tell(north.movedOn(reference));
    await process();
    expect(await service.workers.transfers.runOnce()).to.equal(1);
    expect((await transferRow(service, id)).status).to.equal('settled');
  });

  describe('of which many are due', () => {
    const hello = (id: string) =>
      signNotice(north.access.secret, Buffer.from(`{"id":"${id}","type":"hello"}`));

    it('reads them together, at most 64 at once', async () => {
      await tell(...Array.from({ length: 70 }, (_, at) => hello(`hello ${at}`)));
      expect([await process(), await process(), await process()]).to.deep.equal([64, 6, 0]);
      expect(readTogether).to.deep.equal([64, 6]);
      expect(new Set(await statuses())).to.deep.equal(new Set(['processed']));
    });

    it('reads a lone one at once, without waiting for others', async () => {
      const worker = service.workers.notices.start();
      try {
        for (const at of [1, 2, 3]) {
          const toldAt = performance.now();
          await tell(hello(`lone ${at}`));
          await until(
            async () => (await statuses()).filter((status) => status === 'processed').length === at,
            {
              what: 'it is processed',
            },
          );
          expect(performance.now() - toldAt).to.be.lessThan(2_000);
        }
      } finally {
        await worker.stop();
      }
      expect(readTogether).to.deep.equal([1, 1, 1]);
    });

    it('reads together what comes while the rail is busy with four readings', async () => {
      const answers: (() => void)[] = [];
      delayed = (report) => new Promise((resolve) => answers.push(() => resolve(report)));
      const worker = service.workers.notices.start();
      try {
        for (const at of [1, 2, 3, 4]) {
          await tell(hello(`first ${at}`));
          await until(() => answers.length === at, { what: 'it is being read' });
        }
        for (let at = 0; at < 20; at += 1) await tell(hello(`next ${at}`));
        expect(readTogether).to.deep.equal([1, 1, 1, 1]);
        answers[0]?.();
        await until(() => answers.length === 24, { what: 'the others are being read' });
        expect(readTogether).to.deep.equal([1, 1, 1, 1, 20]);
      } finally {
        for (const answer of answers) answer();
        await worker.stop();
      }
      expect(new Set(await statuses())).to.deep.equal(new Set(['processed']));
    });

    it('processes the others while the rail is slow about one', async () => {
      let answer = (): void => undefined;
      const slow = new Promise<void>((resolve) => (answer = resolve));
      delayed = async (report) => {
        if (report.type === 'nothing') await slow;
        return report;
      };
      const { code, deposit } = await depositFor(service, account, 'SPEI');
      await tell(hello('slow'), await north.payIn(deposit));
      const processing = process();
      await until(async () => (await statusOf(code)) === 'paid', { what: 'the link is paid' });
      expect(await statuses()).to.have.members(['waiting', 'processed']);
      answer();
      expect(await processing).to.equal(2);
      expect(await statuses()).to.deep.equal(['processed', 'processed']);
      expect(readTogether).to.deep.equal([2]);
    });
  });

  it('has nothing to do for notices that say nothing to us', async () => {
    await tell(signNotice(north.access.secret, Buffer.from('{"id":"hello","type":"account_validated"}')));
    await process();
    expect(await statuses()).to.deep.equal(['processed']);
  });

  describe('of which one was being processed when its worker died', () => {
    /** Claims what is due, as a worker does that is then killed. */
    const claimAndDie = () =>
      service.foundation.db.transaction((trx) =>
        claimNotices(trx, { providers: ['north'], limit: 10, leaseMs: 15_000 }),
      );

    it('claims it again once the claim has lapsed', async () => {
      await stopClock(service.database);
      const { code, deposit } = await depositFor(service, account, 'SPEI');
      await tell(await north.payIn(deposit));
      expect(await claimAndDie()).to.have.length(1);
      await pass(14);
      expect(await process()).to.equal(0);
      await pass(1);
      expect(await process()).to.equal(1);
      expect(await statusOf(code)).to.equal('paid');
      expect((await stored())[0]).to.include({ status: 'processed', attempts: 2 });
    });

    it('leaves notices of other providers to processes that have them', async () => {
      const { code, deposit } = await depositFor(service, account, 'SPEI');
      await tell(await north.payIn(deposit));
      const without = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
      try {
        expect(await without.workers.notices.runOnce()).to.equal(0);
      } finally {
        await without.close();
      }
      expect(await process()).to.equal(1);
      expect(await statusOf(code)).to.equal('paid');
    });
  });

  describe('of which one cannot be processed', () => {
    const payments = async (...args: string[]): Promise<any> => {
      const { code, stdout, stderr } = await runPayments(service, 'providers', 'notices', ...args, '--json');
      return { code, stderr, ...JSON.parse(stdout) };
    };
    /** A return of something that was never sent, as far as we know. */
    const unknownReturn = (reference = `${CLABE}-7`): RawNotice =>
      writeNotice(north.access.secret, {
        type: 'return',
        returned: {
          providerReference: reference,
          returnReference: randomUUID(),
          asset: 'MXN',
          amount: money('150'),
          reason: 'RETURNED',
          message: `The account ${CLABE} is closed.`,
        },
      });
    const exhaust = async (worker = service.workers.notices): Promise<void> => {
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect(await worker.runOnce()).to.equal(1);
        await pass(45 * MINUTE_S);
      }
      expect(await worker.runOnce()).to.equal(0);
    };

    it('tries it again after growing pauses, then leaves it to an operator, and logs nothing of it', async () => {
      await stopClock(service.database);
      const log = recordLog();
      const { notices } = workersLoggingTo(service, log.logger);
      await tell(unknownReturn());
      for (const pauseS of [5, 10, 20, 40, 80, 160, 320, 640, 1_280]) {
        expect(await notices.runOnce()).to.equal(1);
        await pass(pauseS - 1);
        expect(await notices.runOnce(), 'not before its time').to.equal(0);
        await pass(1);
      }
      expect(log.lines).to.deep.equal([]);
      expect(await notices.runOnce()).to.equal(1);
      const [row] = await stored();
      expect(row).to.include({ status: 'failed', attempts: 10, due_at: null, finished_at: null });
      expect(row.last_error).to.equal(`no transfer has the reference ${CLABE}-7`);
      const [error, ...others] = log.at('error');
      expect(others).to.deep.equal([]);
      expect(error).to.include({ notice: row.id, provider: 'north', attempts: 10 });
      requireDiscreet(log);
    });

    it('processes the others meanwhile', async () => {
      const { code, deposit } = await depositFor(service, account, 'SPEI');
      await tell(
        unknownReturn(),
        signNotice(north.access.secret, Buffer.from('{"id":"x","type":"deposit"}')),
        await north.payIn(deposit),
      );
      expect(await process()).to.equal(3);
      expect(await statuses()).to.have.members(['waiting', 'waiting', 'processed']);
      expect(await statusOf(code)).to.equal('paid');
    });

    it('lists it, and processes it when the operator retries it', async () => {
      await tell(signNotice(north.access.secret, Buffer.from('{"id":"processed","type":"other"}')));
      await process();
      await tell(unknownReturn('LATE-1'));
      await exhaust();
      const { data: all } = await payments();
      expect(all.map(({ status }: any) => status)).to.deep.equal(['failed', 'processed']);
      expect((await payments('--provider', 'south')).data).to.deep.equal([]);
      expect((await payments('--provider', 'north')).data).to.deep.equal(all);
      const { data } = await payments('--failed', '--provider', 'north');
      expect(data).to.deep.equal((await payments('--failed')).data);
      expect(data).to.have.length(1);
      const [failed] = data;
      expect(failed).to.have.all.keys(
        'id',
        'provider',
        'notice_id',
        'status',
        'attempts',
        'last_error',
        'settled_because',
        'received_at',
      );
      expect(failed).to.include({
        provider: 'north',
        status: 'failed',
        attempts: 10,
        last_error: 'no transfer has the reference LATE-1',
      });

      // The operator finds the payout, which was stuck, and settles it.
      const { id } = await payOut();
      await service.database.query(`update transfers set provider_reference = 'LATE-1' where id = $1`, [id]);
      expect(await payments('--retry', failed.id)).to.include({ code: 0, status: 'waiting' });
      await process();
      expect((await payments('--failed')).data).to.deep.equal([]);
      expect((await transferRow(service, id)).status).to.equal('returned');
    });

    it('fails again when a retry does not help, and needs nothing once it is settled, with a reason', async () => {
      await tell(unknownReturn());
      await exhaust();
      const [failed] = (await payments('--failed')).data;
      await payments('--retry', failed.id);
      expect(await process()).to.equal(1);
      expect((await payments('--failed')).data[0]).to.include({ id: failed.id, attempts: 11 });
      const why = ['--reason', 'Told twice; paid by the other one'];
      expect(await payments('settle', failed.id)).to.include({ code: 2 });
      expect(await payments('settle', failed.id, ...why)).to.include({
        code: 0,
        status: 'settled',
        settled_because: 'Told twice; paid by the other one',
      });
      const [deed] = await service.database.query(
        'select action, subject, details from operator_log order by created_at desc, id desc',
      );
      expect(deed).to.deep.include({ action: 'notice.settled', subject: failed.id });
      expect((await payments('--failed')).data).to.deep.equal([]);
      for (const decision of [
        ['--retry', failed.id],
        ['settle', failed.id, ...why],
      ]) {
        expect(await payments(...decision)).to.deep.include({
          code: 1,
          stderr: `Notice ${failed.id} is settled; only a failed one needs a decision.\n`,
        });
      }
    });

    it('knows no other notices', async () => {
      const unknown = randomUUID();
      expect(await payments('--retry', unknown)).to.include({
        code: 1,
        stderr: `There is no notice ${unknown}.\n`,
      });
      expect((await payments('--retry', 'x')).stderr).to.include(
        '`payments providers notices --failed` lists',
      );
      expect(await payments('settle', unknown, '--reason', 'x')).to.include({ code: 1 });
    });
  });

  it('is deleted 30 days after it was received, unless it waits or failed', async () => {
    await tell(
      ...['a', 'b', 'c'].map((id) => signNotice(north.access.secret, Buffer.from(`{"id":"${id}"}`))),
    );
    await process();
    await service.database.query(`update provider_notices set status = 'dismissed' where notice_id = 'b'`);
    await service.database.query(
      `update provider_notices set status = 'failed', finished_at = null where notice_id = 'c'`,
    );
    await tell(signNotice(north.access.secret, Buffer.from('{"id":"d"}')));
    await pass(29 * DAY_S);
    await service.workers.housekeeper.runOnce();
    expect(await stored()).to.have.length(4);
    await pass(DAY_S);
    await service.workers.housekeeper.runOnce();
    expect((await stored()).map(({ notice_id }) => notice_id)).to.have.members(['c', 'd']);
  });
});
