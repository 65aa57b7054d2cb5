import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import knex from 'knex';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { backUp, type Summary } from '../../../src/db/backup/back-up.ts';
import { restore } from '../../../src/db/backup/restore.ts';
import { applyMigrations, migrationConfig } from '../../../src/db/migrate.ts';
import { listMigrations } from '../../../src/db/migration-files.ts';
import { Keyring } from '../../../src/lib/secrets/keyring.ts';
import { addTwoOperators } from '../../../test/operators/two-operators.ts';
import { createLink, pay } from '../../../test/payment-links/links.ts';
import { startRail, type TestRail } from '../../../test/support/outside/rail.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { runPayments } from '../../../test/support/processes/command.ts';
import { runProgram } from '../../../test/support/processes/program.ts';
import { runningOn, type TestService } from '../../../test/support/service.ts';
import type { Client } from '../../../test/support/client.ts';
import { fund, transferRow } from '../../../test/transfers/rig.ts';
import { describeSchema } from '../schema.ts';
import { inFirstFormat, pack, unpack } from './unsealed.ts';

const CLABE = '032180000118359719';

interface Event {
  id: string;
  sequence: number;
}

describe('a backup', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;
  let rail: TestRail;
  let first: TestService;
  let database: TestDatabase;
  let restored: TestService;
  const databases: TestDatabase[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-backup-'));
    file = join(folder, 'nightly.backup');
    rail = await startRail('rail');
  });
  after(async () => {
    await restored?.close();
    for (const each of databases) await each.drop();
    await rail?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const create = async (template?: 'template1'): Promise<TestDatabase> => {
    const made = await createTestDatabase(template);
    databases.push(made);
    return made;
  };
  const payments = async (
    on: TestDatabase,
    secretsKey: string,
    ...args: string[]
  ): Promise<{ result: Record<string, any>; stderr: string }> => {
    const environment = { DATABASE_URL: on.url, SECRETS_KEY: secretsKey, DATA_DIR: folder };
    const program = runProgram('build/cli.js', [...args, '--json'], environment);
    await program.exited;
    return { result: JSON.parse(program.stdout()) as Record<string, any>, stderr: program.stderr() };
  };
  const follow = async (api: Client, cursor?: string): Promise<{ events: Event[]; cursor: string }> => {
    const events: Event[] = [];
    for (let next = cursor; ;) {
      const { body } = await api.get(
        `/v1/events?order=asc&limit=100${next === undefined ? '' : `&cursor=${encodeURIComponent(next)}`}`,
      );
      events.push(...(body.data as Event[]));
      next = body.next_cursor as string;
      if (!body.has_more) return { events, cursor: next };
    }
  };

  const withdraw = async (service: TestService, accountId: string, amount: string): Promise<string> => {
    const { stdout } = await runPayments(
      service,
      ...['withdrawals', 'create', '--account', accountId, '--asset', 'MXNB', '--amount', amount],
      ...['--method', 'SPEI', '--clabe', CLABE, '--json'],
    );
    return (JSON.parse(stdout) as { id: string }).id;
  };

  describe('made while links are created and paid', () => {
    let api: Client;
    let apiKey: string;
    let accountId: string;
    let keyed: { idempotencyKey: string; request: object; answer: object };
    let withdrawal: string;
    let early: { events: Event[]; cursor: string };
    let late: { events: Event[]; cursor: string };
    let result: Record<string, any>;

    before(async () => {
      const old = await createTestDatabase();
      first = await runningOn(old, {}, [rail.provider]);
      const account = await first.createAccount();
      api = account.api;
      apiKey = account.key.secret;
      accountId = account.id;
      await runPayments(first, 'methods', 'set', 'SPEI', '--provider', 'rail');
      await fund(account, 'MXNB', '1000');

      // The answer shows a secret, so it is stored sealed.
      const request = { url: 'https://shop.example.com/hooks' };
      const idempotencyKey = randomUUID();
      const { status, body } = await api.post('/v1/webhook_endpoints', request, { idempotencyKey });
      expect(status, JSON.stringify(body)).to.equal(201);
      keyed = { idempotencyKey, request, answer: body };

      early = await follow(api);
      withdrawal = await withdraw(first, accountId, '100');

      let writing = true;
      const write = async (): Promise<void> => {
        while (writing) {
          const { code } = await createLink(api, { amount: '50', accepted_methods: ['MXNB'] });
          await pay(api, code, { method: 'MXNB' });
        }
      };
      const writers = [write(), write()];
      await delay(300);
      ({ result } = await payments(old, first.secretsKey, 'backup', file));
      await delay(300);
      writing = false;
      await Promise.all(writers);
      await withdraw(first, accountId, '120');
      expect(await first.workers.transfers.runOnce(), 'sent after the backup').to.equal(2);
      late = await follow(api);

      await first.close();
      await old.drop();
    });

    it('is a file that only its owner can read, and says what it holds', async () => {
      const { mode, size } = await stat(file);
      expect((mode & 0o777).toString(8)).to.equal('600');
      expect(result).to.include({ file, environment: 'test', bytes: size });
      expect(result['schema_version']).to.equal((await listMigrations()).at(-1));
      expect(result['rows']).to.be.greaterThan(100);
    });

    it('is restored into an empty database, with its whole schema', async () => {
      database = await create('template1');
      const { result: outcome, stderr } = await payments(database, first.secretsKey, 'restore', file);
      expect(stderr).to.equal('');
      expect(outcome).to.include({ rows: result['rows'], tables: result['tables'] });
      expect(outcome).to.include({ seal: 'verified', secrets_key: 'the same as when it was backed up' });

      const model = await create();
      const schemas = await Promise.all(
        [database, model].map((one) => describeSchema((text) => one.query(text))),
      );
      expect(schemas[0]).to.deep.equal(schemas[1]);
      restored = await runningOn(database, { SECRETS_KEY: first.secretsKey }, [rail.provider]);
      api = restored.client(apiKey);
    });

    it('has sound books', async () => {
      expect(await restored.foundation.db.snapshot(verifyLedger)).to.deep.include({
        ok: true,
        discrepancies: [],
      });
    });

    it('lets followers of events go on: none is missed, and none of the backup comes again', async () => {
      const kept = (await follow(api)).events;
      expect(kept.length, 'the backup was made in between')
        .to.be.greaterThan(early.events.length)
        .and.below(late.events.length);
      expect(kept, 'the same events under the same numbers').to.deep.equal(late.events.slice(0, kept.length));

      await fund({ api } as never, 'MXNB', '70');
      const afterLate = (await follow(api, late.cursor)).events;
      const afterEarly = (await follow(api, early.cursor)).events;
      const all = (await follow(api)).events;
      expect(afterLate).to.deep.equal(all.slice(kept.length)).and.not.empty;
      expect(afterEarly).to.deep.equal(all.slice(early.events.length));
      expect(afterLate[0]?.sequence).to.be.greaterThan(late.events.at(-1)?.sequence ?? 0);
    });

    it('answers keyed calls of before as it did, secrets included', async () => {
      const { headers, body } = await api.post('/v1/webhook_endpoints', keyed.request, keyed);
      expect(headers.get('idempotent-replay')).to.equal('true');
      expect(body).to.deep.equal(keyed.answer);
    });

    it('sends nothing until the operator has recorded what was sent since, and then nothing twice', async () => {
      const differences = async (): Promise<
        { problem: string; theirs: string; provider_reference: string }[]
      > => {
        const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3600_000).toISOString());
        const options = ['--provider', 'rail', '--from', from ?? '', '--to', to ?? '', '--json'];
        const { stdout } = await runPayments(restored, 'reconcile', ...options);
        return (JSON.parse(stdout) as { providers: { differences: [] }[] }).providers[0]?.differences ?? [];
      };
      const unknown = await differences();
      expect(unknown.map(({ problem }) => problem)).to.deep.equal(['missing_here', 'missing_here']);
      expect(await restored.workers.transfers.runOnce()).to.equal(0);
      expect((await transferRow(restored, withdrawal)).status).to.equal('held');

      // The service does not know this one, so it is created again and recorded as done.
      const lost = unknown.find(({ theirs }) => theirs.startsWith('-120'));
      const again = await withdraw(restored, accountId, '120');
      await (
        await addTwoOperators(restored)
      ).agree(
        ...['transfers', 'resolve', again, '--settled', lost?.provider_reference ?? ''],
        ...['--reason', 'Lost', '--evidence', 'Its statement'],
      );
      expect(await differences()).to.have.length(1);

      await runPayments(restored, 'transfers', 'resume');
      expect(await restored.workers.transfers.runOnce()).to.equal(1);
      expect((await transferRow(restored, withdrawal)).status).to.equal('settled');
      expect(await differences()).to.deep.equal([]);
      const sent = `select amount::integer from simulator_operations where operation = 'pay_out' order by 1`;
      expect(await rail.database.query(sent)).to.deep.equal([{ amount: -120 }, { amount: -100 }]);
    });

    it('gives out no address a second time', async () => {
      const [next] = await database.query(`select nextval('evm_address_blocks')::integer as index`);
      expect(next?.['index']).to.be.greaterThan(64 * 100_000);
    });
  });

  describe('of a schema with other migrations', () => {
    /** A database with these migrations; what one wrote was changed since. */
    const createOld = async (migrations: string[]): Promise<TestDatabase> => {
      const old = await create('template1');
      const db = knex(migrationConfig(old.url));
      await applyMigrations(db, migrations);
      await db.destroy();
      await old.query(`insert into deployment (environment) values ('test')`);
      await old.query(`update payment_methods set fee_fixed = 7 where method = 'SPEI'`);
      return old;
    };
    const keyring = Keyring.parse(Keyring.generate());
    const backUpToBytes = async (of: TestDatabase): Promise<[Summary, Buffer]> => {
      const bytes = new PassThrough();
      return Promise.all([backUp(of.url, keyring, bytes), buffer(bytes)]);
    };
    const requireRestored = async (content: Buffer, acceptUnsealed = false): Promise<void> => {
      const into = await create('template1');
      await restore(into.url, Readable.from([content]), 'test', { acceptUnsealed, keyring });
      const migrations = await into.query('select name from knex_migrations');
      expect(migrations.map(({ name }) => name)).to.have.members(await listMigrations());
      const [method] = await into.query(
        `select fee_fixed::integer from payment_methods where method = 'SPEI'`,
      );
      expect(method, 'and not what the migration wrote').to.deep.equal({ fee_fixed: 7 });
    };
    const EARLIER = '20261127110000_link_references.ts';

    it('is restored in that schema, and then brought up to date', async () => {
      const upToEarlier = (await listMigrations()).filter((name) => name <= EARLIER);
      const [summary, content] = await backUpToBytes(await createOld(upToEarlier));
      expect(summary).to.include({ schema_version: EARLIER, environment: 'test' });
      await requireRestored(content);

      await requireRestored(inFirstFormat(content), true);
    });

    it('is restored although it lacked one in the middle, which is applied then', async () => {
      const lacked = '20261128100000_traceparents.ts';
      const [, content] = await backUpToBytes(
        await createOld((await listMigrations()).filter((name) => name !== lacked)),
      );
      await requireRestored(content);
    });

    it('is not made of a database that is newer than the program', async () => {
      const newer = await createOld(await listMigrations());
      const name = '20260101000000_unknown.ts';
      await newer.query(
        `insert into knex_migrations (name, batch, migration_time) values ('${name}', 9, now())`,
      );
      const failure = await backUpToBytes(newer).catch((error: Error) => error);
      expect((failure as Error).message).to.match(/newer than this program.*20260101000000_unknown/);
    });
  });

  describe('that cannot be restored', () => {
    let content: Buffer;
    let empty: TestDatabase;

    before(async () => {
      content = await readFile(file);
      empty = await create('template1');
    });
    const failureOf = async (bytes: Buffer, environment = 'test'): Promise<string> => {
      const unsealing = { acceptUnsealed: true, keyring: Keyring.parse(first.secretsKey) };
      try {
        await restore(empty.url, Readable.from([bytes]), environment, unsealing);
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
      return 'restored';
    };
    /** Without a seal, and with another text at a place of the unpacked content. */
    const changed = (from: string | RegExp, to: string): Buffer => {
      const before = unpack(content);
      const after = before.replace(from, to);
      expect(after).not.to.equal(before);
      return pack(after);
    };

    it('is refused with a reason, and nothing is changed', async () => {
      const unsealed = pack(unpack(content));
      const flipped = Buffer.from(unsealed);
      const middle = Math.floor(flipped.length / 2);
      flipped[middle] = (flipped[middle] ?? 0) ^ 1;
      const cases: [Buffer, RegExp][] = [
        [unsealed.subarray(0, unsealed.length - 20), /incomplete|damaged/],
        [unsealed.subarray(0, unsealed.length / 2), /incomplete/],
        [flipped, /damaged/],
        // Only the digests show these.
        [changed('Company ', 'Compamy '), /damaged/],
        [changed(/"sha256":"./, '"sha256":"x'), /damaged/],
        [changed(/\{"sha256":"[0-9a-f]{64}"\}\n$/, ''), /incomplete/],
        [pack(unpack(content).slice(0, -100_000)), /incomplete/],
        [Buffer.from('nothing of the kind'), /damaged/],
        [changed('payments-backup/2', 'payments-backup/3'), /no backup/],
        [changed(/"migrations":\["\d{4}/, '"migrations":["2099'), /newer than this program.*2099/],
      ];
      for (const [index, [bytes, reason]] of cases.entries()) {
        const failure = await failureOf(bytes);
        expect(failure, `case ${index}`)
          .to.match(/^StartupError: /)
          .and.match(reason);
      }
      expect(await failureOf(content, 'live')).to.match(/ENVIRONMENT=test.*ENVIRONMENT=live/);
      expect(await describeSchema((text) => empty.query(text))).to.deep.equal([]);
    });

    it('is refused by a database that is not empty', async () => {
      const used = await create();
      const { result, stderr } = await payments(used, first.secretsKey, 'restore', file);
      expect(stderr).to.match(/^The database is not empty: .*\n$/);
      expect(result).to.have.property('error');
      expect(await used.query('select from accounts')).to.have.length(2);
    });

    it('says so when the file is missing', async () => {
      const { stderr } = await payments(empty, first.secretsKey, 'restore', join(folder, 'none'));
      expect(stderr).to.match(/ENOENT.*none/);
    });
  });
});
