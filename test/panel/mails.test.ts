import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { join } from './people.ts';
import { readable } from './readable.ts';

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notices@payments.example' };

describe('what the panel says of mails', () => {
  const services: TestService[] = [];
  after(() => Promise.all(services.map((service) => service.close())));

  /** The page after the limit of what one person may move was set. */
  async function limitSet(config: Record<string, string>): Promise<string> {
    const service = await startService(config);
    services.push(service);
    const { id } = await service.createAccount();
    const { visitor } = await join(service, id, 'owner');
    const limits = `/panel/accounts/${id}/withdrawals/limits`;
    const form = { once: randomUUID(), amount: '500', currency: 'MXN' };
    const { headers } = await visitor.post(limits, form);
    return readable((await visitor.get(headers.get('location') ?? '')).text);
  }

  it('names who was notified only where mail is sent', async () => {
    expect(await limitSet(SMTP)).to.contain('The limit was set. Owners were notified by e-mail.');
    expect(await limitSet({}))
      .to.contain('The limit was set.')
      .and.not.contain('e-mail');
  });
});
