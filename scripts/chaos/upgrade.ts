import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { loadWithoutIndexes } from '../../test/support/data/bulk-load.ts';
import { HISTORY_TABLES, writeHistory } from '../../test/support/data/history.ts';
import { until } from '../../test/support/poll.ts';
import { runProgram, startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { startLoad } from '../../test/support/upgrade/load.ts';
import { buildLastRelease, buildLater, NEXT, type Version } from '../../test/support/upgrade/versions.ts';
import { createChance } from './chance.ts';

const CALLERS = 8;
const POSTINGS_PER_MINUTE = 3_000_000;
const FEW = 100;
const PAUSE_MS = 2_000;
const START_TIMEOUT_MS = 300_000;

/**
 * Upgrades from the last release to a version with more columns, a total kept by the database and an index, while both take
 * payments, on as many postings as are given by the time. The new version is killed while it creates the index and while it
 * fills in the total, and the old one starts again on the new schema. No call may fail, and no total may lack a payment.
 */
export async function upgradeUnderChaos(
  durationMs: number,
  seed: number,
): Promise<{ report: object; faults: string[] }> {
  const postings = Math.round((durationMs / 60_000) * POSTINGS_PER_MINUTE);
  const release = await buildLastRelease();
  if (!release)
    return { report: { left_out: 'the history of this repository lacks the last release' }, faults: [] };
  const next = await buildLater(NEXT);
  const database = await createTestDatabase('template1');
  const course = new Course(database, release, next);
  try {
    return await course.run(postings, seed);
  } finally {
    await course.end();
    await Promise.all([release.remove(), next.remove()]);
    await database.drop();
  }
}

class Course {
  readonly #database: TestDatabase;
  readonly #release: Version;
  readonly #next: Version;
  readonly #environment: Record<string, string>;
  readonly #servers = new Set<RunningServer>();
  #at: RunningServer[] = [];

  constructor(database: TestDatabase, release: Version, next: Version) {
    this.#database = database;
    this.#release = release;
    this.#next = next;
    this.#environment = {
      DATABASE_URL: database.url,
      SECRETS_KEY: Keyring.generate(),
      LOG_LEVEL: 'error',
    };
  }

  async run(postings: number, seed: number): Promise<{ report: object; faults: string[] }> {
    const chance = createChance(seed);
    let old = [await this.#start(this.#release), await this.#start(this.#release, { ROLES: 'api' })];
    this.#at = old;
    const { apiKey, accountId } = await this.#openAccount();
    await this.#fill(postings);
    const load = startLoad({ callers: CALLERS, apiKey, baseUrls: () => this.#at.map(({ url }) => url) });
    await delay(PAUSE_MS);

    const killedAt = await this.#killWhileIndexing();
    const startedAt = performance.now();
    let fresh = await this.#start(this.#next);
    const upgradeMs = Math.round(performance.now() - startedAt);
    this.#at = [...old, fresh];
    // Anywhere in the background work.
    await delay(chance.share() * PAUSE_MS);
    fresh = await this.#replace(fresh, this.#next, 'SIGKILL');
    old = [await this.#replace(old[0]!, this.#release, chance.happens(0.5) ? 'SIGKILL' : 'SIGTERM'), old[1]!];
    this.#at = [...old, fresh];
    await delay(PAUSE_MS);
    this.#at = [fresh];
    for (const server of old) await this.#stop(server);
    await delay(PAUSE_MS);
    const tally = await load.stop();
    const faults = [...tally.faults, ...(await this.#judge(accountId, tally.paid))];
    return {
      report: {
        seed,
        postings,
        calls: tally.calls,
        paid: tally.paid,
        slowest_ms: Math.round(tally.slowestMs),
        killed_while: killedAt,
        upgrade_ms: upgradeMs,
      },
      faults,
    };
  }

  async end(): Promise<void> {
    await Promise.all([...this.#servers].map((server) => this.#stop(server)));
  }

  async #start({ main }: Version, more: Record<string, string> = {}): Promise<RunningServer> {
    const server = await startServer({ ...this.#environment, ...more }, main);
    this.#servers.add(server);
    return server;
  }

  async #stop(server: RunningServer, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#servers.delete(server);
    server.process.kill(signal);
    await server.exited;
  }

  /** As behind a proxy, which sends nothing to a process that is about to go. */
  async #replace(server: RunningServer, version: Version, signal: NodeJS.Signals): Promise<RunningServer> {
    this.#at = this.#at.filter((other) => other !== server);
    await delay(PAUSE_MS);
    await this.#stop(server, signal);
    return this.#start(version);
  }

  async #openAccount(): Promise<{ accountId: string; apiKey: string }> {
    const { id } = await this.#payments(this.#release, 'accounts', 'create', '--name', 'Acme', '--approved');
    const { secret } = await this.#payments(
      this.#release,
      ...['keys', 'create', '--account', String(id), '--name', 'Shop', '--scopes', 'all'],
      ...['--requests-per-minute', '1000000', '--money-per-day', '1000000'],
    );
    return { accountId: String(id), apiKey: String(secret) };
  }

  async #payments({ cli }: Version, ...args: string[]): Promise<Record<string, unknown>> {
    const program = runProgram(cli, [...args, '--json'], this.#environment);
    await program.exited;
    if (program.stdout() === '') throw new Error(`payments ${args.join(' ')}: ${program.stderr()}`);
    return JSON.parse(program.stdout()) as Record<string, unknown>;
  }

  /** Years of another company's movements, with two postings each. */
  async #fill(postings: number): Promise<void> {
    const id = randomUUID();
    const { url } = this.#database;
    await this.#database.query(`insert into accounts (id, name, created_at) values ($1, 'Large', now())`, [
      id,
    ]);
    await loadWithoutIndexes(url, HISTORY_TABLES, () =>
      writeHistory(url, id, {
        links: FEW,
        movements: Math.ceil(postings / 2),
        logs: FEW,
        events: FEW,
        idempotencyRecords: FEW,
      }),
    );
    await this.#database.query('analyze');
  }

  /** Starts the next version, and kills it while its index is being built. Returns what Postgres was doing. */
  async #killWhileIndexing(): Promise<string> {
    const watching = new pg.Client({ connectionString: this.#database.url });
    await watching.connect();
    const process = runProgram(this.#next.main, [], { PORT: '0', ...this.#environment });
    try {
      let phase: string | undefined;
      await until(
        async () => {
          const { rows } = await watching.query<{ phase: string }>(
            'select phase from pg_stat_progress_create_index',
          );
          phase = rows[0]?.phase;
          if (process.process.exitCode !== null)
            throw new Error(`the next version ended: ${process.stderr()}`);
          return phase?.startsWith('building index') === true;
        },
        { what: 'the next version builds its index', timeoutMs: START_TIMEOUT_MS },
      );
      return phase ?? '';
    } finally {
      process.process.kill('SIGKILL');
      await process.exited;
      await watching.end();
    }
  }

  async #judge(accountId: string, paid: number): Promise<string[]> {
    const query = (text: string, values: unknown[] = []) => this.#database.query(text, values);
    await until(async () => (await query('select from backfills where finished_at is null')).length === 0, {
      what: 'the work on earlier rows is finished',
      timeoutMs: START_TIMEOUT_MS,
    });
    const faults: string[] = [];
    const [index] = await query(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('postings_by_amount')`,
    );
    if (index?.['valid'] !== true) faults.push('the index is not valid');
    const wrong = await query(
      `select coalesce(c.account_id, p.account_id) as account, c.postings, p.count
         from posting_counts c
         full join (select account_id, count(*), sum(abs(amount)) as amount from ledger_postings group by 1) p
           on p.account_id = c.account_id
        where (c.postings, c.amount) is distinct from (p.count, p.amount)`,
    );
    for (const one of wrong) faults.push(`a total is wrong: ${JSON.stringify(one)}`);
    const [links] = await query(
      `select count(*)::integer as paid from payment_links where account_id = $1 and status = 'paid'`,
      [accountId],
    );
    if (Number(links?.['paid']) < paid)
      faults.push(`${paid} links were paid, but ${String(links?.['paid'])} are`);
    // The large account's movements were written in bulk, and never were sound books.
    const { discrepancies } = await this.#payments(this.#next, 'ledger', 'verify');
    for (const one of discrepancies as { accountId?: string }[])
      if (one.accountId === accountId) faults.push(`ledger verify: ${JSON.stringify(one)}`);
    return faults;
  }
}
