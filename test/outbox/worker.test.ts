import { expect } from 'chai';
import type { Logger, LogFields } from '../../src/lib/logger.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { createMailer } from '../../src/outbox/mailer.ts';
import { recordMessage } from '../../src/outbox/record.ts';
import { createOutboxWorker } from '../../src/outbox/worker.ts';
import { stopClock } from '../support/clock.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

const FROM = 'notices@payments.example';
const TO = 'ada@acme.example';

describe('the outbox', () => {
  let service: TestService;
  let account: TestAccount;
  let mailServer: MailServer;

  before(async () => {
    service = await startService();
    mailServer = await startMailServer();
    account = await service.createAccount();
  });
  after(async () => {
    await mailServer?.close();
    await service?.close();
  });
  afterEach(async () => {
    mailServer.mails.length = 0;
    mailServer.refuse(false);
    await service.database.query('delete from outbox_messages');
    await service.database.query(`update service_clock set advanced_by = '0'`);
  });

  const record = (recipient: string | null = TO) =>
    service.foundation.db.transaction((trx) =>
      recordMessage(trx, {
        accountId: account.id,
        recipient,
        subject: 'Órdenes',
        body: 'A line.\nAnother.\n',
      }),
    );
  const workerWith = (url: string | undefined) => {
    const lines: ({ level: string; message: string } & LogFields)[] = [];
    const at =
      (level: string) =>
      (message: string, fields: LogFields = {}) =>
        void lines.push({ level, message, ...fields });
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    const worker = createOutboxWorker({
      db: service.foundation.db,
      mailer: url === undefined ? undefined : createMailer({ url, from: FROM }),
      metrics: createMetrics(),
      logger,
    });
    return { worker, lines };
  };
  const waiting = () =>
    service.database.query(
      'select attempts, extract(epoch from next_attempt_at - service_now())::float8 as due_in_s from outbox_messages',
    );
  const advance = (seconds: number) =>
    service.database.query('update service_clock set advanced_by = advanced_by + make_interval(secs => $1)', [
      seconds,
    ]);

  it('mails committed messages once, and nothing else', async () => {
    await record();
    await service.foundation.db
      .transaction(async (trx) => {
        await recordMessage(trx, { accountId: account.id, recipient: TO, subject: 'Never', body: 'x' });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    const { worker, lines } = workerWith(mailServer.url);
    expect(await worker.runOnce()).to.equal(1);
    expect(await worker.runOnce()).to.equal(0);
    const [mail] = mailServer.mails;
    expect(mailServer.mails).to.have.length(1);
    expect(mail).to.deep.include({ from: FROM, to: [TO] });
    expect(mail!.raw).to.match(/^Message-ID: <[0-9a-f-]{36}@payments\.example>\r$/m);
    expect(mail!.raw).to.match(/^Subject: =\?UTF-8\?Q\?=C3=93rdenes\?=\r$/m);
    expect(mail!.raw).to.include('A line.\r\nAnother.');
    expect(await waiting()).to.deep.equal([]);
    expect(lines).to.deep.equal([]);
  });

  it('leaves messages that another process is sending alone', async () => {
    for (let index = 0; index < 8; index++) await record();
    const workers = [workerWith(mailServer.url), workerWith(mailServer.url), workerWith(mailServer.url)];
    const counts = await Promise.all(workers.map(({ worker }) => worker.runOnce()));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(8);
    expect(mailServer.mails).to.have.length(8);
  });

  it('retries with growing pauses while the mail server refuses messages', async () => {
    await stopClock(service.database);
    await record();
    mailServer.refuse(true);
    const { worker, lines } = workerWith(mailServer.url);
    for (const [index, pauseS] of [30, 60, 120, 240].entries()) {
      expect(await worker.runOnce()).to.equal(1);
      const [row] = await waiting();
      expect(row?.['attempts']).to.equal(index + 1);
      expect(row?.['due_in_s']).to.equal(pauseS);
      expect(await worker.runOnce()).to.equal(0);
      await advance(pauseS);
    }
    mailServer.refuse(false);
    await worker.runOnce();
    expect(mailServer.mails).to.have.length(1);
    expect(lines).to.have.length(4);
    expect(lines[0]).to.include({ level: 'warn', error: 'EMESSAGE 452', account_id: account.id });
    // The mail server's message may contain personal data.
    expect(JSON.stringify(lines)).not.to.include('ada@');
  });

  it('gives up after a day, and logs an error', async () => {
    await record();
    const { worker, lines } = workerWith('smtp://127.0.0.1:1');
    await worker.runOnce();
    expect(lines.pop()).to.include({ level: 'warn', error: 'ESOCKET' });
    await advance(24 * 3600);
    await worker.runOnce();
    expect(lines.pop()).to.include({ level: 'error', subject: 'Órdenes' });
    expect(await waiting()).to.deep.equal([]);
  });

  it('logs what cannot be mailed: without a mail server or a recipient', async () => {
    await record();
    await record(null);
    const without = workerWith(undefined);
    await without.worker.runOnce();
    expect(without.lines).to.have.length(2);
    expect(without.lines[0]).to.include({ level: 'warn', account_id: account.id, subject: 'Órdenes' });
    expect(JSON.stringify(without.lines)).not.to.include('ada@');

    await record(null);
    const { worker, lines } = workerWith(mailServer.url);
    await worker.runOnce();
    expect(lines).to.have.length(1);
    expect(mailServer.mails).to.deep.equal([]);
    expect(await waiting()).to.deep.equal([]);
  });

  it('logs nothing of a message with a one-time link but its subject', async () => {
    await service.foundation.db.transaction((trx) =>
      recordMessage(trx, {
        accountId: account.id,
        recipient: TO,
        subject: 'Invited',
        body: 'https://pay.example/panel/links/secret',
        confidential: true,
      }),
    );
    const { worker, lines } = workerWith(undefined);
    await worker.runOnce();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ subject: 'Invited' });
    expect(JSON.stringify(lines)).not.to.include('secret');
  });
});
