import { expect } from 'chai';
import {
  conversionOf,
  conversionsAtProvider,
  payConverted,
  requirePaidOnce,
} from '../../test/deposits/conversions.ts';
import { advance, behave, injectFault, readLink } from '../../test/payment-links/links.ts';
import { until } from '../../test/support/poll.ts';
import { startBeside, type RunningServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { LEASE_S } from '../../test/transfers/rig.ts';

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

  describe('by a worker that is killed', () => {
    let worker: RunningServer | undefined;

    afterEach(() => {
      worker?.process.kill('SIGKILL');
    });
    const startWorker = async (): Promise<RunningServer> =>
      (worker = await startBeside(service, { ROLES: 'worker' }));
    const kill = async ({ process, exited }: RunningServer): Promise<void> => {
      process.kill('SIGKILL');
      await exited;
    };

    for (const { when, setting, converted } of [
      { when: 'before the provider has acted', setting: { latencyMs: 60_000 }, converted: 0 },
      { when: 'after it acted but before it responded', setting: { answerDelayMs: 60_000 }, converted: 1 },
    ]) {
      it(`${when} is taken over by another, and done once`, async () => {
        await injectFault(service, 'convert', setting);
        const running = await startWorker();
        const { code, depositId } = await payConverted(account);
        const isReached = async () =>
          (await conversionOf(service, depositId)).status === 'sent' &&
          (await conversionsAtProvider(service, code)) === converted;
        await until(isReached, { what: `the conversion is at the point ${when}` });
        await kill(running);

        expect((await readLink(account.api, code)).status).to.equal('processing');
        await behave(service);
        expect(await service.workers.transfers.runOnce(), 'its claim is still valid').to.equal(0);
        await advance(service, LEASE_S);
        await startWorker();
        const isPaid = async () => (await readLink(account.api, code)).status === 'paid';
        await until(isPaid, { what: 'another worker has finished it' });
        expect((await conversionOf(service, depositId)).attempts).to.equal(2);
        await requirePaidOnce(service, account, code);
      });
    }
  });
});
