import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/poll.ts';
import { runProgram, startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { startLoad } from '../../test/support/upgrade/load.ts';
import { buildLater, LATER, NEXT, type Version } from '../../test/support/upgrade/versions.ts';

const LOCKED_MS = 2_500;
const WHILE_MS = 1_500;
const CALLERS = 4;

/** Real processes of three versions, each built from source; only the migrations differ. */
describe('an upgrade without an outage', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let environment: Record<string, string>;
  let next: Version;
  let later: Version;
  let apiKey: string;
  const servers = new Set<RunningServer>();

  before(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, SECRETS_KEY: Keyring.generate(), ENVIRONMENT: 'test' };
    [next, later] = await Promise.all([buildLater(NEXT), buildLater(LATER)]);
  });
  after(async () => {
    await Promise.all([...servers].map(stop));
    await Promise.all([next?.remove(), later?.remove()]);
    await database?.drop();
  });

  const start = async (main?: string): Promise<RunningServer> => {
    const server = await startServer(environment, main);
    servers.add(server);
    return server;
  };
  const stop = async (server: RunningServer): Promise<number | null> => {
    servers.delete(server);
    server.process.kill('SIGTERM');
    return server.exited;
  };
  const payments = async (cli: string, ...args: string[]) => {
    const program = runProgram(cli, [...args, '--json'], environment);
    const code = await program.exited;
    return { code, stderr: program.stderr(), result: code === 0 ? JSON.parse(program.stdout()) : undefined };
  };
  const isReady = async ({ url }: RunningServer) => (await fetch(`${url}/ready`)).status;
  const query = (text: string) => database.query(text);

  it('has two versions at work at once, loses nothing, and lets the old one start again', async () => {
    let old = await start();
    const account = await payments('build/cli.js', 'accounts', 'create', '--name', 'Acme', '--approved');
    const key = await payments(
      'build/cli.js',
      ...['keys', 'create', '--account', account.result.id, '--name', 'Shop', '--scopes', 'all'],
      ...['--requests-per-minute', '100000', '--money-per-day', '1000000'],
    );
    apiKey = key.result.secret;
    let at = [old];
    const load = startLoad({ callers: CALLERS, apiKey, baseUrls: () => at.map(({ url }) => url) });
    await delay(WHILE_MS);

    // Somebody else keeps a table that the next version changes.
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin; lock table payment_methods in access share mode');
    const release = delay(LOCKED_MS).then(() => other.query('commit'));
    const fresh = await start(next.main);
    await release;
    await other.end();
    expect([await isReady(old), await isReady(fresh)]).to.deep.equal([200, 200]);
    at = [old, fresh];
    await delay(WHILE_MS);

    const status = await payments(next.cli, 'migrations', 'status');
    expect(status.result).to.include({ program: '20990101000200', works_with_schema: true });
    expect(status.result.programs.map(({ program }: { program: string }) => program)).to.include(
      '20990101000200',
    );
    expect(status.result.programs).to.have.length(2);

    // The old version again, as after a crash, on a schema that it does not know.
    at = [fresh];
    await stop(old);
    old = await start();
    expect(await isReady(old)).to.equal(200);
    expect((await payments('build/cli.js', 'balances', '--account', account.result.id)).code).to.equal(0);
    at = [old, fresh];
    await delay(WHILE_MS);

    // What the old one still needs cannot be removed.
    const plan = await payments(later.cli, 'migrate', '--plan');
    expect(plan.result.data).to.deep.equal([
      {
        migration: '20990201000000_narrower_links.ts',
        concurrent: false,
        backfill: false,
        needs: '20990101000000_wider_tables.ts',
      },
    ]);
    const refused = runProgram(later.main, [], { PORT: '0', ...environment });
    expect(await refused.exited).to.equal(1);
    expect(refused.stderr()).to.match(
      /removes what programs need that do not know .*wider_tables.*Stop them first/,
    );

    at = [fresh];
    await stop(old);
    const latest = await start(later.main);
    at = [fresh, latest];
    await delay(WHILE_MS);
    const tally = await load.stop();
    expect(tally.faults.slice(0, 5)).to.deep.equal([]);
    expect(tally.paid).to.be.above(20);

    const tooOld = runProgram('build/main.js', [], { PORT: '0', ...environment });
    expect(await tooOld.exited).to.equal(1);
    expect(tooOld.stderr()).to.match(/newer than this program, and works only with .*wider_tables/);

    await until(async () => (await query(`select from backfills where finished_at is null`)).length === 0, {
      what: 'the backfills are finished',
      timeoutMs: 30_000,
    });
    expect(
      await query(
        `select indisvalid as valid from pg_index where indexrelid = 'postings_by_amount'::regclass`,
      ),
    ).to.deep.equal([{ valid: true }]);
    // Two postings for each payment, whoever took it.
    expect(
      await query(`select postings::integer, amount::float from posting_counts where postings > 2`),
    ).to.deep.equal(
      await query(`select count(*)::integer as postings, sum(abs(amount))::float as amount from ledger_postings
                    group by account_id having count(*) > 2`),
    );
    const verified = await payments(later.cli, 'ledger', 'verify');
    expect(verified.result.discrepancies).to.deep.equal([]);
    expect(verified.result.ok).to.equal(true);
  });

  it('creates a new database as the later version, indexes and all', async () => {
    const empty = await createTestDatabase('template1');
    try {
      const program = runProgram(later.cli, ['migrate', '--json'], {
        ...environment,
        DATABASE_URL: empty.url,
      });
      expect(await program.exited, program.stderr()).to.equal(0);
      expect(
        await empty.query(
          `select indisvalid as valid, (select migration from schema_floor) as floor
             from pg_index where indexrelid = 'postings_by_amount'::regclass`,
        ),
      ).to.deep.equal([{ valid: true, floor: '20990101000000_wider_tables.ts' }]);
    } finally {
      await empty.drop();
    }
  });
});
