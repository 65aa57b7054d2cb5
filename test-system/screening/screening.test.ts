import { expect } from 'chai';
import {
  advance,
  behave,
  createLink,
  pay,
  requireLegalHistories,
  runOut,
} from '../../test/payment-links/links.ts';
import { answers, startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { until } from '../../test/support/poll.ts';
import { startBeside } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { requireSoundBooks } from '../../test/transfers/rig.ts';
import { questionsOf, says, screenedBy } from '../../test/screening/rig.ts';

describe('payments that are screened (D53)', function () {
  this.timeout(60_000);
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
  const askAll = async () => {
    await runOut(service.workers.screenings);
    await runOut(service.workers.transfers);
    await runOut(service.workers.screenings);
  };
  const later = async () => {
    await advance(service, 16 * 60);
    await askAll();
  };
  const askedAbout = (id: string) => questionsOf(receiver).filter((question) => question.id === id);
  const payLink = async (method = 'MXNB', body: object = {}): Promise<{ code: string; id: string }> => {
    const { code } = await createLink(account.api);
    const paid = await pay(account.api, code, { method, ...body });
    expect(paid.status, JSON.stringify(paid.body)).to.equal(201);
    return { code, id: paid.body.id };
  };
  const depositOf = async (id: string) => (await account.api.get(`/v1/deposits/${id}`)).body;

  describe('on their way in', () => {
    it('are judged again, by the same id, when the process that asked is killed', async () => {
      receiver.answerWith(answers.hangBeforeHeaders());
      const { id } = await payLink();
      const worker = await startBeside(service, {
        ROLES: 'worker',
        ...screenedBy(receiver),
      });
      try {
        await until(() => askedAbout(id).length === 1, { what: 'the worker asks' });
      } finally {
        worker.process.kill('SIGKILL');
        await worker.exited;
      }
      expect(await depositOf(id)).to.include({ status: 'pending' });
      refuse();
      await later();
      expect(askedAbout(id)).to.have.length(2);
      expect(await depositOf(id)).to.include({ status: 'unmatched', unmatched_reason: 'SCREENING_REFUSED' });
    });
  });
});
