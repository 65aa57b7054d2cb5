import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/record.ts';
import { planReminders } from '../../src/link-reminders/repository.ts';
import { changeReminders } from '../../src/link-reminders/service.ts';
import { money } from '../../src/lib/money.ts';
import { lockLink, moveLink } from '../../src/payment-links/link-state.ts';
import { createReminderWorker } from '../../src/link-reminders/worker.ts';
import { createCustomer } from '../customers/customers.ts';
import { type MailServer, startMailServer } from '../outbox/mail-server.ts';
import { createLink, pay, readLink, runOut, runToRest, serviceTimeIn } from '../payment-links/links.ts';
import { setTime } from '../panel/overview/activity.ts';
import { keepAlive, send } from '../support/client.ts';
import { until } from '../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** CLDR writes times with spaces that do not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('reminders of payment links', function () {
  this.timeout(120_000);
  let service: TestService;
  let mailServer: MailServer;
  let account: TestAccount;
  let start: number;

  before(async () => {
    mailServer = await startMailServer();
    service = await startService({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'notices@payments.example',
      CHECKOUT_BASE_URL: 'https://pay.example.com',
      TRUSTED_PROXIES: '127.0.0.1/32',
    });
  });
  beforeEach(async () => {
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    mailServer.mails.splice(0);
    await service.database.query('delete from link_reminder_settings');
    start = Date.parse(await serviceTimeIn(service, 0));
    await set({ hoursBefore: 24, hoursAfter: 72 });
  });
  after(async () => {
    await service?.close();
    await mailServer?.close();
  });

  const set = (hours: { hoursBefore: number | null; hoursAfter: number | null }) =>
    service.foundation.db.transaction((trx) =>
      changeReminders(trx, account.id, OPERATOR, { ...hours, language: 'en' }),
    );
  const worker = () =>
    createReminderWorker({ db: service.foundation.db, isTest: true, logger: service.foundation.logger });
  const at = (hours: number) => setTime(service, new Date(start + hours * HOUR_MS));
  /** The clock goes on in steps, as it does while workers run. */
  const runUntil = async (from: number, until: number, step = 0.9) => {
    for (let hours = from; hours < until; hours += step) {
      await at(hours);
      await runOut(worker());
    }
    await at(until);
    await runOut(worker());
  };
  const messages = () =>
    service.database.query(
      'select recipient, subject, body, confidential, unsubscribe_url from outbox_messages where account_id = $1 order by id',
      [account.id],
    );
  const outcomes = async (code: string) =>
    (
      await service.database.query(
        'select kind, outcome from link_reminders where link_code = $1 order by planned_at',
        [code],
      )
    ).map(({ kind, outcome }) => `${kind as string} ${String(outcome)}`);
  const linkFor = async (customer: object = {}, fields: object = {}) => {
    const { id } = await createCustomer(account.api, { email: 'ana@example.com', ...customer });
    return createLink(account.api, {
      amount: '1250.50',
      description: 'Order 7',
      customer_id: id,
      expires_at: new Date(start + 7 * DAY_MS).toISOString(),
      ...fields,
    });
  };
  /** Plans all that is due, as a worker does before another decides on it. */
  const plan = async () => {
    while ((await service.foundation.db.transaction((trx) => planReminders(trx, { limit: 10 }))) > 0);
  };
  const tokenIn = (url: unknown): string => /\/reminders\/([\w-]+)$/.exec(String(url))![1]!;

  it('come once before the expiry and once after, in the language of the customer', async () => {
    const { code, url } = await linkFor({ language: 'es' });
    await runUntil(6 * 24 - 1, 6 * 24 - 0.1);
    expect(await messages()).to.deep.equal([]);
    await runUntil(6 * 24, 7 * 24 - 1);
    const [before, ...more] = await messages();
    expect(more).to.deep.equal([]);
    expect(before).to.deep.include({
      recipient: 'ana@example.com',
      subject: 'Recordatorio de Café Azul: Order 7',
      confidential: true,
    });
    const body = plain(String(before!['body']));
    expect(body).to.contain('Café Azul te pidió pagar 1,250.50 MXNB por: Order 7.').and.contain(url);
    expect(body)
      .to.match(/Puedes pagar hasta el .*UTC\./)
      .and.contain('Modo de prueba');
    await runUntil(7 * 24, 7 * 24 + 80, 5);
    const [, after, ...others] = await messages();
    expect(others).to.deep.equal([]);
    expect(after!['subject']).to.equal('Vencido, de Café Azul: Order 7');
    expect(plain(String(after!['body'])))
      .to.contain('ya no se puede pagar')
      .and.not.contain(`${url}\n`);
    expect(await outcomes(code as string)).to.deep.equal(['before sent', 'after sent']);
  });

  it('are sent only by accounts that want them, and to customers with an address', async () => {
    await set({ hoursBefore: null, hoursAfter: null });
    await linkFor();
    await runUntil(6 * 24 - 1, 6 * 24 + 1);
    expect(await messages()).to.deep.equal([]);
    start = Date.parse(await serviceTimeIn(service, 0));
    await set({ hoursBefore: 24, hoursAfter: null });
    const { code } = await linkFor({ email: undefined });
    await createLink(account.api, { expires_at: new Date(start + 7 * DAY_MS).toISOString() });
    await runUntil(6 * 24 - 1, 7 * 24 + 80, 5);
    expect(await messages()).to.deep.equal([]);
    expect(await outcomes(code as string)).to.deep.equal(['before no_address']);
  });

  it('are never sent for a link that is paid, cancelled or being paid, and are decided when a payment has failed', async () => {
    const [paid, cancelled, open] = [await linkFor(), await linkFor(), await linkFor()];
    await pay(account.api, paid.code as string, { method: 'SPEI' });
    await account.api.post(`/v1/payment_links/${cancelled.code}/cancel`);
    await pay(account.api, open.code as string, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    expect((await readLink(account.api, open.code as string)).status).to.equal('processing');
    await at(6 * 24 + 0.1);
    await runOut(worker());
    expect(await messages()).to.deep.equal([]);
    // A link that was settled before is not even planned.
    expect([
      ...(await outcomes(paid.code as string)),
      ...(await outcomes(cancelled.code as string)),
    ]).to.deep.equal([]);
  });

  it('are not sent for a link whose payment commits while they wait to be decided', async () => {
    const { code } = await linkFor();
    await at(6 * 24 + 0.1);
    await plan();
    const running = await service.foundation.db.transaction(async (trx) => {
      const link = (await lockLink(trx, account.id, code as string))!;
      const begun = runOut(worker());
      await until(
        async () => {
          const [row] = await service.database.query(
            `select count(*)::integer as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return row!['waiting'] === 1;
        },
        { what: 'the reminder waits for the link' },
      );
      await moveLink(trx, link, 'pay', { method: 'SPEI', received: money('1250.50') });
      return { begun };
    });
    await running.begun;
    expect(await outcomes(code as string)).to.deep.equal(['before settled']);
    expect(await messages()).to.deep.equal([]);
  });

  it('are sent once by several workers, and not in a burst after a stop of the service', async () => {
    for (let n = 0; n < 3; n++) await linkFor({ email: `c${n}@example.com` });
    const old = await linkFor(
      { email: 'late@example.com' },
      { expires_at: new Date(start + 5 * DAY_MS).toISOString() },
    );
    // Nothing ran for days.
    await at(6 * 24 + 2);
    await Promise.all(Array.from({ length: 4 }, () => runOut(worker())));
    await runOut(worker());
    expect((await messages()).map(({ recipient }) => recipient)).to.have.members(
      [0, 1, 2].map((n) => `c${n}@example.com`),
    );
    expect(await outcomes(old.code as string)).to.deep.equal([]);
  });

  it('begin anew when a link is prolonged, and skip the old time', async () => {
    const { code } = await linkFor();
    await at(6 * 24 + 0.1);
    await plan();
    await account.api.patch(`/v1/payment_links/${code}`, {
      expires_at: new Date(start + 9 * DAY_MS).toISOString(),
    });
    await runUntil(6 * 24 + 0.2, 6 * 24 + 2);
    expect(await messages()).to.deep.equal([]);
    await runUntil(8 * 24 - 1, 8 * 24 + 1);
    expect(await messages()).to.have.length(1);
    expect(await outcomes(code as string)).to.deep.equal(['before moved', 'before sent']);
  });

  it('do not follow at once on a link that lives as long as the reminder comes before its expiry', async () => {
    await linkFor({}, { expires_at: new Date(start + DAY_MS + 60_000).toISOString() });
    await runUntil(0.1, 2);
    expect(await messages()).to.deep.equal([]);
  });

  it('name what is missing of a link that is paid in part, and leave alone what waits for a decision', async () => {
    await service.changeAccount(account.id, { payTheRest: true });
    const { code } = await linkFor({}, { amount: '1000' });
    await pay(account.api, code as string, { method: 'SPEI', amount: '400' });
    await runUntil(6 * 24, 6 * 24 + 1);
    expect(plain(String((await messages())[0]!['body']))).to.match(
      /400\.00 MXN of [\d,.]+ MXN has arrived\. [\d,.]+ MXN is missing\./,
    );
    await service.changeAccount(account.id, { payTheRest: false });
    start = Date.parse(await serviceTimeIn(service, 0));
    const held = await linkFor({ email: 'held@example.com' }, { amount: '1000' });
    await pay(account.api, held.code as string, { method: 'SPEI', amount: '400' });
    await runUntil(6 * 24, 6 * 24 + 1);
    expect(await outcomes(held.code as string)).to.deep.equal(['before in_parts']);
  });

  it('contain nothing of the account that becomes a link or a header', async () => {
    await service.database.query(`update accounts set name = $2 where id = $1`, [
      account.id,
      'Shop evil.example',
    ]);
    await linkFor({}, { description: 'Win now\r\nBcc: all@example.com\nhttps://evil.example/x' });
    await runUntil(6 * 24, 6 * 24 + 0.5);
    const [message] = await messages();
    expect(String(message!['subject'])).not.to.match(/[\r\n]|evil\.example/);
    expect(String(message!['body'])).not.to.contain('evil.example').and.not.contain('https://evil');
    await runOut(service.workers.outbox);
    const mail = mailServer.mails.find(({ to }) => to.includes('ana@example.com'))!;
    expect(mail.to).to.deep.equal(['ana@example.com']);
    const [headers = ''] = mail.raw.split('\r\n\r\n');
    expect(headers).not.to.match(/^bcc:/im);
    const unfolded = headers.replaceAll(/\r\n\s+/g, ' ');
    expect(unfolded).to.match(
      /^List-Unsubscribe: <https:\/\/pay\.example\.com\/pay\/PL-[\w-]+\/reminders\/[\w-]{32}>$/m,
    );
    expect(unfolded).to.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  });

  it('are at most three a day to an address, however it is written, and fifty of an account', async () => {
    for (let n = 0; n < 5; n++) await linkFor({ email: n % 2 ? 'Ana@Example.com' : 'ana@example.com' });
    await at(6 * 24 + 0.1);
    await Promise.all(Array.from({ length: 3 }, () => runOut(worker())));
    expect(await messages()).to.have.length(3);
    start = Date.parse(await serviceTimeIn(service, DAY_MS / 1000));
    await at(0);
    await set({ hoursBefore: 24, hoursAfter: null });
    for (let n = 0; n < 51; n++) await linkFor({ email: `many${n}@example.com` });
    await at(6 * 24 + 0.1);
    await runOut(worker());
    const [{ count } = {}] = await service.database.query(
      `select count(*)::integer from link_reminders where account_id = $1 and outcome = 'sent' and decided_at > service_now() - interval '1 day'`,
      [account.id],
    );
    expect(count).to.equal(50);
  });

  it('are not sent by an account that may not collect', async () => {
    const { code } = await linkFor();
    await service.changeAccount(account.id, { status: 'suspended' });
    await runUntil(6 * 24, 6 * 24 + 0.5);
    expect(await outcomes(code as string)).to.deep.equal(['before account_inactive']);
  });

  describe('are stopped by their reader', () => {
    const visit = (method: 'GET' | 'POST', path: string, body?: string) =>
      send(service.baseUrl, {
        method,
        path,
        body,
        agent: keepAlive,
        headers: {
          host: 'pay.example.com',
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      });
    const sentTo = async (): Promise<{ code: string; path: string }> => {
      const { code } = await linkFor();
      await runUntil(6 * 24, 6 * 24 + 0.5);
      const [message] = await messages();
      return { code: code as string, path: new URL(String(message!['unsubscribe_url'])).pathname };
    };
    const stops = () =>
      service.database.query('select kind from link_reminder_stops where account_id = $1', [account.id]);

    it('with one click of a mail program, though not by a scanner that opens the page', async () => {
      const { path } = await sentTo();
      for (const method of ['GET', 'GET'] as const) {
        const { status, text } = await visit(method, path);
        expect(status).to.equal(200);
        expect(text).to.contain('Café Azul').and.not.contain('ana@').and.not.contain('Ana');
        expect(text).to.contain('<form method="post">');
      }
      expect(await stops()).to.deep.equal([]);
      const { status, text } = await visit('POST', path, 'List-Unsubscribe=One-Click');
      expect(status).to.equal(200);
      expect(text).to.contain('You get no more payment reminders from Café Azul.');
      expect((await visit('POST', path)).status).to.equal(200);
      expect(await stops()).to.deep.equal([{ kind: 'address' }]);
      start = Date.parse(await serviceTimeIn(service, 0));
      const next = await linkFor({ email: 'ANA@example.com' });
      await runUntil(6 * 24, 6 * 24 + 0.5);
      expect(await outcomes(next.code as string)).to.deep.equal(['before stopped']);
    });

    it('also when the link is gone, and only for the account that wrote', async () => {
      const { code, path } = await sentTo();
      await account.api.post(`/v1/payment_links/${code}/cancel`);
      await account.api.delete(`/v1/payment_links/${code}`);
      expect((await visit('POST', path)).status).to.equal(200);
      const other = account;
      account = await service.createAccount();
      start = Date.parse(await serviceTimeIn(service, 0));
      await set({ hoursBefore: 24, hoursAfter: null });
      const { code: theirs } = await linkFor();
      await runUntil(6 * 24, 6 * 24 + 0.5);
      expect(await outcomes(theirs as string)).to.deep.equal(['before sent']);
      expect(other.id).not.to.equal(account.id);
    });

    it('and by no guess: what no mail had looks like a link that does not exist', async () => {
      const { path } = await sentTo();
      const missing = await visit('GET', '/pay/PL-AAAA-BBBB-CCCC');
      for (const guess of ['x', 'A'.repeat(32), '%00', `${tokenIn(path)}x`, "'--"]) {
        const address = path.replace(tokenIn(path), guess);
        for (const method of ['GET', 'POST'] as const) {
          const { status, text } = await visit(method, address);
          expect(status, guess).to.equal(404);
          expect(text).to.equal(missing.text);
        }
      }
      expect(await stops()).to.deep.equal([]);
    });
  });

  it('wait while a payment is on its way, and are left out once it is final', async () => {
    const { code } = await linkFor();
    await at(6 * 24 + 0.1);
    await plan();
    await pay(account.api, code as string, { method: 'MXNB', scenario: 'seen_then_confirmed' });
    expect((await readLink(account.api, code as string)).status).to.equal('processing');
    await runOut(worker());
    expect(await outcomes(code as string)).to.deep.equal(['before null']);
    await runToRest(service);
    expect((await readLink(account.api, code as string)).status).to.equal('paid');
    await at(6 * 24 + 0.5);
    await runOut(worker());
    expect(await outcomes(code as string)).to.deep.equal(['before settled']);
    expect(await messages()).to.deep.equal([]);
  });
});
