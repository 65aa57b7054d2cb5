import { expect } from 'chai';
import { itOnOneDay } from '../support/clock.ts';
import { startService, type TestService } from '../support/service.ts';
import { untilLogged } from './entries.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('retention of the call log', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  const partitions = async (): Promise<string[]> => {
    const rows = await service.database.query(
      `select right(inhrelid::regclass::text, 8) as day from pg_inherits
        where inhparent = 'request_logs'::regclass order by 1`,
    );
    return rows.map((row) => row['day'] as string);
  };
  const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

  itOnOneDay('drops exactly the days that ended 30 days ago', async () => {
    const { api } = await service.createAccount();
    await untilLogged(api);
    await service.database.query('select make_request_log_partitions($1, $2)', [
      dayBefore(33),
      dayBefore(29),
    ]);
    for (const days of [32, 31, 30, 29]) {
      // A copy of an entry of today, moved into the past.
      await service.database.query(
        `insert into request_logs select (json_populate_record(l, json_build_object(
           'id', gen_random_uuid(), 'created_at', l.created_at - $1::interval))).* from request_logs l
           order by l.created_at desc limit 1`,
        [`${days} days`],
      );
    }
    const all = await partitions();
    expect(all).to.include.members([33, 32, 31, 30, 29].map((days) => dayBefore(days).replaceAll('-', '')));
    const kept = all.filter((day) => day >= dayBefore(30).replaceAll('-', ''));

    await service.workers.housekeeper.runOnce();

    expect(await partitions()).to.deep.equal(kept);
    const [oldest] = await service.database.query('select min(created_at) as at from request_logs');
    const ageDays = (Date.now() - (oldest?.['at'] as Date).getTime()) / DAY_MS;
    expect(ageDays).to.be.within(30, 30.1);
    const listed = await api.get(`/v1/request_logs?limit=100&created_after=${dayBefore(31)}T00:00:00Z`);
    expect(listed.body.data.at(-1).created_at).to.equal((oldest?.['at'] as Date).toISOString());

    await service.workers.housekeeper.runOnce();
    expect(await partitions()).to.deep.equal(kept);
  });

  itOnOneDay('also works for a month of days after an analyze', async () => {
    await service.database.query('select make_request_log_partitions($1, $2)', [dayBefore(31), dayBefore(0)]);
    await service.database.query('analyze');
    await service.workers.housekeeper.runOnce();
    expect((await partitions())[0]).to.equal(dayBefore(30).replaceAll('-', ''));
  });

  itOnOneDay("uses real time, whatever a test deployment's clock says", async () => {
    const before = await partitions();
    await service.database.query("update service_clock set advanced_by = '40 days'");
    await service.workers.housekeeper.runOnce();
    expect(await partitions()).to.deep.equal(before);
  });

  itOnOneDay('gives up quickly while the log is in use, without delaying calls', async () => {
    await service.database.query('select make_request_log_partitions($1, $1)', [dayBefore(31)]);
    const { db } = service.foundation;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let reading: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      reading = db.snapshot(async (on) => {
        await on.query({ text: 'select count(*) from request_logs' });
        begun();
        await held;
      });
    });
    const outcome = await service.workers.housekeeper.runOnce().catch((error: Error) => error.message);
    expect(outcome).to.match(/lock timeout/);
    release();
    await reading;
    await service.workers.housekeeper.runOnce();
    expect(await partitions()).not.to.include(dayBefore(31).replaceAll('-', ''));
  });

  it('allows the service to create and drop days, but nothing else', async () => {
    const { db } = service.foundation;
    const attempts: [string, RegExp][] = [
      ['create table mine (id integer)', /permission denied/],
      [`drop table request_logs_${dayBefore(0).replaceAll('-', '')}`, /must be owner/],
      ["select make_request_log_partitions('2026-01-01', '2030-01-01')", /more than 31 days/],
    ];
    for (const [text, refusal] of attempts) {
      const outcome = await db
        .transaction((trx) => trx.query({ text }))
        .catch((error: Error) => error.message);
      expect(outcome, text).to.match(refusal);
    }
  });
});
