import { expect } from 'chai';
import { mailTo } from '../panel/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, fund, requireSoundBooks, restore } from '../transfers/rig.ts';
import { letTimePass, outcomesOf, treasurer, type Treasurer } from '../treasury/rig.ts';
import { plusDays } from '../../src/lib/time-zone.ts';
import { batcher, fileOf, linesOf, runsOf, TODAY } from './rig.ts';

describe('a scheduled batch of withdrawals', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: Treasurer;
  let bob: Treasurer;
  let main: string;
  let today: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    ada = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
    main = await ada.save();
    await letTimePass(service);
    // To one o'clock, so that the day is not over within the hours that a test takes.
    await service.database.query(
      `update service_clock set advanced_by = advanced_by + (date_trunc('day', service_now()) + interval '25 hours' - service_now())`,
    );
    const [clock] = await service.database.query(
      `select to_char(service_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
    );
    today = String(clock?.['day']);
  });
  afterEach(() => requireSoundBooks(service));

  const by = (one: Treasurer) => batcher(service, account, one);
  const start = () => service.workers.withdrawalBatches.runOnce();
  const send = () => service.workers.transfers.runOnce();
  const balance = async () => (await balancesOf(account))['MXNB'];
  const on = (days: number) => ({ ...TODAY, executeOn: plusDays(today, days) });
  const schedule = async (file: string, days = 1) => (await by(bob).request(file, on(days))).id;
  const toldOf = async (one: Treasurer, id: string) =>
    (await mailTo(service, one.email)).filter(({ body }) => body.includes(id));

  it('is no money until its day, and then goes once, whoever starts it', async () => {
    const id = await schedule(fileOf('150', '160'));
    await start();
    expect([await balance(), await linesOf(service, id)]).to.deep.equal([
      '1000.00000000 + 0.00000000',
      { none: 2 },
    ]);
    await letTimePass(service);
    await Promise.all([start(), start(), start()]);
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
    expect(await balance()).to.equal('690.00000000 + 0.00000000');
  });

  it('is judged again on its day, when what left meanwhile counts', async () => {
    await ada.limit('200');
    const id = await schedule(fileOf('150'));
    await letTimePass(service, '23 hours 59 minutes');
    await bob.withdraw(main, '100');
    await letTimePass(service, '1 minute');
    await start();
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ held: 1 });
    await by(ada).approve(id);
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 1 });
  });

  it('waits on its day while the balance is too low, and tells once', async () => {
    const id = await schedule(fileOf('600'));
    await bob.withdraw(main, '500');
    await letTimePass(service);
    await start();
    await letTimePass(service, '1 hour');
    await start();
    expect(await linesOf(service, id)).to.deep.equal({ none: 1 });
    const [mail, ...more] = await toldOf(ada, id);
    expect(more).to.deep.equal([]);
    expect(mail?.body).to.contain('the balance is too low').and.contain('tried again every hour');
    await fund(account, 'MXNB', '600');
    await letTimePass(service, '1 hour');
    await start();
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 1 });
  });

  it('fails once its day is over and the balance is still too low', async () => {
    const id = await schedule(fileOf('600'));
    await bob.withdraw(main, '500');
    await letTimePass(service, '3 days');
    await start();
    expect((await runsOf(service, account.id))[0]).to.match(/failed$/);
    expect((await toldOf(bob, id)).at(-1)?.body).to.contain('Nothing was sent or reserved');
    expect(await linesOf(service, id)).to.deep.equal({ none: 1 });
  });

  it('does not go once a destination was removed, the account suspended or the requester demoted', async () => {
    const obstacles = {
      'a destination in it was removed': () => ada.remove(main),
      'the account is suspended or blocked': () =>
        service.database.query(`update accounts set status = 'suspended' where id = $1`, [account.id]),
      'may no longer move money': () =>
        service.database.query(`update memberships set role = 'viewer' where user_id = $1`, [
          bob.actor.userId,
        ]),
    };
    for (const [why, happen] of Object.entries(obstacles)) {
      account = await service.createAccount();
      await fund(account, 'MXNB', '1000');
      ada = await treasurer(service, account, 'owner');
      bob = await treasurer(service, account, 'finance');
      main = await ada.save();
      const id = await schedule(fileOf('150'), 2);
      await happen();
      await letTimePass(service, '2 days');
      await start();
      expect(await linesOf(service, id), why).to.deep.equal({ none: 1 });
      expect((await toldOf(ada, id))[0]?.body).to.contain(why);
      today = plusDays(today, 2);
    }
  });

  it('can be cancelled until it is started, and not both', async () => {
    const id = await schedule(fileOf('150'));
    await letTimePass(service);
    const [cancelled] = await outcomesOf([by(ada).cancel(id), start()]);
    await send();
    const lines = await linesOf(service, id);
    if (cancelled === 'done')
      expect(lines).to.be.oneOf([
        lines['none'] === 1 ? lines : undefined,
        lines['failed'] === 1 ? lines : undefined,
      ]);
    else expect([cancelled, lines]).to.deep.equal(['withdrawal_batch_over', { settled: 1 }]);
    const other = await schedule(fileOf('151'), 2);
    await by(bob).cancel(other);
    await letTimePass(service, '2 days');
    await start();
    expect(await linesOf(service, other)).to.deep.equal({ none: 1 });
  });

  it('is for a day from today to a year from now', async () => {
    const past = { ...TODAY, executeOn: plusDays(today, -1) };
    const far = { ...TODAY, executeOn: plusDays(today, 367) };
    const none = { ...TODAY, executeOn: '2026-02-30' };
    for (const wrong of [past, far, none]) {
      expect(await outcomesOf([by(bob).review(fileOf('1'), wrong)])).to.deep.equal(['invalid_request']);
    }
  });

  describe('that repeats', () => {
    const weekly = () => ({ ...on(1), repeat: { repeats: 'weekly' } as const });

    it('has each run judged and sent on its own, up to its number of runs', async () => {
      await by(bob).request(fileOf('100'), { ...weekly(), runs: 2 });
      for (let week = 0; week < 3; week++) {
        await letTimePass(service, week === 0 ? '1 day' : '7 days');
        await start();
        await send();
      }
      expect(await runsOf(service, account.id)).to.deep.equal([
        `${plusDays(today, 1)} started`,
        `${plusDays(today, 8)} started`,
      ]);
      expect(await balance()).to.equal('800.00000000 + 0.00000000');
    });

    it('ends on its last day', async () => {
      await by(bob).request(fileOf('100'), { ...weekly(), until: plusDays(today, 7) });
      await letTimePass(service, '1 day');
      await start();
      expect(await runsOf(service, account.id)).to.deep.equal([`${plusDays(today, 1)} started`]);
    });

    it('is made up for once after the service was away', async () => {
      await by(bob).request(fileOf('100'), weekly());
      await letTimePass(service, '17 days');
      await start();
      await send();
      expect(await runsOf(service, account.id)).to.deep.equal([
        `${plusDays(today, 1)} started`,
        `${plusDays(today, 22)} scheduled`,
      ]);
      expect(await balance()).to.equal('900.00000000 + 0.00000000');
    });

    it('goes on after a run without enough money, and stops with its requester', async () => {
      await by(bob).request(fileOf('900'), weekly());
      await bob.withdraw(main, '500');
      await letTimePass(service, '3 days');
      await start();
      expect(await runsOf(service, account.id)).to.deep.equal([
        `${plusDays(today, 1)} failed`,
        `${plusDays(today, 8)} scheduled`,
      ]);
      await service.database.query(`update memberships set role = 'viewer' where user_id = $1`, [
        bob.actor.userId,
      ]);
      await letTimePass(service, '6 days');
      await start();
      expect((await runsOf(service, account.id)).at(-1)).to.equal(`${plusDays(today, 8)} failed`);
    });

    it('can leave out a run, or be cancelled for good', async () => {
      const { id } = await by(bob).request(fileOf('100'), weekly());
      await by(ada).skip(id);
      expect(await runsOf(service, account.id)).to.deep.equal([
        `${plusDays(today, 1)} cancelled`,
        `${plusDays(today, 8)} scheduled`,
      ]);
      const [row] = await service.database.query(
        `select id from withdrawal_batches where account_id = $1 and status = 'scheduled'`,
        [account.id],
      );
      await by(bob).cancel(String(row?.['id']));
      await letTimePass(service, '30 days');
      await start();
      expect((await runsOf(service, account.id)).every((run) => run.endsWith('cancelled'))).to.equal(true);
    });
  });
});
