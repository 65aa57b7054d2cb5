import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { answers, startReceiver, type Receiver } from '../../support/outside/receiver.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { forgetProofs, join } from '../people.ts';

describe('the pages of notifications', function () {
  this.timeout(120_000);
  let service: TestService;
  let receiver: Receiver;
  let account: TestAccount;

  before(async () => {
    receiver = await startReceiver();
    service = await startService({
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_CA_FILE: receiver.caFile,
    });
  });
  beforeEach(async () => {
    account = await service.createAccount();
    receiver.requests.length = 0;
    receiver.answerWith(answers.status(200));
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });

  const root = () => `/panel/accounts/${account.id}/notifications`;
  const rows = () =>
    service.database.query(
      `select user_id, kinds, minimum::text as minimum, minimum_currency, digest_hour from notification_preferences
        where account_id = $1 order by digest_hour`,
      [account.id],
    );

  it('keep for each member what they chose for themselves, whatever they send', async () => {
    const [one, other] = [
      await join(service, account.id, 'finance'),
      await join(service, account.id, 'viewer'),
    ];
    await one.visitor.post(`${root()}/save`, {
      ...{ kinds: 'payment', minimum: '1,500.50', currency: 'MXN', digest_hour: '8' },
      // No one chooses for another.
      ...{ user: other.id, user_id: other.id },
    });
    await other.visitor.post(`${root()}/save`, {
      kinds: 'withdrawal',
      minimum: '',
      currency: 'MXN',
      digest_hour: '20',
    });
    expect(await rows()).to.deep.equal([
      {
        user_id: one.id,
        kinds: ['payment'],
        minimum: '1500.50000000',
        minimum_currency: 'MXN',
        digest_hour: 8,
      },
      { user_id: other.id, kinds: ['withdrawal'], minimum: null, minimum_currency: null, digest_hour: 20 },
    ]);
    const { text } = await one.visitor.get(root());
    expect(text).to.contain(one.email).and.not.to.contain(other.email);
    expect(text)
      .to.match(/value="payment" checked/)
      .and.to.contain('value="1500.50"');
    expect(text).to.match(/<option value="8" selected>08:00</);
    await one.visitor.post(`${root()}/save`, { minimum: '', currency: 'MXN', digest_hour: '' });
    expect(await rows()).to.have.length(1);
  });

  it('refuse what does not exist beside its field, and keep nothing of it', async () => {
    const { visitor } = await join(service, account.id, 'developer');
    const valid = { kinds: 'payment', minimum: '', currency: 'MXN', digest_hour: '' };
    for (const [field, value, said] of [
      ['kinds', 'everything', 'Choose from the list.'],
      ['kinds', 'withdrawal', 'Choose from the list.'],
      ['minimum', '-3', 'Enter an amount above zero'],
      ['digest_hour', '24', 'Choose an hour from the list.'],
    ] as const) {
      const answer = await visitor.post(`${root()}/save`, { ...valid, [field]: value });
      expect(answer.status, field).to.equal(422);
      expect(answer.text).to.contain(said);
    }
    const answer = await visitor.post(`${root()}/save`, { ...valid, minimum: '5', currency: 'XXX' });
    expect(answer.status).to.equal(422);
    expect(await rows()).to.deep.equal([]);
    expect((await visitor.get(root())).text).not.to.contain('value="withdrawal"');
  });

  it('are reached from the own access, and say which e-mails cannot be switched off', async () => {
    const [owner, viewer] = [
      await join(service, account.id, 'owner'),
      await join(service, account.id, 'viewer'),
    ];
    expect((await owner.visitor.get('/panel/me')).text).to.contain(`href="${root()}"`);
    expect((await owner.visitor.get(root())).text)
      .to.contain('To owners: payments')
      .and.contain(`${root()}/chat`);
    const { text } = await viewer.visitor.get(root());
    expect(text)
      .to.contain('To you: new sign-ins')
      .and.not.to.contain('To owners')
      .and.not.to.contain('/chat"');
    expect((await viewer.visitor.get(`${root()}/chat`)).status).to.equal(403);
  });

  it('set up a chat with a fresh proof, without ever showing its URL again', async () => {
    const owner = await join(service, account.id, 'owner');
    const chat = {
      ...{ service: 'slack', kinds: 'payment', minimum: '', currency: 'MXN', language: 'es' },
      url: `${receiver.url}/services/secret-of-the-chat`,
    };
    const { headers } = await owner.visitor.post(`${root()}/chat/save`, chat);
    expect(headers.get('location')).to.equal(`${root()}/chat?flash=chat_saved`);
    const { text } = await owner.visitor.get(`${root()}/chat`);
    expect(text).to.contain(`127.0.0.1:${receiver.port}/…chat`).and.not.to.contain('secret-of');
    const tested = await owner.visitor.post(`${root()}/chat/test`, { once: randomUUID() });
    expect(tested.text).to.contain('The chat has taken the message.');
    expect(JSON.parse(receiver.requests[0]!.body.toString()).text).to.contain('Mensaje de prueba');
    receiver.answerWith(answers.status(404));
    const refused = await owner.visitor.post(`${root()}/chat/test`, { once: randomUUID() });
    expect(refused.text).to.contain('The chat has not taken the message.').and.contain('404');
    const changed = await owner.visitor.post(`${root()}/chat/save`, { ...chat, url: '', service: 'discord' });
    expect(changed.headers.get('location')).to.equal(`${root()}/chat?flash=chat_changed`);
    const bad = await owner.visitor.post(`${root()}/chat/save`, { ...chat, url: 'https://192.168.0.1/hook' });
    expect(bad.status).to.equal(422);
    expect(bad.text).to.contain('It must lead to the internet.');
    await forgetProofs(service);
    expect((await owner.visitor.post(`${root()}/chat/remove`)).headers.get('location')).to.contain(
      '/panel/proof',
    );
    const actions = await service.database.query(
      `select action, subject from audit_entries where account_id = $1 and action like 'chat.%' order by created_at, id`,
      [account.id],
    );
    expect(actions.map(({ action }) => action)).to.deep.equal(['chat.added', 'chat.changed']);
    const log = await owner.visitor.get(`/panel/accounts/${account.id}/audit`);
    expect(log.text).not.to.contain('secret-of');
  });
});
