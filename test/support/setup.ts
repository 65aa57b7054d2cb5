import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { startClocks } from './clock.ts';
import { buildPrograms, nodeOptions } from './processes/program.ts';
import { noteSeenErrorsIn, requireAllSeen } from './seen-errors.ts';

const MEMORY = '/dev/shm';
/** Several times what all databases of a run need at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

// The programs that tests start live for seconds: optimizing their code would be a fifth of the work of a start.
nodeOptions.push('--no-opt');

let postgres: EmbeddedPostgres | undefined;
let dataDir: string | undefined;
let seenErrors: string | undefined;

/** Runs once, before the files start in parallel: starts Postgres and creates the database that they clone. */
export async function mochaGlobalSetup(): Promise<void> {
  const built = buildPrograms();
  dataDir = makeDataDir();
  if (isWholeRun())
    noteSeenErrorsIn((seenErrors = join(mkdtempSync(join(tmpdir(), 'seen-errors-')), 'codes')));
  postgres = await startEmbeddedPostgres({
    dataDir,
    logger: createLogger('warn'),
    settings: {
      max_connections: '400',
      // Nothing here has to survive the run.
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
    },
  });
  const clusterUrl = postgres.connectionString.replace(/[^/]*$/, 'postgres');
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  await migrate(clusterUrl.replace(/[^/]*$/, 'template'));
  process.env['TEST_CLUSTER_URL'] = clusterUrl;
  await built;
}

export const mochaHooks = { afterEach: startClocks };

export async function mochaGlobalTeardown(): Promise<void> {
  await postgres?.stop();
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
  if (seenErrors === undefined) return;
  try {
    await requireAllSeen(seenErrors);
  } finally {
    rmSync(dirname(seenErrors), { recursive: true, force: true });
  }
}

/** Whether all tests run, as with `npm test`, and not only some files or those of a name. */
function isWholeRun(): boolean {
  const given = process.argv.slice(2);
  return given.includes('test/**/*.test.ts') && !given.some((one) => /^(-[fg]|--f?grep)/.test(one));
}

/** In memory if there is room: a database for each test file means hundreds of small files on disk. */
export function makeDataDir(): string {
  const prefix = 'payments-test-';
  if (!hasRoomInMemory()) return mkdtempSync(join(tmpdir(), prefix));
  // Leftovers of a killed run would take memory until the machine is restarted.
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(MEMORY, `${prefix}${process.pid}-`));
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
