import { expect } from 'chai';
import { advance, injectFault } from '../../test/payment-links/links.ts';
import { until } from '../../test/support/poll.ts';
import { startBeside, type RunningServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import {
  executionsOf,
  fund,
  LEASE_S,
  requireSoundBooks,
  restore,
  transferRow,
} from '../../test/transfers/rig.ts';
import { withdraw } from '../../test/transfers/started.ts';
import { requireHeld, requireSettledOnce } from '../../test/transfers/withdrawal.ts';

describe('the transfer engine', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
  });
  afterEach(async () => {
    await requireSoundBooks(service);
    // Keeps unfinished transfers away from the next test.
    await service.database.query('update transfers set due_at = null, stuck_at = null');
  });

  describe('with a worker killed', () => {
    let worker: RunningServer | undefined;

    afterEach(() => {
      worker?.process.kill('SIGKILL');
    });
    const startWorker = async (): Promise<RunningServer> =>
      (worker = await startBeside(service, { ROLES: 'worker' }));

    for (const { when, setting, executed } of [
      { when: 'before the provider has acted', setting: { latencyMs: 60_000 }, executed: 0 },
      { when: 'after it acted but before it responded', setting: { answerDelayMs: 60_000 }, executed: 1 },
    ]) {
      it(`${when} has its transfer taken over by another worker, and done once`, async () => {
        await injectFault(service, 'pay_out', setting);
        const running = await startWorker();
        const id = await withdraw(account, '150');
        const isReached = async () =>
          (await transferRow(service, id)).status === 'sent' &&
          (await executionsOf(service, id)).length === executed;
        await until(isReached, { what: `the transfer is at the point ${when}` });
        running.process.kill('SIGKILL');
        await running.exited;
        await requireHeld(account);

        await injectFault(service, 'pay_out', {});
        expect(await service.workers.transfers.runOnce(), 'its claim is still valid').to.equal(0);
        await advance(service, LEASE_S);
        await startWorker();
        const isSettled = async () => (await transferRow(service, id)).status === 'settled';
        await until(isSettled, { what: 'another worker has finished it' });
        expect((await transferRow(service, id)).attempts).to.equal(2);
        await requireSettledOnce(service, account, id);
      });
    }
  });
});
