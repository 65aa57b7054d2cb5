import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { eventsOf } from '../../test/events/events.ts';
import { advance, injectFault } from '../../test/payment-links/links.ts';
import { until } from '../../test/support/poll.ts';
import { startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  movementsOf,
  transferRow,
  requireSoundBooks,
  restore,
} from '../../test/transfers/rig.ts';
import { startWithdrawal } from '../../test/transfers/started.ts';

/** Longer than any claim lasts. */
const LEASE_S = 30;

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

  const withdraw = async (amount = '150'): Promise<string> => {
    const request = {
      accountId: account.id,
      asset: 'MXNB',
      amount: money(amount),
      method: 'SPEI',
      destination: { clabe: '032180000118359719' },
      requestId: null,
    };
    const { db, withdrawals } = service.foundation;
    return (await db.transaction((trx) => startWithdrawal({ withdrawals }, trx, request))).id;
  };
  const requireSettledOnce = async (id: string): Promise<void> => {
    const [execution, ...others] = await executionsOf(service, id);
    expect(others).to.deep.equal([]);
    expect(execution).to.include({ operation: 'pay_out', amount: '-150.00000000' });
    expect(await transferRow(service, id)).to.include({
      status: 'settled',
      provider_reference: execution.reference,
      due_at: null,
      stuck_at: null,
      last_error: null,
    });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '850.00000000 + 0.00000000' });
    expect(await movementsOf(account, id)).to.deep.equal(['withdrawal of withdrawal: -150.00000000 MXNB']);
    const told = (await eventsOf(service, account.id)).filter(({ type }) => type.startsWith('withdrawal.'));
    expect(told.map(({ type }) => type)).to.deep.equal(['withdrawal.completed']);
  };
  const requireHeld = async (): Promise<void> => {
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '850.00000000 + 150.00000000' });
  };

  describe('with a worker killed', () => {
    let worker: RunningServer | undefined;

    afterEach(() => {
      worker?.process.kill('SIGKILL');
    });
    const startWorker = async (): Promise<RunningServer> =>
      (worker = await startServer({
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
        ROLES: 'worker',
      }));

    for (const { when, setting, executed } of [
      { when: 'before the provider has acted', setting: { latencyMs: 60_000 }, executed: 0 },
      { when: 'after it acted but before it responded', setting: { answerDelayMs: 60_000 }, executed: 1 },
    ]) {
      it(`${when} has its transfer taken over by another worker, and done once`, async () => {
        await injectFault(service, 'pay_out', setting);
        const running = await startWorker();
        const id = await withdraw();
        const isReached = async () =>
          (await transferRow(service, id)).status === 'sent' &&
          (await executionsOf(service, id)).length === executed;
        await until(isReached, { what: `the transfer is at the point ${when}` });
        running.process.kill('SIGKILL');
        await running.exited;
        await requireHeld();

        await injectFault(service, 'pay_out', {});
        expect(await service.workers.transfers.runOnce(), 'its claim is still valid').to.equal(0);
        await advance(service, LEASE_S);
        await startWorker();
        const isSettled = async () => (await transferRow(service, id)).status === 'settled';
        await until(isSettled, { what: 'another worker has finished it' });
        expect((await transferRow(service, id)).attempts).to.equal(2);
        await requireSettledOnce(id);
      });
    }
  });
});
