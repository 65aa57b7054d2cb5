import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import type { Provider, ReportedDeposit, StatementRequest } from '../../src/methods/providers/provider.ts';
import { claimStatements } from '../../src/provider-notices/statement-repository.ts';
import { receive } from '../deposits/notifications.ts';
import { booksOf, DAY_S, MINUTE_S, readLink, runOut } from '../payment-links/links.ts';
import { stopClock } from '../support/clock.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, transferRow } from '../transfers/rig.ts';
import {
  carryBy,
  depositFor,
  depositsOf,
  pass as passAll,
  recordLog,
  requireDiscreet,
  workersLoggingTo,
} from './rig.ts';
import { withdraw } from '../transfers/started.ts';

const HOUR_S = 60 * MINUTE_S;

describe("reading a provider's statement", () => {
  let north: TestRail;
  let provider: Provider;
  let service: TestService;
  let account: TestAccount;
  /** The periods that the rail's statement was read for, one per slice. */
  let asked: StatementRequest[];
  /** What happens before a page of the given number, from 0, is read. */
  let betweenPages: (page: number) => Promise<void>;
  /** Which periods the rail cannot list. */
  let failing: (period: Pick<StatementRequest, 'from' | 'to'>) => boolean;

  before(async () => {
    north = await startRail('north');
    // As in a real rail's statement, a page has few lines.
    provider = { ...north.provider, listStatement: inPagesOf(3, north.provider) };
    service = await startService({}, [provider]);
    await carryBy(service, 'north', 'SPEI');
  });
  after(async () => {
    await service?.close();
    await north?.close();
  });
  beforeEach(async () => {
    betweenPages = () => Promise.resolve();
    failing = () => false;
    await north.set('pay_out');
    await north.database.query('delete from simulator_operations');
    await pass(DAY_S);
    account = await service.createAccount();
    // As at the first start.
    await service.database.query('delete from provider_statements');
    await poll();
    asked = [];
  });
  afterEach(() => requireSoundBooks(service));

  function inPagesOf(size: number, rail: Provider): Provider['listStatement'] {
    return async ({ from, to, after }, signal) => {
      if (after === undefined) asked?.push({ from, to, after });
      const start = Number(after ?? 0);
      await betweenPages(start / size);
      if (failing({ from, to })) throw new Error('It cannot be read.');
      const { lines } = await rail.listStatement({ from, to, after: undefined }, signal);
      const end = start + size;
      return { lines: lines.slice(start, end), next: end < lines.length ? String(end) : undefined };
    };
  }
  const pass = (seconds: number) => passAll(service, [north], seconds);
  const poll = (workers = service.workers) => runOut(workers.statements);
  /** Money arrives at the rail, and nobody is told. */
  const arrive = async (fields: Partial<ReportedDeposit> = {}, method = 'SPEI') => {
    const { code, deposit } = await depositFor(service, account, method, fields);
    return { code, deposit, notice: await north.payIn(deposit) };
  };
  const statusOf = async (code: string) => (await readLink(account.api, code)).status;
  const progress = async () => {
    const [row] = await service.database.query(
      `select retries, last_error, extract(epoch from service_now() - read_to)::float8 as behind_s,
              extract(epoch from due_at - service_now())::float8 as due_in_s
         from provider_statements where provider = 'north'`,
    );
    return row as { retries: number; last_error: string | null; behind_s: number; due_in_s: number };
  };
  const minutesOf = ({ from, to }: Pick<StatementRequest, 'from' | 'to'>) =>
    (to.getTime() - from.getTime()) / 60_000;
  const hoursOf = (period: StatementRequest) => minutesOf(period) / 60;
  /** Books a deposit as of some time ago. */
  const bookAt = ({ providerReference }: ReportedDeposit, ago: string) =>
    north.database.query(
      'update simulator_operations set created_at = created_at - $2::interval where reference = $1',
      [providerReference, ago],
    );

  it('takes in a deposit that was never told, exactly once', async () => {
    const { code, deposit } = await arrive();
    await pass(2 * MINUTE_S);
    await poll();
    expect(await statusOf(code)).to.equal('paid');
    const [row] = await depositsOf(service, account.id);
    expect(row).to.deep.include({ status: 'credited', provider: 'north', payer: deposit.payer });
    for (let again = 0; again < 3; again += 1) {
      await pass(2 * MINUTE_S);
      await poll();
    }
    expect(await depositsOf(service, account.id)).to.have.length(1);
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '20000.00000000' });
  });

  it('shows an operator a line of another amount than was told before', async () => {
    const { deposit } = await arrive();
    const told = { ...deposit, amount: deposit.amount.minus(1), provider: 'north' };
    const known = await receive(service, told);
    await pass(2 * MINUTE_S);
    await poll();
    expect(
      await service.database.query('select kind, known, told from report_conflicts where reference = $1', [
        deposit.providerReference,
      ]),
    ).to.deep.equal([{ kind: 'deposit', known: `19999 MXN of deposit ${known?.id}`, told: '20000 MXN' }]);
    expect(await depositsOf(service, account.id)).to.have.length(1);
  });

  it('takes in the lines of a page by one transaction', async () => {
    await Promise.all([arrive(), arrive(), arrive()]);
    await pass(2 * MINUTE_S);
    await poll();
    const transactions = await service.database.query(
      'select count(*)::integer as deposits from deposits where account_id = $1 group by xmin::text',
      [account.id],
    );
    expect(transactions).to.deep.equal([{ deposits: 3 }]);
  });

  it('reads every two minutes, on from where it was', async () => {
    await stopClock(service.database);
    await pass(5 * HOUR_S);
    await poll();
    asked = [];
    await pass(2 * MINUTE_S - 1);
    await poll();
    expect(asked).to.deep.equal([]);
    await pass(1);
    await poll();
    await pass(2 * MINUTE_S);
    await poll();
    expect(asked.map(minutesOf)).to.deep.equal([2.25, 2.25]);
  });

  it('reads each period a second time, once, when nothing can be added to it any more', async () => {
    await stopClock(service.database);
    for (let minute = 0; minute < 100; minute += 2) {
      await pass(2 * MINUTE_S);
      await poll();
    }
    const [first, second, ...more] = asked.filter((period) => minutesOf(period) > 3);
    expect(minutesOf(first!)).to.be.closeTo(11, 0.1);
    expect(minutesOf(second!)).to.equal(10);
    expect(second!.from).to.deep.equal(first!.to);
    expect(more.map(minutesOf)).to.deep.equal([10]);
    expect(asked).to.have.length(50 + 3);
  });

  it('takes in a line that was booked an hour late, when its period is read a second time', async () => {
    await pass(3 * HOUR_S);
    await poll();
    const { code, deposit } = await arrive();
    await bookAt(deposit, '59 minutes');
    let waitedS = 0;
    for (; (await statusOf(code)) === 'active'; waitedS += 2 * MINUTE_S) {
      await pass(2 * MINUTE_S);
      await poll();
      expect(waitedS).to.be.lessThan(20 * MINUTE_S);
    }
    expect(await depositsOf(service, account.id)).to.have.length(1);
  });

  it('goes on through hours in which nothing happens', async () => {
    for (let hour = 0; hour < 3; hour += 1) {
      for (let minute = 0; minute < 60; minute += 20) {
        await pass(20 * MINUTE_S);
        await poll();
      }
      const { code } = await arrive();
      await pass(2 * MINUTE_S);
      await poll();
      expect(await statusOf(code)).to.equal('paid');
    }
    expect((await progress()).behind_s).to.be.lessThan(MINUTE_S);
  });

  it('takes in the rest when the statement breaks off half-way', async () => {
    const codes: string[] = [];
    for (let at = 0; at < 8; at += 1) codes.push((await arrive()).code);
    await pass(2 * MINUTE_S);
    betweenPages = (page) => (page === 2 ? Promise.reject(new Error('It broke off.')) : Promise.resolve());
    const { behind_s: behindS } = await progress();
    await poll();
    const paid = async () => (await Promise.all(codes.map(statusOf))).filter((status) => status === 'paid');
    expect(await paid()).to.have.length(6);
    expect(await progress()).to.include({ last_error: 'It broke off.' });
    expect((await progress()).behind_s, 'it counts as not read').to.be.at.least(behindS);
    betweenPages = () => Promise.resolve();
    await pass(2 * MINUTE_S);
    await poll();
    expect(await paid()).to.have.length(8);
    expect(await depositsOf(service, account.id)).to.have.length(8);
  });

  it('finds later what it skipped because a page changed while it was read', async () => {
    const arrived: Awaited<ReturnType<typeof arrive>>[] = [];
    for (let at = 0; at < 7; at += 1) arrived.push(await arrive());
    await pass(2 * MINUTE_S);
    // An earlier line vanishes for a while, so that the others move up by one.
    betweenPages = async (page) => {
      if (page !== 1) return;
      await bookAt(arrived[0]!.deposit, '1 day');
    };
    await poll();
    betweenPages = () => Promise.resolve();
    const open = async () => {
      const statuses = await Promise.all(arrived.map(({ code }) => statusOf(code)));
      return statuses.filter((status) => status === 'active').length;
    };
    expect(await open()).to.equal(1);
    for (let minute = 0; minute < 80; minute += 10) {
      await pass(10 * MINUTE_S);
      await poll();
    }
    expect(await open()).to.equal(0);
    expect(await depositsOf(service, account.id)).to.have.length(7);
  });

  it('reads again, and takes in nothing twice, when it died before it recorded its progress', async () => {
    const { code } = await arrive();
    await pass(2 * MINUTE_S);
    const [before] = await service.database.query(
      `select * from provider_statements where provider = 'north'`,
    );
    await poll();
    expect(await statusOf(code)).to.equal('paid');
    await service.database.query(
      `update provider_statements set read_to = $1, next_from = $2, complete_to = $3, due_at = service_now()
        where provider = 'north'`,
      [before!['read_to'], before!['next_from'], before!['complete_to']],
    );
    await pass(2 * MINUTE_S);
    const other = await arrive();
    await pass(2 * MINUTE_S);
    await poll();
    expect(await statusOf(other.code)).to.equal('paid');
    expect(await depositsOf(service, account.id)).to.have.length(2);
  });

  it('keeps the progress with new lines when an older period cannot be read a second time', async () => {
    await pass(20 * MINUTE_S);
    await poll();
    await pass(60 * MINUTE_S);
    const behind: Promise<number>[] = [];
    failing = (period) => {
      const isOlder = minutesOf(period) < 30;
      if (isOlder) behind.push(progress().then(({ behind_s: seconds }) => seconds));
      return isOlder;
    };
    const { code } = await arrive();
    await pass(1);
    await poll();
    expect(await statusOf(code)).to.equal('paid');
    expect(await progress()).to.include({ last_error: 'It cannot be read.' });
    expect(await Promise.all(behind), 'it was recorded before').to.have.length(1);
    expect(await behind[0]).to.be.lessThan(MINUTE_S);
    failing = () => false;
    await pass(2 * MINUTE_S);
    asked = [];
    await poll();
    expect(asked.map(minutesOf).some((minutes) => minutes > 10)).to.equal(true);
    expect((await progress()).last_error).to.equal(null);
  });

  it('reads again what it read by a clock that has been set back', async () => {
    await pass(2 * HOUR_S);
    await poll();
    const ahead = 3 * HOUR_S;
    await pass(ahead);
    await poll();
    await pass(-ahead);
    const { code } = await arrive();
    await pass(MINUTE_S);
    await poll();
    expect(await statusOf(code)).to.equal('paid');
    expect((await progress()).behind_s).to.be.within(0, MINUTE_S);
  });

  it('reads a new deployment from its first start, not from the beginning of time', async () => {
    const { code } = await arrive();
    await pass(MINUTE_S);
    await service.database.query('delete from provider_statements');
    await poll();
    await pass(HOUR_S);
    await poll();
    expect(await statusOf(code)).to.equal('active');
    expect(await depositsOf(service, account.id)).to.deep.equal([]);
  });

  it('takes in all of a statement of several pages', async () => {
    const codes: string[] = [];
    for (let at = 0; at < 8; at += 1) codes.push((await arrive()).code);
    await pass(2 * MINUTE_S);
    await poll();
    expect(await Promise.all(codes.map(statusOf))).to.deep.equal(Array(8).fill('paid'));
  });

  it('makes up for a long outage in slices, and keeps its progress', async () => {
    const codes: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      codes.push((await arrive()).code);
      await pass(7 * HOUR_S);
    }
    await service.workers.statements.runOnce();
    expect(Math.max(...asked.map(hoursOf))).to.equal(6);
    expect((await progress()).behind_s).to.be.within(28 * HOUR_S, 30 * HOUR_S);
    expect(await statusOf(codes[0] ?? '')).to.equal('paid');
    await poll();
    expect(Math.max(...asked.map(hoursOf))).to.equal(6);
    expect((await progress()).behind_s).to.be.lessThan(MINUTE_S);
    expect(await Promise.all(codes.map(statusOf))).to.deep.equal(Array(5).fill('paid'));
  });

  it('takes in nothing twice when notice and statement come together', async () => {
    for (let count = 0; count < 10; count += 1) await north.tell(service.baseUrl, (await arrive()).notice);
    await pass(2 * MINUTE_S);
    const second = workersLoggingTo(service, recordLog().logger);
    await Promise.all([poll(), service.workers.notices.runOnce(), poll(second), second.notices.runOnce()]);
    expect(await depositsOf(service, account.id)).to.have.length(10);
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({ MXNB: '200000.00000000' });
    const rows = await service.database.query('select distinct status from provider_notices');
    expect(rows).to.deep.equal([{ status: 'processed' }]);
  });

  it('follows a deposit that is only seen until it is final', async () => {
    await carryBy(service, 'north', 'MXNB');
    const { code } = await arrive({ final: false }, 'MXNB');
    await north.database.query(
      `update simulator_operations set created_at = service_now() where operation = 'deposit'`,
    );
    // The end of the period is a whole millisecond, which the deposit must precede.
    await pass(1);
    await service.database.query('update provider_statements set due_at = service_now()');
    await poll();
    expect(await statusOf(code)).to.equal('processing');
    await pass(2 * MINUTE_S);
    await poll();
    expect(await statusOf(code)).to.equal('paid');
    expect(await depositsOf(service, account.id)).to.have.length(1);
    await carryBy(service, 'simulator', 'MXNB');
  });

  describe('in which money came back', () => {
    const payOut = async (failure: 'none' | 'lost_answer' = 'none'): Promise<string> => {
      await fund(account, 'MXNB', '1000');
      await north.set('pay_out', { failure });
      const id = await withdraw(account, '150');
      await service.workers.transfers.runOnce();
      return id;
    };
    const referenceOf = async (id: string): Promise<string> => {
      const [sent] = await north.database.query(
        `select reference from simulator_operations where idempotency_key like '%:' || $1`,
        [id],
      );
      return String(sent?.['reference']);
    };

    it('gives it back to the account, exactly once, also when it is told as well', async () => {
      const id = await payOut();
      const notice = await north.sendBack(await referenceOf(id));
      await pass(2 * MINUTE_S);
      await north.tell(service.baseUrl, notice);
      await Promise.all([poll(), service.workers.notices.runOnce()]);
      await pass(2 * MINUTE_S);
      await poll();
      expect((await transferRow(service, id)).status).to.equal('returned');
      expect(await balancesOf(account)).to.deep.include({ MXNB: '1000.00000000 + 0.00000000' });
    });

    it('reads from a return on, every two minutes, while its payout is not settled here', async () => {
      await stopClock(service.database);
      const id = await payOut('lost_answer');
      await pass(1);
      await north.sendBack(await referenceOf(id));
      await pass(2 * MINUTE_S);
      await poll();
      asked = [];
      for (const minutes of [4, 6]) {
        const { code } = await arrive();
        await pass(2 * MINUTE_S);
        await poll();
        expect(await statusOf(code)).to.equal('paid');
        expect(minutesOf(asked.at(-1)!)).to.be.closeTo(minutes, 0.1);
      }
      await north.set('pay_out');
      await runOut(service.workers.transfers);
      await pass(2 * MINUTE_S);
      await poll();
      expect((await transferRow(service, id)).status).to.equal('returned');
      await pass(2 * MINUTE_S);
      await poll();
      expect(minutesOf(asked.at(-1)!), 'then it goes on').to.equal(2.25);
    });

    it('reads the period again when a return comes before its payout is settled here', async () => {
      const log = recordLog();
      const workers = workersLoggingTo(service, log.logger);
      const id = await payOut('lost_answer');
      await north.sendBack(await referenceOf(id));
      const { code } = await arrive();
      // After an outage, the overlap no longer reaches back to it.
      await pass(10 * HOUR_S);
      await poll(workers);
      expect(await statusOf(code)).to.equal('paid');
      expect(await progress()).to.include({ retries: 1 });
      expect(log.at('warn')).to.have.length(1);
      await north.set('pay_out');
      await runOut(service.workers.transfers);
      await pass(2 * MINUTE_S);
      await poll(workers);
      expect((await transferRow(service, id)).status).to.equal('returned');
      expect(await progress()).to.include({ retries: 0 });
      expect(log.at('error')).to.deep.equal([]);
    });
  });

  it('takes in the others when a line cannot be, gives that up at last, and logs nothing of it', async () => {
    const log = recordLog();
    const workers = workersLoggingTo(service, log.logger);
    const bad = await arrive({ amount: money('10000000000000') });
    const good = await arrive();
    await pass(10 * HOUR_S);
    await poll(workers);
    expect(await statusOf(good.code)).to.equal('paid');
    const later = await arrive();
    for (let again = 0; again < 4; again += 1) {
      expect(log.at('error')).to.deep.equal([]);
      await pass(2 * MINUTE_S);
      await poll(workers);
    }
    expect(log.at('warn')).to.have.length(4);
    expect(log.at('error')).to.have.length(1);
    expect(log.at('error')[0]).to.include({ provider: 'north', kind: 'deposit' });
    requireDiscreet(log, bad.deposit.providerReference, bad.deposit.destination);
    expect(await statusOf(bad.code)).to.equal('active');
    expect(await statusOf(later.code)).to.equal('paid');
    expect((await progress()).behind_s).to.be.lessThan(MINUTE_S);
  });

  it('is tried again when the rail cannot be reached, and says why to the operator only', async () => {
    const log = recordLog();
    const broken: Provider = {
      ...provider,
      listStatement: () => Promise.reject(new Error('The account 032180000118359719 is locked.')),
    };
    const { code } = await arrive();
    await pass(2 * MINUTE_S);
    const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey }, [broken]);
    try {
      await poll(workersLoggingTo(other, log.logger));
    } finally {
      await other.close();
    }
    expect(await progress()).to.include({
      retries: 0,
      last_error: 'The account 032180000118359719 is locked.',
    });
    expect(log.at('warn')).to.have.length(1);
    requireDiscreet(log);
    await pass(2 * MINUTE_S);
    await poll();
    expect(await statusOf(code)).to.equal('paid');
    expect((await progress()).last_error).to.equal(null);
  });

  it('is read by one process at a time, and by another when that one has died', async () => {
    await stopClock(service.database);
    const { code } = await arrive();
    await pass(2 * MINUTE_S);
    const claims = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.foundation.db.transaction((trx) =>
          claimStatements(trx, { providers: ['north'], leaseMs: 120_000 }),
        ),
      ),
    );
    expect(claims.flat()).to.have.length(1);
    await poll();
    expect(asked).to.deep.equal([]);
    await pass(2 * MINUTE_S);
    await poll();
    expect(asked).to.have.length(1);
    expect(await statusOf(code)).to.equal('paid');
  });

  it('stops between two pages when the process is told to stop', async () => {
    const codes: string[] = [];
    for (let at = 0; at < 7; at += 1) codes.push((await arrive()).code);
    await pass(2 * MINUTE_S);
    let loop: { stop(): Promise<void> } | undefined;
    let stopped: Promise<void> | undefined;
    const slow: Provider = {
      ...provider,
      async listStatement(request, signal) {
        // Told to stop while it waits for the second page.
        if (request.after !== undefined) stopped ??= loop?.stop();
        return provider.listStatement(request, signal);
      },
    };
    const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey }, [slow]);
    try {
      loop = other.workers.statements.start();
      for (; stopped === undefined;) await new Promise(setImmediate);
      await stopped;
    } finally {
      await other.close();
    }
    const paid = (await Promise.all(codes.map(statusOf))).filter((status) => status === 'paid');
    expect(paid).to.have.length(3);
    await poll();
    expect(await Promise.all(codes.map(statusOf))).to.deep.equal(Array(7).fill('paid'));
  });
});
