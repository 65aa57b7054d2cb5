import { expect } from 'chai';
import { behave, requireLegalHistories } from '../../test/payment-links/links.ts';
import { answers, startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { until } from '../../test/support/poll.ts';
import { startBeside } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { requireSoundBooks } from '../../test/transfers/rig.ts';
import { askAllLater, askedAbout, depositOf, payLink, says, screenedBy } from '../../test/screening/rig.ts';

describe('payments that are screened (D53)', () => {
  let receiver: Receiver;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    receiver = await startReceiver();
    service = await startService(screenedBy(receiver));
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });
  beforeEach(async () => {
    await behave(service);
    receiver.answerWith(says('allow'));
    account = await service.createAccount();
  });
  afterEach(async () => {
    await requireLegalHistories(service);
    await requireSoundBooks(service);
  });

  const refuse = () => receiver.answerWith(says('refuse', 'SANCTIONED'));

  describe('on their way in', () => {
    it('are judged again, by the same id, when the process that asked is killed', async () => {
      receiver.answerWith(answers.hangBeforeHeaders());
      const { id } = await payLink(account);
      const worker = await startBeside(service, { ROLES: 'worker', ...screenedBy(receiver) });
      try {
        await until(() => askedAbout(receiver, id).length === 1, { what: 'the worker asks' });
      } finally {
        worker.process.kill('SIGKILL');
        await worker.exited;
      }
      expect(await depositOf(account, id)).to.include({ status: 'pending' });
      refuse();
      await askAllLater(service);
      expect(askedAbout(receiver, id)).to.have.length(2);
      expect(await depositOf(account, id)).to.include({
        status: 'unmatched',
        unmatched_reason: 'SCREENING_REFUSED',
      });
    });
  });
});
