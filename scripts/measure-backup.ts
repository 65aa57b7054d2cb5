import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { createAccount } from '../src/accounts/service.ts';
import { readConfig } from '../src/config/config.ts';
import { openFoundation } from '../src/composition/foundation.ts';
import { createLogger } from '../src/lib/logger.ts';
import { Keyring } from '../src/lib/secrets/keyring.ts';
import { writeHistory } from '../test/support/data/history.ts';
import { buildPrograms, runProgram } from '../test/support/processes/program.ts';

/*
 * What `payments backup` and `payments restore` take, by file and by base copy, for an account with a history: times,
 * sizes and (on Linux) the most memory that the command had. Each command is a process, its start included.
 */

const { values } = parseArgs({ options: { links: { type: 'string', default: '100000' } } });
const links = Number(values.links);

await buildPrograms();
const folder = await mkdtemp(join(tmpdir(), 'payments-measure-'));
// The user that root runs Postgres as must reach it.
await chmod(folder, 0o755);
const at = (name: string): string => join(folder, name);
/** What is restored elsewhere is sealed with the same key. */
const SECRETS_KEY = Keyring.generate();
const archived = { SECRETS_KEY, DATA_DIR: at('data'), WAL_ARCHIVE_DIR: at('wal') };
try {
  await fill();
  const rows: Record<string, object> = {};
  rows['backup FILE'] = await run(['backup', at('file')], archived);
  // It says that the books of an invented history do not add up.
  rows['backup verify FILE'] = await run(['backup', 'verify', at('file')], { SECRETS_KEY }, 1);
  rows['restore FILE'] = await run(['restore', at('file')], { SECRETS_KEY, DATA_DIR: at('restored') });
  rows['backup --base'] = await run(['backup', '--base', at('base')], archived);
  await rename(at('data/postgres/data'), at('lost'));
  rows['restore --base'] = await run(['restore', '--base', at('base')], archived);
  console.log(`${links} links, ${await sizeOfDatabase()} in the database`);
  console.table(rows);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function fill(): Promise<void> {
  const foundation = await openFoundation(
    readConfig({ ...archived, LOG_LEVEL: 'warn' }),
    createLogger('warn'),
  );
  const account = await foundation.db.transaction((trx) =>
    createAccount(trx, { name: 'History', email: null, approved: true }),
  );
  await withUrl((url) =>
    writeHistory(url, account.id, {
      links,
      movements: links * 2,
      logs: links * 2,
      events: links * 2,
      idempotencyRecords: Math.ceil(links / 10),
    }),
  );
  await foundation.close();
}

async function sizeOfDatabase(): Promise<string> {
  return withUrl(async (connectionString) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    );
    await client.end();
    return rows[0]?.size ?? '';
  });
}

async function withUrl<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({
    dataDir: archived.DATA_DIR,
    walArchiveDir: archived.WAL_ARCHIVE_DIR,
    logger: createLogger('warn'),
  });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

async function run(args: string[], environment: Record<string, string>, exitCode = 0): Promise<object> {
  const started = performance.now();
  const program = runProgram('build/cli.js', [...args, '--json'], environment);
  let peakKb = 0;
  const watch = setInterval(() => {
    void readFile(`/proc/${program.process.pid}/status`, 'utf8')
      .then((status) => (peakKb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peakKb)))
      .catch(() => undefined);
  }, 50);
  const code = await program.exited;
  clearInterval(watch);
  if (code !== exitCode) throw new Error(program.stderr());
  const result = JSON.parse(program.stdout()) as { rows?: number; bytes?: number };
  return {
    seconds: Number(((performance.now() - started) / 1_000).toFixed(1)),
    rows: result.rows,
    'size in MB': result.bytes === undefined ? undefined : Math.round(result.bytes / 1e6),
    'memory in MB': Math.round(peakKb / 1_000),
  };
}
