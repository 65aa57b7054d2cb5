import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, type Database, type Queryable } from '../../src/db/connect.ts';
import { clientOf, type ConnectionConfig, createHosts } from '../../src/db/hosts.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/poll.ts';
import { startService } from '../support/service.ts';

const MAX_TRANSACTIONS = 4;

describe('the database', () => {
  let database: TestDatabase;
  let db: Database;

  before(async () => {
    database = await createTestDatabase();
    await database.query(
      'create table notes (id integer primary key, text text not null check (text <> $$bad$$))',
    );
    await database.query(
      'create table children (note integer references notes (id) deferrable initially deferred)',
    );
    await database.query('grant all on notes, children to payments_app');
  });
  after(() => database?.drop());
  beforeEach(async () => {
    await database.query('truncate notes, children');
    db = connect({
      connectionString: `${database.url}?application_name=service`,
      maxTransactions: MAX_TRANSACTIONS,
      logger: createLogger('silent'),
    });
  });
  afterEach(async () => {
    await db.close();
    // No connection may be left open, whatever happened.
    await until(async () => (await connections()).length === 0, { what: 'all connections are closed' });
  });

  const write = (on: Queryable, id: number, text = 'x') =>
    on.query({ text: 'insert into notes (id, text) values ($1, $2)', values: [id, text] });
  const count = async () => Number((await database.query('select count(*) as n from notes'))[0]?.['n']);
  const failureOf = (attempt: Promise<unknown>): Promise<any> =>
    attempt.then(
      () => undefined,
      (error: unknown) => error,
    );
  /** The process ids of the service's connections. */
  const connections = async () =>
    (
      await database.query(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'service'`,
      )
    ).map(({ pid }) => Number(pid));
  const killConnections = async (): Promise<number> => {
    const killed = await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'service'`,
    );
    return killed.length;
  };
  /** A statement on a connection that is just dying fails; the next one gets a new connection. */
  const recovers = (use: () => Promise<unknown>) =>
    until(() => use().then(Boolean, () => false), { what: 'it works again' });

  describe('in a transaction', () => {
    it('commits the work and returns its result', async () => {
      const answer = await db.transaction(async (trx) => {
        await write(trx, 1);
        trx.defer(write(trx, 2));
        return 'done';
      });
      expect(answer).to.equal('done');
      expect(await count()).to.equal(2);
    });

    it('runs a transaction again after a deadlock', async () => {
      await write(db.read, 1);
      await write(db.read, 2);
      let runs = 0;
      const touchBoth = (first: number, second: number, bothHaveOne: () => Promise<void>) =>
        db.transaction(async (trx) => {
          runs++;
          const touch = (id: number) =>
            trx.query({ text: `update notes set text = text || '.' where id = ${id}` });
          await touch(first);
          await bothHaveOne();
          await touch(second);
        });
      let arrived = 0;
      const meet = async () => {
        arrived++;
        await until(() => arrived >= 2, { what: 'both hold a row' });
      };
      await Promise.all([touchBoth(1, 2, meet), touchBoth(2, 1, meet)]);
      // More than 3 if the aborted one overtakes the other on its retry.
      expect(runs).to.be.at.least(3);
      expect(await database.query('select text from notes')).to.deep.equal([
        { text: 'x..' },
        { text: 'x..' },
      ]);
    });

    it('rolls back when the work throws, and rethrows', async () => {
      const failure = await failureOf(
        db.transaction(async (trx) => {
          await write(trx, 1);
          trx.defer(write(trx, 2));
          throw new RangeError('no');
        }),
      );
      expect(failure).to.be.instanceOf(RangeError);
      expect(await count()).to.equal(0);
      await db.transaction((trx) => write(trx, 1));
      expect(await count()).to.equal(1);
    });

    it('fails with the error of a deferred write', async () => {
      const failure = await failureOf(
        db.transaction((trx) => {
          trx.defer(write(trx, 1));
          trx.defer(write(trx, 2, 'bad'));
          trx.defer(write(trx, 3));
          return Promise.resolve('fine');
        }),
      );
      expect(failure).to.include({ constraint: 'notes_text_check' });
      expect(await count()).to.equal(0);
    });

    it('says which deferred write failed', async () => {
      const failure = await failureOf(
        db.transaction((trx) => {
          trx.defer(write(trx, 1));
          trx.defer(trx.query({ name: 'test.note', text: 'insert into notes (id) values (null)' }));
          return Promise.resolve();
        }),
      );
      expect(failure.stack.split('\n')[0]).to.include(failure.message);
      expect(failure.stack).to.include('\n    at the statement test.note\n');
    });

    it('fails with the original error, not with its consequences', async () => {
      const failure = await failureOf(
        db.transaction(async (trx) => {
          trx.defer(write(trx, 1, 'bad'));
          await write(trx, 2);
        }),
      );
      expect(failure).to.include({ constraint: 'notes_text_check' });
      expect(await count()).to.equal(0);
    });

    it('fails when the database refuses the commit', async () => {
      const failure = await failureOf(
        db.transaction((trx) => trx.query({ text: 'insert into children (note) values (7)' })),
      );
      expect(failure).to.include({ constraint: 'children_note_fkey' });
    });

    it('sends nothing after it has ended', async () => {
      let late: Promise<unknown> | undefined;
      const failure = await failureOf(
        db.transaction(async (trx) => {
          await write(trx, 1);
          // Requested in the same turn of the event loop in which the work throws, so not sent yet.
          trx.defer(write(trx, 2));
          late = failureOf(
            Promise.resolve()
              .then(() => delay(5))
              .then(() => write(trx, 3)),
          );
          throw new Error('changed its mind');
        }),
      );
      expect(failure).to.have.property('message', 'changed its mind');
      expect(await late).to.have.property('message', 'the transaction has ended');
      expect(await count()).to.equal(0);
    });

    it('fails when the work swallows an error', async () => {
      const failure = await failureOf(
        db.transaction(async (trx) => {
          await write(trx, 1);
          await write(trx, 2, 'bad').catch(() => undefined);
        }),
      );
      expect(failure).to.be.an('error');
      expect(await count()).to.equal(0);
    });

    it('has a single time from the deployment’s clock, in milliseconds', async () => {
      const times = await db.transaction(async (trx) => {
        const first = await trx.now;
        await delay(5);
        const { rows } = await trx.query<{ now: Date }>({ text: 'select service_now() as now' });
        return [first, await trx.now, rows[0]?.now];
      });
      expect(new Set(times.map((time) => time?.getTime())).size).to.equal(1);
      expect(times[0]?.getTime()).to.be.closeTo(Date.now(), 30_000);
      await database.query(`update service_clock set advanced_by = '1 day'`);
      const moved = await db.transaction((trx) => trx.now);
      await database.query(`update service_clock set advanced_by = '0'`);
      expect(moved.getTime()).to.be.closeTo(Date.now() + 24 * 3600 * 1000, 30_000);
    });

    it('sees its own writes, which nobody else sees before the commit', async () => {
      await db.transaction(async (trx) => {
        await write(trx, 1);
        expect((await trx.query({ text: 'select * from notes' })).rows).to.have.length(1);
        expect((await db.read.query({ text: 'select * from notes' })).rows).to.have.length(0);
      });
      expect((await db.read.query({ text: 'select * from notes' })).rows).to.have.length(1);
    });

    it('runs beside many others, on as many connections as allowed', async () => {
      let open = 0;
      let most = 0;
      let fill: () => void = () => undefined;
      const full = new Promise<void>((resolve) => (fill = resolve));
      await Promise.all(
        Array.from({ length: 60 }, (_, id) =>
          db.transaction(async (trx) => {
            most = Math.max(most, ++open);
            if (open === MAX_TRANSACTIONS) fill();
            await full;
            await write(trx, id);
            trx.defer(trx.query({ text: 'select pg_sleep(0.002)' }));
            await trx.query({ text: `update notes set text = 'y' where id = $1`, values: [id] });
            open -= 1;
          }),
        ),
      );
      expect(most).to.equal(MAX_TRANSACTIONS);
      expect(await database.query(`select count(*)::integer as n from notes where text = 'y'`)).to.deep.equal(
        [{ n: 60 }],
      );
    });

    it('runs with the service’s own role, in UTC', async () => {
      const { rows } = await db.transaction((trx) =>
        trx.query({ text: `select current_user as role, current_setting('timezone') as zone` }),
      );
      expect(rows).to.deep.equal([{ role: 'payments_app', zone: 'UTC' }]);
    });

    it('has timeouts for slow statements and for idling', async () => {
      const { rows } = await db.transaction((trx) =>
        trx.query<{ name: string; setting: string }>({
          text: `select name, setting from pg_settings
                  where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
        }),
      );
      for (const { name, setting } of rows) expect(Number(setting), name).to.be.within(1_000, 30_000);
      expect(rows).to.have.length(2);
    });
  });

  describe('in one trip', () => {
    it('sends the commit with the statements', async () => {
      const { pid, ended } = await db.inOneTrip(async (trx) => {
        const { rows } = await trx.query<{ pid: number }>({
          text: `insert into notes (id, text) values (1, 'x') returning pg_backend_pid() as pid`,
        });
        // The result arrives with the commit's.
        return { pid: rows[0]?.pid, ended: await failureOf(write(trx, 2)) };
      });
      expect(ended).to.have.property('message', 'the transaction has ended');
      expect(await connections()).to.include(pid);
      expect(await database.query('select id from notes')).to.deep.equal([{ id: 1 }]);
    });

    it('rolls back what a failed statement was sent with, and rethrows', async () => {
      const failure = await failureOf(
        db.inOneTrip((trx) => {
          trx.defer(write(trx, 1));
          return write(trx, 2, 'bad');
        }),
      );
      expect(failure).to.include({ constraint: 'notes_text_check' });
      expect(await count()).to.equal(0);
      await db.inOneTrip((trx) => write(trx, 3));
      expect(await count()).to.equal(1);
    });

    it('writes what was gathered, and what comes last, before the commit', async () => {
      await db.inOneTrip((trx) => {
        trx.gather((on, rows: readonly number[]) => Promise.all(rows.map((id) => write(on, id))), 1, 'a');
        trx.beforeCommit('versions', async () => {
          await write(trx, 2);
        });
        return Promise.resolve();
      });
      expect(await count()).to.equal(2);
    });

    it('waits for a beginning', async () => {
      await db.beginningWith(
        async (trx) => {
          await write(trx, 1);
        },
        () => db.inOneTrip((trx) => write(trx, 2)),
      );
      expect(await count()).to.equal(2);
    });
  });

  describe('in a snapshot', () => {
    it('reads a single point in time', async () => {
      await db.transaction((trx) => write(trx, 1));
      await db.snapshot(async (on) => {
        const read = async () => (await on.query({ text: 'select id from notes' })).rows;
        expect(await read()).to.deep.equal([{ id: 1 }]);
        await db.transaction((trx) => write(trx, 2));
        expect(await count()).to.equal(2);
        expect(await read()).to.deep.equal([{ id: 1 }]);
      });
    });

    it('cannot write', async () => {
      const READ_ONLY = '25006';
      expect(await failureOf(db.snapshot((on) => write(on, 1)))).to.include({ code: READ_ONLY });
      expect(await count()).to.equal(0);
    });
  });

  describe('for reads', () => {
    const echoes = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const { rows } = await db.read.query<{ n: number }>({
            text: 'select $1::integer as n',
            values: [n],
          });
          return rows[0]?.n;
        }),
      );
    const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

    it('sends everything from one turn of the event loop over one connection', async () => {
      expect(await echoes(200)).to.deep.equal(upTo(200));
      expect(await connections()).to.have.length(1);
    });

    it('shares two connections, so that a slow query does not hold up the rest', async () => {
      let isDone = false;
      const slow = db.read.query({ text: 'select pg_sleep(1)' }).then(() => (isDone = true));
      await nextTurn();
      for (let turn = 0; turn < 5; turn++) expect(await echoes(40)).to.deep.equal(upTo(40));
      expect(isDone).to.equal(false);
      await slow;
      expect(await connections()).to.have.length(2);
    });

    it('remembers the columns of a statement from its first run on each connection', async () => {
      const named = (n: number | null) =>
        db.read.query({
          name: 'three',
          text: 'select $1::integer as n, now() as at, null as none',
          values: [n],
        });
      for (const n of [1, null, 3]) {
        const { rows, rowCount, command } = await named(n);
        expect(rows).to.have.length(1);
        expect(rows[0]).to.deep.include({ n, none: null });
        expect((rows[0] as { at: unknown } | undefined)?.at).to.be.a('date');
        expect([rowCount, command]).to.deep.equal([1, 'SELECT']);
      }
    });

    it('does not let a failed query affect others in its batch', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) =>
          db.read.query({ text: 'select 1 / $1::integer', values: [n % 4] }),
        ),
      );
      expect(outcomes.map(({ status }) => status)).to.deep.equal(
        Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? 'rejected' : 'fulfilled')),
      );
    });
  });

  describe('for lists', () => {
    const filtered = (text: string) => db.listRead('account', { status: 'x' }).query({ text });

    it('treats those without a filter like any other short read', () => {
      expect(db.listRead('account', {})).to.equal(db.read);
      expect(db.listRead('account', { status: undefined, method: undefined })).to.equal(db.read);
    });

    it('refuses one that takes too long as an invalid request, and keeps serving', async () => {
      await filtered("set statement_timeout = '20ms'");
      expect(await failureOf(filtered('select pg_sleep(20)'))).to.include({
        name: 'DomainError',
        code: 'invalid_request',
      });
      expect((await filtered('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
      expect(await connections()).to.have.length(1);
    });
  });

  it('never uses a connection that does not get its settings', async () => {
    const Client = clientOf(createHosts(`${database.url}?application_name=service`));
    const config: ConnectionConfig = { Client, settings: { timezone: 'UTC', role: 'nobody_here' } };
    const client = new Client(config);
    const failure = await failureOf(client.connect());
    expect(failure).to.include({ message: 'role "nobody_here" does not exist' });
    expect(await failureOf(client.query('select 1'))).to.be.an('error');
    const told = await new Promise((resolve) => new Client(config).connect(resolve));
    expect(told).to.include({ message: failure.message });
  });

  describe('whose connections die', () => {
    it('opens new ones for the next calls', async () => {
      const use = () =>
        Promise.all([
          db.read.query({ text: 'select 1' }),
          db.read.query({ text: 'select 1' }),
          db.transaction((trx) => trx.query({ text: 'select 1' })),
          db.snapshot((on) => on.query({ text: 'select 1' })),
          db.listRead('account', { status: 'x' }).query({ text: 'select 1' }),
        ]);
      for (let round = 0; round < 5; round++) {
        await use();
        expect(await killConnections()).to.be.greaterThan(2);
        await recovers(use);
      }
    });

    it('fails the open transaction and no other', async () => {
      let result: unknown;
      const broken = failureOf(
        db.transaction(async (trx) => {
          await write(trx, 1);
          await killConnections();
          result = await failureOf(write(trx, 2));
        }),
      );
      expect(await broken).to.be.an('error');
      expect(result).to.be.an('error');
      expect(await count()).to.equal(0);
      await recovers(() => db.transaction((trx) => write(trx, 3)));
      expect(await count()).to.equal(1);
    });

    it('fails the statements in flight', async () => {
      const slow = [
        failureOf(db.transaction((trx) => trx.query({ text: 'select pg_sleep(20)' }))),
        failureOf(db.read.query({ text: 'select pg_sleep(20)' })),
      ];
      await nextTurn();
      slow.push(failureOf(db.read.query({ text: 'select pg_sleep(20)' })));
      await until(async () => (await connections()).length === 3, { what: 'all are in flight' });
      await killConnections();
      for (const failure of await Promise.all(slow)) expect(failure).to.be.an('error');
      await recovers(() => db.read.query({ text: 'select 1' }));
    });

    it('survives it at any moment, even when busy', async () => {
      let stop = false;
      const busy = Array.from({ length: 6 }, async (_, worker) => {
        for (let index = 0; !stop; index++) {
          const id = worker * 1_000_000 + index;
          await failureOf(
            worker % 2 === 0 ? db.read.query({ text: 'select 1' }) : db.transaction((trx) => write(trx, id)),
          );
        }
      });
      for (let round = 0; round < 15; round++) {
        await killConnections();
        await delay(15);
      }
      stop = true;
      await Promise.all(busy);
      await recovers(() => db.transaction((trx) => write(trx, -1)));
      await recovers(() => db.read.query({ text: 'select 1' }));
      expect(await database.query('select id from notes where id = -1')).to.have.length(1);
    });

    it('fails while the database cannot be reached, then recovers', async () => {
      const other = connect({
        connectionString: database.url,
        maxTransactions: 2,
        logger: createLogger('silent'),
      });
      await database.allowConnections(false);
      expect(await failureOf(other.read.query({ text: 'select 1' }))).to.be.an('error');
      expect(await failureOf(other.transaction((trx) => trx.query({ text: 'select 1' })))).to.be.an('error');
      await database.allowConnections(true);
      expect((await other.read.query({ text: 'select 1 as one' })).rows).to.deep.equal([{ one: 1 }]);
      expect((await other.transaction((trx) => trx.query({ text: 'select 1 as one' }))).rows).to.deep.equal([
        { one: 1 },
      ]);
      await other.close();
    });
  });

  it('can lose all of its connections, and the service continues', async () => {
    const service = await startService();
    try {
      const { api } = await service.createAccount();
      const create = () =>
        api.post('/v1/payment_links', { amount: '150', currency: 'MXNB', description: 'x' });
      const { body: link } = await create();
      const killed = await service.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      expect(killed.length).to.be.greaterThan(2);
      const path = `/v1/payment_links/${link.code}`;
      await recovers(async () => expect((await api.get(path)).body).to.deep.equal(link));
      await recovers(async () => expect((await create()).status).to.equal(201));
    } finally {
      await service.close();
    }
  });

  it('can be closed before it was ever used', async () => {
    const unused = connect({
      connectionString: database.url,
      maxTransactions: 2,
      logger: createLogger('silent'),
    });
    await unused.close();
  });

  describe('translates violated constraints', () => {
    it('that mean something to the caller, and no others', async () => {
      await database.query(
        `insert into accounts (id, name, created_at) values ('0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13', 'A', now()) on conflict do nothing`,
      );
      const quota = `do $$ begin raise check_violation using constraint = 'money_quotas_within_limit'; end $$`;
      expect(await failureOf(db.transaction((trx) => trx.query({ text: quota })))).to.include({
        name: 'DomainError',
        code: 'rate_limit_exceeded',
      });
      expect(await failureOf(db.transaction((trx) => write(trx, 1, 'bad')))).to.include({
        code: '23514',
        constraint: 'notes_text_check',
      });
    });
  });
});
