import { expect } from 'chai';
import { plusDays } from '../../src/lib/time-zone.ts';
import { advance, injectFault } from '../../test/payment-links/links.ts';
import { until } from '../../test/support/poll.ts';
import { startBeside } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  LEASE_S,
  requireSoundBooks,
  restore,
} from '../../test/transfers/rig.ts';
import { letTimePass, treasurer } from '../../test/treasury/rig.ts';
import { batcher, fileOf, linesOf, TODAY, withdrawalIdsOf } from '../../test/withdrawal-batches/rig.ts';

/** Amounts that differ, so that no line seems to be another one twice: 101 to 130. */
const AMOUNTS = Array.from({ length: 30 }, (_, at) => 101 + at);
/** How many lines have been sent when a worker is killed. */
const KILLED_AT = [0, 1, 7, 8, 19, 29];

describe('a scheduled batch whose workers are killed again and again', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '10000');
  });
  after(() => service?.close());

  it('is started once, and each of its lines is sent once', async () => {
    const bob = await treasurer(service, account, 'finance');
    await bob.save();
    await letTimePass(service);
    const [clock] = await service.database.query(
      `select to_char(service_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
    );
    const tomorrow = { ...TODAY, executeOn: plusDays(String(clock?.['day']), 1) };
    const { id } = await batcher(service, account, bob).request(fileOf(...AMOUNTS.map(String)), tomorrow);
    await letTimePass(service);

    // Some lines are with the provider when a worker is killed, and some have not been asked for.
    await injectFault(service, 'pay_out', { answerDelayMs: 150 });
    const isSent = async (count: number): Promise<boolean> => {
      const { none = 0, held = 0 } = await linesOf(service, id);
      return AMOUNTS.length - none - held >= count;
    };
    for (const count of KILLED_AT) {
      const worker = await startBeside(service, { ROLES: 'worker' });
      await until(() => isSent(count), { what: `${count} lines are sent`, timeoutMs: 30_000 });
      worker.process.kill('SIGKILL');
      await worker.exited;
      await advance(service, LEASE_S);
    }
    await injectFault(service, 'pay_out', {});
    const last = await startBeside(service, { ROLES: 'worker' });
    await until(async () => (await linesOf(service, id))['settled'] === AMOUNTS.length, {
      what: 'all lines are settled',
      timeoutMs: 30_000,
    });
    last.process.kill('SIGTERM');
    await last.exited;

    const withdrawals = await withdrawalIdsOf(service, id);
    expect(new Set(withdrawals)).to.have.length(AMOUNTS.length);
    const executions = await Promise.all(withdrawals.map((one) => executionsOf(service, one)));
    expect(executions.map(({ length }) => length)).to.deep.equal(AMOUNTS.map(() => 1));
    const [all] = await service.database.query(
      `select count(*)::integer as count, max(attempts) as attempts from transfers
        where account_id = $1 and kind = 'withdrawal'`,
      [account.id],
    );
    expect(all?.['count']).to.equal(AMOUNTS.length);
    expect(all?.['attempts'], 'workers were killed while they sent').to.be.above(1);
    const left = 10_000 - AMOUNTS.reduce((sum, amount) => sum + amount, 0);
    expect((await balancesOf(account))['MXNB']).to.equal(`${left}.00000000 + 0.00000000`);
    await requireSoundBooks(service);
  });
});
