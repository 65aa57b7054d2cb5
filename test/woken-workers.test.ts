import { expect } from 'chai';
import type { Work } from '../src/db/wakes.ts';
import { newId } from '../src/lib/ids.ts';
import { insertNotice } from '../src/provider-notices/repository.ts';
import { fund } from './transfers/rig.ts';
import { startService, type TestAccount, type TestService } from './support/service.ts';
import { withdraw } from './transfers/started.ts';

/** Nobody waits for a worker's next look: what is committed wakes it. */
describe('a worker is woken', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => (service = await startService()));
  after(() => service?.close());
  beforeEach(async () => (account = await service.createAccount()));

  /** How often the worker of this work is woken meanwhile. */
  const wakeUps = async (work: Work, change: () => Promise<unknown>): Promise<number> => {
    let times = 0;
    const stop = service.foundation.db.onWork(work, () => times++);
    await change();
    stop();
    return times;
  };
  const createWebhook = async (): Promise<string> => {
    const { body } = await account.api.post('/v1/webhook_endpoints', {
      url: 'https://shop.example.com/webhooks',
      enabled_events: ['balance.updated'],
    });
    return body.id;
  };

  it('by an event that an endpoint receives, and by no other', async () => {
    expect(await wakeUps('deliveries', () => fund(account, 'MXNB', '100'))).to.equal(0);
    await createWebhook();
    expect(await wakeUps('deliveries', () => fund(account, 'MXNB', '100'))).to.equal(1);
  });

  it('by a transfer', async () => {
    await fund(account, 'MXNB', '1000');
    expect(await wakeUps('transfers', () => withdraw(account, '100'))).to.be.at.least(1);
  });

  it('by a notice of a provider', async () => {
    const notice = { id: newId(), provider: 'north', noticeId: 'n-1', body: Buffer.from('{}') };
    expect(
      await wakeUps('notices', () => service.foundation.db.transaction((trx) => insertNotice(trx, notice))),
    ).to.equal(1);
  });

  it('by a request to send events again', async () => {
    const id = await createWebhook();
    await fund(account, 'MXNB', '100');
    const window = { from: '2020-01-01T00:00:00.000Z', to: new Date(Date.now() + 60_000).toISOString() };
    const replay = () => account.api.post(`/v1/webhook_endpoints/${id}/replay`, window);
    expect(await wakeUps('deliveries', replay)).to.be.at.least(1);
  });
});
