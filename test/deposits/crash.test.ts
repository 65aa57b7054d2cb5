import { expect } from 'chai';
import { createWorkers } from '../../src/composition/index.ts';
import type { Logger } from '../../src/lib/logger.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { eventsOf } from '../events/events.ts';
import {
  advance,
  behave,
  booksOf,
  historyOf,
  injectFault,
  pay,
  readLink,
  runToRest,
} from '../payment-links/links.ts';
import { stopClock } from '../support/clock.ts';
import { runPayments } from '../support/processes/command.ts';
import { until } from '../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { LEASE_S } from '../transfers/rig.ts';
import {
  conversionOf,
  conversionsAtProvider,
  payConverted,
  requireAgreement,
  requirePaidOnce,
} from './conversions.ts';

const MOST_ATTEMPTS = 10;

describe('the conversion of a payment', () => {
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

  it('whose response is lost is done once when retried', async () => {
    await injectFault(service, 'convert', { failure: 'lost_answer' });
    const { code, depositId } = await payConverted(account);
    await service.workers.transfers.runOnce();
    expect(await conversionsAtProvider(service, code)).to.equal(1);
    expect((await readLink(account.api, code)).status).to.equal('processing');
    expect(await conversionOf(service, depositId)).to.include({ status: 'sent', attempts: 1 });
    await behave(service);
    await runToRest(service);
    await requirePaidOnce(service, account, code);
  });

  it('that takes longer than its claim is recorded once, by the last worker to claim it', async () => {
    await injectFault(service, 'convert', { answerDelayMs: 1_500 });
    const { code, depositId } = await payConverted(account);
    const slow = service.workers.transfers.runOnce();
    await until(async () => (await conversionsAtProvider(service, code)) === 1, {
      what: 'the provider has acted',
    });
    await behave(service);
    await advance(service, LEASE_S);
    expect(await service.workers.transfers.runOnce()).to.equal(1);
    await slow;
    expect((await conversionOf(service, depositId)).attempts).to.equal(2);
    await requirePaidOnce(service, account, code);
  });

  it('that is refused leaves the link active and the money unmatched', async () => {
    await injectFault(service, 'convert', { failure: 'refused' });
    const { code, depositId } = await payConverted(account);
    await service.workers.transfers.runOnce();
    await requireUnconverted(code, depositId);

    await behave(service);
    await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    expect((await readLink(account.api, code)).status).to.equal('paid');
    await requireAgreement(service);
  });

  async function requireUnconverted(code: string, depositId: string): Promise<void> {
    expect((await readLink(account.api, code)).status).to.equal('active');
    expect(await historyOf(service, code)).to.deep.equal(['receive → processing', 'fail → active']);
    const deposit = (await account.api.get(`/v1/deposits/${depositId}`)).body;
    expect(deposit).to.include({ status: 'unmatched', unmatched_reason: 'CONVERSION_FAILED' });
    expect(await booksOf(service, account.id, 'unmatched')).to.deep.equal({ USDC: deposit.amount });
    expect(await booksOf(service, account.id, 'pending')).to.deep.equal({});
    expect(await booksOf(service, account.id, 'available')).to.deep.equal({});
    const [event, ...others] = await eventsOf(service, account.id);
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({
      type: 'deposit.failed',
      data: { deposit_id: depositId, amount: deposit.amount, reason: 'CONVERSION_FAILED' },
    });
    await requireAgreement(service);
  }

  describe('while the provider is unavailable', () => {
    const payments = async (...args: string[]): Promise<any> => {
      const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
      expect(code, stderr).to.equal(0);
      return JSON.parse(stdout);
    };

    /** Returns the errors logged on the way. */
    const getStuck = async (depositId: string): Promise<unknown[]> => {
      await stopClock(service.database);
      await injectFault(service, 'convert', { failure: 'unavailable' });
      const errors: unknown[] = [];
      const logger = {
        ...service.foundation.logger,
        info: () => undefined,
        warn: () => undefined,
        error: (message: string, facts: object) => errors.push({ message, ...facts }),
      } as unknown as Logger;
      const { transfers } = createWorkers({ ...service.foundation, logger, metrics: createMetrics() });
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
        expect(await transfers.runOnce()).to.equal(1);
        const { attempts, status, due_in_s } = await conversionOf(service, depositId);
        expect({ attempts, status }).to.deep.equal({ attempts: attempt, status: 'sent' });
        if (attempt === MOST_ATTEMPTS) break;
        const pauseS = Math.min(2 ** (attempt - 1), 300);
        expect(due_in_s).to.equal(pauseS);
        expect(await transfers.runOnce(), 'not before its time').to.equal(0);
        expect(errors).to.deep.equal([]);
        await advance(service, pauseS);
      }
      await advance(service, 3_600);
      expect(await transfers.runOnce(), 'given up').to.equal(0);
      return errors;
    };

    it('is given up with an alert after ten attempts, and done when an operator retries it', async () => {
      const { code, depositId } = await payConverted(account);
      const errors = await getStuck(depositId);
      const { id } = await conversionOf(service, depositId);
      expect(errors).to.have.length(1);
      expect(errors[0]).to.include({ transfer_id: id, kind: 'payment_conversion', attempts: MOST_ATTEMPTS });
      expect((await readLink(account.api, code)).status).to.equal('processing');
      const [pending] = Object.keys(await booksOf(service, account.id, 'pending'));
      expect(pending).to.equal('USDC');

      const { data } = await payments('transfers', 'stuck');
      expect(data).to.have.length(1);
      expect(data[0]).to.include({ id, account_id: account.id, attempts: MOST_ATTEMPTS });
      expect(data[0].stuck_at).to.be.a('string');

      await behave(service);
      expect(await payments('transfers', 'resolve', id, '--retry')).to.include({ id, stuck_at: null });
      await runToRest(service);
      await requirePaidOnce(service, account, code);
      expect((await payments('transfers', 'stuck')).data).to.deep.equal([]);
    });

    it('leaves the link active and the money unmatched when an operator marks it as failed', async () => {
      const { code, depositId } = await payConverted(account);
      await getStuck(depositId);
      const { id } = await conversionOf(service, depositId);
      const resolved = await payments('transfers', 'resolve', id, '--failed', 'Never arrived there');
      expect(resolved).to.include({
        status: 'failed',
        failure_reason: 'OPERATOR_DECIDED',
        failure_message: 'Never arrived there',
        stuck_at: null,
      });
      await requireUnconverted(code, depositId);
      expect((await payments('transfers', 'stuck')).data).to.deep.equal([]);
    });
  });
});
