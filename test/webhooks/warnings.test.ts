import { expect } from 'chai';
import { startMailServer, type MailServer } from '../outbox/mail-server.ts';
import { join } from '../panel/people.ts';
import { answers } from '../support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from './deliveries/delivery-bench.ts';

describe('warnings about a failing endpoint', () => {
  let bench: DeliveryBench;
  let mailServer: MailServer;

  before(async () => {
    mailServer = await startMailServer();
    bench = await startDeliveryBench({ SMTP_URL: mailServer.url, MAIL_FROM: 'notices@payments.example' });
    await bench.service.database.query(`update accounts set email = 'ops@acme.example' where id = $1`, [
      bench.account.id,
    ]);
  });
  after(async () => {
    await bench?.close();
    await mailServer?.close();
  });
  afterEach(async () => {
    mailServer.mails.length = 0;
    await bench.service.database.query('delete from outbox_messages');
    await bench.clear();
  });

  const exhaust = async (count: number) => {
    await bench.record(count);
    await bench.service.database.query(
      `update webhook_deliveries set attempts = 5, next_attempt_at = service_now() where status = 'pending'`,
    );
    bench.receiver.answerWith(answers.status(500));
    await bench.deliverDue();
    await bench.service.workers.outbox.runOnce();
  };
  const subjects = () => mailServer.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);

  it('go to the account’s contact after the third exhausted delivery in a row, and when it is switched off', async () => {
    const { id, secret } = await bench.register({
      url: `${bench.receiver.url}/hooks/path-secret?token=query-secret`,
      description: 'Order service',
    });
    await exhaust(2);
    expect(mailServer.mails).to.deep.equal([]);
    await exhaust(1);
    expect(subjects()).to.deep.equal(['Your webhook endpoint is failing']);
    await exhaust(1);
    expect(mailServer.mails).to.have.length(1);
    await exhaust(1);
    expect(subjects()).to.deep.equal([
      'Your webhook endpoint is failing',
      'Your webhook endpoint was disabled',
    ]);
    for (const { from, to, raw } of mailServer.mails) {
      expect({ from, to }).to.deep.equal({ from: 'notices@payments.example', to: ['ops@acme.example'] });
      const unfolded = raw.replaceAll('=\r\n', '');
      expect(unfolded)
        .to.include(id)
        .and.include(`127.0.0.1:${bench.receiver.port}`)
        .and.include('Order service');
      for (const kept of ['path-secret', 'query-secret', secret]) expect(unfolded).not.to.include(kept);
    }
    await exhaust(1);
    expect(mailServer.mails).to.have.length(2);
  });

  it('are in the language of whoever has the address, or else of the account’s owners', async () => {
    const { database } = bench.service;
    const beginningsTo = async (contact: string): Promise<(string | undefined)[]> => {
      await database.query('update accounts set email = $1 where id = $2', [contact, bench.account.id]);
      await database.query('delete from outbox_messages');
      mailServer.mails.length = 0;
      await bench.clear();
      const { id } = await bench.register({ description: 'Pedidos' });
      await exhaust(5);
      return mailServer.mails.map(({ to, raw }) => {
        expect(to).to.deep.equal([contact]);
        expect(raw).to.include(id).and.include('Pedidos');
        return /\r\n\r\n(\w+ \w+)/.exec(raw)?.[1];
      });
    };
    const owner = await join(bench.service, bench.account.id, 'owner');
    const developer = await join(bench.service, bench.account.id, 'developer');
    const english = ['The last', 'The last'];
    expect(await beginningsTo('ops@acme.example'), 'nobody chose one').to.deep.equal(english);
    await database.query(`update users set language = 'es' where id = $1`, [owner.id]);
    await database.query(`update users set language = 'en' where id = $1`, [developer.id]);
    expect(await beginningsTo('ops@acme.example'), 'the owner’s').to.deep.equal(['No se', 'No se']);
    expect(await beginningsTo(developer.email), 'their own').to.deep.equal(english);
    await database.query('delete from memberships where user_id = any($1::uuid[])', [
      [owner.id, developer.id],
    ]);
  });

  it('come once when five end at the same time, and again after the endpoint was enabled', async () => {
    const { id } = await bench.register();
    await exhaust(5);
    expect(subjects()).to.have.members([
      'Your webhook endpoint is failing',
      'Your webhook endpoint was disabled',
    ]);
    await bench.account.api.post(`/v1/webhook_endpoints/${id}/enable`);
    await exhaust(4);
    expect(subjects().filter((subject) => subject?.endsWith('failing'))).to.have.length(2);
    expect(await bench.endpoint(id)).to.include({ live: true });
    await exhaust(1);
    expect(await bench.endpoint(id)).to.include({ live: false });
    expect(mailServer.mails).to.have.length(4);
  });

  it('do not come when there is a success in between', async () => {
    await bench.register();
    await exhaust(2);
    bench.receiver.answerWith(answers.status(200));
    await bench.record();
    await bench.deliverDue();
    await exhaust(2);
    expect(mailServer.mails).to.deep.equal([]);
  });
});
