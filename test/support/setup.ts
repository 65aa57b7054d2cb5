import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { buildPrograms } from './program.ts';

let postgres: EmbeddedPostgres | undefined;
let dataDir: string | undefined;

/** Once for the whole run, before the files start in parallel: a Postgres, and the database that they clone. */
export async function mochaGlobalSetup(): Promise<void> {
  buildPrograms();
  dataDir = await mkdtemp(join(tmpdir(), 'payments-test-'));
  postgres = await startEmbeddedPostgres({
    dataDir,
    logger: createLogger('warn'),
    // Nothing here must outlive the run.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '400' },
  });
  const clusterUrl = postgres.connectionString.replace(/[^/]*$/, 'postgres');
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  await migrate(clusterUrl.replace(/[^/]*$/, 'template'));
  process.env['TEST_CLUSTER_URL'] = clusterUrl;
}

export async function mochaGlobalTeardown(): Promise<void> {
  await postgres?.stop();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
}
