import { expect } from 'chai';
import { createDigestMailer } from '../../src/notifications/index.ts';
import { countWaiting } from '../../src/panel/index.ts';
import { takeBack } from '../deposits/take-backs.ts';
import { runToRest } from '../payment-links/links.ts';
import { createLink, setTime } from '../panel/overview/activity.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { choose, mailsTo, told } from './people.ts';

const PANEL = 'https://panel.example.com/panel';

describe('the daily digest', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  beforeEach(async () => {
    await setTime(service, new Date('2031-06-15T12:00:00Z'));
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
  });
  after(() => service?.close());

  const mailer = () => {
    const { db, logger } = service.foundation;
    return createDigestMailer({ db, panelUrl: PANEL, countWaiting, logger });
  };
  const at = async (time: string) => {
    await setTime(service, new Date(time));
    await mailer().runOnce();
  };
  const collect = async (time: string, amount: string) => {
    await setTime(service, new Date(time));
    expect(await createLink(account, { amount }, 'SPEI')).to.be.a('string');
    await runToRest(service);
  };
  const zone = (name: string) =>
    service.database.query('update accounts set time_zone = $2 where id = $1', [account.id, name]);
  const paymentsIn = (body: string | undefined) => / {2}Payments \(\d+\) +(\S+)/.exec(body ?? '')?.[1];

  it('has what moved since the one before, the balances, and what waits for a decision', async () => {
    const person = await told(service, account, { digestHour: 8 });
    await collect('2031-06-15T13:00:00Z', '1500');
    await collect('2031-06-15T14:00:00Z', '200.5');
    const code = await createLink(account, {});
    await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI', amount: '7' });
    await runToRest(service);
    await at('2031-06-16T08:04:59Z');
    expect(await mailsTo(service, person)).to.deep.equal([]);
    await at('2031-06-16T08:05:00Z');
    const [mail, ...others] = await mailsTo(service, person);
    expect(others).to.deep.equal([]);
    expect(mail!.subject).to.equal('Café Azul: daily summary of 16 Jun 2031');
    expect(mail!.body).to.contain('The money of Café Azul from Jun 15, 2031');
    expect(paymentsIn(mail!.body)).to.equal('1,700.50');
    expect(mail!.body).to.match(/^MXNB\n {2}Payments \(2\) +1,700\.50\n/m);
    expect(mail!.body).to.match(/^ {2}Balance +1,\d\d\d\.\d+ MXNB$/m);
    expect(mail!.body).to.contain('Waiting for a decision:\n  Deposits  1\n');
    expect(mail!.body).to.contain(`${PANEL}/accounts/${account.id}\n`).and.contain('/notifications\n');
  });

  it('is not sent when nothing moved and nothing waits', async () => {
    const person = await told(service, account, { digestHour: 8 });
    for (const day of ['16', '17']) await at(`2031-06-${day}T08:05:00Z`);
    expect(await mailsTo(service, person)).to.deep.equal([]);
    await collect('2031-06-17T09:00:00Z', '1500');
    await at('2031-06-18T08:05:00Z');
    expect(await mailsTo(service, person)).to.have.length(1);
  });

  it('has each payment in exactly one, across days, midnight and changes of the clocks', async () => {
    // In Madrid clocks go forward on 30 March and back on 26 October 2031, at 01:00 UTC.
    await zone('Europe/Madrid');
    for (const [day, hour] of [
      ['2031-03-28', 0],
      ['2031-03-28', 2],
      ['2031-03-28', 3],
      ['2031-10-24', 0],
      ['2031-10-24', 2],
      ['2031-10-24', 23],
    ] as const) {
      const start = new Date(`${day}T12:00:00Z`).getTime();
      await setTime(service, new Date(start));
      account = await service.createAccount();
      await service.database.query(
        `update accounts set name = 'Café Azul', time_zone = 'Europe/Madrid' where id = $1`,
        [account.id],
      );
      const person = await told(service, account, { digestHour: hour });
      let amount = 1_000;
      const paid: number[] = [];
      for (let hours = 1; hours <= 72; hours += 1) {
        const time = new Date(start + hours * 3600_000);
        if (hours % 12 === 3 || (hours >= 36 && hours <= 39)) {
          await collect(time.toISOString(), String(amount));
          paid.push(amount);
          amount += 1;
        }
        await at(new Date(time.getTime() + 10 * 60_000).toISOString());
      }
      await at(new Date(start + 100 * 3600_000).toISOString());
      const mails = await mailsTo(service, person);
      const sum = mails
        .map(({ body }) => Number((paymentsIn(body) ?? '0').replaceAll(',', '')))
        .reduce((one, other) => one + other, 0);
      expect(sum, `${day} at ${hour}`).to.equal(paid.reduce((one, other) => one + other, 0));
      expect(mails.length, `${day} at ${hour}`).to.be.within(3, 4);
    }
  });

  it('at midnight is of the day that has just ended', async () => {
    await zone('America/Mexico_City');
    const person = await told(service, account, { digestHour: 0 });
    await collect('2031-06-16T05:59:00Z', '1500');
    await collect('2031-06-16T06:01:00Z', '200');
    await at('2031-06-16T06:05:00Z');
    const [mail] = await mailsTo(service, person);
    expect(mail!.subject).to.equal('Café Azul: daily summary of 15 Jun 2031');
    expect(paymentsIn(mail!.body)).to.equal('1,500.00');
  });

  it('has a payment that was taken back as both, so that its lines add up to the balance', async () => {
    const person = await told(service, account, { digestHour: 8 });
    await collect('2031-06-15T13:00:00Z', '1500');
    const [deposit] = await service.database.query('select id from deposits where account_id = $1', [
      account.id,
    ]);
    await takeBack(service, String(deposit!['id']));
    await at('2031-06-16T08:05:00Z');
    const [mail] = await mailsTo(service, person);
    expect(mail!.body)
      .to.match(/ {2}Payments \(1\) +1,500\.00\n/)
      .and.to.match(/ {2}Reversals \(1\) +−1,\d+\.\d+\n/);
  });

  it('is one, however many workers there are, and however long none ran', async () => {
    const person = await told(service, account, { digestHour: 8 });
    await collect('2031-06-15T13:00:00Z', '1500');
    await collect('2031-06-17T13:00:00Z', '300');
    await setTime(service, new Date('2031-06-19T10:00:00Z'));
    await Promise.all(Array.from({ length: 6 }, () => mailer().runOnce()));
    await at('2031-06-19T10:11:00Z');
    const mails = await mailsTo(service, person);
    expect(mails.map(({ body }) => paymentsIn(body))).to.deep.equal(['1,800.00']);
  });

  it('follows the account’s time zone when that changes, and ends with the membership', async () => {
    const [person, removed] = [
      await told(service, account, { digestHour: 8 }),
      await told(service, account, { digestHour: 8 }),
    ];
    await zone('America/Mexico_City');
    await service.database.query('delete from memberships where user_id = $1', [removed.id]);
    await collect('2031-06-15T13:00:00Z', '1500');
    await at('2031-06-16T08:05:00Z');
    expect((await mailsTo(service, person)).map(({ body }) => paymentsIn(body))).to.deep.equal(['1,500.00']);
    await collect('2031-06-16T13:59:00Z', '300');
    await at('2031-06-16T14:05:00Z');
    expect((await mailsTo(service, person)).map(({ body }) => paymentsIn(body))).to.deep.equal([
      '1,500.00',
      '300.00',
    ]);
    expect(await mailsTo(service, removed)).to.deep.equal([]);
  });

  it('leaves withdrawals that wait to those who may see them, and begins anew with another hour', async () => {
    const person = await told(service, account, { digestHour: 8 }, 'developer');
    await collect('2031-06-15T13:00:00Z', '1500');
    await choose(service, account, person, { digestHour: 20 });
    await at('2031-06-15T20:05:00Z');
    expect((await mailsTo(service, person)).map(({ body }) => paymentsIn(body))).to.deep.equal(['1,500.00']);
    await choose(service, account, person, {});
    await collect('2031-06-16T13:00:00Z', '1500');
    await at('2031-06-16T20:05:00Z');
    expect(await mailsTo(service, person)).to.have.length(1);
  });
});
