import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { createNotifier, recordNews } from '../../src/notifications/index.ts';
import { takeBack } from '../deposits/take-backs.ts';
import { advance, runToRest } from '../payment-links/links.ts';
import { createLink, setTime } from '../panel/overview/activity.ts';
import { refusalOf } from '../transfers/rig.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { choose, mailsTo, told } from './people.ts';

const PANEL = 'https://panel.example.com/panel';
const NOON = new Date('2031-06-15T12:00:00Z');

describe('notifications by e-mail', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  beforeEach(async () => {
    await setTime(service, NOON);
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(() => service?.close());

  const notifier = () => {
    const { db, logger } = service.foundation;
    return createNotifier({ db, panelUrl: PANEL, logger });
  };
  /** As if a minute had passed since the last round, so that what has happened since is told. */
  const tell = async () => {
    await advance(service, 61);
    await notifier().runOnce();
  };
  const collect = async (amount = '1500', fields: object = {}, method = 'SPEI') => {
    const code = await createLink(account, { amount, ...fields }, method);
    expect(code).to.be.a('string');
    await runToRest(service);
    return code;
  };

  it('tell a payment with what it is for and where to see it, and nothing of its payer', async () => {
    const person = await told(service, account, { kinds: ['payment'] });
    const { body: link } = await account.api.post('/v1/payment_links', {
      amount: '1500',
      currency: 'MXNB',
      description: 'Order 7',
      reference: 'INV-7',
      payer_name: 'Grace Hopper',
    });
    await account.api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, { method: 'SPEI' });
    await runToRest(service);
    await tell();
    const [mail, ...others] = await mailsTo(service, person);
    expect(others).to.deep.equal([]);
    expect(mail).to.deep.equal({
      subject: 'Café Azul: Payment received: 1,500.00 MXNB',
      body: `Payment received: 1,500.00 MXNB
For: Order 7
Reference: INV-7

${PANEL}/accounts/${account.id}/links/${link.code}

You get this e-mail because you chose it here, where you can also stop it:
${PANEL}/accounts/${account.id}/notifications
`,
    });
  });

  it('are none by default, and cost an account without readers nothing', async () => {
    await collect();
    await notifier().runOnce();
    expect(
      await service.database.query('select * from notification_feeds where account_id = $1', [account.id]),
    ).to.deep.equal([]);
    const person = await told(service, account, { kinds: ['payment'] });
    await tell();
    expect(await mailsTo(service, person), 'what happened before it was chosen').to.deep.equal([]);
  });

  it('tell the first payment at once, and many of a minute in one mail with their sums', async () => {
    const person = await told(service, account, { kinds: ['payment'] });
    await collect('199');
    await notifier().runOnce();
    for (let n = 0; n < 12; n += 1) await createLink(account, { amount: '200.5' }, 'SPEI');
    await runToRest(service);
    await setTime(service, new Date(NOON.getTime() + 59_000));
    await tell();
    expect((await mailsTo(service, person)).map(({ subject }) => subject)).to.deep.equal([
      'Café Azul: Payment received: 199.00 MXNB',
      'Café Azul: 12 payments received: 2,406.00 MXNB',
    ]);
  });

  it('leave out payments below a member’s minimum in its currency only', async () => {
    const person = await told(service, account, { kinds: ['payment'], minimum: '200 MXN' });
    for (const amount of ['199.99', '200']) await collect(amount);
    await collect('5', { currency: 'USDC' }, 'USDC');
    await tell();
    expect((await mailsTo(service, person)).map(({ subject }) => subject)).to.have.members([
      'Café Azul: Payment received: 200.00 MXNB',
      'Café Azul: Payment received: 5.00 USDC',
    ]);
  });

  it('are each written once, however many workers there are, and after one that was killed', async () => {
    const people = [
      await told(service, account, { kinds: ['payment'] }),
      await told(service, account, { kinds: ['payment'] }),
    ];
    await collect();
    await service.database.query(
      `alter table outbox_messages add constraint refuses check (subject not like '%Payment%') not valid`,
    );
    try {
      await notifier().runOnce();
    } finally {
      await service.database.query('alter table outbox_messages drop constraint refuses');
    }
    await advance(service, 61);
    await Promise.all(Array.from({ length: 6 }, () => notifier().runOnce()));
    for (const person of people) expect(await mailsTo(service, person)).to.have.length(1);
  });

  it('reach no one who has left, was disabled, or has stopped them between the fact and the mail', async () => {
    const [removed, disabled, stopped, stays] = [
      await told(service, account, { kinds: ['payment'] }),
      await told(service, account, { kinds: ['payment'] }),
      await told(service, account, { kinds: ['payment'] }),
      await told(service, account, { kinds: ['payment'] }),
    ];
    await collect();
    await service.database.query('delete from memberships where user_id = $1', [removed.id]);
    await service.database.query('update users set disabled_at = now() where id = $1', [disabled.id]);
    await choose(service, account, stopped, {});
    await tell();
    for (const person of [removed, disabled, stopped])
      expect(await mailsTo(service, person)).to.deep.equal([]);
    expect(await mailsTo(service, stays)).to.have.length(1);
  });

  it('tell a deposit that waits for a decision, unless it has been decided by then', async () => {
    const person = await told(service, account, { kinds: ['review'] });
    const underpay = async (amount: string) => {
      const code = await createLink(account, {});
      await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI', amount });
      await runToRest(service);
    };
    await underpay('7');
    await underpay('8');
    await service.database.query(
      `update deposits set status = 'refunding' where account_id = $1 and amount = 8`,
      [account.id],
    );
    await tell();
    const mails = await mailsTo(service, person);
    expect(mails.map(({ subject }) => subject)).to.deep.equal([
      'Café Azul: Deposit to decide about: 7.00 MXN',
    ]);
    expect(mails[0]!.body).to.match(new RegExp(`${PANEL}/accounts/${account.id}/deposits/[0-9a-f-]{36}\n`));
  });

  it('tell who may see it that a payment was taken back, but not owners a second time', async () => {
    const person = await told(service, account, { kinds: ['taken_back'] }, 'viewer');
    const owner = await told(service, account, { kinds: ['taken_back'] }, 'owner');
    await collect('1500');
    const [deposit] = await service.database.query('select id from deposits where account_id = $1', [
      account.id,
    ]);
    await takeBack(service, String(deposit!['id']));
    await tell();
    expect((await mailsTo(service, person)).map(({ subject }) => subject)).to.deep.equal([
      'Café Azul: Payment taken back: 1,500.00 MXN',
    ]);
    expect(await mailsTo(service, owner)).to.deep.equal([]);
  });

  it('tell of withdrawals those who may see them, and those who must approve not twice', async () => {
    const [viewer, treasurer, developer] = [
      await told(service, account, { kinds: ['withdrawal'] }, 'viewer'),
      await told(service, account, { kinds: ['withdrawal'] }, 'finance'),
      await told(service, account, { kinds: ['payment'] }, 'developer'),
    ];
    expect(await refusalOf(choose(service, account, developer, { kinds: ['withdrawal'] }))).to.contain(
      'may not see',
    );
    // As if they had chosen it in another role.
    await service.database.query(
      `update notification_preferences set kinds = '{withdrawal}' where user_id = $1`,
      [developer.id],
    );
    await service.foundation.db.transaction((trx) =>
      recordNews(trx, account.id, {
        ...{ what: 'withdrawal_waiting', amount: money('20').toFixed(), asset: 'USDC' },
        subject: account.id,
      }),
    );
    await tell();
    expect((await mailsTo(service, viewer)).map(({ subject }) => subject)).to.deep.equal([
      'Café Azul: Withdrawal waiting: 20.00 USDC',
    ]);
    for (const person of [treasurer, developer]) expect(await mailsTo(service, person)).to.deep.equal([]);
  });

  it('are in the reader’s language', async () => {
    const person = await told(service, account, { kinds: ['payment'] });
    await service.database.query(`update users set language = 'es' where id = $1`, [person.id]);
    await collect();
    await tell();
    const [mail] = await mailsTo(service, person);
    expect(mail!.subject).to.equal('Café Azul: Pago recibido: 1,500.00 MXNB');
    expect(mail!.body).to.contain('\nConcepto: Order 7\n');
  });
});
