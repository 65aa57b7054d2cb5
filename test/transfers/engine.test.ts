import { expect } from 'chai';
import { createWorkers } from '../../src/composition/index.ts';
import type { Worker } from '../../src/lib/work/claim-worker.ts';
import type { Logger } from '../../src/lib/logger.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { SimulatedFailure } from '../../src/methods/providers/simulator/operations.ts';
import { resolveTransfer, RuledOut, type Resolution } from '../../src/transfers/decisions.ts';
import { createTransferWorker } from '../../src/transfers/engine.ts';
import {
  nextTransferStatus,
  TRANSFER_STATUSES,
  TRANSFER_TRIGGERS,
  type TransferTrigger,
} from '../../src/transfers/transitions.ts';
import { eventsOf } from '../events/events.ts';
import { addTwoOperators, type TwoOperators } from '../operators/two-operators.ts';
import { advance, injectFault } from '../payment-links/links.ts';
import { stopClock } from '../support/clock.ts';
import { runPayments } from '../support/processes/command.ts';
import { until } from '../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  LEASE_S,
  refusalOf,
  requireSoundBooks,
  restore,
  transferRow,
} from './rig.ts';
import { withdraw } from './started.ts';
import { requireHeld, requireSettledOnce } from './withdrawal.ts';

const MOST_ATTEMPTS = 10;
const WHY = ['--reason', 'Its portal shows it', '--evidence', 'Ticket 1'];

describe('the transfer engine', () => {
  let service: TestService;
  let account: TestAccount;
  let operators: TwoOperators;

  before(async () => {
    service = await startService();
    operators = await addTwoOperators(service);
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

  it('executes and settles once when responses are lost', async () => {
    await injectFault(service, 'pay_out', { failure: 'lost_answer' });
    const id = await withdraw(account, '150');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await service.workers.transfers.runOnce()).to.equal(1);
      expect(await executionsOf(service, id)).to.have.length(1);
      expect(await transferRow(service, id)).to.include({
        status: 'sent',
        attempts: attempt,
        last_error: 'The simulator is set to lose its answer.',
      });
      await requireHeld(account);
      await advance(service, 2 ** (attempt - 1));
    }
    await injectFault(service, 'pay_out', {});
    expect(await service.workers.transfers.runOnce()).to.equal(1);
    await requireSettledOnce(service, account, id);
  });

  it('executes and settles once when the provider acts but responds too slowly', async () => {
    // Sends like the engine, but with a shorter timeout.
    const { transferKinds, db, providers, metrics, logger } = {
      ...service.foundation,
      metrics: createMetrics(),
    };
    const { withdrawal } = transferKinds;
    const kinds = {
      ...transferKinds,
      withdrawal: {
        ...withdrawal,
        send: (...[transfer, key]: Parameters<typeof withdrawal.send>) =>
          withdrawal.send(transfer, key, AbortSignal.timeout(300)),
      },
    };
    const impatient = createTransferWorker({ db, kinds, providers, metrics, logger });
    await injectFault(service, 'pay_out', { answerDelayMs: 600_000 });
    const id = await withdraw(account, '150');
    expect(await impatient.runOnce()).to.equal(1);
    expect(await executionsOf(service, id)).to.have.length(1);
    expect(await transferRow(service, id)).to.include({
      status: 'sent',
      attempts: 1,
      last_error: 'The simulator did not answer in time.',
    });
    await requireHeld(account);
    await injectFault(service, 'pay_out', {});
    await advance(service, 1);
    expect(await impatient.runOnce()).to.equal(1);
    await requireSettledOnce(service, account, id);
  });

  it('shares due transfers among workers without doing anything twice', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => withdraw(account, '150')));
    const workers = Array.from(
      { length: 4 },
      () => createWorkers({ ...service.foundation, metrics: createMetrics() }).transfers,
    );
    const done = await Promise.all(workers.map((worker) => worker.runOnce()));
    expect(done.reduce((sum, count) => sum + count, 0)).to.equal(6);
    for (const id of ids) {
      expect(await transferRow(service, id)).to.include({ status: 'settled', attempts: 1 });
      expect(await executionsOf(service, id)).to.have.length(1);
    }
  });

  /** Workers that get the provider's response only once released. */
  const answeringLate = (failure: SimulatedFailure) => {
    const { db, transferKinds, providers, logger } = service.foundation;
    const { withdrawal } = transferKinds;
    const comeBack: (() => void)[] = [];
    const kinds = {
      ...transferKinds,
      withdrawal: {
        ...withdrawal,
        async send(...[transfer, key, signal]: Parameters<typeof withdrawal.send>) {
          // A refusal is final for a key, so the first attempt uses another one to let the second succeed.
          const isRefused = failure === 'refused' && transfer.attempts === 1;
          const answer = withdrawal.send(transfer, isRefused ? `another ${key}` : key, signal);
          await answer.catch(() => undefined);
          await new Promise<void>((resolve) => comeBack.push(resolve));
          return answer;
        },
      },
    };
    const work = () =>
      createTransferWorker({ db, kinds, providers, metrics: createMetrics(), logger }).runOnce();
    return { work, comeBack };
  };

  for (const { late, failure } of [
    { late: 'a success', failure: 'none' },
    { late: 'a failure', failure: 'unavailable' },
    { late: 'a refusal', failure: 'refused' },
  ] as const) {
    it(`records nothing of ${late} that comes after another worker has claimed and settled the transfer`, async () => {
      const { work, comeBack } = answeringLate(failure);
      await injectFault(service, 'pay_out', { failure });
      const id = await withdraw(account, '150');
      const slow = work();
      await until(() => comeBack.length === 1, { what: 'the provider has responded to the slow worker' });
      await injectFault(service, 'pay_out', {});
      expect(await service.workers.transfers.runOnce(), 'its claim is still valid').to.equal(0);
      await advance(service, LEASE_S);
      expect(await service.workers.transfers.runOnce()).to.equal(1);
      const recorded = await transferRow(service, id);
      expect(recorded).to.include({ status: 'settled', attempts: 2 });
      comeBack[0]?.();
      expect(await slow).to.equal(1);
      expect(await transferRow(service, id)).to.deep.equal(recorded);
      await requireSettledOnce(service, account, id);
    });

    it(`records nothing of ${late} that comes while another worker has claimed the transfer`, async () => {
      const { work, comeBack } = answeringLate(failure);
      await injectFault(service, 'pay_out', { failure });
      const id = await withdraw(account, '150');
      const slow = work();
      await until(() => comeBack.length === 1, { what: 'the provider has responded to the slow worker' });
      await injectFault(service, 'pay_out', {});
      await advance(service, LEASE_S);
      const second = work();
      await until(() => comeBack.length === 2, { what: 'the provider has responded to the second worker' });
      const [letSlow, letSecond] = comeBack;
      letSlow?.();
      await slow;
      expect(await transferRow(service, id)).to.include({ status: 'sent', attempts: 2, last_error: null });
      await requireHeld(account);
      letSecond?.();
      await second;
      await requireSettledOnce(service, account, id);
    });
  }

  describe('while the provider is unavailable', () => {
    const payments = async (
      ...args: string[]
    ): Promise<{ code: number | null; body: any; stderr: string }> => {
      const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
      return { code, body: JSON.parse(stdout), stderr };
    };
    const resolve = (id: string, resolution: Resolution) =>
      service.foundation.db.transaction((trx) =>
        resolveTransfer(trx, service.foundation.transferKinds, id, resolution),
      );
    const ruleOut = (id: string, because: string) => RuledOut.ask(service.foundation, id, because);
    const fail = async (id: string, because: string) => resolve(id, { failed: await ruleOut(id, because) });

    /** A worker with the errors it logs. */
    const listen = (): { worker: Worker; errors: object[]; stuck: () => Promise<string> } => {
      const errors: object[] = [];
      const ignore = (): void => undefined;
      const logger: Logger = {
        ...{ debug: ignore, info: ignore, warn: ignore },
        error: (message, facts) => void errors.push({ message, ...facts }),
      };
      const metrics = createMetrics();
      const { transfers } = createWorkers({ ...service.foundation, logger, metrics });
      const stuck = async (): Promise<string> =>
        /^payments_transfers_stuck (\d+)$/m.exec(await metrics.expose())?.[1] ?? '';
      return { worker: transfers, errors, stuck };
    };
    const getStuck = async (
      failure: 'unavailable' | 'lost_answer' = 'unavailable',
      worker: Worker = listen().worker,
    ): Promise<string> => {
      await injectFault(service, 'pay_out', { failure });
      const id = await withdraw(account, '150');
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
        expect(await worker.runOnce()).to.equal(1);
        await advance(service, 300);
      }
      expect((await transferRow(service, id)).stuck_at).to.be.instanceOf(Date);
      return id;
    };

    it('retries with growing pauses, and alerts an operator after ten attempts', async () => {
      await stopClock(service.database);
      await injectFault(service, 'pay_out', { failure: 'unavailable' });
      const { worker, errors, stuck } = listen();
      const id = await withdraw(account, '150');
      for (const pauseS of [1, 2, 4, 8, 16, 32, 64, 128, 256]) {
        expect(await worker.runOnce()).to.equal(1);
        const { due_in_s, status, last_error } = await transferRow(service, id);
        expect({ status, last_error }).to.deep.equal({
          status: 'sent',
          last_error: 'The simulator is set to be unavailable.',
        });
        expect(due_in_s).to.equal(pauseS);
        expect(await worker.runOnce(), 'not before its time').to.equal(0);
        await requireHeld(account);
        await advance(service, pauseS);
      }
      expect(errors).to.deep.equal([]);
      expect(await stuck()).to.equal('0');
      expect(await worker.runOnce()).to.equal(1);
      expect(await transferRow(service, id)).to.include({ status: 'sent', attempts: 10, due_at: null });
      expect(errors).to.have.length(1);
      expect(errors[0]).to.include({ transfer_id: id, kind: 'withdrawal', attempts: 10 });
      expect(await stuck()).to.equal('1');
      await advance(service, 3_600);
      expect(await worker.runOnce(), 'given up').to.equal(0);
      await requireHeld(account);
    });

    it('executes a stuck transfer when an operator retries it', async () => {
      const id = await getStuck();
      const { body: list } = await payments('transfers', 'stuck');
      expect(list.data).to.have.length(1);
      expect(list.data[0]).to.deep.include({
        id,
        account_id: account.id,
        kind: 'withdrawal',
        status: 'sent',
        asset: 'MXNB',
        amount: '150.00000000',
        attempts: MOST_ATTEMPTS,
        last_error: 'The simulator is set to be unavailable.',
        provider_reference: null,
        failure_reason: null,
        failure_message: null,
      });
      await injectFault(service, 'pay_out', {});
      const { code, body } = await payments('transfers', 'resolve', id, '--retry');
      expect(code).to.equal(0);
      expect(body).to.include({ id, status: 'sent', stuck_at: null });
      expect(await service.workers.transfers.runOnce()).to.equal(1);
      await requireSettledOnce(service, account, id);
      expect((await payments('transfers', 'stuck')).body).to.deep.equal({ data: [] });
    });

    it('marks a transfer stuck again when the retry fails', async () => {
      const { worker, errors } = listen();
      const id = await getStuck('unavailable', worker);
      await resolve(id, { retry: true });
      expect(await worker.runOnce()).to.equal(1);
      expect(await transferRow(service, id)).to.include({ status: 'sent', attempts: 11, due_at: null });
      expect((await transferRow(service, id)).stuck_at).to.be.instanceOf(Date);
      expect(errors).to.have.length(2);
    });

    it('settles a stuck transfer when two operators mark it as done', async () => {
      const id = await getStuck();
      const settled = ['transfers', 'resolve', id, '--settled', 'BANK-77', ...WHY];
      const request = (await payments(...settled)).body;
      expect(request.details).to.include({ transfer: id, asset: 'MXNB', amount: '150', settled: 'BANK-77' });
      expect(await operators.refused(operators.ana, 'approvals', 'approve', request.id)).to.include({
        code: 'second_operator_required',
      });
      await requireHeld(account);
      await operators.json(operators.bruno, 'approvals', 'approve', request.id);
      expect(await transferRow(service, id)).to.include({
        ...{ status: 'settled', provider_reference: 'BANK-77', stuck_at: null },
      });
      expect(await operators.refused(operators.ana, ...settled)).to.include({ code: 'transfer_not_stuck' });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '850.00000000 + 0.00000000' });
      const [told] = (await eventsOf(service, account.id)).filter(({ type }) =>
        type.startsWith('withdrawal.'),
      );
      expect(told).to.deep.include({ type: 'withdrawal.completed' });
      expect(await service.workers.transfers.runOnce()).to.equal(0);
      expect(await executionsOf(service, id)).to.deep.equal([]);
    });

    it('settles a stuck transfer under the reference that the provider had told before', async () => {
      const id = await getStuck();
      await service.database.query(`update transfers set provider_reference = 'BANK-78' where id = '${id}'`);
      await operators.agree('transfers', 'resolve', id, '--settled', 'BANK-78', ...WHY);
      expect(await transferRow(service, id)).to.include({ status: 'settled', provider_reference: 'BANK-78' });
    });

    it('reverses a stuck transfer when an operator marks it as failed', async () => {
      const id = await getStuck();
      const { code, body } = await payments('transfers', 'resolve', id, '--failed', 'The bank knows nothing');
      expect(code).to.equal(0);
      expect(body).to.include({
        status: 'failed',
        failure_reason: 'OPERATOR_DECIDED',
        failure_message: 'The bank knows nothing',
        stuck_at: null,
      });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
      const [told] = (await eventsOf(service, account.id)).filter(({ type }) =>
        type.startsWith('withdrawal.'),
      );
      expect(told).to.deep.include({
        type: 'withdrawal.failed',
        data: { withdrawal_id: id, amount: '150.00000000', reason: 'OPERATOR_DECIDED' },
      });
    });

    it('gives nothing back while the provider may still do it, and does nothing once it was given back', async () => {
      const done = await getStuck('lost_answer');
      const [execution] = await executionsOf(service, done);
      const refused = await payments('transfers', 'resolve', done, '--failed', 'No answer came');
      expect(refused.code).to.equal(1);
      expect(refused.body.error).to.include({ code: 'transfer_still_possible' });
      expect(refused.stderr).to.include(`resolve it with --settled ${execution.reference}`);
      await requireHeld(account);
      await resolve(done, { settledAs: execution.reference as string });

      // An attempt that is under way while its transfer is given up finds the provider's promise.
      const ruled = await getStuck();
      await injectFault(service, 'pay_out', { latencyMs: 1_500 });
      await resolve(ruled, { retry: true });
      const underWay = service.workers.transfers.runOnce();
      await until(async () => (await transferRow(service, ruled)).attempts === MOST_ATTEMPTS + 1, {
        what: 'the attempt is under way',
      });
      await service.database.query('update transfers set stuck_at = service_now() where id = $1', [ruled]);
      await fail(ruled, 'The account is closed');
      await underWay;
      expect(await executionsOf(service, ruled)).to.deep.equal([]);
      expect(await transferRow(service, ruled)).to.include({ status: 'failed' });
      expect(await balancesOf(account)).to.deep.equal({ MXNB: '850.00000000 + 0.00000000' });
    });

    it('resolves a stuck transfer once when operators decide at the same time', async () => {
      const id = await getStuck();
      const failed = await ruleOut(id, 'no');
      const decisions: Resolution[] = [{ settledAs: 'BANK-1' }, { failed }, { retry: true }];
      const outcomes = await Promise.allSettled(decisions.map((decision) => resolve(id, decision)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      await injectFault(service, 'pay_out', {});
      await service.workers.transfers.runOnce();
      expect((await transferRow(service, id)).status).to.be.oneOf(['settled', 'failed']);
    });

    it('does not resolve with an invalid reason or reference', async () => {
      const id = await getStuck();
      const [taken] = await service.database.query(
        `insert into transfers (account_id, id, kind, status, asset, amount, method, destination, to_asset, to_amount, provider,
                                provider_reference, created_at, finished_at)
         select account_id, gen_random_uuid(), kind, 'settled', asset, 150, method, destination, to_asset, to_amount, provider,
                'TAKEN', created_at, created_at
           from transfers where id = $1 returning id`,
        [id],
      );
      try {
        expect(await refusalOf(fail(id, 'x'.repeat(501)))).to.equal(
          'The reason must have 1 to 500 characters.',
        );
        expect(await refusalOf(fail(id, ' '))).to.match(/^The reason must/);
        expect(await refusalOf(resolve(id, { settledAs: '' }))).to.equal(
          "The provider's reference must have 1 to 200 characters.",
        );
        expect(await refusalOf(resolve(id, { settledAs: 'TAKEN' }))).to.equal(
          `The provider's reference TAKEN is another transfer's: ${String(taken?.['id'])}.`,
        );
      } finally {
        await service.database.query('delete from transfers where id = $1', [taken?.['id']]);
      }
      expect((await transferRow(service, id)).stuck_at).to.be.instanceOf(Date);
      await requireHeld(account);
    });

    const NOBODY = '00000000-0000-4000-8000-000000000000';
    for (const { what, args, says } of [
      {
        what: 'an unknown transfer',
        args: [NOBODY, '--retry'],
        says: /^There is no transfer 0{8}-\S+\.\n$/,
      },
      {
        what: 'an invalid id',
        args: ['x', '--retry'],
        says: /'x' is not valid for <id>\. .*`payments transfers stuck` lists/,
      },
      {
        what: 'with two decisions',
        args: [NOBODY, '--retry', '--settled', 'y'],
        says: /^Pass one of --retry, --settled and --failed\.\n$/,
      },
      { what: 'without a decision', args: [NOBODY], says: /^Pass one of --retry/ },
    ]) {
      it(`does not resolve ${what}`, async () => {
        const { code, body, stderr } = await payments('transfers', 'resolve', ...args);
        expect(code).to.equal(body.error.code === 'invalid_usage' ? 2 : 1);
        expect(stderr).to.match(says);
        expect(body.error.message).to.equal(stderr.trim());
      });
    }

    it('does not resolve a transfer that is not stuck', async () => {
      const id = await withdraw(account, '150');
      expect(await refusalOf(resolve(id, { retry: true }))).to.equal(`Transfer ${id} is held and not stuck.`);
      await service.workers.transfers.runOnce();
      expect(await refusalOf(fail(id, 'x'))).to.equal(`Transfer ${id} is settled and not stuck.`);
    });
  });
});

/** D10, restated independently: what is not here is refused. */
const TRANSFERS: Record<TransferTrigger, Record<string, string>> = {
  hold: { requested: 'held' },
  stop: { requested: 'failed', held: 'failed' },
  send: { held: 'sent', sent: 'sent' },
  settle: { sent: 'settled' },
  fail: { requested: 'failed', sent: 'failed' },
  return: { settled: 'returned' },
  come_back: { sent: 'returned' },
};

describe('the states of a transfer', () => {
  for (const trigger of TRANSFER_TRIGGERS) {
    for (const status of TRANSFER_STATUSES) {
      const next = TRANSFERS[trigger][status];
      it(`${next === undefined ? `do not let ${status} transfers` : `take ${status} transfers to ${next} on`} ${trigger}`, () => {
        expect(nextTransferStatus(status, trigger)).to.equal(next);
      });
    }
  }
});
