import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import {
  createChatPoster,
  createChats,
  createNotifier,
  removeChat,
  resumeChat,
} from '../../src/notifications/index.ts';
import { createAddressGuard } from '../../src/lib/outgoing/address-guard.ts';
import { createGuardedClient } from '../../src/lib/outgoing/guarded-client.ts';
import { advance, runToRest } from '../payment-links/links.ts';
import { createLink, setTime } from '../panel/overview/activity.ts';
import { join } from '../panel/people.ts';
import { answers, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { refusalOf } from '../transfers/rig.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { mailsTo } from './people.ts';

const PANEL = 'https://panel.example.com/panel';
const PATH = '/services/T000/B000/secret-of-the-chat';

describe('notifications to a chat', function () {
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
    await setTime(service, new Date('2031-06-15T12:00:00Z'));
    receiver.requests.length = 0;
    receiver.answerWith(answers.status(200));
    await service.database.query('delete from chat_messages');
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });

  const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8', '::1/128'] });
  const chats = (of = guard) => {
    const client = createGuardedClient({ guard: of, caFile: receiver.caFile });
    return createChats({ keyring: service.foundation.keyring, guard: of, client, panelUrl: () => PANEL });
  };
  const setUp = (chat: { service?: string; url?: string | null } = {}, of = account, by = chats()) =>
    service.foundation.db.transaction((trx) =>
      by.save(trx, of.id, OPERATOR, {
        ...{ service: 'slack', kinds: ['payment'], minimum: null, language: 'en' },
        url: `${receiver.url}${PATH}`,
        ...chat,
      }),
    );
  const poster = (of = guard) => {
    const { db, keyring, logger } = service.foundation;
    const client = createGuardedClient({ guard: of, caFile: receiver.caFile });
    return createChatPoster({ db, keyring, client, panelUrl: PANEL, logger });
  };
  const pay = async (description = 'Order 7', of = account) => {
    const { body } = await of.api.post('/v1/payment_links', {
      amount: '1500',
      currency: 'MXNB',
      description,
    });
    await of.api.post(`/v1/test_helpers/payment_links/${body.code}/deposit`, { method: 'SPEI' });
    await runToRest(service);
    await advance(service, 61);
    const { db, logger } = service.foundation;
    await createNotifier({ db, panelUrl: PANEL, logger }).runOnce();
    return String(body.code);
  };
  const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const waiting = () =>
    service.database.query('select attempts from chat_messages where account_id = $1', [account.id]);
  const stored = async () =>
    (await service.database.query('select * from chat_webhooks where account_id = $1', [account.id]))[0];

  it('have the amount, what it is for, and a link to the panel', async () => {
    await setUp();
    const code = await pay();
    await poster().runOnce();
    expect(receiver.requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([`POST ${PATH}`]);
    const url = `${PANEL}/accounts/${account.id}/links/${code}`;
    expect(bodies()).to.deep.equal([
      {
        text: `Payment received: 1,500.00 MXNB\nFor: Order 7\n<${url}|See it in the panel>`,
        mrkdwn: true,
        unfurl_links: false,
        unfurl_media: false,
      },
    ]);
    expect(await waiting()).to.deep.equal([]);
    expect(await poster().runOnce()).to.equal(0);
  });

  it('mention no one, format nothing and link nowhere else, whatever a description contains', async () => {
    const evil =
      '<!channel> <@U1> @everyone **now** <https://evil.example|pay> [here](https://evil.example) `x` <users/all> www.evil.example';
    for (const name of ['slack', 'google_chat', 'discord', 'teams'] as const) {
      receiver.requests.length = 0;
      await setUp({ service: name });
      const code = await pay(evil);
      await poster().runOnce();
      const [body] = bodies();
      const text = JSON.stringify(body).replaceAll(`${PANEL}/accounts/${account.id}/links/${code}`, 'PANEL');
      expect(text, name).not.to.contain('://evil').and.not.to.contain('www.evil');
      if (name === 'slack') {
        expect(body.text)
          .to.contain('&lt;!channel&gt; &lt;@U1&gt;')
          .and.not.to.match(/<(?!https:\/\/panel)/);
        expect(body.text).not.to.contain('**');
      }
      if (name === 'google_chat') expect(body.text).not.to.match(/[<>@*`]/);
      if (name === 'discord') {
        expect(body.allowed_mentions).to.deep.equal({ parse: [] });
        expect(body.content)
          .to.contain('\\@everyone')
          .and.contain('\\[here\\]\\(')
          .and.contain('\\*\\*now\\*\\*');
        expect(body.content).to.match(/\n<https:\/\/panel\.example\.com\/[^>]+>$/);
      }
      if (name === 'teams') {
        const { content } = body.attachments[0];
        expect(content.body.map(({ type }: { type: string }) => type)).to.deep.equal([
          'RichTextBlock',
          'RichTextBlock',
        ]);
        expect(content.actions).to.have.length(1);
      }
    }
  });

  it('keep their URL sealed, and show its host and end only', async () => {
    await setUp();
    const row = await stored();
    expect(row!['shown_url']).to.equal(`127.0.0.1:${receiver.port}/…chat`);
    expect((row!['sealed_url'] as Buffer).toString('latin1')).not.to.contain('secret-of');
    const [entry] = await service.database.query(
      `select action, subject, details from audit_entries where account_id = $1`,
      [account.id],
    );
    expect(entry).to.deep.include({ action: 'chat.added' });
    expect(JSON.stringify(entry)).not.to.contain('secret-of');
    await setUp({ url: null, service: 'discord' });
    await pay();
    await poster().runOnce();
    expect(receiver.requests.map(({ path }) => path)).to.deep.equal([PATH]);
  });

  it('are posted through the guarded client only', async () => {
    const outside = createAddressGuard({ allowCidrs: [] });
    for (const url of [
      'https://127.0.0.1/hook',
      'https://169.254.169.254/latest',
      'http://hooks.slack.com/x',
      'https://intranet/x',
      'nonsense',
    ])
      expect(await refusalOf(setUp({ url }, account, chats(outside))), url).not.to.equal('none');
    expect(await stored()).to.equal(undefined);
    // A name that led outside when it was entered and leads inside now is refused when it is called.
    await setUp();
    await pay();
    await poster(outside).runOnce();
    expect(receiver.requests).to.deep.equal([]);
    expect(await waiting()).to.deep.equal([{ attempts: 1 }]);
    expect((await chats(outside).test(service.foundation.db.read, account.id))?.error).to.contain(
      'address_not_allowed',
    );
  });

  it('follow no redirect, and do not read an answer without end', async () => {
    await setUp();
    await pay();
    receiver.answerWith((response) => response.writeHead(302, { location: receiver.url }).end());
    await poster().runOnce();
    expect(receiver.requests).to.have.length(1);
    expect(await waiting()).to.deep.equal([{ attempts: 1 }]);
    let written = 0;
    receiver.answerWith((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        if (response.destroyed || written > 64 * 1024 * 1024) return;
        written += chunk.length;
        response.write(chunk, () => setImmediate(more));
      };
      more();
    });
    await advance(service, 31);
    await poster().runOnce();
    expect(await waiting(), 'its status counts').to.deep.equal([]);
    expect(written).to.be.below(16 * 1024 * 1024);
  });

  it('of one account do not wait for the chat of another that does not answer', async () => {
    const other = await service.createAccount();
    await setUp();
    await setUp({ url: `${receiver.url}/other` }, other);
    for (let n = 0; n < 3; n += 1) await pay();
    await pay('Order 8', other);
    const silent: (() => void)[] = [];
    receiver.answerWith((response, { path }) => {
      if (path === PATH) silent.push(() => response.end());
      else response.end();
    });
    const loop = poster().start();
    const paths = async () => (await receiver.waitFor(2)).map(({ path }) => path).sort();
    expect(await paths()).to.deep.equal(['/other', PATH]);
    // The silent chat is asked for one message at a time.
    expect(receiver.requests.filter(({ path }) => path === PATH)).to.have.length(1);
    receiver.answerWith((response) => response.end());
    silent.forEach((answer) => answer());
    await receiver.waitFor(4);
    await loop.stop();
    expect(await waiting()).to.deep.equal([]);
  });

  it('are tried five times; then the chat is paused, and its owners are told', async () => {
    const owner = await join(service, account.id, 'owner');
    await setUp();
    await pay();
    await pay();
    receiver.answerWith(answers.status(500));
    for (const pause of [0, 31, 121, 601, 3_601]) {
      await advance(service, pause);
      await poster().runOnce();
      await poster().runOnce();
    }
    expect((await stored())!['paused_at']).to.be.instanceOf(Date);
    expect(await waiting()).to.deep.equal([]);
    expect((await mailsTo(service, owner)).map(({ subject }) => subject)).to.deep.equal([
      'Café Azul: the chat for notifications has changed',
      'Café Azul: notifications to the chat are paused',
    ]);
    // The second message was dropped before its last attempt.
    expect(receiver.requests).to.have.length(9);
    receiver.requests.length = 0;
    receiver.answerWith(answers.status(200));
    await pay();
    await poster().runOnce();
    expect(receiver.requests, 'while it is paused').to.deep.equal([]);
    expect(await chats().test(service.foundation.db.read, account.id)).to.deep.include({ delivered: true });
    await service.foundation.db.transaction((trx) => resumeChat(trx, account.id, OPERATOR));
    await pay();
    await poster().runOnce();
    expect(receiver.requests).to.have.length(2);
  });

  it('end with the chat, with what waits', async () => {
    await setUp();
    await pay();
    await service.foundation.db.transaction((trx) => removeChat(trx, account.id, OPERATOR));
    expect(await poster().runOnce()).to.equal(0);
    expect(await createLink(account, {}, 'SPEI')).to.be.a('string');
    await pay();
    expect(await waiting()).to.deep.equal([]);
    const feeds = await service.database.query('select * from notification_feeds where account_id = $1', [
      account.id,
    ]);
    expect(feeds, 'no one is left to tell').to.deep.equal([]);
  });
});
