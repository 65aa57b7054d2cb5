import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';

const MEMORY = '/dev/shm';
/** Several times what all databases of a run need at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Starts the one Postgres of a run, with the database that tests clone, and names it to the processes started from now on.
 * Returns what stops it.
 */
export async function startCluster(): Promise<() => Promise<void>> {
  const dataDir = makeDataDir();
  let postgres: EmbeddedPostgres | undefined;
  const stop = async (): Promise<void> => {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
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
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
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
