import { expect } from 'chai';
import { readXlsx } from 'hucre/xlsx';
import { writeMonth } from '../../src/panel/index.ts';
import { createStatementMailer } from '../../src/statement-mails/worker.ts';
import { runOut } from '../payment-links/links.ts';
import { collectForWeeks, setTime } from '../panel/overview/activity.ts';
import { join, type Person } from '../panel/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const JUNE = new Date('2031-06-15T12:00:00Z');
const PANEL = 'https://panel.example.com/panel';

describe('monthly statements by e-mail', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'notices@payments.example',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    await collectForWeeks(service, account, JUNE);
  });
  beforeEach(async () => {
    await setTime(service, JUNE);
    await service.database.query('delete from statement_mails');
    await service.database.query('delete from outbox_messages');
  });
  after(() => service?.close());

  const root = () => `/panel/accounts/${account.id}/statements`;
  const choose = ({ visitor }: Person, wanted: 'yes' | 'no') => visitor.post(`${root()}/mail`, { wanted });
  const mailer = () =>
    createStatementMailer({
      db: service.foundation.db,
      panelUrl: PANEL,
      writeWorkbook: (of, month, language) =>
        writeMonth(service.foundation.db, of, month, { format: 'xlsx', language }),
      logger: service.foundation.logger,
    });
  const messages = () =>
    service.database.query(
      `select recipient, subject, body from outbox_messages
        where subject ~ ': (statement for|estado de cuenta de) ' order by created_at, id`,
    );
  const subscriber = async (role: 'owner' | 'finance' = 'finance'): Promise<Person> => {
    const person = await join(service, account.id, role);
    expect((await choose(person, 'yes')).headers.get('location')).to.equal(`${root()}?flash=mailed`);
    return person;
  };

  it('have the totals of each asset and a link, and nothing else of the account', async () => {
    const { email } = await subscriber();
    await setTime(service, new Date('2031-07-01T00:59:00Z'));
    expect(await mailer().runOnce(), 'within the first hour').to.equal(0);
    await setTime(service, new Date('2031-07-01T01:00:00Z'));
    await runOut(mailer());
    const [message, ...others] = await messages();
    expect(others).to.deep.equal([]);
    expect(message).to.deep.include({ recipient: email, subject: 'Café Azul: statement for June 2031' });
    const body = String(message!['body']);
    const [figures] = await service.database.query(
      `select to_char(sum(amount) filter (where created_at < '2031-06-01'), 'FM999,999,990.00099999') as opening,
              to_char(sum(amount), 'FM999,999,990.00099999') as closing
         from ledger_postings where account_id = $1 and book = 'available' and asset = 'MXNB'`,
      [account.id],
    );
    const [, mxnb = ''] = /^MXNB\n(.*?)\n\n/ms.exec(body) ?? [];
    expect(mxnb).to.match(
      /^ {2}Opening balance {2}.*\n {2}Money in .*\n {2}Money out .*−.*\n {2}Closing balance {2}/,
    );
    for (const amount of Object.values(figures!)) expect(mxnb).to.contain(String(amount).replace(/0+$/, ''));
    expect(body).to.contain('\nUSDC\n').and.contain(`${PANEL}/accounts/${account.id}/statements\n`);
    expect(body).not.to.match(/PL-|Order|SPEI|@/);
  });

  it('carry the workbook with every movement once an owner has chosen so', async () => {
    const owner = await subscriber('owner');
    const finance = await join(service, account.id, 'finance');
    const attach = ({ visitor }: Person, wanted: string) =>
      visitor.post(`${root()}/mail-workbook`, { wanted });
    expect((await attach(finance, 'yes')).status).to.equal(403);
    expect((await attach(owner, 'yes')).headers.get('location')).to.equal(`${root()}?flash=attached`);
    await setTime(service, new Date('2031-07-02T00:00:00Z'));
    await runOut(mailer());
    const [message] = await service.database.query(
      `select body, attachment, attachment_name from outbox_messages where subject ~ 'statement for'`,
    );
    expect(message!['body']).to.contain('The workbook with all assets and every movement is attached.');
    expect(message!['attachment_name']).to.equal('month-2031-06.xlsx');
    const { sheets } = await readXlsx(message!['attachment'] as Buffer);
    expect(sheets.map(({ name }) => name)).to.deep.equal(['Summary', 'Movements']);
    await service.database.query('delete from month_profiles');
  });

  it('are sent once to each person and month, however many processes send', async () => {
    const people = [await subscriber(), await subscriber('owner'), await subscriber()];
    await setTime(service, new Date('2031-07-02T00:00:00Z'));
    const counts = await Promise.all(Array.from({ length: 6 }, () => mailer().runOnce()));
    await runOut(mailer());
    expect(counts.reduce((sum, count) => sum + count, 0)).to.be.at.most(people.length);
    const recipients = (await messages()).map(({ recipient }) => recipient);
    expect(recipients).to.have.members(people.map(({ email }) => email));
    expect(await mailer().runOnce()).to.equal(0);
  });

  it('are sent late, month by month, when nothing ran for a while', async () => {
    await subscriber();
    await setTime(service, new Date('2031-09-10T00:00:00Z'));
    await runOut(mailer());
    expect((await messages()).map(({ subject }) => subject)).to.deep.equal(
      ['June', 'July', 'August'].map((month) => `Café Azul: statement for ${month} 2031`),
    );
  });

  it('survive a crash: what was taken and not finished is sent later, and never twice', async () => {
    await subscriber();
    await setTime(service, new Date('2031-07-02T00:00:00Z'));
    await service.database.query(
      `alter table outbox_messages add constraint refuses check (subject not like '%statement%')`,
    );
    try {
      expect(await mailer().runOnce()).to.equal(1);
    } finally {
      await service.database.query('alter table outbox_messages drop constraint refuses');
    }
    expect(await messages()).to.deep.equal([]);
    expect(await mailer().runOnce(), 'while its lease lasts').to.equal(0);
    await setTime(service, new Date('2031-07-02T00:11:00Z'));
    // A process that held on to the first claim finishes beside the one that claimed it again.
    await Promise.all([runOut(mailer()), runOut(mailer())]);
    expect(await messages()).to.have.length(1);
    const rows = await service.database.query(
      `select to_char(month, 'YYYY-MM') as month, sent_at is not null as sent from statement_mails order by month`,
    );
    expect(rows).to.deep.equal([
      { month: '2031-06', sent: true },
      { month: '2031-07', sent: false },
    ]);
  });

  it('stop when their reader wants none, leaves the team, or may no longer see to its money', async () => {
    const [stopped, demoted, removed, disabled] = [
      await subscriber(),
      await subscriber(),
      await subscriber(),
      await subscriber(),
    ];
    expect((await choose(stopped, 'no')).headers.get('location')).to.equal(`${root()}?flash=not_mailed`);
    await service.database.query(`update memberships set role = 'viewer' where user_id = $1`, [demoted.id]);
    await service.database.query('delete from memberships where user_id = $1', [removed.id]);
    await service.database.query('update users set disabled_at = now() where id = $1', [disabled.id]);
    await setTime(service, new Date('2031-07-02T00:00:00Z'));
    await runOut(mailer());
    expect(await messages()).to.deep.equal([]);
    expect(await service.database.query('select * from statement_mails')).to.deep.equal([]);
  });

  it('are chosen by owners and finance, each for themselves, which the audit log tells once', async () => {
    for (const role of ['developer', 'viewer'] as const) {
      const person = await join(service, account.id, role);
      expect((await choose(person, 'yes')).status, role).to.equal(403);
      expect((await person.visitor.get(root())).text).not.to.contain('By e-mail');
    }
    const person = await subscriber();
    await Promise.all([choose(person, 'yes'), choose(person, 'yes')]);
    const page = await person.visitor.get(root());
    expect(page.text).to.contain(`you get an e-mail at ${person.email}`).and.contain('Stop these e-mails');
    await choose(person, 'no');
    await choose(person, 'no');
    const deeds = await service.database.query(
      `select action from audit_entries where user_id = $1 and action like 'statement%' order by created_at, id`,
      [person.id],
    );
    expect(deeds.map(({ action }) => action)).to.deep.equal([
      'statement_mail.switched_on',
      'statement_mail.switched_off',
    ]);
  });

  it('follow the end of the month in the account’s time zone, also when that changes', async () => {
    const zone = (name: string) =>
      service.database.query('update accounts set time_zone = $2 where id = $1', [account.id, name]);
    await zone('Asia/Tokyo');
    try {
      await subscriber();
      // In Tokyo it is July for ten hours, in Mexico not for another five.
      await zone('America/Mexico_City');
      await setTime(service, new Date('2031-07-01T01:00:00Z'));
      await runOut(mailer());
      expect(await messages()).to.deep.equal([]);
      await setTime(service, new Date('2031-07-01T06:59:00Z'));
      await runOut(mailer());
      expect(await messages()).to.deep.equal([]);
      await setTime(service, new Date('2031-07-01T07:00:00Z'));
      await runOut(mailer());
      expect((await messages()).map(({ subject }) => subject)).to.deep.equal([
        'Café Azul: statement for June 2031',
      ]);
    } finally {
      await zone('UTC');
    }
  });

  it('are in the reader’s language', async () => {
    const { id } = await subscriber();
    await service.database.query(`update users set language = 'es' where id = $1`, [id]);
    await setTime(service, new Date('2031-07-02T00:00:00Z'));
    await runOut(mailer());
    const [message] = await messages();
    expect(message!['subject']).to.equal('Café Azul: estado de cuenta de junio de 2031');
    expect(message!['body']).to.contain('  Saldo inicial  ');
  });

  it('are not offered by a deployment that sends no mail', async () => {
    const silent = await startService();
    try {
      const { id } = await silent.createAccount();
      const { visitor } = await join(silent, id, 'owner');
      expect((await visitor.get(`/panel/accounts/${id}/statements`)).text).not.to.contain('By e-mail');
    } finally {
      await silent.close();
    }
  });
});
